"""How people may write numbers: what is read, and what is refused."""

READ = {
    "4": 4,
    " 4 ": 4,
    "\t4\n": 4,
    "\N{NO-BREAK SPACE}4": 4,
    "+4": 4,
    "-0": 0,
    "\N{MINUS SIGN}0": 0,
    "+0": 0,
    "04": 4,
    "0000000004": 4,
    "-" + "0" * 5000: 0,
    "\N{ARABIC-INDIC DIGIT THREE}": 3,
    "\N{DEVANAGARI DIGIT ONE}\N{DEVANAGARI DIGIT TWO}": 12,
    "\N{FULLWIDTH DIGIT FOUR}": 4,
    "13": 13,
}

TOO_LARGE = ["1000000", "-1000000", "+1000000", "9" * 20, "9" * 5000, "\N{ARABIC-INDIC DIGIT THREE}" * 7]

REFUSED = [
    *TOO_LARGE,
    "4,0", "4.0", "1e1", "1_0", "²", "½", "Ⅳ", "four", "4 4", "--4", "+-4", "4-", "0x4", "1\N{ARABIC-INDIC DIGIT TWO}",
    "٤٫٠", "<b>4</b>", "\x00", "NaN", "∞", "①",
]  # fmt: skip
# fmt: skip

"""Every broken rule is a sentence that a player understands."""

from __future__ import annotations

import re

import pytest

from scorekeeper.record import BadRecord, Reason, read
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, Item, RuleSet
from scorekeeper.rules.tallies import check_tallies
from scorekeeper.rules.violations import LIFTABLE, Code, RuleViolation
from scorekeeper.wording.sentences import closed_reason, sentence
from tests.records import a_record, a_round

PLAYERS = ("Anna", "Bram", "Cees", "Dirk")

A_GAME_OF_TWO_TRUMPS_EACH = RuleSet("house", 12, 1, 2, BONKEN_11.contracts, trumps=8, trump_quota=2)
A_GAME_OF_ONE_TRUMP = RuleSet("house", 8, 1, 2, BONKEN_11.contracts, trumps=1, negative_quota=1)

SAID = [
    (RuleViolation(Code.UNKNOWN_CONTRACT, 2, "contract"), "A contract is missing: choose one."),
    (
        RuleViolation(Code.UNKNOWN_CONTRACT, 2, "contract", contract="grand-slam"),
        "There is no contract “grand-slam” in these rules.",
    ),
    (
        RuleViolation(Code.CONTRACT_ALREADY_PLAYED, 5, "contract", contract="hearts", seat=1, other=3),
        "Hearts was already played, in round 3.",
    ),
    (
        RuleViolation(Code.CONTRACT_ALREADY_PLAYED, 5, "contract", contract="hearts", seat=1),
        "Hearts was already played.",
    ),
    (
        RuleViolation(Code.TOO_MANY_TRUMPS, 9, "contract", contract="trump-none", seat=1),
        "All 4 trumps of this game were played: choose a negative contract.",
    ),
    (
        RuleViolation(Code.TRUMP_QUOTA, 5, "contract", contract="trump-none", seat=1),
        "Bram already had a trump; each player takes one.",
    ),
    (
        RuleViolation(Code.TRUMP_REQUIRED, 9, "contract", contract="hearts", seat=1),
        "Bram chooses for the last time without having had a trump: choose a trump.",
    ),
    (
        RuleViolation(Code.NEGATIVE_QUOTA, 9, "contract", contract="hearts", seat=1),
        "Bram already had 2 negative contracts; each player takes at most 2.",
    ),
    (
        RuleViolation(Code.CHOOSER_DOUBLES_FIRST, 1, "mark-2-0", seat=2),
        "Cees is the chooser and can only double back: Anna did not double Cees.",
    ),
    (RuleViolation(Code.DEALER, 4, "dealer", seat=2), "Cees dealt out of turn: deal again, or let it stand."),
    (RuleViolation(Code.SELF_DOUBLE, 1, "mark-0-0", seat=0), "Anna can’t double Anna, only the other three."),
    (
        RuleViolation(Code.UNKNOWN_PLAYER, 1, "marks", name="Zoë"),
        "The doubles name “Zoë”, who is not one of the four players.",
    ),
    (
        RuleViolation(Code.UNKNOWN_PLAYER, 1, "tally-last-trick", name="Zoë"),
        "Last trick: “Zoë” is not one of the four players.",
    ),
    (RuleViolation(Code.UNKNOWN_PLAYER, 1, name="Zoë"), "“Zoë” is not one of the four players."),
    (
        RuleViolation(Code.UNKNOWN_ITEM, 1, "tally-kings", contract="hearts", item="kings"),
        "“Kings” is not counted in Hearts.",
    ),
    (
        RuleViolation(Code.TOO_MANY_ROUNDS, 12, "contract", expected=11),
        "A game has 11 rounds: take out round 12 and what follows it.",
    ),
    (RuleViolation(Code.WRONG_COUNT, 1, item="hearts", expected=13, found=12), "Hearts: 12 of 13 given, 1 is missing."),
    (RuleViolation(Code.BAD_RECORD, None), "This is not a record of a game."),
]

RECORDS = [
    (
        Reason.FORMAT,
        a_record(format="chess"),
        "This is not a record of a game: the format must be “bonken-game”, version 1.",
    ),
    (Reason.TYPE, ["a list"], "The record: must be in { }, with its entries by name."),
    (Reason.TYPE, a_record(players=["Anna", "Bram", "Cees", 4]), "The players: each name must be a text."),
    (Reason.TYPE, a_record(stopped="yes"), "The mark of a stopped game: must be true or false."),
    (Reason.TYPE, a_record(rounds={}), "The rounds: must be a list of rounds."),
    (Reason.TYPE, a_record("hearts"), "Round 1: must be in { }, with its entries by name."),  # type: ignore[arg-type]
    (
        Reason.TYPE,
        a_record(a_round(contract=7)),  # type: ignore[arg-type]
        "The contract of round 1: must be the name of a contract, as a text.",
    ),
    (
        Reason.TYPE,
        a_record(a_round(doubles=[["Anna"]])),
        "The doubles of round 1: must be a list of pairs, each the doubler’s name and the doubled player’s.",
    ),
    (
        Reason.TYPE,
        a_record(a_round(result=[])),
        "The result of round 1: must be a list of items in { }, each with what the players took.",
    ),
    (
        Reason.TYPE,
        a_record(a_round(result={"queens": 4})),
        "The result of round 1 (Queens): must be in { }, with its entries by name.",
    ),
    (
        Reason.TYPE,
        a_record(a_round(result={"queens": {"Anna": "4"}})),
        "The result of round 1 (Queens, Anna): must be a whole number, without quotation marks.",
    ),
    (Reason.TYPE, a_record(a_round(open="yes")), "The mark of an open round of round 1: must be true or false."),
    (
        Reason.MISSING,
        a_record(a_round(), {"contract": "hearts"}),
        "Round 2: the result is missing; only the last round may be open.",
    ),
    (
        Reason.MISSING,
        {key: value for key, value in a_record().items() if key != "players"},
        "The record: the entry “players” is missing.",
    ),
    (Reason.UNKNOWN_KEY, a_record(a_round(points=4)), "Round 1: there is no entry “points” in a record; take it out."),
    (
        Reason.UNKNOWN_RULES,
        a_record(rules="bonken-13"),
        "The rules “bonken-13” are not known; these are: bonken-11, bonken-12.",
    ),
    (Reason.UNKNOWN_RULES, a_record(rules=11), "The name of the rules must be one of these: bonken-11, bonken-12."),
    (Reason.FOUR_PLAYERS, a_record(players=["Anna"]), "A game has four players: list four names, clockwise."),
    (Reason.NAME, a_record(players=["Anna", "", "Cees", "Dirk"]), "Player 2: the name is empty."),
    (
        Reason.NAME,
        a_record(players=["Anna", "B" * 41, "Cees", "Dirk"]),
        "Player 2: the name is longer than 40 letters.",
    ),
    (
        Reason.NAME,
        a_record(players=["Anna", "B\nC", "Cees", "Dirk"]),
        "Player 2: the name holds a control character or a line break.",
    ),
    (
        Reason.NAME,
        a_record(players=["Anna", " Bram", "Cees", "Dirk"]),
        "Player 2: the name has spaces around it, or letters that are not in the normal form (NFC).",
    ),
    (
        Reason.SAME_NAME,
        a_record(players=["Anna", "ANNA", "Cees", "Dirk"]),
        "Player 2: another player is called “ANNA” already; capitals make no difference.",
    ),
    (Reason.FIRST_DEALER, a_record(first_dealer="Zoë"), "The first dealer “Zoë” is not one of the four players."),
    (Reason.FIRST_DEALER, a_record(first_dealer=1), "The first dealer must be one of the four players."),
    (
        Reason.TITLE,
        a_record(title="T" * 81),
        "The title must be a text of one line, up to 80 letters, without spaces around it.",
    ),
    (Reason.DATE, a_record(played_on="Friday"), "“Friday” is not a date; write it as 2026-11-27."),
    (
        Reason.DOUBLE_TWICE,
        a_record(a_round(doubles=[["Anna", "Bram"], ["Anna", "Bram"]])),
        "The doubles of round 1: the double “Anna, Bram” is there twice.",
    ),
    (
        Reason.RULING,
        a_record(a_round(ruling=["trump-quota", "trump-quota"])),
        "The ruling of round 1: “trump-quota” is there twice.",
    ),
    (
        Reason.RULING,
        a_record(a_round(ruling=["wrong-count"])),
        "The ruling of round 1: “wrong-count” can’t be lifted, only these: " + ", ".join(sorted(LIFTABLE)) + ".",
    ),
    (
        Reason.RULING,
        a_record(a_round(ruling=7)),
        "The ruling of round 1: must be a list of these: " + ", ".join(sorted(LIFTABLE)) + ".",
    ),
    (
        Reason.DEALER,
        a_record(a_round(dealer="Bram")),
        "The dealer of round 1: must be one of the four players, and go with the ruling “dealer”.",
    ),
    (Reason.OPEN, a_record(a_round(open=True), a_round("hearts")), "Only the last round may be open, not round 1."),
]


@pytest.mark.parametrize(("violation", "words"), SAID, ids=[words for _, words in SAID])
def test_a_broken_rule_is_said_in_full(violation: RuleViolation, words: str) -> None:
    assert sentence(violation, PLAYERS, BONKEN_12) == words


@pytest.mark.parametrize(("reason", "record", "words"), RECORDS, ids=[words for _, _, words in RECORDS])
def test_what_is_wrong_with_a_record_is_said_with_its_place(reason: Reason, record: object, words: str) -> None:
    reading = read(record)  # type: ignore[arg-type]
    assert [sentence(fault, None) for fault in reading.faults] == [words]
    assert [fault.reason for fault in reading.faults if isinstance(fault, BadRecord)] == [reason]


def test_no_code_and_no_reason_is_without_its_sentence() -> None:
    assert {violation.code for violation, _ in SAID} == set(Code)
    assert {reason for reason, _, _ in RECORDS} == set(Reason)


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("rule_set", [None, BONKEN_11, A_GAME_OF_TWO_TRUMPS_EACH, A_GAME_OF_ONE_TRUMP], ids=str)
def test_a_sentence_is_plain_language_even_where_little_is_known(code: Code, rule_set: RuleSet | None) -> None:
    bare = RuleViolation(code, 3, contract="queens", item="queens", expected=4, found=3, name="Zoë")
    words = sentence(bare, None, rule_set)
    assert words[0].isupper() or words[0] == "“"
    assert words.endswith(".")
    assert not re.search(r"None|_|%|\bseat\b|RuleViolation|[a-z]+-[a-z]+", words)


@pytest.mark.parametrize("reason", Reason)
def test_a_fault_of_a_record_never_shows_a_path(reason: Reason) -> None:
    words = sentence(BadRecord(field="rounds.3.doubles", name="x", reason=reason), None)
    assert not re.search(r"None|_|%|rounds\.|\.3", words)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((0, 0, 0, 0), "Hearts: 0 of 13 given, 13 are missing."),
        ((12, 0, 0, 0), "Hearts: 12 of 13 given, 1 is missing."),
        ((13, 1, 0, 0), "Hearts: 14 given, 1 too many (there are 13)."),
        ((-1, 14, 0, 0), "Hearts: Anna can’t have −1."),
        ((-1000, 1013, 0, 0), "Hearts: Anna can’t have −1,000."),
        ((10**9, 0, 0, 0), "Hearts: far too many given (there are 13)."),
        ((0, -(10**9), 0, 0), "Hearts: Bram can’t have less than nothing."),
    ],
)
def test_a_tally_that_does_not_add_up_says_by_how_many(counts: tuple[int, int, int, int], words: str) -> None:
    assert _said("hearts", "hearts", counts) == words


def test_a_number_too_long_for_python_to_write_is_still_a_sentence() -> None:
    assert _said("hearts", "hearts", (10**5000, 10**5000, 0, 0)) == "Hearts: far too many given (there are 13)."


def test_an_item_there_is_one_of_is_asked_for() -> None:
    assert _said("last-trick", "last-trick", (0, 0, 0, 0)) == "Who took the last trick? The answer is missing."
    assert _said("domino", "last-out", (1, 1, 0, 0)) == "Who went out last? It can be one player only, 2 were given."


def test_quotas_of_other_rule_sets_are_told_in_their_numbers() -> None:
    quota = RuleViolation(Code.TRUMP_QUOTA, 9, "contract", contract="trump-none", seat=1)
    required = RuleViolation(Code.TRUMP_REQUIRED, 9, "contract", contract="hearts", seat=1)
    negative = RuleViolation(Code.NEGATIVE_QUOTA, 9, "contract", contract="hearts", seat=1)
    trumps = RuleViolation(Code.TOO_MANY_TRUMPS, 9, "contract", contract="trump-none", seat=1)
    two, one = A_GAME_OF_TWO_TRUMPS_EACH, A_GAME_OF_ONE_TRUMP
    assert sentence(quota, PLAYERS, two) == "Bram already had 2 trumps; each player takes no more."
    assert sentence(required, PLAYERS, two) == "Bram must take a trump at every turn that is left: choose a trump."
    assert sentence(negative, PLAYERS, one) == "Bram already had a negative contract; each player takes at most one."
    assert sentence(trumps, PLAYERS, one) == "The one trump of this game was played: choose a negative contract."


def test_texts_of_a_stranger_are_cut_short() -> None:
    long = RuleViolation(Code.UNKNOWN_CONTRACT, 1, "contract", contract="x" * 10_000)
    assert len(sentence(long, PLAYERS)) < 120
    record = a_record(**{"k" * 10_000: 1, "rules": "r" * 10_000})
    assert all(len(sentence(fault, None)) < 150 for fault in read(record).faults)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (Code.CONTRACT_ALREADY_PLAYED, "played, round 3"),
        (Code.TOO_MANY_TRUMPS, "4 trumps played"),
        (Code.TRUMP_QUOTA, "had a trump"),
        (Code.TRUMP_REQUIRED, "must take a trump"),
        (Code.NEGATIVE_QUOTA, "had 2 negatives"),
    ],
)
def test_a_closed_contract_says_why_in_a_few_words(code: Code, words: str) -> None:
    violation = RuleViolation(code, 9, "contract", contract="hearts", seat=1, other=3)
    assert closed_reason(violation, PLAYERS, BONKEN_12) == words
    assert len(closed_reason(violation, PLAYERS)) <= 24
    assert closed_reason(RuleViolation(code, 9), None)


def test_what_does_not_close_a_contract_is_told_in_full() -> None:
    violation = RuleViolation(Code.SELF_DOUBLE, 1, "mark-0-0", seat=0)
    assert closed_reason(violation, PLAYERS) == sentence(violation, PLAYERS)


def _said(contract_id: str, item_id: str, counts: tuple[int, int, int, int]) -> str:
    """Say what is wrong with these tallies of a contract's only item."""
    contract = BONKEN_11.contract(contract_id)
    assert contract is not None
    assert isinstance(contract.item(item_id), Item)
    (violation,) = check_tallies(contract, ((item_id, counts),), 1)
    return sentence(violation, PLAYERS, BONKEN_11)

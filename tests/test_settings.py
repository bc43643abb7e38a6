"""Settings: what the environment says, and the sentence for what it can't say."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from scorekeeper.settings import PREFIX, BadSetting, Settings, read_settings

README = Path(__file__).parent.parent / "README.md"


def settings(folder: Path, **said: str) -> Settings:
    return read_settings({f"{PREFIX}INSTANCE": str(folder), **{PREFIX + name: value for name, value in said.items()}})


def test_without_a_word_everything_has_a_default(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert found == Settings(tmp_path, f"sqlite:///{tmp_path}/scorekeeper.sqlite3", secret=found.secret)
    assert (found.host, found.port, found.workers, found.public_url, found.proxies) == ("0.0.0.0", None, 2, "", 0)


def test_each_setting_is_read(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        DATABASE="sqlite:////srv/bonken.sqlite3",
        HOST="127.0.0.1",
        PORT="8123",
        WORKERS="3",
        PUBLIC_URL="https://bonken.example/",
        PROXIES="1",
        SECRET="s" * 40,
        RATE_LIMITS="redis://localhost",
    )
    assert found == Settings(
        instance=tmp_path,
        database="sqlite:////srv/bonken.sqlite3",
        host="127.0.0.1",
        port=8123,
        workers=3,
        public_url="https://bonken.example",
        proxies=1,
        secret="s" * 40,
        rate_limits="redis://localhost",
    )
    assert found.is_https


def test_only_a_public_address_by_https_is_https(tmp_path: Path) -> None:
    assert not settings(tmp_path).is_https
    assert not settings(tmp_path, PUBLIC_URL="http://bonken.lan:8000").is_https


@pytest.mark.parametrize(
    "name", ["PORT", "WORKERS", "PROXIES", "PUBLIC_URL", "HOST", "DATABASE", "SECRET", "RATE_LIMITS"]
)
def test_an_empty_setting_is_as_good_as_none(name: str, tmp_path: Path) -> None:
    assert settings(tmp_path, **{name: " "}) == settings(tmp_path)


def test_what_others_call_their_settings_is_not_looked_at(tmp_path: Path) -> None:
    assert read_settings({f"{PREFIX}INSTANCE": str(tmp_path), "PORT": "nonsense", "FLASK_DEBUG": "1"}).port is None


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "0", "SCOREKEEPER_PORT must be a whole number from 1 to 65535, not “0”."),
        ("PORT", "65536", "SCOREKEEPER_PORT must be a whole number from 1 to 65535, not “65536”."),
        ("PORT", "80.5", "SCOREKEEPER_PORT must be a whole number from 1 to 65535, not “80.5”."),
        ("PORT", "٣", "SCOREKEEPER_PORT must be a whole number from 1 to 65535, not “٣”."),
        ("WORKERS", "-1", "SCOREKEEPER_WORKERS must be a whole number from 1 to 64, not “-1”."),
        ("WORKERS", "0", "SCOREKEEPER_WORKERS must be a whole number from 1 to 64, not “0”."),
        ("PROXIES", "many", "SCOREKEEPER_PROXIES must be a whole number from 0 to 10, not “many”."),
        (
            "PUBLIC_URL",
            "bonken.example",
            "SCOREKEEPER_PUBLIC_URL must be an address like https://bonken.example, not “bonken.example”.",
        ),
        (
            "PUBLIC_URL",
            "https://example.org/bonken",
            "SCOREKEEPER_PUBLIC_URL must be an address like https://bonken.example, not “https://example.org/bonken”.",
        ),
        (
            "RATE_LIMITS",
            "http://localhost",
            "SCOREKEEPER_RATE_LIMITS must be memory, off or like redis://localhost, not “http://localhost”.",
        ),
        ("COLOUR", "red", "There is no setting SCOREKEEPER_COLOUR; the README lists those there are."),
    ],
)
def test_a_setting_that_can_not_be_is_told_in_a_sentence(name: str, value: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as bad:
        settings(tmp_path, **{name: value})
    assert str(bad.value) == sentence


@pytest.mark.parametrize(
    "url", ["mysql://localhost/bonken", "nonsense", "/srv/bonken.sqlite3", "http://a:b", "sqlite://"]
)
def test_a_database_that_is_none_is_told_in_a_sentence(url: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"^SCOREKEEPER_DATABASE must be an address like "):
        settings(tmp_path, DATABASE=url)


@pytest.mark.parametrize("url", ["http://[", "ftp://bonken.example", "https://"])
def test_a_public_address_that_is_none_is_told_in_a_sentence(url: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"^SCOREKEEPER_PUBLIC_URL must be an address like "):
        settings(tmp_path, PUBLIC_URL=url)


# --- The secret


def test_the_secret_is_made_once_for_its_owner_only_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "instance"
    secret = settings(folder).secret
    assert len(secret) >= 32
    assert settings(folder).secret == secret
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_two_instances_have_two_secrets(tmp_path: Path) -> None:
    assert settings(tmp_path / "one").secret != settings(tmp_path / "two").secret


def test_the_secret_does_not_show_where_settings_are_printed(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert found.secret not in repr(found)


def test_a_secret_that_is_said_is_used_and_none_is_made(tmp_path: Path) -> None:
    assert settings(tmp_path, SECRET="s" * 40).secret == "s" * 40
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.parametrize("secret", ["", "a", "s" * 31])
def test_a_secret_that_is_too_short_is_told_in_a_sentence_wherever_it_stands(secret: str, tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text(secret)
    sentence = (
        r" must hold at least 32 characters that nobody can guess\. "
        r"Remove it to have a secret made; phones then lose their games\.$"
    )
    with pytest.raises(BadSetting, match="/secret-key" + sentence):
        settings(tmp_path)
    if secret:
        with pytest.raises(BadSetting, match="^SCOREKEEPER_SECRET" + sentence):
            settings(tmp_path, SECRET=secret)


def test_a_folder_that_can_not_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSetting, match=r"/instance can't be used: Not a directory\. Set SCOREKEEPER_INSTANCE\.$"):
        settings(tmp_path / "file" / "instance")


# --- The README


def test_the_table_of_the_readme_lists_exactly_the_settings_there_are() -> None:
    listed = re.findall(rf"^\| `{PREFIX}(\w+)` \|", README.read_text(encoding="utf-8"), re.MULTILINE)
    # Each is read as `test_each_setting_is_read` shows, and any other name is refused.
    assert sorted(listed) == sorted(name.upper() for name in Settings.__dataclass_fields__)

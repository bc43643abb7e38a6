"""The commands for who runs the server, as they are typed; `check` has its own file."""

from __future__ import annotations

import datetime
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper import __version__
from scorekeeper.cli import COMMANDS, main
from scorekeeper.services.changing import Submission
from scorekeeper.services.managing import delete_game, stop_game
from scorekeeper.services.sharing import open_key
from scorekeeper.services.starting import Setup, start_game
from scorekeeper.services.viewing import all_games, see_game
from scorekeeper.storage.backup import in_use
from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import HEAD, upgrade
from tests.future import ADD, BREAK, move_on
from tests.servers import free_port, running_server

BROWSER = "a-browser-of-the-table"
PLAYERS = ("Anna", "Bram", "Chris", "Dirk")


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    return tmp_path / "instance"


@pytest.fixture
def file(instance: Path) -> Path:
    """The file of an empty database."""
    path = instance / "scorekeeper.sqlite3"
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    database.close()
    return path


def on(file: Path, do: Callable[[Database], str]) -> str:
    database = Database(f"sqlite:///{file}")
    try:
        return do(database)
    finally:
        database.close()


def submission(key: str, game_id: str = "") -> Submission:
    return Submission(BROWSER, f"key-of-{key}", key, game_id)


def new_game(file: Path, title: str = "", players: tuple[str, ...] = PLAYERS, day: datetime.date | None = None) -> str:
    setup = Setup(players, 0, title=title, played_on=day)
    return on(file, lambda database: start_game(database, submission(f"new {title}"), setup, kind="test").game_id)


def delete(file: Path, game: str) -> None:
    on(file, lambda database: delete_game(database, submission(f"delete {game}", game)).game_id)


def scorekeeper(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def done(*words: str | Path) -> list[str]:
    """The lines a command prints when it goes well."""
    result = scorekeeper(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def refused(*words: str | Path) -> str:
    """The one sentence of a command that does not go, and nothing else."""
    result = scorekeeper(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    (sentence,) = result.stderr.splitlines()
    assert sentence.endswith(".")
    return sentence


def tables(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


# --- The command itself


def test_help_lists_every_command() -> None:
    help_ = "\n".join(done("--help"))
    assert [name for name in COMMANDS if not re.search(rf"^  {name}  +[A-Z]", help_, re.MULTILINE)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    assert done(name, "--help")[0].startswith(f"Usage: main {name} ")


def test_the_version_is_told() -> None:
    assert done("--version") == [f"scorekeeper, version {__version__}"]


def test_a_command_that_is_none_is_refused() -> None:
    result = scorekeeper("shuffle")
    assert result.exit_code == 2
    assert "No such command 'shuffle'" in result.stderr


def test_python_m_scorekeeper_is_the_same_command() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == f"scorekeeper, version {__version__}\n"


def test_check_waits_for_neither_the_database_nor_the_server() -> None:
    heavy = {"sqlalchemy", "alembic", "granian", "segno"}
    code = f"import sys; import scorekeeper.cli.checking; print({heavy} & {{*sys.modules}})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout == "set()\n"


# --- games


def test_games_are_listed_the_one_changed_last_first(file: Path) -> None:
    first = new_game(file, day=datetime.date(2026, 11, 27))
    second = new_game(file, "Cup final", ("Eva", "Fred", "Gijs", "Hans"), datetime.date(2026, 11, 28))
    assert done("games") == [
        f"{second}  2026-11-28  round 1 of 11  Eva, Fred, Gijs, Hans · Cup final",
        f"{first}  2026-11-27  round 1 of 11  Anna, Bram, Chris, Dirk",
    ]


def test_a_game_without_a_date_is_listed_without_one(file: Path) -> None:
    new_game(file)
    assert done("games")[0].split("  ")[1] == "no date"


def test_a_game_that_was_stopped_is_listed_as_that(file: Path) -> None:
    game = new_game(file)

    def stop(database: Database) -> str:
        version = see_game(database, game, BROWSER).stored.settings_version
        return stop_game(database, submission("stop", game), version=version).game_id

    on(file, stop)
    assert re.search(r"  stopped  Anna, ", done("games")[0])


def test_deleted_games_are_listed_only_when_asked_for(file: Path) -> None:
    kept, deleted = new_game(file, "kept"), new_game(file, "deleted")
    delete(file, deleted)
    assert [line.split()[0] for line in done("games")] == [kept]
    (line, _) = sorted(done("games", "--all"), key=lambda line: "  deleted  " not in line)
    assert line.startswith(f"{deleted}  ")


def test_a_name_steers_no_terminal(file: Path) -> None:
    new_game(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE players SET name = char(27) || '[2J' WHERE seat = 0")
    assert done("games")[0].endswith("\\x1b[2J, Bram, Chris, Dirk")


def test_a_database_without_games_says_so(file: Path) -> None:
    assert done("games") == ["There are no games yet."]
    assert file.exists()


@pytest.mark.parametrize("words", [["games"], ["link", "abc"], ["backup", "copy.db"]])
def test_before_the_first_start_there_is_nothing_and_nothing_is_made(words: list[str], instance: Path) -> None:
    assert refused(*words).startswith("There are no games yet: ")
    assert not (instance / "scorekeeper.sqlite3").exists()


# --- link


def token_of(address: str, base: str) -> str:
    found = re.fullmatch(rf"{re.escape(base)}/k/([A-Za-z0-9_-]{{22,}})", address)
    assert found, address
    return found[1]


@pytest.mark.parametrize("length", [12, 5])
def test_a_fresh_link_lets_another_phone_score(length: int, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", "https://bonken.example")
    game = new_game(file)
    (address,) = done("link", game[:length])
    token = token_of(address, "https://bonken.example")
    assert on(file, lambda database: open_key(database, token, "another-phone", kind="test")) == game
    assert on(file, lambda database: str(see_game(database, game, "another-phone").may_score)) == "True"


def test_each_link_is_another_one(file: Path) -> None:
    game = new_game(file)
    assert done("link", game) != done("link", game)


def test_a_link_carries_the_port_used_last(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOST", "127.0.0.1")
    (file.parent / "port").write_text("8123\n")
    token_of(done("link", new_game(file))[0], "http://127.0.0.1:8123")


def test_a_link_leads_to_where_the_server_was_told_to_listen(file: Path) -> None:
    (file.parent / "port").write_text("8123\n")
    (file.parent / "host").write_text("127.0.0.1\n")
    token_of(done("link", new_game(file))[0], "http://127.0.0.1:8123")


def test_an_id_that_looks_like_an_option_is_an_id(file: Path) -> None:
    game = new_game(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for table, column in {"games": "id", "players": "game_id", "grants": "game_id"}.items():
            connection.execute(f"UPDATE {table} SET {column} = '-hx_abcdefgh' WHERE {column} = ?", [game])
    assert len(done("link", "-hx_abcdefgh")) == 1


def test_a_beginning_of_several_games_is_refused_and_names_them(file: Path) -> None:
    games = {new_game(file, "one"), new_game(file, "two")}
    sentence = refused("link", "")
    assert sentence.startswith("2 games begin with ")
    assert all(game in sentence for game in games)


def test_a_game_that_is_none_is_refused(file: Path) -> None:
    new_game(file)
    assert refused("link", "nonsense") == "There is no game nonsense; `scorekeeper games` lists them all."


def test_a_deleted_game_gets_no_link_that_would_open_nothing(file: Path) -> None:
    game = new_game(file)
    delete(file, game)
    assert refused("link", game).startswith(f"The game {game} was deleted. ")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own")
@pytest.mark.parametrize(("encoding", "drawn"), [("utf-8", True), ("ascii", False)])
def test_on_a_terminal_that_can_draw_the_link_is_a_code_as_well(encoding: str, drawn: bool, file: Path) -> None:
    game = new_game(file)
    ours, theirs = os.openpty()
    try:
        subprocess.run(
            [sys.executable, "-m", "scorekeeper", "link", game],
            env={**os.environ, "PYTHONIOENCODING": encoding, "SCOREKEEPER_PUBLIC_URL": "https://bonken.example"},
            stdout=theirs,
            check=True,
            timeout=60,
        )
        os.close(theirs)
        shown = b"".join(iter(lambda: _read(ours), b"")).decode(encoding)
    finally:
        os.close(ours)
    address, *code = shown.splitlines()
    token_of(address, "https://bonken.example")
    assert len(code) == (17 if drawn else 0)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # Linux says so at the end.
        return b""


# --- backup and restore


def test_a_backup_says_what_it_holds_and_never_overwrites(file: Path, tmp_path: Path) -> None:
    new_game(file)
    copy = tmp_path / "copy.db"
    (line,) = done("backup", copy)
    assert line == f"{copy}: 1 game, {copy.stat().st_size:,} bytes."
    before = copy.read_bytes()
    assert refused("backup", copy) == f"{copy} is there already, and a backup never overwrites another."
    assert copy.read_bytes() == before


def test_a_backup_goes_to_no_folder_that_is_not_there(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "no" / "copy.db"
    assert refused("backup", target) == f"{target} can't be used: No such file or directory."
    assert file.exists()


def test_what_was_backed_up_is_there_again_after_restore(file: Path, tmp_path: Path) -> None:
    first = new_game(file, "first")
    done("backup", tmp_path / "copy.db")
    second = new_game(file, "second")
    kept = file.with_name(f"{file.name}.before-restore-1")
    assert done("restore", tmp_path / "copy.db") == ["1 game put back.", f"What was there before is kept as {kept}."]
    assert [line.split()[0] for line in done("games")] == [first]
    found = on(kept, lambda database: " ".join(seen.stored.id for seen in all_games(database)))
    assert set(found.split()) == {first, second}


def test_restore_on_a_fresh_machine_keeps_nothing(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game(file)
    done("backup", tmp_path / "copy.db")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "fresh"))
    assert done("restore", tmp_path / "copy.db") == ["1 game put back."]
    assert len(done("games")) == 1


def test_restore_keeps_the_log_of_a_database_that_is_gone_and_reads_nothing_of_it(file: Path, tmp_path: Path) -> None:
    game = new_game(file)
    done("backup", tmp_path / "copy.db")
    file.unlink()
    file.with_name(f"{file.name}-wal").write_bytes(b"what is left")
    kept = file.with_name(f"{file.name}.before-restore-1-wal")
    assert done("restore", tmp_path / "copy.db") == ["1 game put back.", f"What was there before is kept as {kept}."]
    assert kept.read_bytes() == b"what is left"
    assert done("games")[0].startswith(game)


def test_restore_refuses_what_is_no_database(file: Path, tmp_path: Path) -> None:
    new_game(file)
    before = tables(file)
    (tmp_path / "list.txt").write_text("bread, milk, " * 500)
    sentence = refused("restore", tmp_path / "list.txt")
    assert sentence == f"{tmp_path / 'list.txt'} is no whole database of the score keeper: file is not a database."
    assert refused("restore", tmp_path / "none") == f"{tmp_path / 'none'} can't be used: No such file or directory."
    assert tables(file) == before


def test_restore_refuses_a_backup_of_a_newer_version_and_says_what_to_do(file: Path, tmp_path: Path) -> None:
    new_game(file)
    done("backup", tmp_path / "copy.db")
    make_newer(tmp_path / "copy.db")
    before = tables(file)
    assert refused("restore", tmp_path / "copy.db").startswith("The database was made by a newer version ")
    assert tables(file) == before


def make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


# --- db upgrade


def test_db_upgrade_makes_a_database_and_leaves_one_that_is_up_to_date(instance: Path) -> None:
    assert done("db", "upgrade") == ["A new database was made."]
    assert done("db", "upgrade") == ["The database is up to date."]
    assert done("games") == ["There are no games yet."]
    assert instance.is_dir()


def test_db_upgrade_keeps_an_older_database(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game(file)
    move_on(tmp_path / "migrations", monkeypatch, ADD)
    assert "`scorekeeper db upgrade`" in refused("games")
    kept = file.with_name(f"{file.name}.version-{HEAD}-1")
    assert done("db", "upgrade") == [
        "The database was brought to this version.",
        f"As it was before it is kept as {kept}.",
    ]
    assert kept.is_file()
    assert len(done("games")) == 1


def test_a_backup_of_an_older_version_is_brought_to_this_one(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(file)
    done("backup", tmp_path / "copy.db")
    move_on(tmp_path / "migrations", monkeypatch, ADD)
    last = done("restore", tmp_path / "copy.db")[-1]
    assert last == "The backup was from an older version; it was brought to this one."
    assert len(done("games")) == 1


@pytest.mark.parametrize("words", [["run"], ["db", "upgrade"]], ids=" ".join)
def test_a_migration_that_does_not_go_is_told_and_changes_nothing(
    words: list[str], file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(file)
    before = tables(file)
    move_on(tmp_path / "migrations", monkeypatch, BREAK)
    assert refused(*words) == (
        "The database can't be brought to this version, and is as it was: no such table: no_such_table."
    )
    assert tables(file) == before


# --- What is refused everywhere


NEEDING = [["run"], ["games"], ["link", "abc"], ["db", "upgrade"]]


@pytest.mark.parametrize("words", NEEDING, ids=" ".join)
def test_a_newer_database_is_left_alone(words: list[str], file: Path) -> None:
    make_newer(file)
    before = tables(file)
    assert refused(*words) == (
        "The database was made by a newer version of the score keeper: update this one, "
        "or put back a backup that fits it with `scorekeeper restore FILE`."
    )
    assert tables(file) == before


@pytest.mark.parametrize("words", NEEDING, ids=" ".join)
def test_a_file_that_is_no_database_is_left_alone(words: list[str], file: Path) -> None:
    file.write_text("bread, milk, " * 500)
    assert refused(*words).startswith("The database is not one of the score keeper, or damaged: ")
    assert file.read_text() == "bread, milk, " * 500


@pytest.mark.parametrize("words", [["games"], ["link", "abc"]], ids=" ".join)
def test_a_database_that_is_not_up_to_date_is_told_how_to_become_that(words: list[str], file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            connection.execute(f"DROP TABLE {table}")
    assert "`scorekeeper db upgrade`" in refused(*words)


@pytest.mark.parametrize("words", [*NEEDING, ["backup", "copy.db"], ["restore", "copy.db"]], ids=" ".join)
def test_a_bad_setting_is_told_by_every_command(
    words: list[str], instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROT", "8000")
    assert refused(*words) == "There is no setting SCOREKEEPER_PROT; the README lists those there are."
    assert not instance.exists() or not list(instance.glob("*.sqlite3"))


@pytest.mark.parametrize("words", [["run"], ["db", "upgrade"], ["restore", "copy.db"]], ids=" ".join)
def test_what_needs_the_database_alone_is_refused_while_a_server_runs(words: list[str], file: Path) -> None:
    with in_use(file):
        assert refused(*words).startswith("A server runs on this database")


@pytest.mark.parametrize("words", [["run"], ["db", "upgrade"]], ids=" ".join)
def test_a_folder_where_the_database_should_be_is_told(words: list[str], file: Path) -> None:
    file.unlink()
    file.mkdir()
    assert refused(*words) == "The database can't be used just now: unable to open database file."


def test_a_port_that_is_none_is_refused(instance: Path) -> None:
    assert scorekeeper("run", "--port", "0").exit_code == 2
    assert not instance.exists()


def test_a_host_that_is_not_here_is_refused(file: Path) -> None:
    told = refused("run", "--host", "198.51.100.7", "--port", str(free_port()))
    assert told == "This machine does not have the address 198.51.100.7; choose another one with --host."
    assert file.exists()


# --- With a server that runs


@pytest.mark.xdist_group("server")
def test_games_links_and_backups_are_to_be_had_while_the_server_runs(instance: Path, tmp_path: Path) -> None:
    with running_server(instance):
        game = new_game(instance / "scorekeeper.sqlite3")
        assert done("games")[0].startswith(game)
        assert len(done("link", game)) == 1
        assert done("backup", tmp_path / "copy.db")[0].startswith(f"{tmp_path / 'copy.db'}: 1 game, ")
        assert refused("restore", tmp_path / "copy.db") == "A server runs on this database; stop it first."
    assert done("restore", tmp_path / "copy.db")[0] == "1 game put back."

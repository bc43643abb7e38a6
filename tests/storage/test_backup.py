"""Copies of a database: taken while others write, put back while nobody does, and never over another file."""

from __future__ import annotations

import datetime
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from scorekeeper.storage import backup
from scorekeeper.storage.backup import Copy, NotABackup, ServerRuns, copy_to, in_use, keep, make_whole, put_back
from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import HEAD, NewerDatabase
from scorekeeper.storage.schema import GameRow

NOW = datetime.datetime(2026, 11, 27, tzinfo=datetime.UTC)


def add_games(database: Database, *ids: str) -> None:
    with database.writing() as connection:
        for game in ids:
            connection.execute(
                insert(GameRow).values(id=game, rules="bonken-11", first_dealer=0, created_at=NOW, changed_at=NOW)
            )


def path_of(database: Database) -> Path:
    assert database.path is not None
    return database.path


def games_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [game for (game,) in connection.execute("SELECT id FROM games ORDER BY id")]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def any_version(_: str) -> None:
    """Every version fits."""


def damage(path: Path) -> None:
    """Write over the middle of a database."""
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 40_000)


def test_a_copy_holds_what_is_there_and_says_how_much(database: Database, tmp_path: Path) -> None:
    add_games(database, "a", "b")
    target = tmp_path / "copy.db"
    assert copy_to(path_of(database), target) == Copy(target.stat().st_size, 2, HEAD)
    assert games_in(target) == ["a", "b"]


def test_a_copy_is_one_file_for_its_owner_only(database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    copy_to(path_of(database), folder / "copy.db")
    # Looking into it makes no files beside it.
    assert games_in(folder / "copy.db") == []
    assert names(folder) == {"copy.db"}
    assert stat.S_IMODE((folder / "copy.db").stat().st_mode) == 0o600


def test_a_copy_taken_while_somebody_writes_holds_what_was_saved(database: Database, tmp_path: Path) -> None:
    add_games(database, "a")
    with database.writing() as connection:
        connection.execute(
            insert(GameRow).values(id="b", rules="bonken-11", first_dealer=0, created_at=NOW, changed_at=NOW)
        )
        copy_to(path_of(database), tmp_path / "copy.db")
    assert games_in(tmp_path / "copy.db") == ["a"]
    assert games_in(path_of(database)) == ["a", "b"]


def test_a_copy_never_overwrites(database: Database, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("something dear")
    with pytest.raises(FileExistsError):
        copy_to(path_of(database), tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "something dear"


def test_a_link_that_leads_nowhere_is_not_followed(database: Database, tmp_path: Path) -> None:
    (tmp_path / "copy.db").symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(FileExistsError):
        copy_to(path_of(database), tmp_path / "copy.db")
    assert not (tmp_path / "elsewhere.db").exists()


def test_nothing_is_left_of_a_copy_of_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copy_to(tmp_path / "none.db", tmp_path / "copy.db")
    assert not names(tmp_path)


def test_a_damaged_database_is_not_copied(database: Database, tmp_path: Path) -> None:
    add_games(database, *(f"game-{number}" for number in range(200)))
    database.close()
    damage(path_of(database))
    with pytest.raises(NotABackup):
        copy_to(path_of(database), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_copies_kept_beside_a_database_count_on(database: Database) -> None:
    path = path_of(database)
    assert [keep(path, "version-1").name for _ in range(2)] == ["games.db.version-1-1", "games.db.version-1-2"]


# --- Putting back


def test_what_is_put_back_replaces_what_is_there_and_that_is_kept(database: Database, tmp_path: Path) -> None:
    add_games(database, "old")
    copy_to(path_of(database), tmp_path / "copy.db")
    add_games(database, "new")
    with database.writing() as connection:
        connection.execute(delete(GameRow).where(GameRow.id == "old"))
    database.close()
    restored = put_back(tmp_path / "copy.db", path_of(database), any_version)
    assert games_in(path_of(database)) == ["old"]
    assert restored.copy.games == 1
    assert restored.kept == path_of(database).with_name("games.db.before-restore-1")
    assert games_in(restored.kept) == ["new"]
    assert games_in(tmp_path / "copy.db") == ["old"]


def test_what_was_put_back_goes_on_as_the_database(database: Database, tmp_path: Path) -> None:
    copy_to(path_of(database), tmp_path / "copy.db")
    add_games(database, "new")
    database.close()
    put_back(tmp_path / "copy.db", path_of(database), any_version)
    again = Database(f"sqlite:///{path_of(database)}")
    add_games(again, "newer")
    again.close()
    assert games_in(path_of(database)) == ["newer"]


def test_a_backup_is_put_back_where_nothing_was(database: Database, tmp_path: Path) -> None:
    add_games(database, "a")
    target = tmp_path / "another machine" / "games.db"
    restored = put_back(path_of(database), target, any_version)
    assert restored.kept is None
    assert games_in(target) == ["a"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_backup_is_put_back_over_a_damaged_database_which_is_kept(database: Database, tmp_path: Path) -> None:
    add_games(database, *(f"game-{number:03}" for number in range(200)))
    copy_to(path_of(database), tmp_path / "copy.db")
    database.close()
    damage(path_of(database))
    damaged = path_of(database).read_bytes()
    restored = put_back(tmp_path / "copy.db", path_of(database), any_version)
    assert len(games_in(path_of(database))) == 200
    assert restored.kept is not None
    # Nothing but the first page, where SQLite counts changes, may differ.
    assert restored.kept.read_bytes()[4096:] == damaged[4096:]


def left_over(database: Database) -> Path:
    """Leave of a database its log alone, as somebody does who deletes the one file after the power went."""
    path, beside = path_of(database), ("-wal", "-shm")
    with closing(sqlite3.connect(path)) as other:
        # Its log stays as long as somebody has it open.
        other.execute("SELECT count(*) FROM games").fetchone()
        add_games(database, *(f"late-{number:03}" for number in range(200)))
        rest = {ending: path.with_name(path.name + ending).read_bytes() for ending in beside}
        database.close()
    path.unlink()
    for ending, content in rest.items():
        path.with_name(path.name + ending).write_bytes(content)
    return path


def test_the_log_of_a_database_that_is_gone_is_not_read_into_what_is_put_back(
    database: Database, tmp_path: Path
) -> None:
    add_games(database, "a")
    copy_to(path_of(database), tmp_path / "copy.db")
    path = left_over(database)
    log = path.with_name("games.db-wal").read_bytes()
    restored = put_back(tmp_path / "copy.db", path, any_version)
    assert games_in(path) == ["a"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert restored.kept == path.with_name("games.db.before-restore-1-wal")
    assert restored.kept.read_bytes() == log


def test_the_journal_of_a_database_that_is_gone_is_set_aside_too_and_none_replaces_another(
    database: Database, tmp_path: Path
) -> None:
    copy_to(path_of(database), tmp_path / "copy.db")
    database.close()
    path = path_of(database)
    for content in (b"first", b"second"):
        path.unlink()
        path.with_name("games.db-journal").write_bytes(content)
        put_back(tmp_path / "copy.db", path, any_version)
        assert games_in(path) == []
    kept = [path.with_name(f"games.db.before-restore-{number}-journal").read_bytes() for number in (1, 2)]
    assert kept == [b"first", b"second"]


def test_a_database_that_nobody_uses_any_more_is_made_one_file(database: Database) -> None:
    path = path_of(database)
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT count(*) FROM games").fetchone()
        add_games(database, "a")
        make_whole(path)
        # All of it is in the file already, though somebody still has it open.
        assert path.with_name("games.db-wal").stat().st_size == 0
    database.close()
    make_whole(path)
    assert games_in(path) == ["a"]
    assert not path.with_name("games.db-wal").exists()


def test_what_can_not_be_made_whole_is_left_as_it_is(tmp_path: Path) -> None:
    make_whole(None)
    make_whole(tmp_path / "none.db")
    assert not names(tmp_path)
    (tmp_path / "list.db").write_text("bread, milk, " * 500)
    make_whole(tmp_path / "list.db")
    assert names(tmp_path) == {"list.db"}


@pytest.mark.parametrize(
    "content",
    [b"", b"a shopping list " * 300, b"SQLite format 3\x00" + b"\x00" * 5000],
    ids=["empty", "text", "header"],
)
def test_what_is_no_backup_is_refused_and_changes_nothing(content: bytes, database: Database, tmp_path: Path) -> None:
    add_games(database, "a")
    database.close()
    (tmp_path / "file").write_bytes(content)
    folder = path_of(database).parent
    before = names(folder) | {f"{path_of(database).name}.running"}
    with pytest.raises(NotABackup) as refused:
        put_back(tmp_path / "file", path_of(database), any_version)
    assert refused.value.path == tmp_path / "file"
    assert games_in(path_of(database)) == ["a"]
    assert names(folder) == before


def test_a_database_of_another_app_is_refused(database: Database, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as other, other:
        other.execute("CREATE TABLE games (id TEXT)")
    with pytest.raises(NotABackup):
        put_back(tmp_path / "recipes.db", path_of(database), any_version)


def test_a_backup_that_does_not_fit_is_refused_and_changes_nothing(database: Database, tmp_path: Path) -> None:
    copy_to(path_of(database), tmp_path / "copy.db")
    add_games(database, "a")
    database.close()

    def no_version(version: str) -> None:
        raise NewerDatabase(version)

    before = names(path_of(database).parent) | {"games.db.running"}
    with pytest.raises(NewerDatabase, match=HEAD):
        put_back(tmp_path / "copy.db", path_of(database), no_version)
    assert games_in(path_of(database)) == ["a"]
    assert names(path_of(database).parent) == before


def test_a_damaged_backup_is_refused_and_changes_nothing(database: Database, tmp_path: Path) -> None:
    add_games(database, *(f"game-{number:03}" for number in range(200)))
    copy_to(path_of(database), tmp_path / "copy.db")
    damage(tmp_path / "copy.db")
    with pytest.raises(NotABackup):
        put_back(tmp_path / "copy.db", path_of(database), any_version)
    assert len(games_in(path_of(database))) == 200


def test_a_backup_that_is_not_there_is_told_and_changes_nothing(database: Database, tmp_path: Path) -> None:
    add_games(database, "a")
    with pytest.raises(FileNotFoundError):
        put_back(tmp_path / "none.db", path_of(database), any_version)
    assert games_in(path_of(database)) == ["a"]


def test_nothing_is_put_back_under_a_running_server(database: Database, tmp_path: Path) -> None:
    copy_to(path_of(database), tmp_path / "copy.db")
    add_games(database, "a")
    with in_use(path_of(database)), pytest.raises(ServerRuns):
        put_back(tmp_path / "copy.db", path_of(database), any_version)
    assert games_in(path_of(database)) == ["a"]


def test_a_database_that_somebody_reads_is_not_pulled_away_under_him(database: Database, tmp_path: Path) -> None:
    copy_to(path_of(database), tmp_path / "copy.db")
    add_games(database, "a")
    with closing(sqlite3.connect(path_of(database), isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchall()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(backup, "BUSY_SECONDS", 0.05)
            with pytest.raises(ServerRuns):
                put_back(tmp_path / "copy.db", path_of(database), any_version)
    assert games_in(path_of(database)) == ["a"]


def test_a_database_is_free_again_after_use(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "games.db"
    for _ in range(2):
        with in_use(path), pytest.raises(ServerRuns), in_use(path):
            pass


def test_a_database_without_a_file_is_nobodys_to_hold() -> None:
    with in_use(None), in_use(None):
        pass


def test_a_database_that_is_held_is_not_taken_for_a_damaged_one(database: Database, tmp_path: Path) -> None:
    copy_to(path_of(database), tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(backup, "BUSY_SECONDS", 0.05)
            with pytest.raises(OSError, match="database is locked"):
                copy_to(tmp_path / "copy.db", tmp_path / "second.db")
    assert not (tmp_path / "second.db").exists()


def test_a_target_that_can_not_be_written_is_told(database: Database, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copy_to(path_of(database), tmp_path / "no" / "folder.db")

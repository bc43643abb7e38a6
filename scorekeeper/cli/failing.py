"""Failing: what can be expected to go wrong, each in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.assets import AssetsMissing
from scorekeeper.cli.printing import Refusal
from scorekeeper.serving.addresses import CannotServe
from scorekeeper.settings import BadSetting
from scorekeeper.storage.backup import NotABackup, ServerRuns
from scorekeeper.storage.database import Unavailable
from scorekeeper.storage.migrating import ForeignDatabase, MigrationFailed, NewerDatabase, OlderDatabase


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """Turn what can go wrong in a command into a sentence and exit status 1; also a decorator."""
    try:
        yield
    except (AssetsMissing, BadSetting, CannotServe) as error:
        raise Refusal(str(error)) from error
    except NewerDatabase as error:
        raise Refusal(
            "The database was made by a newer version of the score keeper: update this one, "
            "or put back a backup that fits it with `scorekeeper restore FILE`."
        ) from error
    except OlderDatabase as error:
        raise Refusal(
            "The database is from an older version of the score keeper; `scorekeeper db upgrade` brings it up to date."
        ) from error
    except NotABackup as error:
        raise Refusal(f"{error.path} is no whole database of the score keeper: {error}.") from error
    except ForeignDatabase as error:
        raise Refusal(f"The database is not one of the score keeper, or damaged: {error}.") from error
    except MigrationFailed as error:
        raise Refusal(f"The database can't be brought to this version, and is as it was: {error}.") from error
    except OSError as error:
        raise Refusal(f"{error.filename or 'A file'} can't be used: {error.strerror}.") from error
    except ServerRuns as error:
        raise Refusal("A server runs on this database; stop it first.") from error
    except Unavailable as error:
        reason = getattr(error.__cause__, "orig", None) or error
        raise Refusal(f"The database can't be used just now: {reason}.") from error

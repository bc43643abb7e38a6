"""The production server: granian with one process for each worker, which end when their parent does."""

from __future__ import annotations

import ctypes
import functools
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time

from flask import Flask
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from scorekeeper.app import create_app
from scorekeeper.serving.gateway import Rsgi, gateway
from scorekeeper.serving.tidying import tidy_again_and_again
from scorekeeper.web.bodies import largest_body

if sys.platform != "win32":
    import resource

BACKLOG = 1024
MOST_CONNECTIONS = 4000
"""For each worker, idle ones too; more wait in the backlog. Every phone that looks on holds one."""
OTHER_FILES = 200
"""What a worker opens besides connections, and then some."""
HEADER_SECONDS = 10
"""How long headers may take to arrive, and how long a connection may be idle."""
BODY_SECONDS = 10
"""How long a form may take to arrive."""
STOP_SECONDS = 4
"""How long a request may still take when the server is told to stop."""
PR_SET_PDEATHSIG = 1

_LOG_TO_STDERR = {
    "handlers": {"console": {"formatter": "generic", "class": "logging.StreamHandler", "stream": "ext://sys.stderr"}},
    "loggers": {"_granian": {"handlers": ["console"], "level": "ERROR", "propagate": False}},
}


@functools.cache
def the_app() -> Flask:
    """Make the app once for each process, or once for all: a forked worker has that of its parent."""
    return create_app()


def serve(host: str, port: int, workers: int) -> None:
    """Serve until told to stop by SIGTERM, SIGINT or SIGHUP.

    Raises:
        SystemExit: workers died again and again.
    """
    if sys.platform == "linux":
        # Workers that are forked share what was imported: one start instead of three, and half of the memory.
        multiprocessing.set_start_method("fork", force=True)
    # nohup sets it; granian would take the signal again, to reload.
    hang_up = signal.getsignal(signal.SIGHUP) if hasattr(signal, "SIGHUP") else None
    server = Server(
        "scorekeeper.app:create_app",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=workers,
        loop=Loops.asyncio,
        backlog=BACKLOG,
        backpressure=connections_of_a_worker(),
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_SECONDS * 1000),
        log_level=LogLevels.error,
        log_dictconfig=_LOG_TO_STDERR,
        log_access=False,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
    )

    @server.on_startup
    def settle() -> None:
        if hang_up is not None:
            ignored = hang_up is signal.SIG_IGN
            signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else server.signal_handler_interrupt)
        # A search for garbage would write to all that the workers share, and so copy it for each.
        gc.freeze()

    server.serve(target_loader=functools.partial(_worker_app, os.getpid()), wrap_loader=False)


def connections_of_a_worker() -> int:
    """Say how many connections a worker may hold: as many as this system lets a process open files, up to a limit."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # The limit is low for the sake of very old programs; any process may raise it up to the hard one.
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, max(64, soft - OTHER_FILES))


def _worker_app(parent: int) -> Rsgi:
    """Begin a worker: the process that calls this is one."""
    # Ctrl+C in a terminal reaches all of a group; only the parent is to hear it, and it tells the workers.
    os.setpgid(0, 0)
    end_with(parent)
    tidy_again_and_again(the_app().extensions["scorekeeper"])
    return gateway(the_app().wsgi_app, largest=largest_body, body_seconds=BODY_SECONDS)


def end_with(parent: int) -> None:
    """Make this process end at once when its parent does, even by SIGKILL: else it would hold the port."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    else:
        threading.Thread(target=watch, args=(parent,), daemon=True).start()


def watch(parent: int, seconds: float = 0.2) -> None:
    """Look again and again whether the parent is still there, and end this process when it is not."""
    while os.getppid() == parent:
        time.sleep(seconds)
    os._exit(1)

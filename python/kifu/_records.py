"""Reading records from files, and import into a database."""

import collections
import os
import queue
import signal
import threading
import time
from typing import NamedTuple

from . import _kifu


class Problem(NamedTuple):
    """Something in a file that could not be read.

    severity is "note", "lost" (a detail), "partial" (moves are missing) or "rejected" (all of it).
    """

    severity: str
    code: str
    file: str | None
    line: int | None
    byte: int | None
    message: str


def _problem(severity, code, file, line, byte, message):
    return Problem(severity, code, file, line or None, byte if line or byte else None, message)


class _Work:
    """What the reading thread has: not the Reader, which therefore goes away when nobody needs it."""

    BATCH, AHEAD = 64, 8
    PAUSE = 0.1  # seconds, after which both sides see whether they are to stop

    def __init__(self):
        self.problems = []
        self.queue = queue.Queue(self.AHEAD)  # lists of games, then None or an exception
        self.stopped = False
        self._batch = []

    def _take(self, game):
        self._batch.append(game)
        if len(self._batch) >= self.BATCH:
            self._put(self._batch)
            self._batch = []
        return self.stopped

    def _put(self, item):
        while not self.stopped:
            try:
                return self.queue.put(item, timeout=self.PAUSE)
            except queue.Full:
                pass

    def run(self, paths):
        last = None
        try:
            _kifu._read_paths(paths, self._take, lambda *problem: self.problems.append(_problem(*problem)))
        except BaseException as error:
            last = error
        self._put(self._batch)
        self._put(last)


class Reader:
    """Goes over the games of files, which another thread reads ahead: read() makes one.

    problems lists what could not be read so far.  close() ends the reading, after which no game comes; so does the
    end of a with block.  Threads may share a Reader: each game goes to one of them.
    """

    def __init__(self, paths, games=None):
        self._work = _Work()
        self._lock = threading.Lock()
        self._ready = collections.deque(games or ())
        self._pid = os.getpid()
        self._thread = None
        if games is not None:  # which are all there is
            self._work.queue.put(None)
            return
        self._thread = threading.Thread(target=self._work.run, args=(paths,), name="kifu.read", daemon=True)
        self._thread.start()

    @property
    def problems(self):
        """What could not be read so far: a list of Problem."""
        return self._work.problems

    def __iter__(self):
        return self

    def __next__(self):
        if self._thread and os.getpid() != self._pid:
            raise RuntimeError("the files are read in the process that forked")
        while not self._work.stopped:
            with self._lock:
                if self._ready or self._fetch():
                    return self._ready.popleft()
        raise StopIteration

    def _fetch(self):
        """Whether there are games now; otherwise one has to try again, unless all is over."""
        if self._work.stopped:
            return False
        try:
            item = self._work.queue.get(timeout=self._work.PAUSE)
        except queue.Empty:
            return False
        if isinstance(item, list):
            self._ready.extend(item)
        else:
            self._work.stopped = True
            if item is not None:
                raise item
        return bool(self._ready)

    def close(self):
        """Ends the reading."""
        self._work.stopped = True
        if os.getpid() == self._pid:
            with self._lock:
                self._ready.clear()
            if self._thread:
                self._thread.join()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def __del__(self):
        if hasattr(self, "_work"):
            self._work.stopped = True


def _paths_of(source):
    paths = [source] if isinstance(source, (str, bytes, os.PathLike)) else list(source)
    paths = [os.fspath(path) for path in paths]
    for path in paths:
        os.stat(path)
    return paths


def read(source, *, label="bytes"):
    """Goes over the games of files, folders and archives, or of the bytes of one file.

    source is a path (str or os.PathLike), several of them in a list, or bytes.  Files that cannot be read are
    listed in the problems of the Reader that is returned, which is one for bytes, too; bytes in which there is no game raise Error, and so
    does a path that does not exist (FileNotFoundError).  label names bytes in messages.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        games = []
        _kifu._read_bytes(source, label, games.append)
        return Reader((), games)
    return Reader(_paths_of(source))


class ImportResult(NamedTuple):
    """What came of an import: counts, and the problems in the order of input."""

    files: int
    known_files: int
    games: int
    added: int
    duplicates: int
    partial: int
    lost: int
    rejected: int
    unreadable: int
    conflicts: int
    plies: int
    bytes: int
    stopped: bool
    seconds: float
    problems: list


def import_(source, into, *, game=None, duplicates="merge", tags=(), threads=0, progress=None):
    """Imports files, folders and archives into a database, which is made if there is none.

    source is a path or several in a list; game is "shogi", "go" or "chaturanga" (None: by content); duplicates is
    "merge", "skip" or "keep"; tags are labels for these games.  progress is called from time to time with the
    bytes gone through, all bytes, and the games so far; if it returns something true, the import stops, and what
    is on disk by then stays.  Returns an ImportResult.
    """
    problems = []
    began = time.monotonic()

    def keep(*problem):
        problems.append(_problem(*problem))

    if isinstance(tags, str):
        raise TypeError("tags are a list of str")
    signal_ends = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    counts = _kifu._import(
        os.fspath(into), _paths_of(source), game, duplicates, tags, threads, keep, progress, signal_ends
    )
    return ImportResult(**counts, seconds=time.monotonic() - began, problems=problems)

"""Engine: Kifu's own, or any program that speaks USI; what is hot is in C (python/src/)."""

import math
import operator
import os
from typing import NamedTuple

from . import _kifu

_READY_MS = 60000  # how long programs may take to get ready, if timeout is not less


class Line(NamedTuple):
    """A move and what is expected after it."""

    score: int  # hundredths of a pawn, for the side to move; with a mate ±(32000 - plies)
    mate: int | None  # plies to mate, less than 0 if the side to move is mated
    pv: list  # of ShogiMove
    depth: int

    @property
    def move(self):
        """The first of its moves."""
        return self.pv[0] if self.pv else None


class SearchResult(NamedTuple):
    """What a search found."""

    best: object  # a ShogiMove; None: mated, or the program gives up or declares a win
    ponder: object
    lines: list  # of Line, the best first
    depth: int
    nodes: int
    time: float  # in seconds
    resigns: bool
    declares: bool

    @property
    def score(self):
        """That of the best line; None without one."""
        return self.lines[0].score if self.lines else None

    @property
    def mate(self):
        """That of the best line."""
        return self.lines[0].mate if self.lines else None

    @property
    def pv(self):
        """The moves of the best line."""
        return self.lines[0].pv if self.lines else []


class MateResult(NamedTuple):
    """Whether there is a mate by checks alone."""

    result: str  # "mate", "nomate" or "unknown"
    moves: list  # of ShogiMove
    nodes: int
    shortest: bool  # no shorter one exists: proven

    @property
    def length(self):
        """In plies; None without a mate."""
        return len(self.moves) if self.result == "mate" else None


class Term(NamedTuple):
    """A part of an evaluation, from Black's side; None where there is no such number."""

    name: str
    value: float  # what it adds
    times: float | None  # how often Black has it, less how often White has it
    opening: float | None
    endgame: float | None


class Evaluation(NamedTuple):
    """The static value of a position for the side to move, and its terms."""

    value: int
    terms: list


def _number(value):
    return None if math.isnan(value) else value


def _milliseconds(seconds, name):
    if seconds is None:
        return 0
    ms = math.ceil(seconds * 1000)
    if not 0 < ms < 1 << 31:
        raise ValueError(f"{name} is more than 0 seconds, and less than 24 days")
    return ms


def _count(value, name, most):
    if value is None:
        return 0
    number = operator.index(value)  # integers of NumPy, too
    if not 0 < number <= most:
        raise ValueError(f"{name} is 1 to {most}, not {value!r}")
    return number


def _option(name, value):
    if isinstance(value, bool):
        value = "true" if value else "false"
    text = f"{name}={value}"
    if "\n" in text or "\r" in text:
        raise ValueError("an option has one line")
    return text


class Engine(_kifu.Engine):
    """Kifu's own engine, or a USI program: Engine("fairy-stockfish", options={"Hash": 64}).

    command is a program with its arguments, looked for in PATH; options are its options.  Of Kifu's own engine
    weights is an evaluation ("network", "paper", "material") or a file, threads and hash (in megabytes) are what
    it may use; model is a file of the model of human moves.  timeout: a program that takes so many seconds longer
    than it may has hung; to get ready it has a minute, or less if timeout is.  Use it with `with`, or close() it: a program is then ended.  One thread at a time uses
    an engine; other threads of Python run meanwhile, and Ctrl-C stops a search.
    """

    __slots__ = ("_timeout",)

    def __new__(cls, command=None, *, options=None, weights=None, model=None, threads=None, hash=None, timeout=600.0):
        timeout = _milliseconds(timeout, "timeout")
        if command is None and options:
            raise ValueError("options are those of a program; Kifu's own engine has weights, threads and hash")
        self = super().__new__(
            cls,
            command=command,
            path=os.environ.get("PATH"),
            options=[_option(name, value) for name, value in (options or {}).items()],
            weights=None if weights is None else os.fspath(weights),
            model=None if model is None else os.fspath(model),
            threads=_count(threads, "threads", 512),
            hash=_count(hash, "hash", 1 << 20),
            ready=min(timeout, _READY_MS),
        )
        self._timeout = timeout
        return self

    def search(self, board, *, nodes=None, depth=None, movetime=None, multipv=1):
        """Searches the position of a Board, with at least one limit: nodes, depth, or movetime in seconds.

        multipv is the number of moves that get a line of their own.  A SearchResult.
        """
        nodes = _count(nodes, "nodes", (1 << 63) - 1)
        depth = _count(depth, "depth", 1000)
        movetime = _milliseconds(movetime, "movetime")
        if not nodes and not depth and not movetime:
            raise ValueError("a search needs a limit: nodes, depth or movetime")
        best, ponder, lines, depth, nodes, ms, resigns, declares = self._search(
            board, nodes, depth, movetime, _count(multipv, "multipv", 704), self._timeout
        )
        lines = [Line(score, mate or None, pv, depth) for score, mate, depth, pv in lines]
        return SearchResult(best, ponder, lines, depth, nodes, ms / 1000, resigns, declares)

    def mate(self, board, *, nodes=None, movetime=None, length=None, shortest=False):
        """Looks for a mate by checks alone, with Kifu's own solver whichever engine it is.

        nodes (None: a million) and movetime in seconds are limits; length is the most plies that a mate may have;
        shortest=True proves that there is no shorter one.  A MateResult.
        """
        return MateResult(
            *self._mate(
                board,
                _count(nodes, "nodes", (1 << 63) - 1),
                _milliseconds(movetime, "movetime"),
                _count(length, "length", 4095),
                shortest,
            )
        )

    def evaluate(self, board):
        """The static value by the engine's weights, term by term: an Evaluation.  A program's is Kifu's own."""
        value, terms = self._evaluate(board)
        return Evaluation(value, [Term(name, *map(_number, numbers)) for name, *numbers in terms])

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __repr__(self):
        return "<kifu.Engine closed>" if self.closed else f"<kifu.Engine {self.name}>"

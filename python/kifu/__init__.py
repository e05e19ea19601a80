"""Kifu: a laboratory for game records of shogi, Go and chaturanga.

    import kifu

    with kifu.open("games.kifu") as db:
        for game, start, stop in db.search("castle:mino", limit=10):
            print(db[game].players, start, stop)

docs/python.md is the tutorial, docs/query.md the query language (man 7 kifu-query).
"""

from ._batches import Batches, encode, features
from ._database import Database, Search, open
from ._engine import Engine, Evaluation, Line, MateResult, SearchResult, Term
from ._game import Game
from ._kifu import (
    BLACK,
    WHITE,
    Board,
    BoardError,
    Error,
    GoBoard,
    Hit,
    Move,
    QueryError,
    Results,
    Score,
    ShogiMove,
    __version__,
)
from ._records import ImportResult, Problem, Reader, import_, read

__all__ = [
    "BLACK",
    "Batches",
    "Board",
    "BoardError",
    "Database",
    "Engine",
    "Error",
    "Evaluation",
    "Game",
    "GoBoard",
    "Hit",
    "ImportResult",
    "Line",
    "MateResult",
    "Move",
    "Problem",
    "QueryError",
    "Reader",
    "Results",
    "Score",
    "Search",
    "SearchResult",
    "ShogiMove",
    "Term",
    "WHITE",
    "__version__",
    "encode",
    "features",
    "import_",
    "open",
    "read",
]

"""Database and Search: what is hot is in C (python/src/), what gives tables is here."""

import json

from . import _kifu, _tables
from ._game import Game


class Search(_kifu.Search):
    """The hits of a query, in order.

    The query is run when something of it is first needed: len(), a hit, games, spans, results.  Hits are
    reached by number, by slice (a list) and by iteration.
    """

    __slots__ = ()

    def to_numpy(self):
        """All hits as a structured array of NumPy with the fields of Hit; own is b"b", b"w", b"*" or b""."""
        return _tables.hits_to_numpy(self)

    def to_pandas(self):
        """All hits as a DataFrame of pandas; ImportError if there is no pandas."""
        return _tables.hits_to_pandas(self)


class Database(_kifu.Database):
    """Databases of one game, usually one; open() opens them.

    len(db) is the number of games, iteration goes over the games in the order of their ids, and db[id] is a
    game.  Of several databases db[number, id] is a game, number counting them from 0; db[hit] is the game of a
    hit of either.  Threads may share a Database.
    """

    __slots__ = ()

    def __getitem__(self, key):
        if isinstance(key, _kifu.Hit):
            number, id = key.db, key.game
        elif isinstance(key, tuple):
            if len(key) != 2:
                raise TypeError("a game of several databases is db[number, id]")
            number, id = key
        else:
            number, id = 0, key
            if len(self.paths) > 1:
                raise TypeError("there are several databases: use db[number, id] or db[hit]")
        if not isinstance(number, int) or not isinstance(id, int):
            raise TypeError("ids of games are numbers")
        if not 0 <= number < len(self.paths) or not 0 <= id < 1 << 32:
            raise KeyError(key)
        return _kifu._game(self, number, id)

    def __iter__(self):
        for number, id in self.ids():
            yield _kifu._game(self, number, id)

    def __bool__(self):
        return True

    def ids(self):
        """Goes over (number of the database, id) of all games."""
        for number in range(len(self.paths)):
            id = self._next(number, 0)
            while id is not None:
                yield number, id
                id = self._next(number, id + 1)

    def search(self, query, *, limit=None, offset=0, sort=None, lines=False, threads=None):
        """The hits of a query.

        limit and offset choose hits (limit=0: only counts and results are wanted); sort is "id", "date", "event",
        "length", "players", "plies", "rating", "result" or "score", with "-" before it for the other direction;
        lines=True searches variations, too; threads is the number of threads, None for one per processor.
        """
        return _kifu._search(self, query, limit, offset, sort, lines, threads)

    def moves(self, query, *, at=None, lines=False, threads=None):
        """What was played next where a query holds: a list of Move, the most frequent first.

        at says at which plies of a game: "first" (where it arises), "every", "last"; None: every ply of a whole
        position, otherwise the first.
        """
        return _kifu._moves(self, query, at, lines, threads)


def open(*paths):
    """Opens a database, or several of the same game that are searched together: a Database.

    A database is a snapshot: what is imported or removed later does not change it.
    """
    return Database(*paths)


_kifu._use(search=Search, game=Game)

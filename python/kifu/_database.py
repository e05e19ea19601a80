"""Database and Search: what is hot is in C (python/src/), what gives tables is here."""

import json
import operator

from . import _batches, _kifu, _tables
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
        number, id = operator.index(number), operator.index(id)
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

    def facets(self, query="", *, by, limit=0, threads=0):
        """The games that a query finds, in groups: a list of dicts, as `kifu search --by` prints them.

        by is "player", "year", "decade", "event", "place", or a group of names such as "castle" or "opening".
        Each dict has group, label, games, black, white, draws, unknown, own, player and query.
        """
        return _lines(_kifu._facets(self, query, by, limit, threads))

    def matrix(self, rows, columns, query="", *, min_games=0, limit=0, threads=0):
        """A cross table of games, as `kifu matrix`: a list of dicts, one a cell, row by row.

        rows and columns are as by of facets().  Each dict has row, column, games, wins, losses, draws, score (of the
        row's side), low, high, p, fdr and query.
        """
        return _lines(_kifu._matrix(self, query, rows, columns, min_games, limit, threads))

    def census(self, *, top=10, threads=0):
        """How many positions there are and how often they occur, as `kifu census`: a dict.

        It has games, plies, positions, distinct, duplicates, frequencies, top and growth.
        """
        return _lines(_kifu._census(self, top, threads))[0]

    def names(self, *, threads=0):
        """The names that queries may use, with the games that have them: a list of dicts.

        Each has name, kind, titles, query and games; games is missing if a definition cannot be read.
        """
        return _lines(_kifu._names(self, threads))

    def players(self, name="", *, limit=0, db=0):
        """The players of a database, those with most games first: a list of dicts.

        name chooses those who have it in a name; db is the number of the database, of several.  Each dict has name,
        spellings, names (without ranks), games, from, to, evidence and doubtful.
        """
        return _lines(_kifu._players(self, db, name, limit))

    def calibrate(
        self,
        when=None,
        query="",
        *,
        preset=None,
        value="static",
        weights="paper",
        bin=0,
        min_positions=0,
        resamples=0,
        seed=0,
        keep=False,
        threads=0,
    ):
        """How often positions of a value are won, under conditions, as `kifu calibrate`: a list of dicts.

        when is a query or a list of them (None: those of preset, "progress"); query chooses positions; value is
        "static", "quiescence" or "record"; keep=True stores the values in the database, so that the next call is fast.
        The first dict is that of all positions; each has condition, positions, distortion, low, high, bins and more.
        Shogi only.
        """
        conditions = [] if when is None else [when] if isinstance(when, str) else list(when)
        return _lines(
            _kifu._calibrate(
                self,
                query,
                conditions,
                preset,
                value,
                weights,
                bin,
                min_positions,
                resamples,
                seed,
                keep,
                threads,
            )
        )

    def joseki(self, query="", *, encoding=None, method=None, top=100, min_length=5, size=19, threads=0):
        """Set sequences of moves, the best first, as `kifu joseki`: a list of dicts.

        query chooses games; encoding is "thread", "er", "es" (Go) or "moves" (shogi), method "msfp", "nf", "entropy",
        "sfp" or "pause"; None: the best for the game.  Each dict has rank, score, frequency, symbols, moves, games and
        what is known of them.
        """
        return _lines(_kifu._joseki(self, query, encoding, method, top, min_length, size, threads))

    def batches(
        self,
        query="",
        features=None,
        *,
        batch=4096,
        shuffle=None,
        part=None,
        window=None,
        orientation="mover",
        drop_last=False,
        threads=None,
    ):
        """Positions at which a query holds, as batches of arrays of NumPy: an iterator over dicts (Batches).

        Every position from which a move was played is a row; "" is all of them.  features are names of
        kifu.features() (None: board, hand in shogi, move and result); batch is the number of rows.  shuffle is a seed: games come in a random order and their
        positions pass through a window of so many rows (None: 131072) that mixes them; None: games by id, positions
        as played.  part is "train", "held-out" or "reserved", None for all games.  orientation "mover" turns the
        board for White to move, "absolute" leaves it as it is.  The rows and their order depend on these alone,
        never on threads.
        """
        return _batches.batches(
            self, query, features, batch, shuffle, part, window, orientation, drop_last, threads
        )


def _lines(text):
    # Not splitlines(): names may have other line ends of Unicode in them.
    return [json.loads(line) for line in text.split("\n") if line]


def open(*paths):
    """Opens a database, or several of the same game that are searched together: a Database.

    A database is a snapshot: what is imported or removed later does not change it.
    """
    return Database(*paths)


def _hit_key(hit):
    """As a tuple, a hit is its first three fields: those that also tell it from others come behind, where not 0."""
    return (*hit, hit.line, hit.db) if hit.line or hit.db else tuple(hit)


def _hit_equal(self, other):
    if isinstance(other, _kifu.Hit):
        return _hit_key(self) == _hit_key(other)
    return _hit_key(self) == other if isinstance(other, tuple) else NotImplemented


_kifu.Hit.__eq__ = _hit_equal
_kifu.Hit.__ne__ = object.__ne__  # that of tuples knows nothing of it
_kifu.Hit.__hash__ = lambda self: hash(_hit_key(self))
_kifu._use(search=Search, game=Game)

"""Batches: positions of databases as arrays of NumPy, for machine learning; filled in C (python/src/)."""

import operator

from . import _kifu

_GAMES = ("shogi", "go", "chaturanga")
_TYPES = {"B": "uint8", "H": "uint16", "I": "uint32", "f": "float32"}
# What batches have if nothing is said.
_USUAL = ("board", "hand", "move", "result")


def features(game="shogi"):
    """The features that batches can have: a dict of names to (dtype, shape of a row)."""
    if game not in _GAMES:
        raise ValueError(f"{game!r} is no game; use {', '.join(_GAMES)}")
    return {name: (_TYPES[type], shape) for name, type, shape in _kifu._features(game)}


def encode(board, features=("board", "hand"), *, orientation="mover"):
    """One position of a Board as arrays of NumPy, a dict: what a row of batches would be.

    Features are those that a position has without its game: board, hand, last, attacks, check, turn, ply.
    """
    import numpy

    names = (features,) if isinstance(features, str) else tuple(features)
    known = {name: (_TYPES[type], shape) for name, type, shape in _kifu._features("shogi")}
    arrays = [numpy.empty(*reversed(known.get(name, ("uint8", ())))) for name in names]
    _kifu._encode(board, names, _is_absolute(orientation), tuple(arrays))
    return dict(zip(names, arrays))


def _is_absolute(orientation):
    if orientation not in ("mover", "absolute"):
        raise ValueError(f'orientation is "mover" or "absolute", not {orientation!r}')
    return orientation == "absolute"


class Batches(_kifu.Batches):
    """An iterator over batches: dicts of arrays of NumPy, one for each feature.

    Database.batches() makes one.  len() is the number of batches, positions that of all rows, games that of the
    games they come from.  It can be used once; `with` or close() ends its threads early.
    """

    __slots__ = ("_arrays", "_drop_last", "_rows")

    def __new__(cls, db, query, features, batch, drop_last, **options):
        self = super().__new__(cls, db=db, query=query, features=tuple(features), **options)
        self._rows = batch
        self._drop_last = drop_last
        self._arrays = [(name, _TYPES[type], shape) for name, type, shape in self.features]
        return self

    def __len__(self):
        full, rest = divmod(self.positions, self._rows)
        return full + (rest > 0 and not self._drop_last)

    def __iter__(self):
        return self

    def __next__(self):
        import numpy

        arrays = tuple(numpy.empty((self._rows, *shape), dtype) for _, dtype, shape in self._arrays)
        rows, arrays = self._fill(arrays, self._rows)
        if rows == 0 or (rows < self._rows and self._drop_last):
            raise StopIteration
        return {name: array[:rows] for (name, _, _), array in zip(self._arrays, arrays)}

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def batches(db, query, features, batch, shuffle, part, window, orientation, drop_last, threads):
    absolute = _is_absolute(orientation)
    if features is None:
        known = {name for name, _, _ in _kifu._features(db.kind)}
        features = [name for name in _USUAL if name in known] or _USUAL
    elif isinstance(features, str):
        features = (features,)
    names = list(features)
    if len(set(names)) != len(names):
        raise ValueError("a feature is named twice")
    batch = operator.index(batch)
    if not 0 < batch <= 1 << 24:
        raise ValueError("a batch has 1 to 16777216 rows")
    if threads is not None and not 0 < threads <= 1024:
        raise ValueError("threads are 1 to 1024")
    if isinstance(shuffle, bool):
        raise TypeError("shuffle is a seed, or None")
    if shuffle is not None:
        shuffle = operator.index(shuffle)
    return Batches(
        db,
        query,
        names,
        batch,
        drop_last,
        part=part,
        shuffle=shuffle,
        window=window or 0,
        absolute=absolute,
        threads=threads or 0,
    )

"""Arrays and data frames.  NumPy and pandas are needed only when a table is asked for."""

# As struct hit_row of python/src/search.c.
_NAMES = ["db", "game", "line", "start", "stop", "plies", "first", "score", "own"]
_FORMATS = ["u4"] * 7 + ["i4", "S1"]


def _numpy():
    try:
        import numpy
    except ImportError:
        raise ImportError("to_numpy() needs NumPy (Debian: python3-numpy)") from None
    return numpy


def hits_to_numpy(search):
    numpy = _numpy()
    rows = numpy.empty(
        len(search),
        dtype={"names": _NAMES, "formats": _FORMATS, "offsets": [4 * i for i in range(9)], "itemsize": 36},
    )
    if len(rows):
        search._fill(rows)
    return rows


def _pandas():
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas() needs pandas (Debian: python3-pandas)") from None
    return pandas


def hits_to_pandas(search):
    frame = _pandas().DataFrame(hits_to_numpy(search))
    frame["own"] = frame["own"].str.decode("ascii")
    return frame

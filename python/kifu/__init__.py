"""Kifu: a laboratory for game records of shogi, Go and chaturanga.

    import kifu

    with kifu.open("games.kifu") as db:
        for hit in db.search("castle:mino", limit=10):
            print(db[hit.game].players, hit.start, hit.stop)

docs/python.md is the tutorial; the query language is in docs/query.md (kifu help query).
"""

from ._kifu import Error, QueryError, __version__

__all__ = ["Error", "QueryError", "__version__"]

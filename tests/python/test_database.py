"""Opening, searching, next moves and tables, against what the program prints."""

import unittest
from unittest import mock

import fixtures

import kifu

QUERY = "s28ou"


class Opening(unittest.TestCase):
    def test_length_kind_and_paths(self):
        with kifu.open(fixtures.shogi()) as db:
            self.assertEqual((len(db), db.kind, db.paths), (60, "shogi", (fixtures.shogi(),)))
            self.assertTrue(db)
            self.assertFalse(db.closed)
        self.assertTrue(db.closed)

    def test_a_closed_database_raises(self):
        db = kifu.open(fixtures.shogi())
        search = db.search(QUERY)
        done = db.search(QUERY).run()
        db.close()
        db.close()
        for use in (len, list, lambda d: d[0], lambda d: d.moves(QUERY), lambda d: d.kind, lambda d: d.__enter__()):
            with self.assertRaisesRegex(ValueError, "closed"):
                use(db)
        with self.assertRaisesRegex(ValueError, "closed"):
            len(search)
        self.assertEqual(len(done), done.spans)  # what was found stays

    def test_what_is_no_database(self):
        with self.assertRaises(kifu.Error) as caught:
            kifu.open(fixtures.folder())
        self.assertEqual(caught.exception.code, "not-found")
        for wrong in ((), (None,), (7,), ("a\0b",)):
            with self.assertRaises((TypeError, ValueError)):
                kifu.open(*wrong)

    def test_paths_of_every_kind(self):
        import os
        import pathlib

        for path in (pathlib.Path(fixtures.shogi()), os.fsencode(fixtures.shogi())):
            self.assertEqual(len(kifu.open(path)), 60)

    def test_several_databases(self):
        db = kifu.open(fixtures.shogi(), fixtures.shogi())
        one = kifu.open(fixtures.shogi()).search(QUERY)
        hits = db.search(QUERY)
        self.assertEqual(len(db), 120)
        self.assertEqual(len(hits), 2 * len(one))
        self.assertEqual({hit.db for hit in hits}, {0, 1})
        self.assertEqual(db[hits[-1]].moves, db[1, hits[-1].game].moves)
        self.assertEqual(sum(1 for game in db), 120)
        with self.assertRaises(TypeError):
            db[0]
        with self.assertRaises(KeyError):
            db[2, 0]

    def test_hits_of_several_databases_differ(self):
        hits = list(kifu.open(fixtures.shogi(), fixtures.shogi()).search(QUERY))
        first, again = hits[0], hits[len(hits) // 2]
        self.assertEqual((tuple(first), again.db), (tuple(again), 1))
        self.assertTrue(first != again and not first == again)
        self.assertEqual(len(set(hits)), len(hits))
        self.assertEqual(set(hits), set(kifu.open(fixtures.shogi(), fixtures.shogi()).search(QUERY)))
        self.assertTrue(first == tuple(first) and hash(first) == hash(tuple(first)))
        self.assertFalse(first == 3)


class Searching(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.db = kifu.open(fixtures.shogi())

    def test_hits_are_the_programs(self):
        said = fixtures.json_lines("search", fixtures.shogi(), QUERY, "--limit", "100000")
        hits = self.db.search(QUERY)
        self.assertEqual(
            [(h.game, h.start, h.stop, h.plies, h.first) for h in hits],
            [(s["game"], s["from"], s["to"], s["plies"], s["first"]) for s in said],
        )
        self.assertEqual([tuple(hit) for hit in hits], [(s["game"], s["from"], s["to"]) for s in said])
        self.assertGreater(len(hits), 5)

    def test_counts_and_results_are_the_programs(self):
        count = fixtures.json_lines("search", fixtures.shogi(), QUERY, "--count")[0]
        for search in (self.db.search(QUERY, limit=2), self.db.search(QUERY, limit=0)):
            results = search.results
            self.assertEqual((search.games, search.spans), (count["games"], count["spans"]))
            for name in ("black", "white", "draws", "unknown"):
                self.assertEqual(getattr(results, name), count[name])
            for name in ("wins", "losses", "draws", "unknown", "both", "score", "low", "high"):
                self.assertEqual(getattr(results.own, name), count["own"][name])
            self.assertIsNone(results.player)
        self.assertEqual(len(self.db.search(QUERY, limit=0)), 0)

    def test_it_runs_when_it_is_needed(self):
        search = self.db.search("this is no query")
        self.assertIn("not run yet", repr(search))
        self.assertEqual(search.query, "this is no query")
        with self.assertRaises(kifu.QueryError):
            len(search)
        self.assertIn("hits", repr(self.db.search(QUERY).run()))

    def test_as_a_sequence(self):
        search = self.db.search(QUERY)
        hits = list(search)
        self.assertEqual(len(hits), len(search))
        self.assertEqual(search[-1], hits[-1])
        self.assertEqual(search[1:7:2], hits[1:7:2])
        self.assertEqual(search[::-1], hits[::-1])
        self.assertEqual(self.db.search(QUERY, limit=3, offset=1)[:], hits[1:4])
        for wrong in (len(hits), -len(hits) - 1, 1 << 70):
            with self.assertRaises(IndexError):
                search[wrong]
        with self.assertRaises(TypeError):
            search["0"]

    def test_sort_and_lines(self):
        games = [hit.game for hit in self.db.search(QUERY, sort="-id")]
        self.assertEqual(games, sorted(games, reverse=True))
        with self.assertRaises(kifu.Error) as caught:
            self.db.search(QUERY, sort="beauty").run()
        self.assertNotIsInstance(caught.exception, kifu.QueryError)
        self.assertEqual(caught.exception.code, "range")
        self.assertGreaterEqual(len(self.db.search(QUERY, lines=True)), len(self.db.search(QUERY)))

    def test_errors_show_the_place(self):
        with self.assertRaises(kifu.QueryError) as caught:
            self.db.search("s28ou 王 nonsense").run()
        error = caught.exception
        self.assertEqual((error.code, error.byte, error.query), ("syntax", 6, "s28ou 王 nonsense"))
        lines = str(error).split("\n")
        self.assertEqual(lines[1:], ["  s28ou 王 nonsense", "        ^"])
        with self.assertRaises(kifu.QueryError):
            self.db.moves("((((")

    def test_to_numpy(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("no numpy (python3-numpy)")
        search = self.db.search(QUERY)
        rows = search.to_numpy()
        self.assertEqual(rows.dtype.names[:4], ("db", "game", "line", "start"))
        for name in ("db", "game", "line", "start", "stop", "plies", "first", "score"):
            self.assertEqual(rows[name].tolist(), [getattr(hit, name) for hit in search], name)
        self.assertEqual([own.decode() or None for own in rows["own"].tolist()], [hit.own for hit in search])
        self.assertEqual(self.db[rows["game"][-1]].moves, self.db[search[-1]].moves)
        self.assertEqual(len(self.db.search(QUERY, limit=rows["db"][0] + 3)), 3)
        self.assertEqual(len(self.db.search("s28ou ply:0..0").to_numpy()), 0)
        with self.assertRaises(ValueError):
            search._fill(bytearray(3))
        with self.assertRaises(BufferError):
            search._fill(bytes(36 * len(search)))

    def test_hits_can_be_pickled(self):
        import pickle

        hits = self.db.search(QUERY)[:3]
        again = pickle.loads(pickle.dumps(hits))
        self.assertEqual([(h, h.first, h.own, h.db) for h in again], [(h, h.first, h.own, h.db) for h in hits])
        with self.assertRaises(TypeError):
            pickle.dumps(self.db)

    def test_without_numpy(self):
        with mock.patch.dict("sys.modules", {"numpy": None}):
            with self.assertRaisesRegex(ImportError, "python3-numpy"):
                self.db.search(QUERY).to_numpy()

    def test_to_pandas_without_pandas(self):
        with mock.patch.dict("sys.modules", {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "python3-pandas"):
                self.db.search(QUERY).to_pandas()

    def test_to_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no pandas")
        frame = self.db.search(QUERY).to_pandas()
        self.assertEqual(list(frame["game"]), [hit.game for hit in self.db.search(QUERY)])

    def test_numpy_is_not_imported_before(self):
        code = "import kifu, sys; kifu.open(sys.argv[1]).search('s28ou').run(); print('numpy' in sys.modules)"
        done = fixtures.child(code, fixtures.shogi())
        self.assertEqual((done.stdout, done.stderr), ("False\n", ""))


class Moves(unittest.TestCase):
    def test_moves_are_the_programs(self):
        db = kifu.open(fixtures.shogi())
        for at in (None, "first", "every", "last"):
            options = ["--at", at] if at else []
            said = fixtures.json_lines("moves", fixtures.shogi(), QUERY, "--limit", "100000", *options)
            moves = db.moves(QUERY, at=at)
            self.assertEqual(
                [(m.move, m.games, m.share, list(m.wins), m.score) for m in moves],
                [(s["move"], s["games"], s["share"], s["wins"], s["score"]) for s in said],
            )
        with self.assertRaises(ValueError):
            db.moves(QUERY, at="never")


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.db = kifu.open(fixtures.shogi())

    def test_facets(self):
        said = fixtures.json_lines("search", fixtures.shogi(), QUERY, "--by", "decade")
        self.assertEqual(self.db.facets(QUERY, by="decade"), said)
        self.assertTrue(said)
        with self.assertRaises(kifu.Error):
            self.db.facets(by="colour")
        with self.assertRaises(kifu.QueryError):
            self.db.facets("(", by="year")

    def test_matrix(self):
        said = fixtures.json_lines("matrix", fixtures.shogi(), "--rows", "decade", "--columns", "castle")
        self.assertEqual(self.db.matrix("decade", "castle"), said)

    def test_census(self):
        self.assertEqual(self.db.census(top=3), fixtures.json_lines("census", fixtures.shogi(), "--top", "3")[0])

    def test_names(self):
        with mock.patch.dict("os.environ", {"XDG_CONFIG_HOME": fixtures.folder(), "KIFU_NAMES": ""}):
            self.assertEqual(self.db.names(), fixtures.json_lines("names", fixtures.shogi()))

    def test_players(self):
        said = fixtures.json_lines("players", fixtures.shogi())
        self.assertEqual(self.db.players(), said)
        self.assertEqual(self.db.players(limit=2), said[:2])
        self.assertIn(said[0], self.db.players(said[0]["name"]))
        with self.assertRaises(ValueError):
            self.db.players(db=1)

    def test_names_with_line_ends_of_unicode(self):
        names = ["A\u2028B", "C\u2029D\u0085E"]
        record = "V2.2\nN+{}\nN-{}\nPI\n+\n+7776FU\n%TORYO\n".format(*names)
        path = fixtures.folder() + "/names.kifu"
        kifu.import_(fixtures.write("a.csa", record), path)
        with kifu.open(path) as db:
            self.assertEqual(sorted(row["name"] for row in db.players()), names)
            self.assertEqual(sorted(row["label"] for row in db.facets(by="player")), names)
            self.assertTrue(db.matrix("player", "player"))

    def test_calibrate(self):
        said = fixtures.json_lines(
            "calibrate", fixtures.shogi(), "--no-cache", "--min-positions", "50", "--when", "turn:s"
        )
        self.assertEqual(self.db.calibrate("turn:s", min_positions=50), said)
        with self.assertRaises(kifu.QueryError) as caught:
            self.db.calibrate(["turn:s", "(("])
        self.assertEqual(caught.exception.query, "((")
        for wrong in ({"preset": "x"}, {"value": "usi:x"}, {"weights": "nowhere"}):
            with self.assertRaises(kifu.Error):
                self.db.calibrate(**wrong)

    def test_joseki(self):
        said = fixtures.json_lines("joseki", fixtures.shogi(), "--top", "4", "--min-length", "3")
        self.assertEqual(self.db.joseki(top=4, min_length=3), said)
        for wrong in ({"method": "x"}, {"encoding": "x"}, {"size": 1}):
            with self.assertRaises(kifu.Error):
                self.db.joseki(**wrong)

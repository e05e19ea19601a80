"""Games of databases and files, and import."""

import os
import signal
import threading
import unittest

import fixtures

import kifu


class Games(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.db = kifu.open(fixtures.shogi())

    def test_by_id(self):
        game = self.db[17]
        said = fixtures.run("show", fixtures.shogi() + ":17", "--as", "usi").stdout.split()
        self.assertEqual(game.id, 17)
        self.assertEqual(game.moves, said[said.index("moves") + 1 :])
        self.assertEqual(len(game), len(game.moves))
        self.assertEqual((game.kind, len(game.players)), ("shogi", 2))
        self.assertIn(game.result, "bwd?")
        for wrong in (60, -1, 1 << 40):
            with self.assertRaises(KeyError):
                self.db[wrong]
        for wrong in ("17", 1.0, (1, 2, 3), None):
            with self.assertRaises(TypeError):
                self.db[wrong]

    def test_iteration_skips_removed_games(self):
        path = fixtures.copy_of(fixtures.shogi())
        fixtures.run("remove", path, "moves<40")
        db = kifu.open(path)
        ids = [game.id for game in db]
        self.assertEqual(ids, [id for _, id in db.ids()])
        self.assertEqual(len(ids), len(db))
        self.assertEqual(ids, [game.id for game in self.db if len(game) >= 40])

    def test_positions(self):
        game = self.db[3]
        self.assertEqual(game.sfen(0), game.start)
        self.assertEqual(game.sfen(-1), game.sfen(len(game)))
        said = fixtures.json_lines("show", fixtures.shogi() + ":3", "--ply", "5")[0]
        self.assertEqual(game.sfen(5), said["sfen"])
        board = game.position(5)
        self.assertEqual(board if isinstance(board, str) else board.sfen(), said["sfen"])
        for ply in (0, 5, len(game)):
            self.assertEqual(game.position(ply).history, game.moves[:ply])
            self.assertEqual(game.position(ply - len(game) - 1).history, game.moves[:ply])
        for wrong in (len(game) + 1, -len(game) - 2):
            with self.assertRaises(IndexError):
                game.sfen(wrong)
            with self.assertRaises(IndexError):
                game.position(wrong)

    def test_formats(self):
        game = self.db[3]
        for name in ("kif", "csa", "ki2", "usi", "jkf"):
            again = list(kifu.read(game.to(name).encode()))
            self.assertEqual([g.moves for g in again], [game.moves])
        with self.assertRaises(kifu.Error) as caught:
            game.to("doc")
        self.assertEqual(caught.exception.code, "not-found")

    def test_formats_of_other_games(self):
        (game,) = kifu.read(fixtures.SGF.encode())
        with self.assertRaisesRegex(kifu.Error, "is not a format for Go"):
            game.to("usi")
        (game,) = kifu.read(fixtures.KIF.encode())
        with self.assertRaisesRegex(kifu.Error, "SGF is not a format for shogi"):
            game.to("sgf")

    def test_pictures(self):
        game = self.db[3]
        self.assertTrue(game._repr_svg_().startswith("<svg"))
        self.assertEqual(game._repr_svg_(), game.svg(len(game)))
        self.assertEqual(game.svg(), game.svg(-1))
        self.assertNotEqual(game.svg(0), game.svg())
        with self.assertRaises(IndexError):
            game.svg(len(game) + 1)


class Files(unittest.TestCase):
    def test_what_a_record_holds(self):
        (game,) = kifu.read(fixtures.write("a.kif", fixtures.KIF.encode("cp932")))
        self.assertEqual((game.players, game.result, game.end), (("甲", "乙"), "b", "resign"))
        self.assertEqual((game.format, game.charset, game.id), ("kif", "CP932", None))
        self.assertEqual(game.moves, ["7g7f", "3c3d", "2g2f"])
        self.assertEqual(game.headers["棋戦"], "練習")
        self.assertEqual((game.event, game.date), ("練習", "2020/01/02"))
        self.assertEqual(game.comments, {0: "はじめに", 1: "角道"})
        self.assertEqual(game.times, [3.0, 5.0, 1.0])
        (variation,) = game.variations
        self.assertEqual((variation["line"], variation["ply"], variation["moves"]), (0, 2, ["6g6f"]))
        self.assertEqual(game.values, {})
        self.assertTrue(game.source.endswith("a.kif"))

    def test_go(self):
        (game,) = kifu.read(fixtures.SGF.encode())
        self.assertEqual((game.kind, game.players, game.result, len(game)), ("go", ("kuro", "shiro"), "b", 3))
        self.assertTrue(game._repr_svg_().startswith("<svg"))
        self.assertEqual(len(game.times), 3)

    def test_chaturanga(self):
        """A turn is the roll and up to two moves: one text with blanks in it."""
        path = os.path.join(fixtures.folder(), "games.txt")
        fixtures.run("chaturanga", "simulate", "--games", "1", "--seed", "1", "-o", path)
        (game,) = kifu.read(path)
        self.assertEqual((game.kind, len(game.players), len(game.moves)), ("chaturanga", 4, len(game)))
        self.assertTrue(any(" " in move for move in game.moves))
        self.assertTrue(all(move[0].isdigit() for move in game.moves))

    def test_bad_files_are_problems(self):
        good, bad = fixtures.write("a.kif", fixtures.KIF), fixtures.write("b.kif", b"\0\1\2 nothing")
        with kifu.read([good, bad]) as reader:
            self.assertEqual(len(list(reader)), 1)
            (problem,) = reader.problems
        self.assertEqual((problem.severity, problem.file), ("rejected", bad))
        with self.assertRaises(FileNotFoundError):
            kifu.read(good + ".gone")
        with self.assertRaises(kifu.Error) as caught:
            kifu.read(b"\0\1\2", label="mine")
        self.assertEqual(caught.exception.file, "mine")

    def test_bytes_have_a_reader_as_well(self):
        with kifu.read(fixtures.KIF.encode()) as reader:
            self.assertEqual(([len(game) for game in reader], reader.problems), ([3], []))
        with kifu.read(fixtures.KIF.encode()) as reader:
            pass
        self.assertEqual(list(reader), [])

    def test_problems_of_a_game(self):
        (game,) = kifu.read(fixtures.KIF.replace("３四歩(33)", "３四歩(22)").encode())
        problem = game.problems[0]
        self.assertEqual((problem["code"], problem["line"]), ("illegal", 10))

    def many(self):
        return fixtures.write("many.csa", "".join("PI\n+\n+7776FU\n-3334FU\n%TORYO\n/\n" for _ in range(3000)))

    def test_many_files_and_an_early_end(self):
        path = self.many()
        self.assertEqual(sum(1 for game in kifu.read(path)), 3000)
        reader = kifu.read(path)
        first = next(reader)
        reader.close()
        self.assertEqual(first.moves, ["7g7f", "3c3d"])
        self.assertEqual(list(reader), [])

    def readers(self):
        return [thread for thread in threading.enumerate() if thread.name == "kifu.read"]

    def test_a_reader_that_nobody_needs_ends(self):
        before = self.readers()
        self.assertEqual(len(next(kifu.read(self.many()))), 2)
        for thread in self.readers():
            if thread not in before:
                thread.join(300)
                self.assertFalse(thread.is_alive())

    def share(self, reader, work):
        counts = []
        threads = [threading.Thread(target=lambda: counts.append(work()), daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        return counts, threads

    def test_threads_share_a_reader(self):
        reader = kifu.read(self.many())
        counts, threads = self.share(reader, lambda: sum(1 for _ in reader))
        for thread in threads:
            thread.join(300)
        self.assertEqual((len(counts), sum(counts)), (4, 3000))

    def test_closing_ends_the_others(self):
        reader = kifu.read(self.many())
        begun = threading.Semaphore(0)

        def work():
            n = 0
            for _ in reader:
                n += 1
                begun.release()
            return n

        counts, threads = self.share(reader, work)
        begun.acquire()
        reader.close()
        for thread in threads:
            thread.join(300)
        self.assertEqual((len(counts), list(reader)), (4, []))


class Import(unittest.TestCase):
    def test_counts_and_problems(self):
        into = os.path.join(fixtures.folder(), "new.kifu")
        seen = []
        result = kifu.import_(
            [fixtures.write("a.kif", fixtures.KIF), fixtures.write("b.kif", b"\0\1\2")],
            into,
            tags=["mine"],
            progress=lambda *figures: seen.append(figures),
        )
        self.assertEqual((result.files, result.added, result.rejected, result.stopped), (2, 1, 1, False))
        self.assertEqual([problem.severity for problem in result.problems], ["rejected"])
        self.assertTrue(seen)
        self.assertEqual(len(seen[0]), 3)
        with kifu.open(into) as db:
            self.assertEqual(db.search("tag:mine").games, 1)
            self.assertEqual(db[0].comments, {0: "はじめに", 1: "角道"})
        again = kifu.import_(fixtures.write("c.kif", fixtures.KIF + "\n"), into=into)
        self.assertEqual((again.added, again.duplicates), (0, 1))

    def test_wrong_use(self):
        path = fixtures.write("a.kif", fixtures.KIF)
        into = os.path.join(fixtures.folder(), "new.kifu")
        for wrong in ({"game": "chess"}, {"duplicates": "perhaps"}):
            with self.assertRaises(kifu.Error):
                kifu.import_(path, into, **wrong)
        with self.assertRaises(TypeError):
            kifu.import_(path, into, tags="one")
        with self.assertRaises(FileNotFoundError):
            kifu.import_(path + ".gone", into)

    def test_a_callback_stops_it(self):
        path = fixtures.write("a.kif", fixtures.KIF)
        into = os.path.join(fixtures.folder(), "new.kifu")

        def fail(*figures):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            kifu.import_(path, into, progress=fail)
        self.assertTrue(kifu.import_(path, into, progress=lambda *figures: True).stopped)
        # Whatever SIGINT does, what was stopped does not stop what comes next.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        with self.assertRaises(ZeroDivisionError):
            kifu.import_(path, into, progress=fail)
        self.assertEqual(kifu.import_(path, into).added, 1)

    def test_a_signal_whose_handler_raises_nothing(self):
        path = fixtures.write("a.kif", fixtures.KIF)
        into = os.path.join(fixtures.folder(), "new.kifu")
        seen = []
        before = signal.signal(signal.SIGINT, lambda *a: seen.append(a))
        self.addCleanup(signal.signal, signal.SIGINT, before)
        result = kifu.import_(path, into, progress=lambda *figures: os.kill(os.getpid(), signal.SIGINT))
        self.assertEqual((result.stopped, result.added), (False, 1))
        self.assertTrue(seen)

    def test_a_callback_may_search(self):
        path = fixtures.write("a.kif", fixtures.KIF)
        db = kifu.open(fixtures.shogi())
        found = []

        def search(*figures):
            found.append(len(db.search("s28ou")))

        kifu.import_(path, os.path.join(fixtures.folder(), "new.kifu"), progress=search)
        self.assertEqual(set(found), {len(db.search("s28ou"))})

"""Engines: Kifu's own, and programs that speak USI, good and bad."""

import os
import random
import shlex
import shutil
import threading
import unittest

import fixtures

import kifu

FAKE = (
    'while read l; do case "$l" in usi) echo id name Fake; echo option name MultiPV type spin; echo option name X type spin;'
    " echo usiok;; isready) echo readyok;; stop) echo bestmove 3g3f;; go*) {go};; quit) exit;; esac; done"
)


def fake(go):
    """A program of some lines of shell that answers "go" in this way."""
    return "sh -c " + shlex.quote(FAKE.format(go=go))


class Own(unittest.TestCase):
    def setUp(self):
        self.engine = kifu.Engine(hash=1)
        self.addCleanup(self.engine.close)
        self.board = kifu.Board("startpos moves 7g7f 3c3d")

    def test_search(self):
        result = self.engine.search(self.board, nodes=2000, multipv=3)
        self.assertEqual(len(result.lines), 3)
        self.assertEqual((result.best, result.score, result.pv), (result.lines[0].move, result.lines[0].score, result.lines[0].pv))
        self.assertEqual(len({line.move for line in result.lines}), 3)
        self.assertGreaterEqual(result.nodes, 2000)
        self.assertTrue(all(line.score <= result.score and line.mate is None for line in result.lines))
        for line in result.lines:
            board = self.board.copy()
            for move in line.pv:
                board.push(move)
        self.engine.new_game()
        again = self.engine.search(self.board, nodes=2000, multipv=3)
        self.assertEqual(again.lines, result.lines)
        self.assertTrue(self.engine.search(self.board, movetime=0.01).best)

    def test_mates(self):
        board = kifu.Board("7nl/7k1/6p2/6S1p/9/9/9/9/9 b GS2r2b3g2s3n3l16p 1")
        mate = self.engine.mate(board, shortest=True)
        self.assertEqual((mate.result, mate.length, mate.shortest), ("mate", 5, True))
        for move in mate.moves:
            board.push(move)
        self.assertTrue(board.is_checkmate())
        self.assertEqual(self.engine.search(board, depth=1).lines, [])
        self.assertIsNone(self.engine.search(board, depth=1).best)
        self.assertEqual(self.engine.mate(self.board).result, "nomate")
        self.assertIsNone(self.engine.mate(self.board).length)
        found = self.engine.search(kifu.Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), depth=3)
        self.assertEqual((found.mate, found.best), (1, "G*5b"))

    def test_evaluation_and_people(self):
        self.board.push("8h2b+")
        with kifu.Engine(weights="paper") as engine:
            value, terms = engine.evaluate(self.board)
            self.assertAlmostEqual(sum(term.value for term in terms), -value, delta=1)
            said = fixtures.json_lines("eval", self.board.sfen(), "--weights", "paper")[0]
            self.assertEqual(-value, said["value"])
            self.assertEqual([term.name for term in terms], [term["name"] for term in said["terms"]])
        for player_class in ("pro", "amateur", "online"):
            people = self.engine.people(self.board, player_class)
            self.assertEqual(set(people), set(self.board.legal_moves))
            self.assertAlmostEqual(sum(people.values()), 1, places=4)
            self.assertEqual(next(iter(people)), "3a2b")
            self.assertEqual(list(people.values()), sorted(people.values(), reverse=True))

    def test_wrong_arguments(self):
        for call in (
            lambda: self.engine.search(self.board), lambda: self.engine.search("startpos", nodes=1),
            lambda: self.engine.search(self.board, nodes=0), lambda: self.engine.search(self.board, nodes=-1),
            lambda: self.engine.search(self.board, depth=2**40), lambda: self.engine.search(self.board, movetime=0),
            lambda: self.engine.search(self.board, movetime=float("nan")), lambda: self.engine.search(self.board, nodes=1, multipv=0),
            lambda: self.engine.search(self.board, nodes=1, multipv=705), lambda: self.engine.mate(None),
            lambda: self.engine.mate(self.board, length=5000), lambda: self.engine.people(self.board, "dan"),
            lambda: self.engine.evaluate(kifu.GoBoard(9)), lambda: kifu.Engine(threads=0), lambda: kifu.Engine(hash=-1),
            lambda: kifu.Engine(weights="no such file"), lambda: kifu.Engine(options={"Hash": 1}), lambda: kifu.Engine(timeout=0),
            lambda: kifu.Engine(""), lambda: kifu.Engine("no-such-program"), lambda: kifu.Engine("x\0y"), lambda: kifu.Engine(7),
        ):  # fmt: skip
            with self.assertRaises((ValueError, TypeError, kifu.Error)):
                call()
        choose = random.Random(1)
        values = [None, -1, 0, 1, 2**70, "", "pro", b"", 0.5, [], {}, self.board, object()]
        for _ in range(500):
            name = choose.choice(["search", "mate", "evaluate", "people", "_search", "_mate", "_evaluate", "new_game"])
            try:
                getattr(self.engine, name)(*[choose.choice(values) for _ in range(choose.randrange(7))])
            except SystemError as error:
                self.fail(f"{name}: {error}")
            except Exception:
                pass

    def test_closing(self):
        self.assertIn("Kifu", repr(self.engine))
        with self.engine as same:
            self.assertIs(same, self.engine)
        self.engine.close()
        self.assertTrue(self.engine.closed)
        self.assertEqual(repr(self.engine), "<kifu.Engine closed>")
        with self.assertRaises(ValueError):
            self.engine.search(self.board, nodes=1)

    def test_one_thread_at_a_time(self):
        outcomes = []
        barrier = threading.Barrier(4)

        def work():
            barrier.wait()
            try:
                outcomes.append(bool(self.engine.search(self.board, nodes=20000).best))
            except ValueError as error:
                outcomes.append(str(error))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertIn(True, outcomes)
        self.assertLessEqual(set(outcomes), {True, "another thread is using the engine"})


class Programs(unittest.TestCase):
    def setUp(self):
        self.board = kifu.Board()

    def test_lines(self):
        go = "echo info depth 3 multipv 1 score cp 55 nodes 77 pv 7g7f 3c3d; echo info multipv 2 score mate -4 pv 2g2f; echo bestmove 7g7f"
        with kifu.Engine(fake(go), options={"X": True}) as engine:
            self.assertEqual(engine.name, "Fake")
            result = engine.search(self.board, nodes=10, multipv=2)
            self.assertEqual([(line.score, line.mate, line.pv) for line in result.lines][0], (55, None, ["7g7f", "3c3d"]))
            self.assertEqual((result.lines[1].mate, result.nodes, result.best), (-4, 77, "7g7f"))
            self.assertEqual(engine.mate(self.board).result, "nomate")
        self.assertTrue(engine.closed)

    def test_the_name_while_another_thread_searches(self):
        folder = fixtures.folder()
        begun, wait = os.path.join(folder, "begun"), os.path.join(folder, "wait")
        os.mkfifo(begun)
        os.mkfifo(wait)
        with kifu.Engine(fake(f"echo > {begun}; cat {wait}; echo bestmove 7g7f")) as engine:
            thread = threading.Thread(target=lambda: engine.search(self.board, depth=1), daemon=True)
            thread.start()
            with open(begun) as file:
                file.read()
            self.assertEqual((engine.name, repr(engine)), ("Fake", "<kifu.Engine Fake>"))
            with self.assertRaisesRegex(ValueError, "another thread"):
                engine.close()
            with open(wait, "w"):
                pass
            thread.join()
        with self.assertRaisesRegex(ValueError, "closed"):
            engine.name

    def test_programs_that_fail(self):
        for go, words in (("exit", "has ended"), ("echo bestmove 7g7e", "no legal move")):
            with kifu.Engine(fake(go)) as engine, self.assertRaisesRegex(kifu.Error, words):
                engine.search(self.board, depth=1)
        # On a busy machine it may be late already when it is opened.
        with self.assertRaisesRegex(kifu.Error, "does not answer"):
            with kifu.Engine(fake("true"), timeout=0.2) as engine:
                engine.search(self.board, depth=1)
        with self.assertRaisesRegex(kifu.Error, 'answer "usi" within 0.2'):
            kifu.Engine("cat", timeout=0.2)
        with kifu.Engine(fake("echo bestmove resign")) as engine:
            self.assertTrue(engine.search(self.board, depth=1).resigns)
        with self.assertRaisesRegex(kifu.Error, "no option"):
            kifu.Engine(fake("true"), options={"Nonsense": 1})

    def test_programs_are_ended(self):
        folder = fixtures.folder()
        pid_file = os.path.join(folder, "pid")
        stubborn = "sh -c " + shlex.quote(f"echo $$ > {pid_file}; " + FAKE.format(go="true").replace("exit", "true"))
        engine = kifu.Engine(stubborn)
        with open(pid_file) as file:
            pid = int(file.read())
        os.kill(pid, 0)
        engine.close()
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)

    def test_ctrl_c(self):
        code = """
import kifu, os, signal, sys, threading, time
engine = kifu.Engine(sys.argv[1])
board = kifu.Board()
def interrupt():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    engine.search(board, depth=1)
except KeyboardInterrupt:
    print("interrupted")
print(engine.search(board, depth=1).best)
with kifu.Engine() as own:
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        own.search(board, depth=1000)
    except KeyboardInterrupt:
        print("interrupted")
"""
        go = '[ -n "$second" ] && echo bestmove 2g2f; second=1'
        done = fixtures.child(code, fake(go))
        self.assertEqual(done.stdout + done.stderr, "interrupted\n2g2f\ninterrupted\n")

    def test_fairy_stockfish(self):
        program = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
        if not program or fixtures.SANITIZED:
            self.skipTest("no fairy-stockfish, or it would be given the sanitizer")
        with kifu.Engine(program, options={"Hash": 16}) as engine:
            result = engine.search(self.board, nodes=2000, multipv=2)
            self.assertEqual(len(result.lines), 2)
            self.assertIn(result.best, self.board.legal_moves)

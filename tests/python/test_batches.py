"""Batches of positions: what boards say, in any order, from any number of threads."""

import random
import threading
import unittest

import fixtures

import kifu

try:
    import numpy
except ImportError:
    numpy = None

ALL = tuple(kifu.features())
SEEN = ("board", "hand", "last", "attacks", "check", "turn", "ply")


def table(batches):
    """All rows of all batches, as one dict of arrays."""
    parts = list(batches)
    return {name: numpy.concatenate([part[name] for part in parts]) for name in parts[0]}


@unittest.skipUnless(numpy, "no NumPy")
class Batches(unittest.TestCase):
    def setUp(self):
        self.db = kifu.open(fixtures.shogi())

    def check_row(self, rows, i, orientation):
        game = self.db[int(rows["game"][i])]
        ply = int(rows["ply"][i])
        board = kifu.Board(" ".join(["startpos moves", *game.moves[:ply]]))
        turned = orientation == "mover" and board.turn == kifu.WHITE
        pieces = numpy.array(board.pieces, "uint8")
        attacks = numpy.asarray(board.attack_counts())
        hands = board.pieces_in_hand
        if turned:
            pieces = numpy.where(pieces[::-1] > 0, pieces[::-1] ^ 16, 0)
            attacks = attacks[::-1, ::-1]
            hands = hands[::-1]
        self.assertTrue((rows["board"][i] == pieces).all())
        self.assertTrue((rows["attacks"][i] == attacks).all())
        self.assertEqual(rows["hand"][i].tolist(), [*hands[0], *hands[1]])
        for same in (board, game.position(ply)):
            alone = kifu.encode(same, SEEN, orientation=orientation)
            self.assertTrue(all((alone[name] == rows[name][i]).all() for name in SEEN))
        move = kifu.ShogiMove(game.moves[ply])
        self.assertEqual(int(rows["move16"][i]), int(move))
        self.assertEqual(int(rows["move"][i]), move.label(kifu.WHITE if turned else kifu.BLACK))
        self.assertEqual((rows["turn"][i], rows["check"][i]), (board.turn, board.is_check()))
        last = [80 - m.to_square if turned else m.to_square for m in reversed(board.history[-8:])]
        self.assertEqual(rows["last"][i].tolist(), last + [81] * (8 - len(last)))
        if game.result in "bw":
            self.assertEqual(rows["result"][i], float("bw"[board.turn] == game.result))

    def test_rows_are_the_positions(self):
        choose = random.Random(5)
        for orientation in ("mover", "absolute"):
            rows = table(self.db.batches("", ALL, batch=1000, shuffle=1, orientation=orientation))
            self.assertEqual(len(rows["move"]), sum(len(game.moves) for game in self.db))
            for i in choose.sample(range(len(rows["move"])), 60):
                self.check_row(rows, i, orientation)

    def test_shapes_and_types(self):
        batches = self.db.batches("", ALL, batch=100)
        first = next(batches)
        self.assertEqual(list(first), list(ALL))
        for name, (dtype, shape) in kifu.features().items():
            self.assertEqual((first[name].dtype, first[name].shape), (dtype, (100, *shape)))
        total = batches.positions
        self.assertEqual(len(batches), -(-total // 100))
        self.assertEqual(sum(len(batch["ply"]) for batch in batches), total - 100)
        with self.assertRaises(StopIteration):
            next(batches)
        whole = self.db.batches("", "ply", batch=100, drop_last=True)
        self.assertEqual(len(whole), total // 100)
        self.assertEqual([len(batch["ply"]) for batch in whole], [100] * (total // 100))

    def test_the_order_depends_on_the_seed_alone(self):
        def rows(**options):
            return table(self.db.batches("ply:10..60", ("game", "ply"), window=500, **options))

        want = rows(shuffle=3, threads=1)
        for threads, batch in ((2, 4096), (3, 17), (5, 300)):
            got = rows(shuffle=3, threads=threads, batch=batch)
            self.assertTrue(all((got[name] == want[name]).all() for name in want))
        other, plain = rows(shuffle=4), rows()
        self.assertFalse((other["game"] == want["game"]).all())
        pairs = [sorted(zip(r["game"].tolist(), r["ply"].tolist())) for r in (want, other, plain)]
        self.assertEqual(pairs[0], pairs[1])
        self.assertEqual(pairs[2], list(zip(plain["game"].tolist(), plain["ply"].tolist())))
        near = (want["game"][1:] == want["game"][:-1]).mean()
        self.assertLess(near, 0.2)

    def test_parts(self):
        games = {}
        for part in ("train", "held-out", "reserved"):
            games[part] = set(table(self.db.batches("", "game", part=part))["game"].tolist())
        self.assertEqual(set().union(*games.values()), set(range(60)))
        self.assertEqual(sum(map(len, games.values())), 60)

    def test_numbers_of_numpy(self):
        options = {"shuffle": numpy.int64(3), "batch": numpy.int32(50), "window": numpy.uint8(9), "threads": numpy.int8(2)}
        row = next(self.db.batches("", ("move16", "game", "ply"), **options))
        plain = next(self.db.batches("", ("move16",), shuffle=3, batch=50, window=9))
        self.assertTrue((row["move16"] == plain["move16"]).all())
        game, ply, code = self.db[row["game"][0]], int(row["ply"][0]), row["move16"][0]
        self.assertEqual(kifu.ShogiMove(code), game.moves[ply])
        board = kifu.Board(" ".join(["startpos moves", *game.moves[:ply]]))
        self.assertTrue(board.is_legal(code))
        self.assertEqual(board.push(code), game.moves[ply])
        self.assertEqual(board.piece(numpy.uint8(3)), board.piece(3))
        with kifu.Engine(hash=numpy.int64(1)) as engine:
            self.assertTrue(engine.search(kifu.Board(), nodes=numpy.int64(100), multipv=numpy.uint8(2)).best)

    def test_no_rows(self):
        batches = self.db.batches("ply:60000..")
        self.assertEqual((batches.positions, batches.games, len(batches), list(batches)), (0, 0, 0, []))

    def test_wrong_options(self):
        for bad in (
            {"features": ()}, {"features": ("bord",)}, {"features": ("ply", "ply")}, {"features": (1,)}, {"part": "test"},
            {"query": "(("}, {"batch": 0}, {"batch": 2**40}, {"window": -1}, {"threads": 0}, {"threads": -3},
            {"orientation": "up"}, {"shuffle": True}, {"shuffle": 1.5},
        ):  # fmt: skip
            with self.assertRaises((kifu.Error, ValueError, TypeError), msg=bad):
                self.db.batches(**bad)
        with self.assertRaises(kifu.QueryError):
            self.db.batches("unknown-word")

    def test_encoding_what_is_not_there(self):
        board = kifu.Board()
        for bad in (("move",), ("value", "board"), ("nonsense",), (1,), ("board",) * 40):
            with self.assertRaises((kifu.Error, ValueError, TypeError)):
                kifu.encode(board, bad)
        with self.assertRaises(TypeError):
            kifu.encode("startpos")
        with self.assertRaises(ValueError):
            kifu.encode(board, orientation=None)
        self.assertEqual(kifu.encode(board, "board")["board"].tolist(), board.pieces)

    def test_closing(self):
        batches = self.db.batches("", shuffle=1)
        self.db.close()  # it is still read
        next(batches)
        with batches:
            pass
        with self.assertRaises(ValueError):
            next(batches)
        with self.assertRaises(ValueError):
            self.db.batches()

    def test_buffers_are_checked(self):
        from kifu import _kifu

        batches = self.db.batches("", ("board", "ply"), batch=10)
        fill = _kifu.Batches._fill
        for arrays in ((), (bytearray(810),), (bytearray(809), bytearray(20)), (bytes(810), bytearray(20)), (1, 2)):
            with self.assertRaises((ValueError, TypeError, BufferError)):
                fill(batches, arrays, 10)
        with self.assertRaises(ValueError):
            fill(batches, (bytearray(810), bytearray(20)), -1)
        arrays = (bytearray(810), bytearray(20))
        rows, filled = fill(batches, arrays, 10)
        self.assertEqual(rows, 10)
        self.assertIs(filled, arrays)

    # Arrays are 222 where nothing was filled in.
    INTERRUPTED = """
import kifu, numpy, os, signal, sys, threading, time
numpy.empty = lambda shape, dtype: numpy.full(shape, 222, dtype)
db = kifu.open(*sys.argv[1:] * 8)
began = time.monotonic()
want = next(db.batches("", "turn", batch=1 << 20, threads=1))["turn"]
took = time.monotonic() - began
for pause in range(1, 10):
    batches = db.batches("", "turn", batch=1 << 20, threads=1)
    def interrupt():
        time.sleep(took * pause / 10)
        os.kill(os.getpid(), signal.SIGINT)
    thread = threading.Thread(target=interrupt)
    try:
        thread.start()
        got = next(batches)
        time.sleep(600)
    except KeyboardInterrupt:
        pass
    thread.join()
    for batch in batches:
        assert len(batch["turn"]) == len(want) and (batch["turn"] == want).all(), pause
"""

    def test_ctrl_c_leaves_no_row_unfilled(self):
        done = fixtures.child(self.INTERRUPTED, fixtures.shogi())
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_threads_of_python(self):
        failures = []

        def work():
            try:
                table(self.db.batches("", ("board", "move"), shuffle=1, threads=2))
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_go(self):
        path = fixtures.folder() + "/go.kifu"
        sgf = "(;GM[1]SZ[19]RE[B+R];B[pd];W[dp];B[pp];W[];B[qq])"
        kifu.import_(fixtures.write("a.sgf", sgf), path)
        rows = table(kifu.open(path).batches("", tuple(kifu.features("go"))))
        self.assertEqual(rows["move"].tolist(), [300, 60, 72, 361, 54])
        board = kifu.GoBoard()
        for i, move in enumerate(("Q16", "D4", "Q4")):
            stones = numpy.frombuffer(board.stones, "uint8")
            seen = numpy.where(stones > 0, 3 - stones, 0) if board.turn else stones
            self.assertTrue((rows["board"][i] == seen).all())
            board.play(move)
        self.assertEqual(list(next(kifu.open(path).batches())), ["board", "move", "result"])
        self.assertEqual(list(next(self.db.batches())), ["board", "hand", "move", "result"])
        self.assertEqual(kifu.features("chaturanga"), {})
        for wrong in ("zzz", "", None):
            with self.assertRaises(ValueError):
                kifu.features(wrong)

"""Boards: rules, notation, pictures, and whatever arguments come."""

import copy
import inspect
import pickle
import random
import shutil
import subprocess
import unittest

import fixtures

import kifu

MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
PERFT = {
    START: [30, 900, 25470, 719731],
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1": [593, 105677],
    MATSURI: [207, 28684, 4809015],
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1": [98, 15850, 1114656],
    "ln2+r1r2/5s+Pkl/3+B1p1p1/p4B2p/2P6/P6PP/1PNP1P3/2G3SK1/L4G1NL w 2GSN3Ps3p 76": [2, 445, 45717],
    "7nk/9/7G1/9/9/9/9/9/4K4 b P 1": [80, 162, 3580],
}


def walk(board, depth):
    """Counts by the methods of a board, as `perft` does in C."""
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += walk(board, depth - 1)
        board.pop()
    return count


def random_game(choose, plies=120):
    board = kifu.Board()
    while len(board.history) < plies and board.legal_moves:
        board.push(choose.choice(board.legal_moves))
    return board


class Shogi(unittest.TestCase):
    def test_perft(self):
        for sfen, counts in PERFT.items():
            board = kifu.Board(sfen)
            for depth, count in enumerate(counts, 1):
                self.assertEqual(board.perft(depth), count, sfen)
            self.assertEqual(walk(board, 2), counts[1], sfen)
            self.assertEqual(sum(board.divide(2).values()), counts[1])
            self.assertEqual(board.sfen(), kifu.Board(sfen).sfen())
        self.assertEqual(kifu.Board().perft(0), 1)

    def test_names_that_others_rely_on(self):
        board = kifu.Board(sfen="startpos")
        self.assertEqual(len(list(board.legal_moves)), 30)
        self.assertIn("7g7f", board.legal_moves)
        board.push_usi("7g7f")
        self.assertEqual(board.sfen(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2")
        self.assertEqual(board.pop(), "7g7f")
        self.assertEqual(board.sfen(), START)
        self.assertTrue(board._repr_svg_().startswith("<svg"))
        for move in board.legal_moves:
            board.push_usi(move)
            board.pop()

    def test_moves_are_texts(self):
        move = kifu.Board().push("2g2f")
        self.assertIsInstance(move, str)
        self.assertIs(type(move.usi()), str)
        self.assertEqual((move.from_square, move.to_square, move.promotion, move.drop_piece_type), (15, 14, False, None))
        drop = kifu.ShogiMove("B*5e")
        self.assertEqual((drop.from_square, drop.to_square, drop.drop_piece_type), (None, 40, 5))
        self.assertTrue(kifu.ShogiMove("8h2b+").promotion)
        self.assertEqual(kifu.ShogiMove(int(drop)), drop)
        for one in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move), kifu.ShogiMove("2g2f")):
            self.assertIs(one, move)
        self.assertEqual({"2g2f": 1}[move], 1)
        for bad in ("", "2g2f+x", "1a1a", "0a1b", 0, 65535, -1, 2**70):
            with self.assertRaises((kifu.BoardError, OverflowError)):
                kifu.ShogiMove(bad)

    def test_labels(self):
        board = kifu.Board()
        self.assertEqual(board.push("7g7f").label(kifu.BLACK), board.push("3c3d").label(kifu.WHITE))
        choose = random.Random(3)
        for _ in range(5):
            board = random_game(choose)
            labels = [move.label(board.turn) for move in board.legal_moves]
            self.assertEqual(len(set(labels)), len(labels))
            self.assertTrue(all(0 <= label < 27 * 81 for label in labels))

    def test_illegal(self):
        board = kifu.Board()
        for bad in ("7g7e", "P*5e", "5a5b", "nonsense", "7G7F", 1, kifu.ShogiMove("9i9a")):
            with self.assertRaises(kifu.BoardError):
                board.push(bad)
        for bad in ("", "9/9/9", "startpos moves 7g7e", START[:-9], "x", "startpos\0", "k8/9/9/9/9/9/9/9/k8 b - 1"):
            with self.assertRaises(ValueError):
                kifu.Board(bad)
            with self.assertRaises(ValueError):
                board.set_position(bad)
        self.assertEqual(board.sfen(), START)
        with self.assertRaises(IndexError):
            board.pop()
        self.assertIsNone(board.peek())
        with self.assertRaises(TypeError):
            board.push(None)
        error = None
        try:
            board.push("7g7e")
        except kifu.Error as raised:
            error = raised
        self.assertEqual((error.code, str(error)), ("illegal", "illegal move 7g7e"))

    def test_texts_with_a_null_character(self):
        for use in (kifu.Board().push, kifu.Board().is_legal, kifu.ShogiMove):
            with self.assertRaises(kifu.BoardError):
                use("7g7f\0")

    def test_position(self):
        board = kifu.Board(MATSURI)
        self.assertEqual(board.turn, kifu.WHITE)
        self.assertEqual(board.hands[0], {"R": 1, "G": 1})
        self.assertEqual(board.pieces_in_hand, ([0, 0, 0, 0, 1, 0, 1], [5, 0, 1, 1, 1, 0, 0]))
        self.assertEqual(board.piece_at("4b"), "+P")
        self.assertEqual(board.piece("4b"), 9)
        self.assertEqual(board.piece_at("1b"), "k")
        self.assertEqual(board.piece("1b"), 8 + 16)
        self.assertIsNone(board.piece_at(40 - 9))
        self.assertEqual(sum(1 for piece in board.pieces if piece), 30)
        for bad in (81, -1, "5j", "", "55", None, 2**80):
            with self.assertRaises((kifu.BoardError, TypeError, OverflowError)):
                board.piece(bad)
        self.assertEqual(board.pieces[board.pieces.index(9)], 9)

    def test_attacks(self):
        numbers = kifu.Board().attack_counts()
        self.assertEqual(numbers.shape, (2, 81))
        # 2h's rook, and the squares in front of pawns
        self.assertEqual([numbers[0, 5 + 9 * file] for file in range(9)], [1] * 9)
        self.assertEqual(sum(numbers.tolist()[0]), sum(numbers.tolist()[1]))
        self.assertEqual(numbers[0, (5 - 1) * 9 + 7], 4)  # 5h: king, two golds, rook

    def test_ends(self):
        board = kifu.Board("startpos moves " + "5i5h 5a5b 5h5i 5b5a " * 3)
        self.assertEqual((board.repetition, board.occurrences), ("draw", 4))
        self.assertTrue(board.is_draw() and board.is_fourfold_repetition() and board.is_game_over())
        board.pop()
        self.assertFalse(board.is_draw() or board.is_game_over())
        check = kifu.Board("7k1/9/9/9/9/9/9/9/R7K b - 1")  # perpetual check loses
        for move in ("9i9a", "2a2b", *("9a9b", "2b2a", "9b9a", "2a2b") * 3)[:-1]:
            self.assertIsNone(check.repetition)
            check.push(move)
        self.assertEqual((check.repetition, check.occurrences), ("win", 4))  # White, who is to move
        check.push("2a2b")
        self.assertEqual((check.repetition, check.occurrences), ("loss", 4))
        self.assertTrue(check.is_game_over() and not check.is_draw())
        mate = kifu.Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
        self.assertEqual(mate.mate_in_one(), "G*5b")
        mate.push("G*5b")
        self.assertTrue(mate.is_check() and mate.is_checkmate() and mate.is_game_over())
        self.assertFalse(mate.is_stalemate())
        self.assertIsNone(mate.declaration())
        with self.assertRaises(ValueError):
            mate.declaration(25)

    def test_notation(self):
        board = kifu.Board("startpos moves 7g7f 3c3d")
        self.assertEqual(board.move_text("8h2b+"), "２二角成")
        self.assertEqual(board.move_text("8h2b+", "csa"), "+8822UM")
        self.assertEqual(board.move_text("8h2b+", "kif"), "２二角成(88)")
        self.assertEqual(board.move_text("8h2b+", notation="english"), "Bx2b+")
        board.push("8h2b+")
        for text in ("3a2b", "3122GI", "-3122GI", "同銀", "同　銀", "△同銀", "２二銀(31)"):
            self.assertEqual(board.parse_move(text), "3a2b", text)
        for bad in ("", "▲同銀", "同金", "+3122GI", "3122KI", "x\0", "３三銀打"):
            with self.assertRaises(kifu.BoardError):
                board.parse_move(bad)
        choose = random.Random(1)
        board = random_game(choose, 60)
        for move in board.legal_moves:
            for notation in ("csa", "kif", "ki2"):
                self.assertEqual(board.parse_move(board.move_text(move, notation)), move)
        with self.assertRaises(ValueError):
            board.move_text(board.legal_moves[0], "pgn")

    def test_copies(self):
        choose = random.Random(2)
        board = random_game(choose)
        for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            self.assertEqual(other, board)
            self.assertEqual(hash(other), hash(board))
            self.assertEqual(other.history, board.history)
            self.assertEqual(other.usi(), board.usi())
            other.pop()
            self.assertNotEqual(other, board)
        self.assertEqual(kifu.Board(board.usi()), board)
        self.assertEqual(kifu.Board(board.sfen()).key, board.key)
        self.assertNotEqual(board, 1)
        with self.assertRaises(TypeError):
            board < board
        start = board.copy()
        start.reset()
        self.assertEqual(start.sfen(), START)
        self.assertEqual(start.zobrist_hash(), kifu.Board().key)

    def test_pictures(self):
        board = kifu.Board("startpos moves 7g7f")
        self.assertIn(" P*", str(board))
        self.assertIn("v香", board.diagram(lang="ja"))
        self.assertNotEqual(board.svg(), board.svg(flip=True))
        self.assertIn('width="200', board.svg(width=200))
        self.assertEqual(eval(repr(board)), board)
        for bad in ({"lang": "fr"}, {"width": -1}, {"width": float("nan")}, {"size": 1}):
            with self.assertRaises((ValueError, TypeError)):
                board.svg(**bad)

    def test_subclasses(self):
        class Mine(kifu.Board):
            extra = 1

        board = Mine()
        board.push("7g7f")
        self.assertEqual(board, kifu.Board("startpos moves 7g7f"))
        self.assertEqual(board.extra, 1)

    def test_another_program_has_the_same_moves(self):
        program = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
        if not program:
            self.skipTest("no fairy-stockfish")
        choose = random.Random(4)
        boards = [random_game(choose, choose.randrange(300)) for _ in range(60)]
        text = "usi\n" + "".join(f"position sfen {board.sfen()}\ngo perft 1\n" for board in boards) + "quit\n"
        said = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout
        lists = [[]]
        for line in said.splitlines():
            move, colon, count = line.partition(": ")
            if colon and count == "1":
                lists[-1].append(move)
            elif line.startswith("Nodes searched"):
                lists.append([])
        self.assertEqual(len(lists), len(boards) + 1)
        for board, theirs in zip(boards, lists):
            more = set(theirs) - set(board.legal_moves)
            self.assertLessEqual(set(board.legal_moves), set(theirs))
            self.assertTrue(all(move.startswith("P*") for move in more), more)  # it allows mate by a pawn drop


class Go(unittest.TestCase):
    def test_rules(self):
        board = kifu.GoBoard(5, 4)
        for point in "C1 B1 C3 B3 D2 A2 E4 C2 B2".split():
            self.assertEqual(board.play(point), point)
        self.assertEqual(board.ko, "C2")
        self.assertEqual(board.captures, (1, 0))
        self.assertEqual(board.liberties("B2"), 1)
        self.assertEqual(board.chain("C3"), ["C3"])
        self.assertEqual(board.stone("C2"), 0)
        self.assertEqual((board.stone("B2"), board.stone("A2")), (1, 2))
        self.assertNotIn("C2", board.legal_moves)
        self.assertFalse(board.is_legal("C2"))
        with self.assertRaises(kifu.BoardError):
            board.play("C2")
        self.assertEqual(board.text(), "5x4 w b:E4,C3,B2,D2,C1 w:B3,A2,B1")
        self.assertEqual(board.play(None), "pass")
        self.assertEqual(board.history[-2:], ["B2", "pass"])
        self.assertEqual([board.pop(), board.pop()], ["pass", "B2"])
        self.assertEqual(board.stone("C2"), 2)
        self.assertIsNone(board.ko)

    def test_random_play_and_back(self):
        choose = random.Random(9)
        board = kifu.GoBoard(9)
        for _ in range(200):
            before = board.text(), board.key, board.captures
            move = choose.choice(board.legal_points(superko=True) + ["pass"])
            board.play(move)
            board.pop()
            self.assertEqual((board.text(), board.key, board.captures), before)
            board.play(move)
        other = board.copy()
        self.assertEqual((other, hash(other), other.history), (board, hash(board), board.history))
        self.assertEqual(len(board.stones), 81)
        again = kifu.GoBoard(board.text())
        self.assertEqual((again.stones, again.turn, again.history), (board.stones, board.turn, []))
        while other.history:
            other.pop()
        self.assertEqual(other, kifu.GoBoard(9))
        self.assertTrue(board._repr_svg_().startswith("<svg"))
        self.assertIn("(", str(board))

    def test_pickle(self):
        board = kifu.GoBoard("9x9 w b:C3,D4 w:D3")
        for move in ("E3", "pass", "A1", "C4"):
            board.play(move)
        again = pickle.loads(pickle.dumps(board))
        self.assertEqual((again, again.history, again.turn), (board, board.history, board.turn))
        for _ in board.history:
            again.pop()
        self.assertEqual(again, kifu.GoBoard("9x9 w b:C3,D4 w:D3"))

    def test_moves_as_games_have_them(self):
        (game,) = kifu.read(fixtures.SGF.replace(";B[gg]", ";B[];W[gg]").encode())
        self.assertIn("B[pass]", game.moves)
        board = kifu.GoBoard(9)
        for move in game.moves:
            self.assertTrue(board.is_legal(move))
            board.play(move)
        self.assertEqual(board, game.position(-1))
        for wrong in ("W[A1]", "B[]", "B[Z99]", "B[A1", "X[A1]", "B[A1]\0", "B[A1\0]", "+B[A1]", "B[" + "A" * 50 + "]"):
            with self.assertRaises(kifu.BoardError):
                board.play(wrong)
        with self.assertRaises(kifu.BoardError):
            board.stone("B[A1]")

    def test_wrong_points(self):
        board = kifu.GoBoard()
        self.assertEqual(board.size, (19, 19))
        for bad in ("I5", "Z1", "A0", "A20", "", "Q16 ", 361, -1, "\0", 2**70):
            with self.assertRaises((kifu.BoardError, OverflowError)):
                board.play(bad)
        for bad in (0, 53, -1, "", "9x9 q", "9x9 b b:Z9", "9\0"):
            with self.assertRaises((kifu.BoardError, ValueError)):
                kifu.GoBoard(bad)
        with self.assertRaises(kifu.BoardError):
            board.liberties("pass")
        with self.assertRaises(IndexError):
            board.pop()


class WrongArguments(unittest.TestCase):
    """Every method of both boards with arguments that it does not expect: exceptions, but no crash."""

    VALUES = [
        None, True, 0, 1, 2, -1, 80, 81, 2**31, 2**64, -(2**70), 0.5, float("nan"), "", "a", "\0", "7g7f", "P*5e", "７六歩",
        "同", "\ud800", "x" * 5000, "startpos", "startpos moves", "Q16", "pass", b"7g7f", [], ("a", 1), {}, object(), kifu.Board,
        kifu.Board(), kifu.GoBoard(9), kifu.ShogiMove("7g7f"), "csa", "ja",
    ]  # fmt: skip

    def test_all_methods(self):
        choose = random.Random(20261117)
        for round in range(8000):
            board = kifu.Board() if round % 2 else kifu.GoBoard(9)
            name = choose.choice([n for n in dir(board) if n not in ("__init_subclass__", "__reduce_ex__")])
            try:
                target = getattr(board, name)
                if callable(target):
                    args = [choose.choice(self.VALUES) for _ in range(choose.choice((0, 1, 1, 1, 2, 3)))]
                    target(*args)
            except SystemError as error:
                self.fail(f"{name}: {error}")
            except Exception:
                pass
            board.legal_moves
        for move in (kifu.ShogiMove("7g7f"),):
            for name in ("label", "usi", "__int__"):
                for value in self.VALUES:
                    try:
                        getattr(move, name)(value)
                    except (TypeError, OverflowError):
                        pass

    def test_every_method_is_documented(self):
        for kind in (kifu.Board, kifu.GoBoard, kifu.ShogiMove, kifu.Engine, kifu.Batches):
            for name, value in vars(kind).items():
                if not name.startswith("_") and (callable(value) or inspect.isdatadescriptor(value)):
                    self.assertTrue(value.__doc__, f"{kind.__name__}.{name}")

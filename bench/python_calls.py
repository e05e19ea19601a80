"""What Python waits for, to compare with bench/measure_library.c: bench/python.sh runs both.

    python_calls.py position DB               prints the query of a rare whole position
    python_calls.py search DB QUERY TIMES     median microseconds of a search with its first hit
    python_calls.py read FILE                 games a second of processor time
    python_calls.py boards DB                 legal moves, pushes and pops a second, if there are boards
    python_calls.py perft                     sequences of 5 moves a second of processor time: in C, and by a loop in Python (4)
    python_calls.py batches DB                microseconds of processor time for a row with all features, in order and shuffled;
                                              rows a second by the clock, shuffled
"""

import sys
import time

import kifu


def position(path):
    db = kifu.open(path)
    print(f'sfen "{db[17].sfen(60)}"')


def search(path, query, times):
    db = kifu.open(path)
    took = []
    for _ in range(int(times)):
        began = time.perf_counter()
        db.search(query)[0]
        took.append(time.perf_counter() - began)
    print(f"{1e6 * sorted(took)[len(took) // 2]:.2f}")


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    best = 0
    for _ in range(5):
        began = time.process_time()
        games = sum(1 for game in kifu.read(data))
        best = max(best, games / (time.process_time() - began))
    print(f"{best:.0f}")


def boards(path):
    if not hasattr(kifu, "Board"):
        return
    games = [game.moves for game, _ in zip(kifu.open(path), range(200))]
    best = {"legal": 0, "push": 0}
    for _ in range(5):
        legal = plies = 0
        spent = {"legal": 0.0, "push": 0.0}
        for moves in games:
            board = kifu.Board()
            began = time.perf_counter()
            for move in moves:
                board.push_usi(move)
            for _ in moves:
                board.pop()
            spent["push"] += time.perf_counter() - began
            plies += len(moves)
            for move in moves:
                began = time.perf_counter()
                legal += len(list(board.legal_moves))
                spent["legal"] += time.perf_counter() - began
                board.push_usi(move)
        best["legal"] = max(best["legal"], legal / spent["legal"])
        best["push"] = max(best["push"], plies / spent["push"])
    print(f"{best['legal']:.0f} {best['push']:.0f}")


def count(board, depth):
    if depth == 1:
        return len(board.legal_moves)
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


def perft():
    best = [0, 0]
    for _ in range(5):
        board = kifu.Board()
        for which, work in enumerate((lambda: board.perft(5), lambda: count(board, 4))):
            began = time.process_time()
            done = work()
            best[which] = max(best[which], done / (time.process_time() - began))
    print(f"{best[0] / 1e6:.0f} {best[1] / 1e6:.1f}")


def batches(path):
    db = kifu.open(path)
    best = {None: 1e9, 7: 1e9}
    rate = 0
    for _ in range(3):
        for seed in best:
            clock, began = time.perf_counter(), time.process_time()
            rows = sum(len(batch["ply"]) for batch in db.batches("", tuple(kifu.features()), shuffle=seed))
            best[seed] = min(best[seed], 1e6 * (time.process_time() - began) / rows)
            rate = max(rate, rows / (time.perf_counter() - clock)) if seed else rate
    print(f"{best[None]:.2f} {best[7]:.2f} {rate:.0f}")


if __name__ == "__main__":
    commands = {"position": position, "search": search, "read": read, "boards": boards, "perft": perft, "batches": batches}
    commands[sys.argv[1]](*sys.argv[2:])

"""Wrong arguments, threads, forks, signals, files that change, and memory: nothing crashes or leaks."""

import gc
import inspect
import os
import random
import resource
import shutil
import signal
import sys
import threading
import time
import unittest

import fixtures
import test_engine

import kifu
from kifu import _kifu

QUERY = "s28ou"


class WrongArguments(unittest.TestCase):
    """Every callable of the module with arguments that it does not expect: exceptions, but no crash."""

    COUNT = 10000

    def setUp(self):
        self.before = os.getcwd()
        os.chdir(fixtures.folder())
        self.addCleanup(os.chdir, self.before)
        db = kifu.open(fixtures.shogi())
        self.values = [
            None, True, 0, 1, -1, 7, 2**31, 2**32, 2**63, 2**64, -(2**70), 0.5, float("nan"), float("inf"), 1j,
            "", "a", "\0", "a\0b", "\ud800", "王", "x" * 5000, "s28ou", "startpos", "7g7f", "usi", "(" * 300,
            b"", b"abc", b"\xff\0", bytearray(8), memoryview(b"xyz"), [], [None], ["a"], ("a", 1), {}, {"a": 1}, set(),
            range(3), slice(None), object(), int, len, Ellipsis, lambda *a: 1 / 0, lambda *a: True,
            db, db[0], db.search(QUERY), db.search("(("), db.search(QUERY)[0], kifu.Error("x"), fixtures.shogi(),
        ]  # fmt: skip
        self.objects = [value for value in self.values if type(value).__module__.startswith("kifu")]

    def callables(self):
        for module in (kifu, _kifu):
            for name in sorted(vars(module)):
                value = getattr(module, name)
                if callable(value) and not inspect.ismodule(value) and name != "_use":
                    yield value
        for value in self.objects:
            for name in sorted(set(dir(value))):
                if name not in ("close", "__class__", "__del__", "__exit__", "__init_subclass__", "__reduce__"):
                    if callable(getattr(type(value), name, None)):  # properties may raise
                        yield getattr(value, name)

    def test_all_callables(self):
        choose = random.Random(20261117)
        targets = list(self.callables())
        self.assertGreater(len(targets), 100)
        called = 0
        while called < self.COUNT:
            target = choose.choice(targets)
            args = [choose.choice(self.values) for _ in range(choose.choice((0, 1, 1, 2, 3, 5, 8)))]
            try:
                result = target(*args)
                if inspect.isgenerator(result):
                    next(result, None)
                if isinstance(result, (kifu.Reader, kifu.Database)):
                    result.close()
            except SystemError as error:  # a wrong result of C code
                self.fail(f"{target} {args!r}: {error}")
            except Exception:
                pass
            called += 1

    def test_keywords(self):
        choose = random.Random(7)
        db = self.objects[0]
        methods = [db.search, db.moves, db.facets, db.matrix, db.census, db.players, db.joseki, db.calibrate]
        for _ in range(self.COUNT // 50):
            method = choose.choice(methods)
            names = list(inspect.signature(method).parameters)
            args = {name: choose.choice(self.values) for name in choose.sample(names, choose.randint(0, len(names)))}
            if method == db.calibrate:
                args.setdefault("value", "x")  # it takes a second when all is right
            try:
                result = method(**args)
                len(result)
            except SystemError as error:
                self.fail(f"{method} {args!r}: {error}")
            except Exception:
                pass


class Threads(unittest.TestCase):
    def test_threads_share_a_database(self):
        db = kifu.open(fixtures.shogi())
        want = [tuple(hit) for hit in db.search(QUERY)]
        shared = db.search(QUERY)
        failures = []

        def work(seed):
            try:
                for i in range(10):
                    if [tuple(hit) for hit in shared] != want or [tuple(h) for h in db.search(QUERY)] != want:
                        failures.append("other hits")
                    db[(seed * 7 + i) % 60].headers
                    db.moves(QUERY)
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_closing_while_others_search(self):
        for _ in range(5):
            db = kifu.open(fixtures.shogi())
            outcomes = []
            ready = threading.Barrier(4)

            def work():
                ready.wait()
                try:
                    for _ in range(100):
                        db.census(threads=1)
                        db.search("count(sfu,rank:5)>=1", threads=1).run()
                    outcomes.append("all")
                except ValueError as error:
                    outcomes.append(str(error))

            threads = [threading.Thread(target=work) for _ in range(3)]
            for thread in threads:
                thread.start()
            ready.wait()
            time.sleep(0.002)
            db.close()
            for thread in threads:
                thread.join()
            self.assertEqual(len(outcomes), 3)
            self.assertLessEqual(set(outcomes), {"all", "the database is closed"})


class Forks(unittest.TestCase):
    def test_parent_and_child_search(self):
        db = kifu.open(fixtures.shogi())
        want = len(db.search(QUERY))
        children = []
        for _ in range(4):
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    db.search(QUERY, threads=2).run()
                    code = 0 if len(db.search(QUERY)) == want and len(db[3].moves) > 0 else 2
                finally:
                    os._exit(code)
            children.append(pid)
        self.assertEqual(len(db.search(QUERY)), want)
        for pid in children:
            self.assertEqual(os.waitpid(pid, 0)[1], 0)


    # The child uses what it was given, and ends as a program does: a text of each.
    CHILD = """
import kifu, os, signal, sys
db = kifu.open(sys.argv[1])
{make}
pid = os.fork()
if pid == 0:
    signal.alarm(300)
    try:
        {use}
    except kifu.Error as error:
        print(error)
    {end}
    sys.exit()
print(os.waitpid(pid, 0)[1])
{after}
"""

    # The allocator of gcc's ASan knows nothing of fork: a child waits for ever for a thread that was allocating in
    # the parent.  Then it is tried again.
    def outcome(self, make, use, after, end=""):
        code = self.CHILD.format(make=make, use=use, after=after, end=end)
        for _ in range(5 if "KIFU_SANITIZED" in os.environ else 1):
            done = fixtures.child(code, fixtures.shogi())
            self.assertEqual(done.returncode, 0, done.stderr)
            if f"\n{signal.SIGALRM:d}\n" not in done.stdout:
                break
        return done.stdout

    def test_batches_are_of_one_process(self):
        make = "batches = db.batches('', 'ply', batch=100, shuffle=1, window=1000); next(batches)"
        for end in ("", "batches.close()", "del batches"):
            said = self.outcome(make, "next(batches)", "print(len(list(batches)) == len(batches) - 1)", end)
            self.assertEqual(said, "the batches are of the process that forked\n0\nTrue\n")

    def test_a_program_is_of_one_process(self):
        program = test_engine.fake("echo bestmove 7g7f")
        make = f"engine = kifu.Engine({program!r})"
        for end in ("", "engine.close()", "del engine"):
            search = "engine.search(kifu.Board(), depth=1)"
            said = self.outcome(make, search, f"print({search}.best)", end)
            self.assertEqual(said, "the program is of the process that forked\n0\n7g7f\n")
        own = "print(engine.search(kifu.Board(), depth=1).best is not None)"
        self.assertEqual(self.outcome("engine = kifu.Engine()", own, own), "True\n0\nTrue\n")


class Signals(unittest.TestCase):
    """In a process of their own.  How long it takes to end a call is not measured."""

    INTERRUPT = """
import kifu, os, signal, sys, threading, time
db = kifu.open(sys.argv[1])
{handler}
def interrupt():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    {call}
    print("finished")
except KeyboardInterrupt:
    print("interrupted")
print(signal.getsignal(signal.SIGINT) is before, len(db.search("s28ou")) > 0)
"""

    def outcome(self, handler, call):
        code = self.INTERRUPT.format(handler=handler, call=call)
        done = fixtures.child(code, fixtures.shogi())
        return done.stdout + done.stderr

    def test_ctrl_c_ends_a_long_call(self):
        call = "while True: db.calibrate(min_positions=20, resamples=50000)"
        said = self.outcome("before = signal.getsignal(signal.SIGINT)", call)
        self.assertEqual(said, "interrupted\nTrue True\n")

    def test_ctrl_c_ends_counting(self):
        said = self.outcome(
            "before = signal.getsignal(signal.SIGINT); signal.alarm(300)", "kifu.Board().perft(9)"
        )
        self.assertEqual(said, "interrupted\nTrue True\n")

    def test_counting_goes_on_after_harmless_signals(self):
        handler = "seen = []\nbefore = lambda *a: seen.append(a)\nsignal.signal(signal.SIGINT, before)"
        call = "\n    ".join(["while not seen:", "    assert kifu.Board().perft(4) == 719731"])
        self.assertEqual(self.outcome(handler, call), "finished\nTrue True\n")

    # A handler that raises nothing: the call is ended and made again with every signal, and finishes when there
    # are no more.  If it was not ended it would finish long before that.
    AGAIN = """
import kifu, os, signal, sys, threading, time
db = kifu.open(sys.argv[1])
signal.signal(signal.SIGINT, lambda *a: None)
began = time.monotonic()
want = db.calibrate(min_positions=20, resamples=20000)
pause = (time.monotonic() - began) / 20
sent = 0
def interrupt():
    global sent
    for _ in range(100):
        time.sleep(pause)
        os.kill(os.getpid(), signal.SIGINT)
        sent += 1
threading.Thread(target=interrupt, daemon=True).start()
print(db.calibrate(min_positions=20, resamples=20000) == want, sent)
"""

    def test_a_call_ends_at_once_and_is_made_again(self):
        done = fixtures.child(self.AGAIN, fixtures.shogi())
        self.assertEqual(done.stdout + done.stderr, "True 100\n")

    def test_a_handler_that_raises_nothing_does_not(self):
        handler = "seen = []\nbefore = lambda *a: seen.append(a)\nsignal.signal(signal.SIGINT, before)"
        call = "\n    ".join(
            ["while not seen:", "    db.census(threads=1)", "assert db.census() == db.census()"]
        )
        self.assertEqual(self.outcome(handler, call), "finished\nTrue True\n")


class ChangingFiles(unittest.TestCase):
    def test_a_deleted_database_is_still_there(self):
        path = fixtures.copy_of(fixtures.shogi())
        db = kifu.open(path)
        shutil.rmtree(path)
        self.assertEqual(len(db.search(QUERY)), len(kifu.open(fixtures.shogi()).search(QUERY)))
        self.assertEqual(len(list(db)), 60)
        with self.assertRaises(kifu.Error):
            kifu.open(path)

    def test_a_truncated_database_does_not_crash(self):
        path = fixtures.copy_of(fixtures.shogi())
        db = kifu.open(path)
        (segment,) = [name for name in os.listdir(path) if name.endswith(".seg")]
        os.truncate(os.path.join(path, segment), 5000)
        # Small files are in memory: then nothing is missing.
        whole = kifu.open(fixtures.shogi())
        for use in (lambda d: list(d.search(QUERY)), lambda d: d.moves(QUERY), lambda d: [g.moves for g in d]):
            try:
                self.assertEqual(use(db), use(whole))
            except kifu.Error as error:
                self.assertEqual(error.code, "syntax")
        with self.assertRaises(kifu.Error):
            kifu.open(path)


class Memory(unittest.TestCase):
    def work(self):
        db = kifu.open(fixtures.shogi())
        search = db.search(QUERY, limit=20)
        for hit in search:
            db[hit].headers
        search[2:5], search.results, search.games
        db.moves(QUERY)
        db.facets(by="year")
        list(kifu.read(fixtures.KIF.encode()))
        for wrong in (lambda: db.search("((").run(), lambda: db[10**6], lambda: db.moves(QUERY, at="x")):
            try:
                wrong()
            except (kifu.Error, KeyError, ValueError):
                pass

    def test_objects_are_released(self):
        for _ in range(3):
            self.work()
        gc.collect()
        before = len(gc.get_objects())
        references = [sys.getrefcount(thing) for thing in (None, kifu.Hit, kifu.Search, kifu.Game, kifu.Error, "usual")]
        for _ in range(20):
            self.work()
        gc.collect()
        self.assertLess(len(gc.get_objects()) - before, 50)
        after = [sys.getrefcount(thing) for thing in (None, kifu.Hit, kifu.Search, kifu.Game, kifu.Error, "usual")]
        for one, other in zip(references, after):
            self.assertLess(abs(other - one), 60)

    def test_memory_is_bounded(self):
        if fixtures.SANITIZED:
            self.skipTest("ASan keeps freed memory for a while")
        for _ in range(20):
            self.work()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(150):
            self.work()
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 20000)  # KiB

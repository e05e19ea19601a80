"""Runs the tests of this folder (test_*.py) and prints TAP: tap.py [NAME...] runs only those modules."""

import os
import sys
import unittest


class Tap(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.number = 0
        self.failed = False

    def line(self, word, test, remark="", details=""):
        self.number += 1
        print(f"{word} {self.number} - {test.id()}{remark}", flush=True)
        for line in details.splitlines():
            print("#", line)
        self.failed |= word != "ok"

    def addSuccess(self, test):
        self.line("ok", test)

    def addSkip(self, test, reason):
        self.line("ok", test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        self.line("not ok", test, details=self._exc_info_to_string(err, test))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.line("not ok", subtest, details=self._exc_info_to_string(err, test))


def main(names):
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, here)
    loader = unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(names) if names else loader.discover(here)
    result = Tap()
    suite.run(result)
    print(f"1..{result.number}")
    return 1 if result.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

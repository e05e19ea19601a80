"""The module as a whole: its names, its exceptions, its version."""

import os
import subprocess
import sys
import unittest

import kifu


class Module(unittest.TestCase):
    def test_version_is_the_programs(self):
        said = subprocess.run([os.environ["KIFU"], "version"], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout.split(), ["kifu", kifu.__version__])

    def test_every_public_name_exists(self):
        for name in kifu.__all__:
            self.assertTrue(hasattr(kifu, name), name)

    def test_exceptions_have_their_attributes(self):
        error = kifu.QueryError("made in Python")
        self.assertIsInstance(error, kifu.Error)
        self.assertEqual((error.code, error.file, error.line, error.byte, error.query), ("", None, None, None, None))

    def test_everything_is_documented(self):
        for name in kifu.__all__:
            value = getattr(kifu, name)
            if not callable(value):
                continue
            self.assertTrue(value.__doc__, name)
            for member, what in vars(value).items() if isinstance(value, type) else ():
                if not member.startswith("_") and (callable(what) or isinstance(what, property)):
                    self.assertTrue(what.__doc__, f"{name}.{member}")

    def test_it_can_be_imported_again(self):
        code = """
import sys, kifu
for name in list(sys.modules):
    if name.startswith("kifu"):
        del sys.modules[name]
import kifu
print(next(kifu.read(b"PI\\n+\\n+7776FU\\n")))
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertIn("1 plies", done.stdout + done.stderr)

"""The module as a whole: its names, its exceptions, its version."""

import os
import subprocess
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

"""The examples of the documentation run, and draw what is an SVG document."""

import os
import subprocess
import sys
import unittest
import xml.etree.ElementTree

import fixtures

EXAMPLES = os.path.join(os.environ["TOP"], "docs", "examples", "python")


class Examples(unittest.TestCase):
    def run_example(self, name, *args):
        picture = os.path.join(fixtures.folder(), "picture.svg")
        done = subprocess.run(
            [sys.executable, os.path.join(EXAMPLES, name), fixtures.shogi(), *args, picture],
            capture_output=True,
            text=True,
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(xml.etree.ElementTree.parse(picture).getroot().tag.endswith("svg"))
        return done.stdout

    def test_next_moves(self):
        said = self.run_example("next_moves.py", "startpos").splitlines()
        move = fixtures.json_lines("moves", fixtures.shogi(), "startpos")[0]
        self.assertEqual(said[0].split("\t")[:2], [move["move"], str(move["games"])])

    def test_when(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("no numpy (python3-numpy)")
        count = fixtures.json_lines("search", fixtures.shogi(), "s28ou", "--count")[0]
        self.assertIn(f"{count['games']} games\n", self.run_example("when.py", "s28ou"))

    def test_castles(self):
        self.assertIn("mino", self.run_example("castles.py"))

    def test_all_are_tested(self):
        names = [name[:-3] for name in os.listdir(EXAMPLES) if name.endswith(".py")]
        self.assertEqual({f"test_{name}" for name in names} - set(dir(self)), set())

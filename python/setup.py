"""Builds the package with make, from the sources around this folder: pip install ./python"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TOP = pathlib.Path(__file__).resolve().parent.parent
BUILD = os.environ.get("KIFU_BUILD", "build")  # as make's BUILD, below TOP
OUTPUT = TOP / BUILD / "pip"  # what setuptools leaves behind


class Make(build_ext):
    """The extension as `make python` links it, for the Python that runs this."""

    def build_extension(self, extension):
        variables = [f"BUILD={BUILD}", "VARIANT=release", f"PYTHON={sys.executable}"]
        subprocess.run(["make", "-C", TOP, "--no-print-directory", "python-tree", *variables], check=True)
        built = TOP / BUILD / "release" / "python" / "kifu" / "_kifu.abi3.so"
        if not built.exists():
            sys.exit("kifu: the extension was not built; see what make said (Debian: scripts/deps build, python3-dev)")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built, target)


makefile = TOP / "Makefile"
if not makefile.exists():
    sys.exit("kifu: the package is built within its repository: pip install ./python")
OUTPUT.mkdir(parents=True, exist_ok=True)
setup(
    version=re.search(r"^VERSION := (\S+)", makefile.read_text(), re.MULTILINE)[1],
    ext_modules=[Extension("kifu._kifu", [], py_limited_api=True)],
    cmdclass={"build_ext": Make},
    options={
        "bdist_wheel": {"py_limited_api": "cp311"},
        "build": {"build_base": str(OUTPUT)},
        "egg_info": {"egg_base": str(OUTPUT)},
    },
)

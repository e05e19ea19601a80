"""Databases and records that tests share: made once for a run, by the program and by hand."""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile

KIFU = os.environ["KIFU"]
SANITIZED = bool(os.environ.get("KIFU_SANITIZED"))

_folder = tempfile.mkdtemp(prefix="kifu-python-")
_pid = os.getpid()


@atexit.register
def _remove():
    if os.getpid() == _pid:  # not in a child that a test forked
        shutil.rmtree(_folder, ignore_errors=True)


def run(*args, **more):
    """Runs the program, which must not be given the preloaded sanitizer twice."""
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return subprocess.run([KIFU, *args], env=environment, check=True, capture_output=True, text=True, **more)


def json_lines(*args):
    return [json.loads(line) for line in run(*args, "--json").stdout.splitlines()]


def folder():
    """A new empty folder."""
    return tempfile.mkdtemp(dir=_folder)


def shogi():
    """A database of 60 generated games of shogi."""
    path = os.path.join(_folder, "shogi.kifu")
    if not os.path.exists(path):
        run("generate", path, "--games", "60", "--seed", "7", "--quiet")
    return path


def copy_of(path):
    target = os.path.join(folder(), "copy.kifu")
    shutil.copytree(path, target)
    return target


# A game with a comment, times and a variation.
KIF = """開始日時：2020/01/02
棋戦：練習
手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
*はじめに
   1 ７六歩(77)   ( 0:03/00:00:03)
*角道
   2 ３四歩(33)   ( 0:05/00:00:05)
   3 ２六歩(27)   ( 0:01/00:00:04)
   4 投了
まで3手で先手の勝ち

変化：3手
   3 ６六歩(67)   ( 0:02/00:00:05)
"""

SGF = "(;GM[1]FF[4]SZ[9]PB[kuro]PW[shiro]RE[B+R];B[ee];W[cc];B[gg])"


def write(name, text):
    path = os.path.join(folder(), name)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


def child(code, *args, **more):
    """Runs Python code in a process of its own, with the same module."""
    return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, **more)

"""Game: what the C type has, and what is read off the game's JSON when it is needed."""

import json
import operator
import sys

from . import _kifu

# The classes of boards, by game.
_BOARDS = {"shogi": "Board", "go": "GoBoard"}


class Game(_kifu.Game):
    """A game: its moves and all that its record holds.

    len(game) is the number of its plies.  Games come from Database and read(); they cannot be changed.
    """

    __slots__ = ()

    def _all(self):
        """All about the game, parsed once."""
        details = self._details
        if details is None:
            details = self._details = json.loads(self._json())
        return details

    @property
    def headers(self):
        """The headers of the record as a dict, in their order; values of a repeated key are joined by line ends."""
        headers = {}
        for header in self._all()["headers"]:
            key, value = header["key"], header["value"]
            headers[key] = headers[key] + "\n" + value if key in headers else value
        return headers

    @property
    def date(self):
        """The date as the record has it, or None."""
        return self._all().get("date")

    @property
    def event(self):
        """The event as the record has it, or None."""
        return self._all().get("event")

    @property
    def comments(self):
        """Comments of the game itself, a dict from the ply to the text; ply 0 is the start."""
        return {p["ply"]: p["comment"] for p in self._all()["positions"] if p.get("comment")}

    @property
    def times(self):
        """Seconds spent on each move of the game; None where the record has no time."""
        return [None if p.get("ms") is None else p["ms"] / 1000 for p in self._all()["positions"][1:]]

    @property
    def values(self):
        """Values that engines left in comments, a dict from the ply to what the record says."""
        return {p["ply"]: p["value"] for p in self._all()["positions"] if p.get("value") is not None}

    @property
    def variations(self):
        """The variations: dicts of line (that they leave: 0 is the game), ply (where), moves and comments."""
        return [
            {
                "line": variation["line"],
                "ply": variation["ply"],
                "moves": [p["move"] for p in variation["positions"] if p.get("move")],
                "comments": {p["ply"]: p["comment"] for p in variation["positions"] if p.get("comment")},
            }
            for variation in self._all()["variations"]
        ]

    def position(self, ply):
        """The position after so many plies (-1: the last): a board of the game, or its notation where there is none.

        A Board of shogi has the moves so far.
        """
        text = self.sfen(ply)
        board = getattr(sys.modules["kifu"], _BOARDS.get(self.kind, ""), None)
        if self.kind == "shogi":  # with the moves, for repetitions
            plies = operator.index(ply)
            moves = self.moves[: plies if plies >= 0 else len(self) + 1 + plies]
            text = " ".join(["sfen", self.start, "moves", *moves])
        return board(text) if board else text

"""Who wins with which castle, by decade, and a game to look at.

    python3 castles.py games.kifu board.svg
"""

import sys

import kifu


def table(cells):
    """A cross table: the score of the side with the castle."""
    rows = list(dict.fromkeys(cell["row"] for cell in cells))
    columns = list(dict.fromkeys(cell["column"] for cell in cells))
    at = {(cell["row"], cell["column"]): cell for cell in cells}
    print("castle".ljust(20), *(str(column).rjust(12) for column in columns))
    for row in rows:
        scores = []
        for column in columns:
            cell = at[row, column]
            known = cell["games"] and cell["score"] is not None
            scores.append(f"{cell['score']:.0%} of {cell['games']}" if known else "-")
        print(str(row).ljust(20), *(score.rjust(12) for score in scores))


def main(path, output):
    with kifu.open(path) as db:
        table(db.matrix("castle", "decade"))
        search = db.search("castle:mino", limit=1, sort="-plies")
        results = search.results.own
        print(f"mino: {results.wins}-{results.losses}-{results.draws} in {search.games} games")
        for hit in search:
            game = db[hit]
            print(" - ".join(game.players), f"from ply {hit.start} to {hit.stop}")
            with open(output, "w", encoding="utf-8") as file:
                file.write(game.svg(hit.first))


if __name__ == "__main__":
    main(*sys.argv[1:])

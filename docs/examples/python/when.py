"""At which ply something first happens in a game: a histogram.  NumPy counts, no loop over hits is needed.

    python3 when.py games.kifu "castle:mino" when.svg
"""

import sys

import numpy

import kifu

WIDTH, HEIGHT, STEP = 420, 160, 5


def first_plies(db, query):
    """The first matching ply of each game, whatever the number of its hits."""
    hits = db.search(query).to_numpy()
    games, plies = numpy.unique(hits["game"], return_inverse=True)
    first = numpy.full(len(games), numpy.iinfo("u4").max, dtype="u4")
    numpy.minimum.at(first, plies, hits["first"])
    return first


def picture(counts):
    bar = (WIDTH - 40) / len(counts)
    most = counts.max()
    bars = "".join(
        f'<rect x="{20 + i * bar:.1f}" y="{HEIGHT - 24 - 120 * n / most:.1f}" width="{bar - 1:.1f}" '
        f'height="{120 * n / most:.1f}" fill="#ee7733"/>'
        for i, n in enumerate(counts)
    )
    marks = "".join(
        f'<text x="{20 + i * bar:.1f}" y="{HEIGHT - 8}">{i * STEP}</text>' for i in range(0, len(counts), 4)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="11">{bars}{marks}</svg>\n'
    )


def main(path, query, output):
    with kifu.open(path) as db:
        plies = first_plies(db, query)
    print(f"{len(plies)} games")
    if not len(plies):
        return
    print(f"median ply {numpy.median(plies):.0f}")
    counts = numpy.bincount(plies // STEP)
    with open(output, "w", encoding="utf-8") as file:
        file.write(picture(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""What is played next where a query holds, and how it does: a picture of the ten most frequent moves.

    python3 next_moves.py games.kifu startpos moves.svg
"""

import sys
from html import escape

import kifu

WIDTH, ROW, LEFT, BAR = 420, 22, 70, 200


def picture(moves):
    """Bars are shares of the games; beside them the mover's score with its 95 % interval."""
    most = max(move.share for move in moves)
    rows = []
    for i, move in enumerate(moves):
        y = i * ROW + 4
        score = "" if move.score is None else f"{move.score:.0%} [{move.low:.0%}, {move.high:.0%}]"
        rows.append(
            f'<text x="{LEFT - 6}" y="{y + 13}" text-anchor="end">{escape(move.move)}</text>'
            f'<rect x="{LEFT}" y="{y}" width="{BAR * move.share / most:.1f}" height="{ROW - 6}" fill="#4477aa"/>'
            f'<text x="{LEFT + BAR * move.share / most + 6:.1f}" y="{y + 13}">{move.games} games, {score}</text>'
        )
    height = len(moves) * ROW + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'font-family="sans-serif" font-size="12">{"".join(rows)}</svg>\n'
    )


def main(path, query, output):
    with kifu.open(path) as db:
        moves = db.moves(query)[:10]
    for move in moves:
        print(f"{move.move}\t{move.games}\t{move.share:.3f}")
    if moves:
        with open(output, "w", encoding="utf-8") as file:
            file.write(picture(moves))


if __name__ == "__main__":
    main(*sys.argv[1:])

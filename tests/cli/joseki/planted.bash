# Games with one sequence planted in all corners and orientations, by either side, among
# random moves in the middle: planted NUMBER [DISTANCES] >FILE.  A game's orientation is its number
# modulo 8; distances are those of the moves from the right and the upper edge.
# shellcheck shell=bash
planted() { # NUMBER [DISTANCES]
    awk -v games="$1" -v moves="${2:-2 3 4 2 2 6 3 4 5 2 2 1 4 5 1 4}" '
    function letter(n) { return sprintf("%c", 97 + n) }
    function random(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % n }
    # distances from the right and the upper edge, turned
    function point(dx, dy, s,    t) {
        if (s >= 4) { t = dx; dx = dy; dy = t }
        if (s % 2) dx = 18 - dx
        if (int(s / 2) % 2) dy = 18 - dy
        return letter(18 - dx) letter(dy)
    }
    function play(p) { printf ";%s[%s]", turn ? "W" : "B", p; turn = 1 - turn; used[p] = 1 }
    function noise(n,    p) {
        while (n-- > 0) {
            do p = letter(5 + random(9)) letter(5 + random(9)); while (p in used)
            play(p)
        }
    }
    BEGIN {
        seed = 5
        count = split(moves, at, " ")
        for (g = 0; g < games; g++) {
            split("", used)
            turn = 0
            printf "(;GM[1]FF[4]SZ[19]PB[Black %d]PW[White]DT[%d-03-04]RE[%s]", g % 3, 1950 + g, g % 4 ? "B+R" : "W+R"
            noise(1 + g % 2)
            for (i = 1; i < count; i += 2) play(point(at[i], at[i + 1], g % 8))
            noise(20)
            print ")"
        }
    }' </dev/null
}

/* fuzz_captures.c: any bytes as the captures of four lines.  Whatever they say, plies and points
 * are those of the lines and the largest board, or it is an error; and a matcher that is given them
 * finds places that exist, or says what is wrong. */
#include <stdio.h>
#include <stdlib.h>

#include "base/le.h"
#include "facts/captures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 4, PLIES = 40 };

static void require(bool good)
{
    if (!good)
        abort();
}

/* Lines of PLIES stones each, on a board of 9 by 9. */
static struct lines make_lines(char *first, char *moves)
{
    for (uint32_t i = 0; i <= LINES; i++)
        le_put32(first + 4 * i, i * PLIES);
    for (uint32_t i = 0; i < LINES * PLIES; i++) {
        int at = (int)(i * 7 % 81);
        le_put16(moves + 2 * (size_t)i, go_move_make(GO_PLAY, i & 1, go_point(at % 9, at / 9)));
    }
    return (struct lines){.game = &go_game,
                          .games = LINES,
                          .count = LINES,
                          .move_bytes = 2,
                          .first = first,
                          .moves = moves};
}

static void match(struct go_matcher *m, const struct go_match_line *line)
{
    struct go_hits out = {0};
    enum status st = go_matcher_run(m, line, &out, NULL);
    require(st == STATUS_OK || st == STATUS_SYNTAX);
    for (size_t i = 0; i < out.count && st == STATUS_OK; i++)
        require(out.at[i].from < out.at[i].to && out.at[i].to <= PLIES + 1 &&
                out.at[i].column >= 0 && out.at[i].column < 8 && out.at[i].row < 9);
    go_hits_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[4 * (LINES + 1)], moves[2 * LINES * PLIES];
    static struct go_pos start;
    static struct go_pattern patterns[2];
    struct lines l = make_lines(first, moves);
    struct segment s = {.path = "fuzz", .view.bytes = span_make((const char *)data, size)};
    struct captures c;
    struct taken_list taken = {0};
    struct go_matcher *m;
    struct err err;
    s.count = 1;
    s.sections[0] = (struct segment_section){.name = CAPTURES_SECTION, .length = size};
    if (captures_open(&c, &l, &s, &err) != STATUS_OK)
        return 0;
    go_pos_empty(&start, 9, 9);
    require(go_pattern_parse(&patterns[0], SPAN("X."), NULL) == STATUS_OK);
    require(go_pattern_parse(&patterns[1], SPAN("1o"), NULL) == STATUS_OK);
    require(go_matcher_open(&m, patterns, 2, NULL) == STATUS_OK);
    for (uint32_t i = 0; i < LINES; i++) {
        struct go_match_line line;
        if (captures_match_line(&c, &l, i, &start, &taken, &line, &err) != STATUS_OK)
            continue;
        for (size_t k = 0; k < taken.count; k++)
            require(taken.at[k].ply >= 1 && taken.at[k].ply <= PLIES &&
                    taken.at[k].point < GO_POINTS);
        match(m, &line);
    }
    go_matcher_close(m);
    taken_list_release(&taken);
    return 0;
}

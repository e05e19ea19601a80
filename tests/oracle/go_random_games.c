/* Plays random games on small boards by a rule against repetition, and asks at every turn which
 * points the side to move may play on:
 *
 *     go_random_games RULE GAMES suicide|no-suicide COMMANDS ANSWERS
 *
 * COMMANDS are for a program that speaks GTP; ANSWERS are ours, a 0 or 1 for each is_legal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/num.h"
#include "formats/go/go_line.h"

enum { MOVES = 70 };

struct trial {
    struct go_line line;
    struct record rec;
    struct rng rng;
    int size;
    bool suicide;
    FILE *commands, *answers;
    struct buf text;
};

static void fail(const char *what)
{
    fprintf(stderr, "go_random_games: %s\n", what);
    exit(2);
}

/* By trying: the move is made, judged and taken back. */
static bool may_play(struct trial *g, go_move m)
{
    enum go_illegal why;
    uint32_t plies = g->line.plies;
    if (go_line_move(&g->line, m, &why) != STATUS_OK)
        fail("a move can't be made");
    go_line_back_to(&g->line, plies);
    return why == GO_LEGAL;
}

static void command(struct trial *g, const char *verb, int color, go_move m)
{
    buf_clear(&g->text);
    if (go_move_is_pass(m))
        buf_add_str(&g->text, "pass");
    else
        go_point_print(go_move_point(m), &g->text);
    fprintf(g->commands, "%s %s %s\n", verb, color ? "white" : "black", buf_cstr(&g->text));
}

static void turn(struct trial *g, int color)
{
    go_move legal[32] = {go_pass_make(color)};
    uint32_t n = 1;
    enum go_illegal why;
    for (int point = 0; point < GO_POINTS; point++) {
        go_move m = go_move_make(GO_PLAY, color, point);
        if (!go_on_board(&g->line.pos, point))
            continue;
        bool may = may_play(g, m);
        command(g, "99 is_legal", color, m);
        fprintf(g->answers, "%d\n", may);
        if (may)
            legal[n++] = m;
    }
    go_move m = legal[n > 1 && rng_below(&g->rng, 25) ? 1 + rng_below(&g->rng, n - 1) : 0];
    if (go_line_move(&g->line, m, &why) != STATUS_OK || why != GO_LEGAL)
        fail("a legal move is not");
    command(g, "play", color, m);
}

static void play(struct trial *g)
{
    struct go_pos start;
    g->size = 3 + (int)rng_below(&g->rng, 3);
    go_pos_empty(&start, g->size, g->size);
    if (record_clear(&g->rec, &go_game) != STATUS_OK)
        fail("no memory");
    go_line_clear(&g->line, &g->rec);
    g->line.suicide = g->suicide;
    if (go_line_start(&g->line, &start) != STATUS_OK)
        fail("no memory");
    fprintf(g->commands, "boardsize %d\nclear_board\n", g->size);
    for (int i = 0; i < MOVES; i++)
        turn(g, i % 2);
}

int main(int argc, char **argv)
{
    static struct trial g;
    uint64_t games;
    if (argc != 6 || !num_parse_u64(span_of(argv[2]), 100000, &games))
        fail("usage");
    go_line_init(&g.line);
    record_init(&g.rec);
    rng_seed(&g.rng, 5);
    buf_init(&g.text, BUF_DEFAULT_MAX);
    for (int rule = 0; go_ko_names[rule]; rule++)
        if (strcmp(argv[1], go_ko_names[rule]) == 0)
            g.line.ko = (enum go_ko_rule)rule;
    g.suicide = strcmp(argv[3], "suicide") == 0;
    g.commands = fopen(argv[4], "w");
    g.answers = fopen(argv[5], "w");
    if (!g.commands || !g.answers)
        fail("can't write");
    for (uint64_t i = 0; i < games; i++)
        play(&g);
    fputs("quit\n", g.commands);
    go_line_release(&g.line);
    record_release(&g.rec);
    buf_release(&g.text);
    return fclose(g.commands) | fclose(g.answers);
}

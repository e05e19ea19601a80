/* evaluate_patterns.c: the drawn diagrams of a question in one line of play.
 *
 * They need no walk: the game's matcher finds all places of all diagrams at once (patterns.h), and
 * what it finds becomes plies in the registers of the nodes. */
#include "base/alloc.h"
#include "base/le.h"
#include "query/run/evaluate_internal.h"

/* The number of a diagram for the matcher: equal ones are looked for once. */
static enum status pattern_number(struct evaluator *e, const struct query_node *n, uint32_t *out,
                                  struct err *err)
{
    for (uint32_t i = 0; i < e->pattern_count; i++)
        if (span_eq(e->patterns[i]->position, n->position)) {
            *out = i;
            return STATUS_OK;
        }
    const struct query_node **grown = mem_grow(e->patterns, e->pattern_count, &e->pattern_cap,
                                               QUERY_MAX_NODES, sizeof(const struct query_node *));
    if (!grown)
        return err_nomem(err);
    e->patterns = grown;
    *out = e->pattern_count;
    e->patterns[e->pattern_count++] = n;
    return STATUS_OK;
}

/* Leaves in order of their diagrams, so that those of one are beside each other. */
static void sort_leaves(struct evaluator *e)
{
    for (uint32_t i = 1; i < e->drawn_count; i++) {
        struct drawn_leaf leaf = e->drawn[i];
        uint32_t at = i;
        for (; at > 0 && e->drawn[at - 1].pattern > leaf.pattern; at--)
            e->drawn[at] = e->drawn[at - 1];
        e->drawn[at] = leaf;
    }
}

static enum status open_matcher(struct evaluator *e, struct err *err)
{
    const void **patterns = mem_calloc((size_t)e->pattern_count + 1, sizeof(const void *));
    if (!patterns)
        return err_nomem(err);
    for (uint32_t i = 0; i < e->pattern_count; i++)
        patterns[i] = e->patterns[i]->pattern;
    enum status status =
        e->pattern_game->open(&e->matcher, patterns, e->pattern_count, e->playing, err);
    mem_free(patterns);
    return status;
}

enum status evaluator_open_patterns(struct evaluator *e, struct err *err)
{
    enum status status = STATUS_OK;
    if (e->drawn_count == 0)
        return STATUS_OK;
    e->pattern_game = patterns_of_game(e->game);
    for (uint32_t i = 0; i < e->drawn_count && status == STATUS_OK; i++)
        status = pattern_number(e, e->drawn[i].node, &e->drawn[i].pattern, err);
    sort_leaves(e);
    return status;
}

void evaluator_close_patterns(struct evaluator *e)
{
    if (e->matcher)
        e->pattern_game->close(e->matcher);
    mem_free(e->patterns);
    mem_free(e->drawn);
    buf_release(&e->stored_moves);
}

void evaluator_play_patterns(struct evaluator *e, bool playing)
{
    if (e->matcher && e->playing != playing) {
        e->pattern_game->close(e->matcher);
        e->matcher = NULL;
    }
    e->playing = playing;
}

void evaluator_set_captures(struct evaluator *e, const struct captures *captures)
{
    e->captures = captures;
}

/* The moves of an array as a database would have them. */
static enum status store_moves(struct evaluator *e, const game_move *moves, uint32_t n,
                               struct err *err)
{
    buf_clear(&e->stored_moves);
    for (uint32_t i = 0; i < n; i++)
        for (unsigned b = 0; b < e->game->move_bytes; b++)
            buf_add_char(&e->stored_moves, (char)(unsigned char)(moves[i] >> 8 * b));
    return buf_status(&e->stored_moves) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static void fill_registers(struct evaluator *e, uint32_t from, uint32_t count)
{
    uint32_t leaf = 0;
    for (size_t i = 0; i < e->place_count; i++) {
        const struct pattern_place *p = &e->places[i];
        while (leaf < e->drawn_count && e->drawn[leaf].pattern < p->pattern)
            leaf++;
        uint32_t first = p->from > from ? p->from : from, to = p->to < count ? p->to : count;
        for (uint32_t l = leaf; l < e->drawn_count && e->drawn[l].pattern == p->pattern; l++)
            plies_add_range(evaluator_register(e, e->drawn[l].reg), first, to);
    }
}

enum status evaluator_find_patterns(struct evaluator *e, struct span start,
                                    const struct moves_source *s, uint32_t from, uint32_t moves,
                                    struct err *err)
{
    struct pattern_line line = {.start = start, .count = moves, .lines = s->lines, .line = s->line};
    enum status status = e->matcher ? STATUS_OK : open_matcher(e, err);
    if (status == STATUS_OK && !s->lines)
        status = store_moves(e, s->array, moves, err);
    if (status != STATUS_OK)
        return status;
    if (s->lines) {
        line.moves = s->stored;
        line.captures = e->playing ? NULL : e->captures;
    } else {
        line.moves = e->stored_moves.p;
    }
    status = e->pattern_game->find(e->matcher, &line, &e->places, &e->place_count, err);
    if (status == STATUS_OK)
        fill_registers(e, from, moves + 1);
    return status;
}

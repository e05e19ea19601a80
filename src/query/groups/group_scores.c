/* group_scores.c: see group_scores.h. */
#include "query/groups/group_scores.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "query/run/game_sides.h"
#include "query/run/query_result.h"

static unsigned seats_of(uint64_t *const bits[2], uint32_t number)
{
    if (!bits[0])
        return 0;
    return (unsigned)plies_has(bits[0], number) | (unsigned)plies_has(bits[1], number) << 1;
}

static enum status count_part(struct group_scores *g, uint32_t part, const struct query *q,
                              const struct db_segment *s, const struct result_part *p,
                              struct err *err)
{
    const struct axis_part *in = &g->axis.parts[part];
    struct game_sides sides;
    uint32_t number;
    game_sides_init(&sides, q);
    enum status status = game_sides_begin(&sides, s, err);
    for (size_t at = 0; status == STATUS_OK && p->games &&
                        result_part_next_game(p, &at, s->lines.games, &number);) {
        enum game_result result = game_result(&sides, number);
        unsigned plays = seats_of(p->sides, number), player = game_player(&sides, number);
        for (uint32_t i = in->first[number]; i < in->first[number + 1]; i++)
            g->scores[in->at[i].group].games[plays][player][result]++;
    }
    game_sides_release(&sides);
    return status;
}

static uint64_t games_of(const struct game_scores *s)
{
    const uint64_t *at = &s->games[0][0][0];
    uint64_t games = 0;
    for (size_t i = 0; i < sizeof s->games / sizeof *at; i++)
        games += at[i];
    return games;
}

/* --- In order ---------------------------------------------------------------------------------- */

struct scored_group {
    struct axis_group group;
    struct game_scores scores;
};

static int by_games(const void *x, const void *y)
{
    const struct scored_group *a = x, *b = y;
    if (a->group.games != b->group.games)
        return a->group.games > b->group.games ? -1 : 1;
    return span_compare(a->group.name, b->group.name);
}

/* Groups without a game go, the others are sorted; entries of games are not needed any more. */
static enum status sort_groups(struct group_scores *g, uint32_t limit, struct err *err)
{
    uint32_t kept = 0, count = g->axis.group_count;
    struct scored_group *all = mem_alloc(((size_t)count + 1) * sizeof *all);
    if (!all)
        return err_nomem(err);
    for (uint32_t i = 0; i < count; i++)
        if (g->axis.groups[i].games)
            all[kept++] = (struct scored_group){g->axis.groups[i], g->scores[i]};
    bool in_time = g->axis.kind == AXIS_YEAR || g->axis.kind == AXIS_DECADE;
    if (kept && !in_time)
        qsort(all, kept, sizeof *all, by_games);
    kept = limit && limit < kept ? limit : kept;
    for (uint32_t i = 0; i < kept; i++) {
        g->axis.groups[i] = all[i].group;
        g->scores[i] = all[i].scores;
    }
    g->axis.group_count = kept;
    mem_free(all);
    return STATUS_OK;
}

enum status group_scores_run(struct group_scores *g, struct span what, const struct query *q,
                             struct db *const *dbs, uint32_t count, const struct axis_options *opt,
                             struct err *err)
{
    struct query_result found = {0};
    struct axis_options all = *opt;
    struct search_options search = opt->search;
    uint32_t part = 0;
    *g = (struct group_scores){0};
    all.search.own = search.own = opt->reduction != NULL;
    all.limit = UINT32_MAX; /* those with most games of the query are not those with most games */
    enum status status = STATUS_OK;
    if (!opt->reduction) { /* games without a hit need no group */
        status = query_run(&found, q, dbs, count, &search, KEEP_GAMES, err);
        all.only = &found;
    }
    if (status == STATUS_OK)
        status = axis_open(&g->axis, what, dbs, count, &all, err);
    if (status == STATUS_OK) {
        g->scores = mem_calloc((size_t)g->axis.group_count + 1, sizeof *g->scores);
        status = g->scores ? STATUS_OK : err_nomem(err);
    }
    if (status == STATUS_OK && opt->reduction)
        status = query_run(&found, q, dbs, count, &search, KEEP_GAMES, err);
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count && status == STATUS_OK; i++, part++)
            status = count_part(g, part, q, &dbs[d]->segments[i], &found.parts[part], err);
    query_result_release(&found);
    const size_t cells = sizeof *g->scores / sizeof(uint64_t) * g->axis.group_count;
    status = reduction_sum(opt->reduction, status, (uint64_t *)g->scores, cells, err);
    for (uint32_t i = 0; i < g->axis.group_count && status == STATUS_OK; i++)
        g->axis.groups[i].games = games_of(&g->scores[i]);
    if (status == STATUS_OK)
        status = sort_groups(g, opt->limit, err);
    return status == STATUS_OK ? db_status_all(dbs, count, err) : status;
}

void group_scores_release(struct group_scores *g)
{
    axis_close(&g->axis);
    mem_free(g->scores);
    *g = (struct group_scores){0};
}

void group_scores_query(const struct group_scores *g, uint32_t group, struct span query,
                        struct buf *out)
{
    query = span_trim(query);
    if (query.n) {
        buf_add_char(out, '(');
        buf_add_span(out, query);
        buf_add_str(out, g->axis.kind == AXIS_NAMES ? ") ever " : ") ");
    }
    buf_add_span(out, g->axis.groups[group].query);
}

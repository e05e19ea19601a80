/* static_values.c: see static_values.h. */
#include "values/sheet/static_values.h"

#include "base/alloc.h"
#include "db/kept_columns.h"
#include "engine/eval/eval.h"
#include "values/sheet/sheet_internal.h"

struct static_values {
    struct value_source *value_source; /* NULL: only what is kept of the positions is wanted */
    struct query_values hook;
};

/* What it takes to judge a line. */
struct static_worker {
    struct shogi_pos start;
    shogi_move *moves;
    int16_t *values;
    struct value_source_worker *worker;
};

static enum status bad_move(uint32_t ply, struct err *err)
{
    static const struct msg DAMAGED = {"illegal stored move at ply %1",
                                       "%1 手目に指せない手が保存されています"};
    return err_set(err, STATUS_SYNTAX, &DAMAGED, SPAN_U64(ply), (struct span){0});
}

/* The first n moves of a line, which must be by the rules. */
static enum status read_moves(struct static_worker *g, const struct lines *l, uint32_t line,
                              uint32_t n, struct err *err)
{
    struct shogi_undo undo;
    struct span start = lines_start_text(l, line_start(l, line));
    enum status status = STATUS_OK;
    if (start.n == 0)
        shogi_pos_start(&g->start);
    else
        status = shogi_game.text.pos_parse(&g->start, start, err);
    struct shogi_pos pos = g->start;
    for (uint32_t ply = 0; ply < n && status == STATUS_OK; ply++) {
        game_move move = line_move(l, line, ply);
        if (move > UINT16_MAX || !shogi_move_is_legal(&pos, (shogi_move)move))
            return bad_move(ply + 1, err);
        g->moves[ply] = (shogi_move)move;
        shogi_play(&pos, g->moves[ply], &undo);
    }
    return status;
}

static enum status evaluate_plies(struct static_worker *g, uint32_t from, uint32_t to, int32_t *out,
                                  struct err *err)
{
    const struct value_source_game game = {.start = &g->start, .moves = g->moves, .plies = to - 1};
    enum status status = value_source_run_game(g->worker, &game, g->values, err);
    for (uint32_t ply = from; status == STATUS_OK && ply < to; ply++)
        out[ply - from] =
            g->values[ply] == VALUE_SOURCE_NO_VALUE ? QUERY_NO_VALUE : (int32_t)g->values[ply];
    return status;
}

static enum status values_of_line(void *ctx, const struct lines *l, uint32_t line, uint32_t from,
                                  uint32_t to, int32_t *out, struct err *err)
{
    struct static_values *v = ctx;
    struct static_worker g = {.moves = mem_alloc((size_t)to * sizeof *g.moves),
                              .values = mem_alloc((size_t)to * sizeof *g.values)};
    enum status status = g.moves && g.values
                             ? value_source_worker_open(&g.worker, v->value_source, err)
                             : err_nomem(err);
    if (status == STATUS_OK)
        status = read_moves(&g, l, line, to - 1, err);
    if (status == STATUS_OK)
        status = evaluate_plies(&g, from, to, out, err);
    value_source_worker_close(g.worker);
    mem_free(g.moves);
    mem_free(g.values);
    return status;
}

static struct measure_columns columns_of_segment(void *ctx, const struct db_segment *s)
{
    const struct static_values *v = ctx;
    const uint64_t rows = (uint64_t)lines_u32(s->lines.first, s->lines.games) + s->lines.games;
    struct measure_columns kept = {
        .marks = kept_column(s, MARKS_COLUMN, SPAN(POSITIONS), rows * KEPT_MARK_BYTES)};
    if (v->value_source)
        kept.values = kept_column(s, VALUES_COLUMN, value_source_line(v->value_source),
                                  rows * sizeof *kept.values);
    return kept;
}

static enum status open_values(struct static_values **out, bool values, const char *weights,
                               struct err *err)
{
    const struct value_source_options o = {.weights = weights};
    struct static_values *v = mem_calloc(1, sizeof *v);
    enum status status = STATUS_OK;
    *out = NULL;
    if (!v)
        return err_nomem(err);
    v->hook = (struct query_values){v, values_of_line, columns_of_segment};
    if (values)
        status = value_source_open(&v->value_source, "static", &o, err);
    if (status == STATUS_OK)
        *out = v;
    else
        mem_free(v);
    return status;
}

enum status static_values_open(struct static_values **out, const char *weights, struct err *err)
{
    return open_values(out, true, weights, err);
}

void static_values_close(struct static_values *v)
{
    if (!v)
        return;
    value_source_close(v->value_source);
    mem_free(v);
}

const struct query_values *static_values_hook(const struct static_values *v)
{
    return v ? &v->hook : NULL;
}

enum status static_values_for(struct static_values **out, const struct query *q, struct err *err)
{
    *out = NULL;
    return engine_has_game(q->game) && query_has_measures(q)
               ? open_values(out, query_needs_values(q), NULL, err)
               : STATUS_OK;
}

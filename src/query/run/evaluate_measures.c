/* evaluate_measures.c: plies at which what is measured compares as asked; see measures.h.
 *
 * The light position knows no attacks, so the line is played once more with the game's full one.
 * Where everything is asked of each ply by itself and facts that must hold beside the measure are
 * known (the gate), only plies that have them are measured. */
#include <math.h>

#include "base/alloc.h"
#include "db/found_log.h"
#include "query/run/evaluate_internal.h"

enum status evaluator_open_measures(struct evaluator *e, struct err *err)
{
    struct measure_state *m = &e->measuring;
    size_t bytes = (e->game->pos_bytes + 63) / 64 * 64;
    buf_init(&m->start_text, BUF_DEFAULT_MAX);
    if (m->count == 0)
        return STATUS_OK;
    for (uint32_t i = 0; i < m->count; i++) {
        const struct measure *row = &m->game->rows[m->leaves[i].node->number];
        m->leaves[i].scale = row->scale;
        m->leaves[i].range = measure_range_of(m->leaves[i].node, row->scale);
        if (row->by == MEASURE_BY_GAME)
            m->wanted |= (uint64_t)1 << m->leaves[i].node->number;
        else if (row->by == MEASURE_BY_VALUES)
            m->by_values = true;
        else
            m->found_rows |= (uint64_t)1 << m->leaves[i].node->number;
    }
    m->pos = mem_calloc_aligned(64, 1, bytes);
    m->start = mem_calloc_aligned(64, 1, bytes);
    m->parts = mem_calloc(m->game->count, sizeof *m->parts);
    return m->pos && m->start && m->parts ? STATUS_OK : err_nomem(err);
}

void evaluator_close_measures(struct evaluator *e)
{
    struct measure_state *m = &e->measuring;
    mem_free(m->leaves);
    mem_free(m->pos);
    mem_free(m->start);
    mem_free(m->parts);
    mem_free(m->given_parts);
    buf_release(&m->start_text);
}

void evaluator_set_values(struct evaluator *e, const struct query_values *values)
{
    e->measuring.values = values;
}

void evaluator_set_found(struct evaluator *e, const struct found_log *found)
{
    e->measuring.found = found;
}

/* --- By the game ------------------------------------------------------------------------------ */

/* Most lines begin at the same position: it is read once. */
static enum status go_to_start(struct evaluator *e, struct span start, struct err *err)
{
    struct measure_state *m = &e->measuring;
    if (!m->start_known || !span_eq(start, buf_span(&m->start_text))) {
        enum status status = STATUS_OK;
        m->start_known = false;
        buf_clear(&m->start_text);
        buf_add_span(&m->start_text, start);
        if (buf_status(&m->start_text) != STATUS_OK)
            return err_nomem(err);
        if (start.n == 0)
            e->game->rules.pos_start(m->start);
        else
            status = e->game->text.pos_parse(m->start, start, err);
        if (status != STATUS_OK)
            return status;
        m->start_known = true;
    }
    memcpy(m->pos, m->start, e->game->pos_bytes);
    return STATUS_OK;
}

static void measure_ply(struct evaluator *e, uint32_t ply)
{
    struct measure_state *m = &e->measuring;
    m->game->measure(m->pos, m->wanted, m->parts);
    for (uint32_t i = 0; i < m->count; i++) {
        const struct measure_leaf *leaf = &m->leaves[i];
        if ((m->wanted >> leaf->node->number & 1) &&
            measure_holds(leaf->node, leaf->scale, m->parts[leaf->node->number]))
            plies_add(evaluator_register(e, leaf->reg), ply);
    }
}

/* Measures plies from … to - 1; the first ply whose move can't be made, or `to`. */
static uint32_t measure_line(struct evaluator *e, const struct moves_source *s, uint32_t from,
                             uint32_t to)
{
    const struct game *game = e->game;
    struct measure_state *m = &e->measuring;
    const uint64_t *gate = evaluator_register(e, m->gate);
    for (uint32_t ply = 0; ply < to && !evaluator_is_cancelled(e); ply++) {
        if (ply >= from && (m->gate == REGISTER_ALL || plies_has(gate, ply)))
            measure_ply(e, ply);
        if (ply + 1 == to)
            break;
        game_move move = moves_source_at(s, ply);
        if (!game->rules.move_is_legal(m->pos, move))
            return ply;
        game->rules.play(m->pos, move);
    }
    return to;
}

/* --- By others -------------------------------------------------------------------------------- */

/* Compares what is known of plies from … to - 1 with the leaves of a row. */
static void compare_row(struct evaluator *e, const struct measure *row, uint32_t from, uint32_t to,
                        const int32_t *parts)
{
    const struct measure_state *m = &e->measuring;
    for (uint32_t i = 0; i < m->count; i++) {
        const struct measure_leaf *leaf = &m->leaves[i];
        if (&m->game->rows[leaf->node->number] != row)
            continue;
        for (uint32_t ply = from; ply < to; ply++)
            if (parts[ply - from] != QUERY_NO_VALUE &&
                measure_holds(leaf->node, leaf->scale, parts[ply - from]))
                plies_add(evaluator_register(e, leaf->reg), ply);
    }
}

static enum status compare_values(struct evaluator *e, const struct moves_source *s, uint32_t from,
                                  uint32_t to, struct err *err)
{
    struct measure_state *m = &e->measuring;
    enum status status = query_check_values(e->q, s->lines ? m->values : NULL, err);
    if (status == STATUS_OK)
        status = m->values->line(m->values->ctx, s->lines, s->line, from, to, m->given_parts, err);
    for (uint32_t i = 0; i < m->game->count && status == STATUS_OK; i++)
        if (m->game->rows[i].by == MEASURE_BY_VALUES)
            compare_row(e, &m->game->rows[i], from, to, m->given_parts);
    return status;
}

/* No move was made at the last position. */
static void compare_found(struct evaluator *e, const struct moves_source *s, uint32_t from,
                          uint32_t to)
{
    struct measure_state *m = &e->measuring;
    uint32_t moves = s->lines ? line_plies(s->lines, s->line) : 0;
    const char *found;
    if (!m->found || !moves ||
        !found_log_find(m->found, line_hash(s->lines, s->line), moves, &found))
        return;
    to = to < moves ? to : moves;
    for (uint32_t i = 0; i < m->game->count; i++) {
        const struct measure *row = &m->game->rows[i];
        if (!(m->found_rows >> i & 1))
            continue;
        for (uint32_t ply = from; ply < to; ply++) {
            int32_t nats = found_surprise(found, ply, row->class);
            m->given_parts[ply - from] =
                row->by == MEASURE_BY_SURPRISE
                    ? nats
                    : (int32_t)lround(row->scale * exp(-(double)nats / FOUND_NAT));
        }
        compare_row(e, row, from, to, m->given_parts);
    }
}

static enum status compare_given(struct evaluator *e, const struct moves_source *s, uint32_t from,
                                 uint32_t to, struct err *err)
{
    struct measure_state *m = &e->measuring;
    if (to - from > m->given_cap) {
        int32_t *grown = mem_realloc_array(m->given_parts, to - from, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        m->given_parts = grown;
        m->given_cap = to - from;
    }
    if (m->found_rows)
        compare_found(e, s, from, to);
    return m->by_values ? compare_values(e, s, from, to, err) : STATUS_OK;
}

/* --- A line ----------------------------------------------------------------------------------- */

/* Plies from … *to - 1 less those at the ends that the gate leaves out. */
static void narrow(const struct evaluator *e, uint32_t *from, uint32_t *to)
{
    const uint64_t *gate = evaluator_register(e, e->measuring.gate);
    if (e->measuring.gate == REGISTER_ALL)
        return;
    *from = plies_next(gate, *to, *from);
    while (*to > *from && !plies_has(gate, *to - 1))
        --*to;
}

enum status evaluator_measure(struct evaluator *e, struct span start, const struct moves_source *s,
                              uint32_t from, uint32_t moves, uint32_t *bad_ply, struct err *err)
{
    struct measure_state *m = &e->measuring;
    uint32_t to = moves + 1;
    enum status status = STATUS_OK;
    *bad_ply = 0;
    narrow(e, &from, &to);
    if (from >= to)
        return STATUS_OK;
    if (s->lines && evaluator_has_kept(e, s->lines, s->line)) {
        evaluator_read_kept(e, s->lines, s->line, from, to);
        return STATUS_OK;
    }
    if (m->wanted) {
        status = go_to_start(e, start, err);
        uint32_t done = status == STATUS_OK ? measure_line(e, s, from, to) : to;
        if (done < to)
            *bad_ply = done + 1;
    }
    if (status == STATUS_OK && (m->by_values || m->found_rows) && *bad_ply == 0)
        status = compare_given(e, s, from, to, err);
    return status;
}

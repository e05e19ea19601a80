/* moves_result.c: what was played next, read off what a query found; see query_result.h.
 *
 * Spans say at which plies it holds, so that nothing has to be looked for again.  Where moves are
 * counted as they are, they are counted off the spans (moves_tally.c).  A shape that is what it is
 * at one place (moves_shape.c) needs no more than the stored moves.  Diagrams, and shapes in several
 * orientations, have to be seen: their lines are evaluated up to the ply that counts. */
#include "base/steady.h"
#include "query/language/tree.h"
#include "query/plan/sparse_order.h"
#include "query/run/run_internal.h"
#include "query/stop.h"

enum { SPANS_AT_ONCE = 256 };

bool query_tells_moves(const struct query *q)
{
    return query_has_result_moves(q) || query_drawn(q);
}

/* --- Spans of a segment ----------------------------------------------------------------------- */

/* Counts the spans from … to - 1, which are whole lines. */
typedef enum status take_fn(void *ctx, const struct db_segment *s, const struct result_part *p,
                            size_t from, size_t to, struct err *err);

/* Not within a line. */
static size_t whole_lines(const struct result_part *p, size_t at)
{
    while (at > 0 && at < p->count && p->at[at].line == p->at[at - 1].line)
        at++;
    return at < p->count ? at : p->count;
}

/* All spans of a segment; with a deadline some of everywhere. */
static enum status take_part(take_fn *take, void *ctx, const struct db_segment *s,
                             const struct result_part *p, const struct search_options *opt,
                             uint64_t *looked, struct err *err)
{
    const double deadline = opt->deadline;
    size_t grain = opt->grain ? opt->grain : SPANS_AT_ONCE;
    size_t pieces = (p->count + grain - 1) / grain, step = sparse_step(pieces);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < pieces && status == STATUS_OK; i++) {
        size_t piece = deadline > 0 ? sparse_order(i, step, pieces) : i;
        size_t from = whole_lines(p, piece * grain), to = whole_lines(p, (piece + 1) * grain);
        status = take(ctx, s, p, from, to, err);
        *looked += to - from;
        if (deadline > 0 && steady_seconds() > deadline)
            break;
        if (status == STATUS_OK)
            status = query_stopped(opt->cancelled, err);
    }
    return status;
}

/* --- Tallies ---------------------------------------------------------------------------------- */

static enum status take_tallies(void *ctx, const struct db_segment *s, const struct result_part *p,
                                size_t from, size_t to, struct err *err)
{
    (void)s;
    return tallies_add(ctx, p, from, to, err);
}

static enum status count_tallies(struct move_tallies *t, const struct db_segment *s,
                                 const struct result_part *p, const struct search_options *opt,
                                 enum moves_at at, struct moves_table *out, uint64_t *looked,
                                 struct err *err)
{
    enum status status = tallies_begin(t, s, at, err);
    if (status == STATUS_OK)
        status = take_part(take_tallies, t, s, p, opt, looked, err);
    return status == STATUS_OK ? tallies_end(t, out, err) : status;
}

/* --- One shape -------------------------------------------------------------------------------- */

struct seen_shape {
    struct moves_counter *counter;
    struct made_moves made; /* of a piece */
};

static enum status take_seen(void *ctx, const struct db_segment *s, const struct result_part *p,
                             size_t from, size_t to, struct err *err)
{
    struct seen_shape *seen = ctx;
    enum status status = moves_of_spans(seen->counter, &seen->made, s, p, from, to, err);
    moves_take(seen->counter, &seen->made);
    seen->made.count = 0;
    return status;
}

static enum status count_seen(struct seen_shape *seen, const struct db_segment *s,
                              const struct result_part *p, const struct search_options *opt,
                              uint64_t *looked, struct err *err)
{
    enum status status = moves_begin_segment(seen->counter, s, p->count, err);
    if (status == STATUS_OK)
        status = take_part(take_seen, seen, s, p, opt, looked, err);
    return status == STATUS_OK ? moves_end_segment(seen->counter, err) : status;
}

/* --- A result --------------------------------------------------------------------------------- */

/* How moves are found. */
struct result_moves {
    struct moves_counter *counter;
    struct seen_shape seen;
    struct move_tallies *tallies;
    struct game_sides sides;
};

static enum status result_moves_open(struct result_moves *m, const struct query *q,
                                     const struct search_options *opt, struct moves_table *out,
                                     struct err *err)
{
    *m = (struct result_moves){0};
    game_sides_init(&m->sides, q);
    enum status status = moves_counter_open(&m->counter, q, opt, &m->sides, out, err);
    m->seen.counter = m->counter;
    if (status == STATUS_OK && moves_in_tallies(m->counter))
        status = tallies_open(&m->tallies, &m->sides, err);
    return status;
}

static void result_moves_close(struct result_moves *m)
{
    tallies_close(m->tallies);
    moves_counter_close(m->counter);
    made_moves_release(&m->seen.made);
    game_sides_release(&m->sides);
}

static enum status count_off_spans(struct result_moves *m, const struct query_result *f,
                                   const struct query *q, struct db *const *dbs, uint32_t count,
                                   const struct search_options *opt, struct moves_table *out,
                                   struct err *err)
{
    const struct result_part *part = f->parts;
    uint64_t looked = 0;
    enum status status = STATUS_OK;
    for (uint32_t d = 0; d < count; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count && status == STATUS_OK; i++, part++) {
            const struct db_segment *s = &dbs[d]->segments[i];
            if (!part->count)
                continue;
            status = m->tallies ? count_tallies(m->tallies, s, part, opt, moves_at_of(q, opt), out,
                                                &looked, err)
                                : count_seen(&m->seen, s, part, opt, &looked, err);
        }
    out->looked_at = f->spans ? (double)looked / (double)f->spans : 1;
    return status == STATUS_OK ? db_status_all(dbs, count, err) : status;
}

static enum status count_in_lines(const struct query_result *f, const struct query *q,
                                  struct db *const *dbs, uint32_t count,
                                  const struct search_options *opt, struct moves_table *out,
                                  struct err *err)
{
    struct query_result found;
    enum status status = query_run_known(&found, f, q, dbs, count, opt, err);
    *out = found.moves;
    out->looked_at = found.looked_at;
    found.moves = (struct moves_table){0};
    query_result_release(&found);
    return status;
}

enum status query_result_moves(const struct query_result *f, const struct query *q,
                               struct db *const *dbs, uint32_t count,
                               const struct search_options *opt, struct moves_table *out,
                               struct err *err)
{
    struct result_moves m;
    *out = (struct moves_table){0};
    enum status status = result_moves_open(&m, q, opt, out, err);
    if (status == STATUS_OK && (m.tallies || moves_in_spans(m.counter)))
        status = count_off_spans(&m, f, q, dbs, count, opt, out, err);
    else if (status == STATUS_OK)
        status = count_in_lines(f, q, dbs, count, opt, out, err);
    result_moves_close(&m);
    out->looked_at *= f->looked_at;
    if (status == STATUS_OK)
        moves_finish(out);
    else
        moves_release(out);
    return status;
}

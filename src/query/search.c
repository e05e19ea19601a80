/* search.c: the first hits, what differs, and the plan for people; see search.h. */
#include "query/search.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "query/language/tree.h"
#include "query/plan/plan.h"
#include "query/run/exact_spans.h"
#include "query/run/query_result.h"

void hits_release(struct hits *h)
{
    mem_free(h->at);
    arena_release(&h->texts);
    *h = (struct hits){0};
}

uint64_t search_wanted_hits(const struct search_options *opt)
{
    if (opt->count)
        return 0;
    return opt->limit > UINT64_MAX - opt->offset ? UINT64_MAX : opt->limit + opt->offset;
}

void hits_skip(struct hits *h, uint64_t offset)
{
    size_t skip = offset < h->count ? (size_t)offset : h->count;
    if (skip)
        memmove(h->at, h->at + skip, (h->count - skip) * sizeof *h->at);
    h->count -= skip;
}

enum status search_part(const struct query *q, struct db *const *dbs, uint32_t count,
                        const struct search_options *opt, struct hits *out, struct err *err)
{
    struct query_result f;
    enum status status = query_run(&f, q, dbs, count, opt, KEEP_HITS, err);
    *out = f.hits;
    f.hits = (struct hits){0};
    query_result_release(&f);
    if (status != STATUS_OK)
        hits_release(out);
    return status;
}

enum status search_run(const struct query *q, struct db *const *dbs, uint32_t count,
                       const struct search_options *opt, struct hits *out, struct err *err)
{
    enum status status = search_part(q, dbs, count, opt, out, err);
    hits_skip(out, opt->offset);
    return status;
}

/* --- What differs ----------------------------------------------------------------------------- */

void differences_release(struct differences *d)
{
    mem_free(d->missing);
    mem_free(d->extra);
    *d = (struct differences){0};
}

/* Facts that hold at a ply of a line, as a byte for each fact. */
static enum status facts_at(const struct query *q, const struct db_segment *s, uint32_t line,
                            uint32_t ply, uint8_t *holds, struct err *err)
{
    struct replay *r = NULL;
    const struct lines *l = &s->lines;
    enum status status = replay_open(&r, q->game, err);
    if (status == STATUS_OK)
        status = replay_start_text(r, lines_start_text(l, line_start(l, line)), err);
    for (uint32_t p = 0; status == STATUS_OK; p++) {
        for (uint32_t i = 0; i < r->changes.n_ends; i++)
            holds[r->changes.ends[i]] = 0;
        for (uint32_t i = 0; i < r->changes.n_begins; i++)
            holds[r->changes.begins[i]] = 1;
        if (p == ply || p == line_plies(l, line) || !replay_step(r, line_move(l, line, p)))
            break;
    }
    replay_close(r);
    return status;
}

enum status search_differences(const struct query *q, const struct db_segment *s,
                               const struct hit *hit, struct differences *out, struct err *err)
{
    const struct query_node *n = &q->nodes[query_ranked(q)];
    uint32_t facts = q->game->fact_count;
    uint8_t *holds = mem_calloc(facts, 1);
    *out = (struct differences){0};
    out->missing = mem_alloc((n->term_count + 1) * sizeof *out->missing);
    out->extra = mem_alloc(((size_t)q->game->max_facts + 1) * sizeof *out->extra);
    if (!holds || !out->missing || !out->extra) {
        mem_free(holds);
        differences_release(out);
        return err_nomem(err);
    }
    enum status status = facts_at(q, s, hit->stored_line, hit->first, holds, err);
    for (uint32_t i = 0; status == STATUS_OK && i < n->term_count; i++) {
        if (n->terms[i].fact >= facts)
            continue;
        if (!holds[n->terms[i].fact])
            out->missing[out->missing_count++] = n->terms[i].fact;
        holds[n->terms[i].fact] = 0;
    }
    for (uint32_t f = 0; status == STATUS_OK && f < facts; f++)
        if (holds[f] && out->extra_count < q->game->max_facts)
            out->extra[out->extra_count++] = f;
    mem_free(holds);
    if (status != STATUS_OK)
        differences_release(out);
    return status;
}

/* --- The plan, for people --------------------------------------------------------------------- */

/* Where spans are read nothing else is planned. */
static bool explain_exact(const struct query *q, const struct db_segment *s,
                          const struct search_options *opt, enum lang lang, struct buf *out)
{
    static const struct msg exact = {"  exact spans of %1 facts, %2 postings, without replaying\n",
                                     "  条件 %1 個の正確な区間を読む（%2 件、再生不要）\n"};
    struct exact_query x;
    uint64_t postings = 0;
    char number[24];
    if (!exact_query_of(&x, q) || !exact_spans_pay(&x, s, opt))
        return false;
    for (uint32_t i = 0; i < x.fact_count; i++)
        postings += fact_list_length(&s->facts, x.facts[i]);
    snprintf(number, sizeof number, "%" PRIu64, postings);
    msg_format(&exact, lang, SPAN_U64(x.fact_count), span_of(number), out);
    return true;
}

enum status search_explain(const struct query *q, const struct db_segment *s,
                           const struct search_options *opt, enum lang lang, struct buf *out,
                           struct err *err)
{
    static const struct msg head = {"segment %1: %2 games", "セグメント %1: %2 局"};
    struct replay *replay = NULL;
    struct plan p;
    struct buf games;
    struct planner with = {
        .q = q, .segment = s, .opt = opt, .replay = &replay, .notes = out, .lang = lang};
    with.hits = true;
    buf_init(&games, 32);
    buf_add_u64(&games, s->lines.games - s->removed_count);
    msg_format(&head, lang, span_of(s->listed.name), buf_span(&games), out);
    buf_add_char(out, '\n');
    buf_release(&games);
    enum status status = query_check_depth(q, err);
    if (status != STATUS_OK || explain_exact(q, s, opt, lang, out))
        return status;
    status = plan_make(&p, &with, err);
    if (status == STATUS_OK)
        plan_release(&p);
    replay_close(replay);
    return status;
}

/* plan_notes.c: telling people how a question is answered (`search --explain`). */
#include "query/language/tree.h"
#include "query/plan/plan_internal.h"

enum { FACTS_SHOWN = 12 };

static void indent(struct plan_work *w)
{
    for (unsigned i = 0; i <= w->depth; i++)
        buf_add_str(w->with->notes, "  ");
}

void plan_note(struct plan_work *w, const struct msg *what, struct span arg1, uint64_t number)
{
    static const struct msg at_most = {"  (at most %1)", "（最大 %1）"};
    struct buf *out = w->with->notes;
    if (!out)
        return;
    indent(w);
    msg_format(what, w->with->lang, arg1, (struct span){0}, out);
    if (number != UINT64_MAX)
        msg_format(&at_most, w->with->lang, SPAN_U64(number), (struct span){0}, out);
    buf_add_char(out, '\n');
}

/* The shortest lists first, each with its length. */
void plan_note_facts(struct plan_work *w, const struct msg *what, const uint32_t *facts,
                     size_t count)
{
    const struct fact_index *x = &w->with->segment->facts;
    struct buf *out = w->with->notes;
    uint64_t last = 0;
    size_t shown = 0;
    if (!out)
        return;
    if (what)
        plan_note(w, what, (struct span){0}, UINT64_MAX);
    indent(w);
    while (shown < count && shown < FACTS_SHOWN) {
        /* the next in order of (length, fact): few facts, so looking for it each time is fine */
        uint64_t best = UINT64_MAX;
        for (size_t i = 0; i < count; i++) {
            uint64_t key = ((uint64_t)fact_list_length(x, facts[i]) << 32 | facts[i]) + 1;
            if (key > last && key < best)
                best = key;
        }
        if (best == UINT64_MAX)
            break;
        last = best;
        buf_add_str(out, "  ");
        w->with->q->game->text.fact_print((uint32_t)(best - 1), out);
        buf_printf(out, " %u", (unsigned)((best - 1) >> 32));
        shown++;
    }
    if (shown < count)
        buf_printf(out, "  … %zu", count - shown);
    buf_add_char(out, '\n');
}

void plan_note_windows(struct plan_work *w, const struct windows *found)
{
    static const struct msg windows = {"→ %1 windows", "→ 区間 %1"};
    if (!w->with->notes)
        return;
    plan_note(w, &windows, SPAN_U64(found->c.count), UINT64_MAX);
}

static void note_count(struct plan_work *w, const struct msg *what, uint64_t count)
{
    plan_note(w, what, SPAN_U64(count), UINT64_MAX);
}

void plan_note_end(struct plan_work *w, bool games_limited)
{
    static const struct msg games = {"games that match the headers: %1", "対局情報に合う局: %1"};
    static const struct msg occurrences = {"occurrences, without replaying: %1",
                                           "出現（再生不要）: %1"};
    static const struct msg no_walk = {"answered from the headers, without replaying",
                                       "対局情報だけで答える（再生不要）"};
    static const struct msg everything = {"lines to replay: all of %1 games",
                                          "再生する棋譜: 全 %1 局"};
    static const struct msg some = {"lines to replay: %1", "再生する棋譜: %1"};
    static const struct msg look_at_all = {"lines to examine, without replaying: all of %1 games",
                                           "調べる棋譜（再生不要）: 全 %1 局"};
    static const struct msg look_at = {"lines to examine, without replaying: %1",
                                       "調べる棋譜（再生不要）: %1"};
    static const struct msg measured = {"their positions are replayed and measured",
                                        "局面を再生して測る"};
    const struct plan *p = w->plan;
    bool drawn = query_is_drawn(p->q, p->q->root) && !w->with->opt->scan;
    if (games_limited)
        note_count(w, &games, p->game_count);
    if (p->kind == PLAN_OCCURRENCES)
        note_count(w, &occurrences, p->found.count);
    else if (p->kind == PLAN_GAMES)
        plan_note(w, &no_walk, (struct span){0}, UINT64_MAX);
    else if (p->all)
        note_count(w, drawn ? &look_at_all : &everything, p->game_count);
    else
        note_count(w, drawn ? &look_at : &some, p->count);
    if (query_has_measures(p->q))
        plan_note(w, &measured, (struct span){0}, UINT64_MAX);
}

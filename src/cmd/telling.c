/* telling.c: see telling.h. */
#include "cmd/telling.h"

#include <math.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "view/sequence_text.h"
#include "view/text_width.h"

enum { INDENT = 8, PLAYERS_SHOWN = 3, NEXT_SHOWN = 4 };

/* One sequence on its way through the threads. */
struct item {
    uint64_t number; /* 0: the best */
    struct portrait *portrait;
    struct buf text, card;
};

/* --- As text ---------------------------------------------------------------------------------- */

static void add_years(const struct usage *u, struct buf *out)
{
    if (u->dated == 0)
        buf_add_str(out, "        -");
    else
        buf_printf(out, "%4u-%4u", (unsigned)u->first_year, (unsigned)u->last_year);
}

static void add_rate(const struct usage *u, struct buf *out)
{
    const struct wilson w = usage_score(u);
    if (isnan(w.share))
        buf_add_str(out, "    -             ");
    else
        buf_printf(out, "%5.1f (%4.1f-%4.1f)", 100 * w.share, 100 * w.low, 100 * w.high);
}

static void add_row(const struct telling *t, const struct item *item, struct buf *out)
{
    const struct portrait *p = item->portrait;
    (void)t;
    buf_printf(out, "%5llu %12.5g %7u %7u  ", (unsigned long long)item->number + 1, p->score,
               (unsigned)p->frequency, (unsigned)p->usage.games);
    add_years(&p->usage, out);
    buf_add_str(out, "  ");
    add_rate(&p->usage, out);
    buf_add_str(out, "  ");
    sequence_moves(p, out);
    buf_add_char(out, '\n');
}

static void begin_note(const struct msg *what, enum lang lang, struct buf *out)
{
    for (int i = 0; i < INDENT; i++)
        buf_add_char(out, ' ');
    buf_add_str(out, msg_in(what, lang));
}

static void add_notes(const struct telling *t, const struct portrait *p, struct buf *out)
{
    static const struct msg PLAYERS = {"players: ", "対局者: "}, NEXT = {"next: ", "次の一手: "},
                            GAMES = {"games: ", "棋譜: "};
    if (p->usage.players.count) {
        begin_note(&PLAYERS, t->env->lang, out);
        for (size_t i = 0; i < p->usage.players.count && i < PLAYERS_SHOWN; i++) {
            buf_add_str(out, i ? ", " : "");
            text_add_clean(out, tally_key(&p->usage.players.entries[i]));
            buf_printf(out, " %u", (unsigned)p->usage.players.entries[i].count);
        }
        buf_add_char(out, '\n');
    }
    if (p->next.count) {
        begin_note(&NEXT, t->env->lang, out);
        for (size_t i = 0; i < p->next.count && i < NEXT_SHOWN; i++) {
            buf_add_str(out, i ? ", " : "");
            go_move_print(portrait_next_move(&p->next.entries[i]), out);
            buf_printf(out, " %u", (unsigned)p->next.entries[i].count);
        }
        buf_add_char(out, '\n');
    }
    begin_note(&GAMES, t->env->lang, out);
    for (uint32_t i = 0; i < p->example_count; i++) {
        const struct mined_line *line = &t->source->mining->lines[p->examples[i].line];
        buf_add_str(out, i ? ", " : "");
        text_add_clean(out, span_of(t->source->dbs[line->db]->path));
        buf_printf(out, ":%u --ply %u", (unsigned)line->id, (unsigned)p->examples[i].ply);
    }
    buf_add_char(out, '\n');
}

static void add_text(const struct telling *t, const struct item *item, struct buf *out)
{
    add_row(t, item, out);
    if (item->number >= t->diagrams || item->portrait->length == 0)
        return;
    buf_add_char(out, '\n');
    sequence_diagram(item->portrait, INDENT, out);
    buf_add_char(out, '\n');
    add_notes(t, item->portrait, out);
    buf_add_char(out, '\n');
}

static int print_heading(const struct telling *t)
{
    static const struct msg HEADING = {
        " rank        score   times   games      years      won % (95 %)       moves\n",
        " 順位         得点    回数    局数       年代    先着勝率 (95 %)     手順\n"};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, msg_in(&HEADING, t->env->lang));
    int code = cmd_print(t->env, &text);
    buf_release(&text);
    return code;
}

/* --- In threads ------------------------------------------------------------------------------- */

static enum status begin_item(struct item *item, struct err *err)
{
    if (item->portrait) {
        buf_clear(&item->text);
        buf_clear(&item->card);
        return STATUS_OK;
    }
    buf_init(&item->text, BUF_DEFAULT_MAX);
    buf_init(&item->card, BUF_DEFAULT_MAX);
    item->portrait = mem_alloc(sizeof *item->portrait);
    return item->portrait ? portrait_init(item->portrait, err) : err_nomem(err);
}

static enum status write_item(const struct telling *t, struct item *item, struct err *err)
{
    const struct mining *m = t->source->mining;
    const struct sequence *s = &m->found.at[item->number];
    const struct told_sequence told = {
        .rank = item->number + 1,
        .portrait = item->portrait,
        .symbols = m->corpus.text + m->index.order[s->from],
        .symbol_count = s->length,
        .source = t->source,
    };
    enum status status = STATUS_OK;
    if (t->env->json) {
        struct json j;
        json_init(&j, &item->text);
        status = sequence_to_json(&j, &told, err);
        json_line(&j);
    } else {
        add_text(t, item, &item->text);
    }
    if (status == STATUS_OK && t->cards && item->number < t->in_gallery && item->portrait->length)
        status = gallery_card(&told, &item->card, err);
    if (status == STATUS_OK &&
        (buf_status(&item->text) != STATUS_OK || buf_status(&item->card) != STATUS_OK))
        status = err_nomem(err);
    return status;
}

static enum status work(void *ctx, void *slot, unsigned worker, struct err *err)
{
    const struct telling *t = ctx;
    struct item *item = slot;
    (void)worker;
    enum status status = begin_item(item, err);
    if (status == STATUS_OK)
        status = portrait_draw(item->portrait, t->source,
                               &t->source->mining->found.at[item->number], err);
    return status == STATUS_OK ? write_item(t, item, err) : status;
}

static struct truth_stone truth_stone(go_move m)
{
    return (struct truth_stone){
        .column = (uint8_t)go_column(go_move_point(m)),
        .row = (uint8_t)go_row(go_move_point(m)),
        .colour = (uint8_t)go_move_color(m),
    };
}

/* What is shown is what is compared. */
static void note_truth(const struct telling *t, const struct item *item)
{
    const struct portrait *p = item->portrait;
    struct truth_stone stones[TRUTH_LONGEST];
    if (p->length > TRUTH_LONGEST)
        return;
    for (uint32_t i = 0; i < p->length; i++)
        stones[i] = truth_stone(p->moves[i]);
    for (size_t i = 0; i < t->truth_count; i++)
        truth_note(&t->truths[i], stones, p->length, (uint32_t)(item->number + 1));
}

/* A gallery is wanted even if nobody reads the list any more (| head). */
static bool must_stop(const struct telling *t)
{
    return t->cards ? atomic_load(t->env->cancelled) : cmd_should_stop(t->env);
}

static enum status consume(void *ctx, void *slot, struct err *err)
{
    static const struct msg STOPPED = {"stopped", "中止しました"};
    const struct telling *t = ctx;
    const struct item *item = slot;
    if (cmd_print(t->env, &item->text) != CMD_OK || must_stop(t))
        return err_plain(err, STATUS_CANCELLED, &STOPPED);
    note_truth(t, item);
    if (t->cards && item->card.n) {
        buf_add_str(t->cards, t->cards->n ? ",\n" : "");
        buf_add_span(t->cards, buf_span(&item->card));
        if (buf_status(t->cards) != STATUS_OK)
            return err_nomem(err);
    }
    progress_add(t->progress, 1);
    return STATUS_OK;
}

static void release(void *ctx, void *slot)
{
    struct item *item = slot;
    (void)ctx;
    if (item->portrait) {
        portrait_release(item->portrait);
        mem_free(item->portrait);
        buf_release(&item->text);
        buf_release(&item->card);
    }
}

static enum status submit_all(const struct telling *t, struct pool *pool, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < t->source->mining->found.count && status == STATUS_OK; i++) {
        void *slot;
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        ((struct item *)slot)->number = i;
        status = pool_submit(pool, err);
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

enum status tell_sequences(const struct telling *t, struct err *err)
{
    static const struct msg WHAT = {"telling", "集計"}, UNIT = {"sequences", "手順"};
    const struct pool_ops ops = {
        .ctx = (void *)(uintptr_t)t, /* it is only read */
        .item_bytes = sizeof(struct item),
        .work = work,
        .consume = consume,
        .release = release,
    };
    struct pool *pool = NULL;
    if (!t->env->json && t->source->mining->found.count && print_heading(t) != CMD_OK)
        return err_nomem(err);
    enum status status = pool_open(&pool, t->env->threads, &ops, err);
    if (status != STATUS_OK)
        return status;
    progress_start(t->progress, &WHAT, &UNIT, t->source->mining->found.count);
    status = submit_all(t, pool, err);
    pool_close(pool);
    progress_finish(t->progress);
    return status;
}

/* sequence_report.c: see sequence_report.h. */
#include "cmd/parts/sequence_report.h"

#include <math.h>

#include "cmd/parts/sequence_likely.h"
#include "view/draw/text_width.h"
#include "view/report/sequence_view.h"

enum { INDENT = 8, PLAYERS_SHOWN = 3, NEXT_SHOWN = 4 };

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

static void add_row(const struct sequence_entry *entry, struct buf *out)
{
    const struct sequence_profile *p = entry->profile;
    buf_printf(out, "%5llu %12.5g %7u %7u  ", (unsigned long long)entry->nth, p->score,
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

/* likely: of each, as sequence_likely() has it; NULL: not known. */
static void add_next(const struct sequence_profile *p, const double *likely, struct buf *out)
{
    for (size_t i = 0; i < p->next.count && i < NEXT_SHOWN; i++) {
        buf_add_str(out, i ? ", " : "");
        sequence_print_move(p, sequence_next_move(&p->next.entries[i]), out);
        buf_printf(out, " %u", (unsigned)p->next.entries[i].count);
        if (likely && !isnan(likely[i]))
            buf_printf(out, " (%.1f %%)", 100 * likely[i]);
    }
}

static void add_notes(const struct sequence_report *t, const struct sequence_profile *p,
                      const double *likely, struct buf *out)
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
        add_next(p, likely, out);
        buf_add_char(out, '\n');
    }
    begin_note(&GAMES, t->env->lang, out);
    for (uint32_t i = 0; i < p->example_count; i++) {
        const struct mined_line *line = &t->source->mining->lines[p->examples[i].line];
        buf_add_str(out, i ? ", " : "");
        text_add_clean(out, t->source->names ? t->source->names[line->db]
                                             : span_of(t->source->dbs[line->db]->path));
        buf_printf(out, ":%u --ply %u", (unsigned)line->id, (unsigned)p->examples[i].ply);
    }
    buf_add_char(out, '\n');
}

/* The network is asked only about what is printed. */
static enum status add_text(const struct sequence_report *t, const struct sequence_entry *entry,
                            struct buf *out, struct err *err)
{
    double likely[SEQUENCE_NEXT];
    add_row(entry, out);
    if (entry->nth > t->diagrams || entry->profile->length == 0)
        return STATUS_OK;
    if (t->network) {
        enum status status = sequence_likely(t->network, entry->profile, likely, err);
        if (status != STATUS_OK)
            return status;
    }
    buf_add_char(out, '\n');
    sequence_diagram(entry->profile, INDENT, out);
    if (entry->profile->on_board)
        buf_add_char(out, '\n');
    add_notes(t, entry->profile, t->network ? likely : NULL, out);
    buf_add_char(out, '\n');
    return STATUS_OK;
}

/* "likely":[0.31, null, …] in the order of "next" (sequence_view.h). */
static enum status add_likely(const struct sequence_report *t, const struct sequence_profile *p,
                              struct json *j, struct err *err)
{
    double likely[SEQUENCE_NEXT];
    enum status status = sequence_likely(t->network, p, likely, err);
    if (status != STATUS_OK)
        return status;
    json_key(j, "likely");
    json_open_array(j);
    for (size_t i = 0; i < p->next.count && i < SEQUENCE_NEXT; i++)
        json_double(j, likely[i]);
    json_end(j);
    return STATUS_OK;
}

static int print_heading(const struct sequence_report *t)
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

/* --- One by one ------------------------------------------------------------------------------- */

/* Texts: what is printed, and the card of the gallery. */
static enum status write_sequence(void *ctx, const struct sequence_entry *entry,
                                  struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    const struct sequence_report *t = ctx;
    enum status status = STATUS_OK;
    if (t->env->json) {
        struct json j;
        json_init(&j, &texts[0]);
        json_open_object(&j);
        status = sequence_fields_to_json(&j, entry, err);
        if (status == STATUS_OK && t->network)
            status = add_likely(t, entry->profile, &j, err);
        json_end(&j);
        json_line(&j);
    } else {
        status = add_text(t, entry, &texts[0], err);
    }
    if (status == STATUS_OK && t->cards && entry->nth <= t->in_gallery && entry->profile->length)
        status = gallery_card(entry, &texts[1], err);
    return status;
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
static void note_truth(const struct sequence_report *t, const struct sequence_entry *entry)
{
    const struct sequence_profile *p = entry->profile;
    struct truth_stone stones[TRUTH_LONGEST];
    if (p->length > TRUTH_LONGEST || t->truth_count == 0)
        return;
    for (uint32_t i = 0; i < p->length; i++)
        stones[i] = truth_stone(p->moves[i]);
    for (size_t i = 0; i < t->truth_count; i++)
        truth_note(&t->truths[i], stones, p->length, (uint32_t)entry->nth);
}

/* A gallery is wanted even if nobody reads the list any more (| head). */
static bool must_stop(const struct sequence_report *t)
{
    return t->cards ? atomic_load(t->env->cancelled) : cmd_should_stop(t->env);
}

static enum status take_sequence(void *ctx, const struct sequence_entry *entry,
                                 const struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    const struct sequence_report *t = ctx;
    if (cmd_print(t->env, &texts[0]) != CMD_OK || must_stop(t))
        return err_cancelled(err);
    note_truth(t, entry);
    if (t->cards && texts[1].n) {
        buf_add_str(t->cards, t->cards->n ? ",\n" : "");
        buf_add_span(t->cards, buf_span(&texts[1]));
        if (buf_status(t->cards) != STATUS_OK)
            return err_nomem(err);
    }
    progress_add(t->progress, 1);
    return STATUS_OK;
}

enum status sequence_report_print(const struct sequence_report *t, struct err *err)
{
    static const struct msg WHAT = {"collecting", "集計中"}, UNIT = {"sequences", "手順"};
    const struct sequence_profiles all = {
        .source = t->source,
        .threads = t->env->threads,
        .ctx = (void *)(uintptr_t)t, /* it is only read */
        .write = write_sequence,
        .take = take_sequence,
    };
    if (!t->env->json && t->source->mining->found.count && print_heading(t) != CMD_OK)
        return err_nomem(err);
    progress_start(t->progress, &WHAT, &UNIT, t->source->mining->found.count);
    enum status status = sequence_profiles_make(&all, err);
    progress_finish(t->progress);
    return status;
}

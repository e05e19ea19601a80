/* style_explain.c: why a move was chosen, in words; see style.h.
 *
 * How likely people are to play it, by the model without any search; what it is worth; the sequence
 * that it continues, with a game to look at; what the engine alone would have played.  docs/usi.md
 * has examples. */
#include "engine/natural/style_internal.h"
#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi_names.h"

static const char *const FRAMES[FLOW_FRAMES][2] = {
    [FLOW_MOVED] = {"moved piece", "移動駒相対"},
    [FLOW_OWN_KING] = {"own king", "自玉相対"},
    [FLOW_ENEMY_KING] = {"enemy king", "相手玉相対"},
};

struct style_explainer {
    const struct style *style;
    const struct style_position *at;
    const struct style_choice *choice;
    bool ja;
    struct buf *out;
};

static void add_move(struct style_explainer *e, shogi_move m)
{
    if (e->ja && shogi_move_is_legal(e->at->pos, m)) {
        buf_add_str(e->out, ki2_mark(shogi_turn(e->at->pos)));
        ki2_print_move(e->at->pos, m, -1, e->out);
    } else {
        shogi_usi_print(m, e->out);
    }
}

/* A move before: where it went and what, which is all that sequences look at. */
static void add_step(struct style_explainer *e, int back)
{
    const struct flow_step *step = &e->at->past->steps[back];
    if (!e->ja || step->to == FLOW_NO_STEP) {
        shogi_usi_print(e->at->past->moves[back], e->out);
        return;
    }
    buf_add_str(e->out, ki2_mark(step->color));
    buf_add_str(e->out, shogi_wide_digit(shogi_file_of(step->to)));
    buf_add_str(e->out, shogi_kanji_digit(shogi_rank_of(step->to)));
    buf_add_str(e->out, shogi_kind_kanji(step->piece % FLOW_PROMOTES));
}

/* --- How likely, and what it is worth --------------------------------------------------------- */

static void add_likelihood(struct style_explainer *e)
{
    const struct style_choice *c = e->choice;
    buf_printf(e->out,
               e->ja ? ": 人が指す割合 %.1f%%（%s、%d 手中 %d 位）、評価値 %d"
                     : ": people play it %.1f%% of the time here (%s, number %d of %d); value %d",
               100 * c->p, natural_class_names[e->style->settings.class], e->ja ? c->of : c->order,
               e->ja ? c->order : c->of, c->value);
}

/* --- The sequence it continues ---------------------------------------------------------------- */

static void add_past(struct style_explainer *e, const struct flow_row *row)
{
    enum flow_length length = flow_classes[row->class].length;
    int back = length == FLOW_TWO ? 0 : 1;
    bool people = e->style->settings.flow_style == FLOW_HUMAN;
    if (!e->ja)
        buf_add_str(e->out, length == FLOW_TWO ? "; answers " : "; follows ");
    else
        buf_add_str(e->out, "。");
    add_step(e, back);
    if (!e->ja)
        buf_add_str(e->out, people ? " as people do:" : " as programs do:");
    else
        buf_printf(e->out, "%s%s:", length == FLOW_TWO ? "への応手、" : "に続く手、",
                   people ? "人の流れ" : "プログラムの流れ");
}

/* The n-th line "human PATH" of the table's sources. */
static struct span source_path(const struct flow_table *t, enum flow_side side, uint32_t n)
{
    struct span rest = buf_span(&t->sources);
    while (rest.n) {
        ptrdiff_t end = span_find(rest, SPAN("\n"));
        struct span line = span_make(rest.p, end < 0 ? rest.n : (size_t)end);
        rest = span_skip(rest, line.n + (end >= 0));
        if (span_eat(&line, span_of(flow_side_names[side])) && n-- == 0)
            return span_trim(line);
    }
    return (struct span){0};
}

static void add_example(struct style_explainer *e, const struct flow_row *row)
{
    enum flow_side side = (enum flow_side)e->style->settings.flow_style;
    const struct flow_example *x = &row->examples[side][0];
    struct span path =
        x->ply == UINT32_MAX ? (struct span){0} : source_path(&e->style->flow, side, x->db);
    if (!path.n)
        return;
    buf_add_str(e->out, e->ja ? "、例 " : ", e.g. ");
    buf_add_span(e->out, path);
    buf_printf(e->out, e->ja ? ":%lu の %lu 手目" : ":%lu move %lu", (unsigned long)x->id,
               (unsigned long)x->ply + 1);
}

static void add_row(struct style_explainer *e, const struct flow_row *row)
{
    buf_printf(e->out, " %s ", FRAMES[flow_classes[row->class].frame][e->ja]);
    flow_key_text(row->class, row->key, e->out);
    buf_printf(e->out,
               e->ja ? "（人 %lu 回、プログラム %lu 回、頻度の比 %.1f"
                     : " (people %lu times, programs %lu, a ratio of rates of %.1f",
               (unsigned long)row->count[FLOW_HUMAN], (unsigned long)row->count[FLOW_COMPUTER],
               row->ratio);
    add_example(e, row);
    buf_add_str(e->out, e->ja ? "）" : ")");
}

static void add_rows(struct style_explainer *e)
{
    const struct flow_reason *r = &e->choice->reason;
    const struct flow_row *last = NULL;
    for (int f = 0; f < FLOW_FRAMES; f++) {
        const struct flow_row *row = r->row[f];
        if (!row)
            continue;
        if (!last || flow_classes[last->class].length != flow_classes[row->class].length)
            add_past(e, row);
        else
            buf_add_str(e->out, e->ja ? "、" : " and");
        add_row(e, row);
        last = row;
    }
    if (r->again)
        buf_add_str(e->out, e->ja ? "、同じ駒を続けて" : ", the same piece again");
    if (r->points)
        buf_printf(e->out, e->ja ? "、%+d 点" : ", %+d points", r->points);
}

/* --- What else could have been played --------------------------------------------------------- */

static void add_plain(struct style_explainer *e)
{
    const struct style_choice *c = e->choice;
    buf_add_str(e->out, e->ja ? "。エンジンだけなら" : "; the engine alone");
    if (c->plain_depth)
        buf_printf(e->out, e->ja ? "（深さ %d）" : ", at depth %d,", c->plain_depth);
    if (c->move == c->plain) {
        buf_add_str(e->out, e->ja ? "同じ手" : " plays it, too");
        return;
    }
    buf_add_str(e->out, e->ja ? " " : " plays ");
    add_move(e, c->plain);
    int more = c->plain_value - c->value;
    if (more > 0)
        buf_printf(e->out, e->ja ? "（評価値は %d 高い、" : ", worth %d more, ", more);
    else
        buf_add_str(e->out, e->ja ? "（評価値は高くない、" : ", worth no more, ");
    buf_printf(e->out,
               e->ja ? "人は %.1f%%、%d 位）" : "which people play %.1f%% of the time (number %d)",
               100 * c->plain_p, c->plain_order);
}

void style_explain(const struct style *s, const struct style_position *at,
                   const struct style_choice *c, struct buf *out)
{
    struct style_explainer e = {s, at, c, s->settings.language == STYLE_JAPANESE, out};
    if (s->settings.language == STYLE_SILENT || !c->free)
        return;
    add_move(&e, c->move);
    add_likelihood(&e);
    add_rows(&e);
    add_plain(&e);
}

/* flow_report.c: see flow_report.h. */
#include "view/report/flow_report.h"

#include <stdio.h>

#include "view/draw/text_width.h"
#include "view/report/curve_report.h"

/* --- Words ------------------------------------------------------------------------------------ */

static const struct msg KINDS[SHOGI_KINDS] = {
    [SHOGI_PAWN] = {"pawn", "歩"},
    [SHOGI_LANCE] = {"lance", "香"},
    [SHOGI_KNIGHT] = {"knight", "桂"},
    [SHOGI_SILVER] = {"silver", "銀"},
    [SHOGI_BISHOP] = {"bishop", "角"},
    [SHOGI_ROOK] = {"rook", "飛"},
    [SHOGI_GOLD] = {"gold", "金"},
    [SHOGI_KING] = {"king", "玉"},
    [SHOGI_PRO_PAWN] = {"promoted pawn", "と"},
    [SHOGI_PRO_LANCE] = {"promoted lance", "成香"},
    [SHOGI_PRO_KNIGHT] = {"promoted knight", "成桂"},
    [SHOGI_PRO_SILVER] = {"promoted silver", "成銀"},
    [SHOGI_HORSE] = {"horse", "馬"},
    [SHOGI_DRAGON] = {"dragon", "龍"},
};

static const struct msg LENGTHS[FLOW_LENGTHS] = {
    {"opponent's move and own reply", "2 手"},
    {"own, opponent's, own move", "3 手"},
    {"own last and next move", "自分 2 手"},
};

static const struct msg FRAMES[FLOW_FRAMES] = {
    {"from the square of the first", "移動した駒から"},
    {"from the own king", "自玉から"},
    {"from the enemy king", "相手玉から"},
};

static const struct msg CAPTURE = {", captures separate", "、駒取りを区別"};

/* --- Columns ---------------------------------------------------------------------------------- */

/* Appends the text to the right end of a column, and empties it. */
static void add_right(struct buf *out, struct buf *text, int columns)
{
    for (int i = text_columns(buf_span(text)); i < columns; i++)
        buf_add_char(out, ' ');
    buf_add_span(out, buf_span(text));
    if (buf_status(text) != STATUS_OK)
        out->bad = buf_status(text);
    buf_clear(text);
}

static void add_count(struct buf *out, struct buf *text, uint64_t n, int columns)
{
    curve_add_count(text, n);
    add_right(out, text, columns);
}

static void add_head(struct buf *out, struct buf *text, struct msg head, enum lang lang,
                     int columns)
{
    buf_add_str(text, msg_in(&head, lang));
    add_right(out, text, columns);
}

static void add_p(struct buf *out, struct buf *text, double p)
{
    if (p > 0)
        buf_printf(text, p < 0.001 ? "%.1e" : "%.3f", p);
    else
        buf_add_str(text, "<1e-300");
    add_right(out, text, 10);
}

/* The message, its arguments being counts. */
static void add_counts(struct buf *out, const struct msg *m, enum lang lang, uint64_t a, uint64_t b)
{
    struct buf x, y;
    buf_init(&x, 64);
    buf_init(&y, 64);
    curve_add_count(&x, a);
    curve_add_count(&y, b);
    msg_format(m, lang, buf_span(&x), buf_span(&y), out);
    buf_release(&x);
    buf_release(&y);
}

/* --- Sequences -------------------------------------------------------------------------------- */

void flow_text_head(const struct flow_table *t, enum lang lang, struct buf *out)
{
    static const struct msg GAMES = {"%1 games of people, %2 of programs",
                                     "人間 %1 局、プログラム %2 局"};
    static const struct msg FROM = {"; from ply %1 on", "、%1 手目から"};
    static const struct msg LEVEL = {"; at least %1 times", "、%1 回以上"};
    static const struct msg PLAIN = {", p below %1\n", "、p が %1 未満\n"};
    static const struct msg CORRECTED = {", false discovery rate below %1\n",
                                         "、偽発見率が %1 未満\n"};
    static const struct msg SHUFFLED = {
        "control: games assigned to people and programs at random\n",
        "対照実験: 棋譜を人間とプログラムに無作為に割り当てた\n"};
    static const struct msg PART = {"only games of part %1\n", "%1 の区分の棋譜だけ\n"};
    const struct flow_settings *s = &t->settings;
    char alpha[32];
    snprintf(alpha, sizeof alpha, "%.6g", s->alpha);
    add_counts(out, &GAMES, lang, t->games[0], t->games[1]);
    add_counts(out, &FROM, lang, s->from_ply, 0);
    add_counts(out, &LEVEL, lang, s->min_count, 0);
    msg_format(s->correct ? &CORRECTED : &PLAIN, lang, span_of(alpha), (struct span){0}, out);
    if (s->part != GAME_PART_ALL)
        msg_format(&PART, lang, span_of(game_part_names[s->part - GAME_PART_TRAIN]),
                   (struct span){0}, out);
    if (s->shuffled)
        buf_add_str(out, msg_in(&SHUFFLED, lang));
}

static void add_class_head(const struct flow_table *t, unsigned class, enum lang lang,
                           struct buf *out)
{
    static const struct msg WHAT = {"  %1 : %2 occurrences", "  出現 %1 : %2"};
    static const struct msg TESTED = {", %1 distinct, %2 tested", "、%1 種類、検定 %2"};
    static const struct msg COMMA = {", ", "、"};
    static const struct msg KEPT = {", %1 kept\n", "、採用 %1\n"};
    const struct flow_class *c = &flow_classes[class];
    buf_printf(out, "\n%s  (%s%s%s%s)\n", c->name, msg_in(&LENGTHS[c->length], lang),
               msg_in(&COMMA, lang), msg_in(&FRAMES[c->frame], lang),
               c->capture ? msg_in(&CAPTURE, lang) : "");
    add_counts(out, &WHAT, lang, t->totals[class][0], t->totals[class][1]);
    add_counts(out, &TESTED, lang, t->distinct[class], t->tested[class]);
    add_counts(out, &KEPT, lang, t->kept[class], 0);
}

/* Of the side that plays it more. */
static void add_example(const struct flow_row *r, const struct flow_text_options *o,
                        struct buf *out)
{
    enum flow_side side = r->ratio >= 1 ? FLOW_HUMAN : FLOW_COMPUTER;
    const struct flow_example *e = &r->examples[side][0];
    if (e->ply == UINT32_MAX || !o->paths[side])
        return;
    buf_add_str(out, "    kifu show ");
    text_add_clean(out, span_of(o->paths[side][e->db]));
    buf_printf(out, ":%u --ply %u", e->id, e->ply + 1);
}

static void add_row(const struct flow_row *r, const struct flow_text_options *o, struct buf *text,
                    struct buf *out)
{
    add_count(out, text, r->count[FLOW_HUMAN], 10);
    add_count(out, text, r->count[FLOW_COMPUTER], 11);
    buf_printf(text, "%.2f", r->ratio);
    add_right(out, text, 9);
    add_p(out, text, r->p);
    buf_add_str(out, "  ");
    flow_key_text(r->class, r->key, out);
    add_example(r, o, out);
    buf_add_char(out, '\n');
}

static void add_class(const struct flow_table *t, unsigned class, const struct flow_text_options *o,
                      struct buf *text, struct buf *out)
{
    static const struct msg HUMAN = {"people", "人間"}, COMPUTER = {"programs", "プログラム"};
    static const struct msg RATIO = {"ratio", "比"}, P = {"p", "p"};
    static const struct msg SEQUENCE = {"  sequence\n", "  手順\n"};
    uint32_t printed = 0;
    add_class_head(t, class, o->lang, out);
    if (t->kept[class] == 0 || o->top == 0)
        return;
    add_head(out, text, HUMAN, o->lang, 10);
    add_head(out, text, COMPUTER, o->lang, 11);
    add_head(out, text, RATIO, o->lang, 9);
    add_head(out, text, P, o->lang, 10);
    buf_add_str(out, msg_in(&SEQUENCE, o->lang));
    for (size_t i = 0; i < t->count && printed < o->top; i++)
        if (t->rows[i].class == class && t->rows[i].kept) {
            add_row(&t->rows[i], o, text, out);
            printed++;
        }
}

void flow_text_classes(const struct flow_table *t, const struct flow_text_options *o,
                       struct buf *out)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (unsigned class = 0; class < FLOW_CLASSES; class ++)
        if (t->classes >> class & 1)
            add_class(t, class, o, &text, out);
    buf_release(&text);
}

/* --- The same piece twice --------------------------------------------------------------------- */

static double rate(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* Who does it more, if that is no chance. */
static void add_verdict(struct buf *out, double human, double computer, double p, double alpha,
                        enum lang lang)
{
    static const struct msg PEOPLE = {"people", "人間"}, PROGRAMS = {"programs", "プログラム"};
    const struct msg *who = human > computer ? &PEOPLE : &PROGRAMS;
    buf_add_str(out, "  ");
    text_pad(out, span_of(p < alpha ? msg_in(who, lang) : "-"), 10);
}

static void add_twice(const struct flow_table *t, int kind, enum lang lang, struct buf *text,
                      struct buf *out)
{
    const struct flow_twice *w = &t->twice[kind];
    double share[FLOW_SIDES], again[FLOW_SIDES];
    for (int side = 0; side < FLOW_SIDES; side++) {
        share[side] = rate(w->count[side], t->pairs[side]);
        again[side] = rate(w->count[side], w->moves[side]);
    }
    text_pad(out, span_of(msg_in(&KINDS[kind], lang)), 16);
    add_count(out, text, w->count[FLOW_HUMAN], 10);
    add_count(out, text, w->count[FLOW_COMPUTER], 11);
    for (int reading = 0; reading < 2; reading++) {
        const double *r = reading ? again : share;
        double p = reading ? w->rate_p : w->p;
        buf_printf(out, "%8.2f :%6.2f", 100 * r[FLOW_HUMAN], 100 * r[FLOW_COMPUTER]);
        add_p(out, text, p);
        add_verdict(out, r[FLOW_HUMAN], r[FLOW_COMPUTER], p, t->settings.alpha, lang);
    }
    while (out->n && out->p[out->n - 1] == ' ')
        out->n--;
    buf_add_char(out, '\n');
}

void flow_text_twice(const struct flow_table *t, enum lang lang, struct buf *out)
{
    static const struct msg TITLE = {
        "\nthe same piece twice in a row: %% of %1 : %2 pairs of own moves, and %% of the times "
        "when "
        "it\nhad just been moved and still stood there\n",
        "\n同じ駒を続けて動かした回数: 自分の 2 手の組 %1 : %2 のうちの％と、"
        "直前に動かした駒がまだあるときの％\n"};
    static const struct msg PIECE = {"piece", "駒"}, HUMAN = {"people", "人間"},
                            COMPUTER = {"programs", "プログラム"};
    static const struct msg PAIRS = {"% of pairs", "組の％"}, RATE = {"% again", "再び動かした％"},
                            P = {"p", "p"}, MORE = {"more by", "多い方"};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    add_counts(out, &TITLE, lang, t->pairs[0], t->pairs[1]);
    text_pad(out, span_of(msg_in(&PIECE, lang)), 16);
    add_head(out, &text, HUMAN, lang, 10);
    add_head(out, &text, COMPUTER, lang, 11);
    for (int reading = 0; reading < 2; reading++) {
        add_head(out, &text, reading ? RATE : PAIRS, lang, 16);
        add_head(out, &text, P, lang, 10);
        buf_add_str(out, "  ");
        text_pad(out, span_of(msg_in(&MORE, lang)), reading ? 0 : 10);
    }
    buf_add_char(out, '\n');
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
        add_twice(t, kind, lang, &text, out);
    buf_release(&text);
}

static void add_examples(struct json *j, const struct flow_row *r,
                         const char *const *const paths[FLOW_SIDES])
{
    json_key(j, "examples");
    json_open_array(j);
    for (int side = 0; side < FLOW_SIDES; side++)
        for (int i = 0; i < FLOW_EXAMPLES; i++) {
            const struct flow_example *e = &r->examples[side][i];
            if (e->ply == UINT32_MAX)
                continue;
            json_open_object(j);
            json_key_cstr(j, "side", flow_side_names[side]);
            json_key_cstr(j, "db", paths[side][e->db]);
            json_key_u64(j, "game", e->id);
            json_key_u64(j, "ply", (uint64_t)e->ply + 1);
            json_end(j);
        }
    json_end(j);
}

void flow_row_json(struct json *j, const struct flow_row *r,
                   const char *const *const paths[FLOW_SIDES])
{
    struct buf text;
    buf_init(&text, 256);
    flow_key_text(r->class, r->key, &text);
    json_open_object(j);
    json_key_cstr(j, "class", flow_classes[r->class].name);
    json_key_str(j, "sequence", buf_span(&text));
    json_key_u64(j, "human", r->count[FLOW_HUMAN]);
    json_key_u64(j, "computer", r->count[FLOW_COMPUTER]);
    json_key_double(j, "p", r->p);
    json_key_double(j, "ratio", r->ratio);
    json_key_bool(j, "kept", r->kept);
    json_key_double(j, "adjusted", r->adjusted);
    add_examples(j, r, paths);
    json_end(j);
    if (buf_status(&text) != STATUS_OK)
        j->out->bad = buf_status(&text);
    buf_release(&text);
}

void flow_twice_json(struct json *j, const struct flow_table *t, int kind)
{
    const struct flow_twice *w = &t->twice[kind];
    json_open_object(j);
    json_key_cstr(j, "piece", flow_kind_names[kind]);
    json_key_u64(j, "human", w->count[FLOW_HUMAN]);
    json_key_u64(j, "computer", w->count[FLOW_COMPUTER]);
    json_key_u64(j, "human_pairs", t->pairs[FLOW_HUMAN]);
    json_key_u64(j, "computer_pairs", t->pairs[FLOW_COMPUTER]);
    json_key_u64(j, "human_could", w->moves[FLOW_HUMAN]);
    json_key_u64(j, "computer_could", w->moves[FLOW_COMPUTER]);
    json_key_double(j, "p", w->p);
    json_key_double(j, "rate_p", w->rate_p);
    json_end(j);
}

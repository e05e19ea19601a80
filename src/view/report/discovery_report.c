/* discovery_report.c: see discovery_report.h. */
#include "view/report/discovery_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/draw/text_width.h"
#include "view/report/curve_report.h"

static const struct msg CLAIMS[3][2] = {
    {{"the side that has it wins %1 percentage points less than its value predicts",
      "この条件を持つ側の勝率は、評価値が示すより %1 ポイント低い"},
     {"the side that has it wins %1 percentage points more than its value predicts",
      "この条件を持つ側の勝率は、評価値が示すより %1 ポイント高い"}},
    {{"Black wins %1 percentage points less than the value predicts",
      "先手の勝率は、評価値が示すより %1 ポイント低い"},
     {"Black wins %1 percentage points more than the value predicts",
      "先手の勝率は、評価値が示すより %1 ポイント高い"}},
    {{"the side ahead wins %1 percentage points less than the value predicts: the value is too "
      "high",
      "優勢な側の勝率は、評価値が示すより %1 ポイント低い（評価値が大きすぎる）"},
     {"the side ahead wins %1 percentage points more than the value predicts: the value is too low",
      "優勢な側の勝率は、評価値が示すより %1 ポイント高い（評価値が小さすぎる）"}},
};
static const struct msg NOTHING = {
    "%1 conditions tested on %2 games: none significantly distorted\n",
    "%1 個の条件を %2 局で検定：有意な歪みはありません。\n"};
static const struct msg TESTED = {"%1 conditions tested on %2 games", "%1 個の条件を %2 局で検定"};
static const struct msg WRONG = {
    "; %1 significantly distorted. The worst, measured on %2 other games:\n",
    "。有意な歪みは %1 個。以下は別の %2 局による数値:\n"};
static const struct msg SEEN = {"%1 positions of %2 games", "%2 局の %1 局面"};
static const struct msg DISTORTION = {"; distortion %1 %% [%2]", "；歪み %1 %% [%2]"};
static const struct msg UNKNOWN = {"; too few positions to measure the distortion",
                                   "；歪みを測るには局面が足りません"};
static const struct msg OF_SIDE[2] = {{"Black has it: %1 positions", "先手側の条件: %1 局面"},
                                      {"; White has it: %1 positions", "；後手側の条件: %1 局面"}};
static const struct msg ITS_DISTORTION = {", distortion %1 %% [%2]", "、歪み %1 %% [%2]"};
static const struct msg P = {"; p %1 (adjusted for multiple tests)", "；p 値 %1（多重検定を補正）"};
static const struct msg CONTRADICTED = {
    "not confirmed: the games that suggested it show the opposite",
    "未確認: この条件を見つけた対局では逆の結果でした"};
static const struct msg FLIPPED = {"as White has it: %1", "後手から見ると: %1"};
static const struct msg SAME = {"grouped with it: ", "まとめたもの: "};
static const struct msg EXPLAINS = {"explains %1 other conditions", "ほかの %1 個の条件を説明する"};
static const struct msg VALUE = {"value %1", "評価値 %1"};
static const struct msg RESULTS[3] = {
    {", White won", "、後手勝ち"}, {", a draw", "、引き分け"}, {", Black won", "、先手勝ち"}};

/* Values are Black's, the condition may be White's. */
static const struct msg OWNERS[2] = {{"; Black has it", "；先手側の条件"},
                                     {"; White has it", "；後手側の条件"}};

/* --- Figures
 * --------------------------------------------------------------------------------------
 */

struct figure_text {
    char text[48];
};

/* 37845 as "37,845". */
static struct figure_text grouped(uint64_t n)
{
    char digits[24];
    struct figure_text f;
    size_t length = 0, at = 0;
    do
        digits[length++] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    while (length > 0) {
        f.text[at++] = digits[--length];
        if (length && length % 3 == 0)
            f.text[at++] = ',';
    }
    f.text[at] = '\0';
    return f;
}

static struct figure_text points(double share)
{
    struct figure_text f;
    snprintf(f.text, sizeof f.text, "%.1f", 100 * share);
    return f;
}

static void add_msg(const struct msg *m, enum lang lang, struct figure_text a, struct figure_text b,
                    struct buf *out)
{
    msg_format(m, lang, span_of(a.text), span_of(b.text), out);
}

static void begin_line(struct buf *out)
{
    buf_add_str(out, "     ");
}

/* --- One finding
 * ---------------------------------------------------------------------------------- */

void discovery_claim(const struct discovery *d, enum lang lang, struct buf *out)
{
    double by = d->tilted ? d->lean : d->shift;
    int which = d->tilted ? 2 : d->symmetric ? 1 : 0;
    add_msg(&CLAIMS[which][by > 0], lang, points(fabs(by)), points(0), out);
}

static struct figure_text interval(double low, double high)
{
    struct figure_text f;
    snprintf(f.text, sizeof f.text, "%.1f, %.1f", 100 * low, 100 * high);
    return f;
}

/* What the plot's curves are of. */
static void add_sides(const struct discovery *d, enum lang lang, struct buf *out)
{
    const struct curve *c[2] = {&d->curve, &d->flipped_curve};
    if (d->symmetric)
        return;
    begin_line(out);
    for (int side = 0; side < 2; side++) {
        add_msg(&OF_SIDE[side], lang, grouped(c[side]->positions), grouped(0), out);
        if (c[side]->positions && !isnan(c[side]->distortion))
            add_msg(&ITS_DISTORTION, lang, points(c[side]->distortion),
                    interval(c[side]->low, c[side]->high), out);
    }
    buf_add_char(out, '\n');
}

static void add_figures(const struct discovery *d, enum lang lang, struct buf *out)
{
    struct figure_text p, range = interval(d->low, d->high);
    begin_line(out);
    add_msg(&SEEN, lang, grouped(d->positions), grouped(d->games), out);
    snprintf(p.text, sizeof p.text, "%.2g", d->adjusted);
    if (isnan(d->distortion))
        buf_add_str(out, msg_in(&UNKNOWN, lang));
    else
        add_msg(&DISTORTION, lang, points(d->distortion), range, out);
    add_msg(&P, lang, p, p, out);
    buf_add_char(out, '\n');
    add_sides(d, lang, out);
}

static void add_others(const struct discovery *d, enum lang lang, struct buf *out)
{
    if (!d->symmetric) {
        begin_line(out);
        msg_format(&FLIPPED, lang, span_of(d->flipped), (struct span){0}, out);
        buf_add_char(out, '\n');
    }
    if (d->folded_count) {
        begin_line(out);
        buf_add_str(out, msg_in(&SAME, lang));
        for (uint32_t i = 0; i < d->folded_count; i++) {
            buf_add_str(out, i ? ", " : "");
            text_add_clean(out, span_of(d->folded[i]));
        }
        buf_add_char(out, '\n');
    }
    if (d->explained) {
        begin_line(out);
        add_msg(&EXPLAINS, lang, grouped(d->explained), grouped(0), out);
        buf_add_char(out, '\n');
    }
}

/* A word as a shell reads it; what needs no quotes has some only if they are wanted. */
static void add_quoted(const char *word, bool always, struct buf *out)
{
    static const char PLAIN[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
    if (!always && *word && !word[strspn(word, PLAIN)]) {
        buf_add_str(out, word);
        return;
    }
    buf_add_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            buf_add_str(out, "'\\''");
        else
            buf_add_char(out, *word);
    buf_add_char(out, '\'');
}

static void add_search(const struct discovery *d, const char *name, struct buf *out)
{
    begin_line(out);
    buf_add_str(out, "kifu search ");
    add_quoted(name, false, out);
    buf_add_char(out, ' ');
    add_quoted(d->query, true, out);
    buf_add_char(out, '\n');
}

static void add_example(const struct discover_example *e, const char *name, bool symmetric,
                        enum lang lang, struct buf *out)
{
    struct figure_text value;
    snprintf(value.text, sizeof value.text, "%+d", e->value);
    begin_line(out);
    buf_add_str(out, "kifu show ");
    add_quoted(name, false, out);
    buf_printf(out, ":%u --ply %-3u   ", e->id, e->ply);
    add_msg(&VALUE, lang, value, value, out);
    if (e->points <= 2)
        buf_add_str(out, msg_in(&RESULTS[e->points], lang));
    if (!symmetric)
        buf_add_str(out, msg_in(&OWNERS[e->flipped], lang));
    buf_add_char(out, '\n');
}

static void add_finding(const struct discovery *d, uint32_t nth, const char *const *names,
                        enum lang lang, struct buf *out)
{
    buf_printf(out, "\n%3u  ", nth);
    text_add_clean(out, span_of(d->query));
    buf_add_char(out, '\n');
    begin_line(out);
    discovery_claim(d, lang, out);
    buf_add_char(out, '\n');
    add_figures(d, lang, out);
    if (d->contradicted) {
        begin_line(out);
        buf_add_str(out, msg_in(&CONTRADICTED, lang));
        buf_add_char(out, '\n');
    }
    add_others(d, lang, out);
    add_search(d, names[d->example_count ? d->examples[0].db : 0], out);
    for (uint32_t i = 0; i < d->example_count; i++)
        add_example(&d->examples[i], names[d->examples[i].db], d->symmetric, lang, out);
}

void discoveries_to_text(const struct discoveries *d, const char *const *names, enum lang lang,
                         struct buf *out)
{
    if (!d->count) {
        add_msg(&NOTHING, lang, grouped(d->tested), grouped(d->scored_games), out);
        return;
    }
    add_msg(&TESTED, lang, grouped(d->tested), grouped(d->scored_games), out);
    add_msg(&WRONG, lang, grouped(d->significant), grouped(d->held_out_games), out);
    for (uint32_t i = 0; i < d->count; i++)
        add_finding(&d->at[i], i + 1, names, lang, out);
}

static void add_examples(struct json *j, const struct discovery *d, const char *const *names)
{
    json_key(j, "examples");
    json_open_array(j);
    for (uint32_t i = 0; i < d->example_count; i++) {
        const struct discover_example *e = &d->examples[i];
        json_open_object(j);
        json_key_cstr(j, "db", names[e->db]);
        json_key_u64(j, "id", e->id);
        json_key_u64(j, "ply", e->ply);
        json_key_i64(j, "value", e->value);
        json_key_u64(j, "points", e->points);
        json_key_cstr(j, "side", e->flipped ? "white" : "black");
        json_end(j);
    }
    json_end(j);
}

void discovery_to_json(struct json *j, const struct discovery *d, const char *const *names)
{
    json_open_object(j);
    json_key_cstr(j, "condition", d->query);
    json_key_cstr(j, "flipped", d->flipped);
    json_key_u64(j, "positions", d->positions);
    json_key_u64(j, "games", d->games);
    json_key_double(j, "shift", d->shift);
    json_key_double(j, "lean", d->lean);
    json_key_double(j, "score", d->score);
    json_key_double(j, "tilt", d->tilt);
    json_key_bool(j, "tilted", d->tilted);
    json_key_bool(j, "confirmed", !d->contradicted);
    json_key_double(j, "p", d->p);
    json_key_double(j, "adjusted", d->adjusted);
    json_key_double(j, "distortion", d->distortion);
    json_key_double(j, "low", d->low);
    json_key_double(j, "high", d->high);
    json_key(j, "folded");
    json_open_array(j);
    for (uint32_t i = 0; i < d->folded_count; i++)
        json_cstr(j, d->folded[i]);
    json_end(j);
    json_key_u64(j, "explained", d->explained);
    add_examples(j, d, names);
    curve_bins_to_json(j, "bins", &d->curve);
    curve_bins_to_json(j, "flipped_bins", &d->flipped_curve);
    json_end(j);
}

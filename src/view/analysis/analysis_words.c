/* analysis_words.c: see analysis_words.h. */
#include "view/analysis/analysis_words.h"

#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "formats/shogi/ki2_notation.h"
#include "view/board/shogi_move_text.h"
#include "view/board/shogi_ply_view.h"
#include "view/draw/text_width.h"

const struct msg move_class_words[MOVE_CLASSES] = {
    {"good move", "好手"}, {"inaccuracy", "疑問手"}, {"mistake", "悪手"}, {"blunder", "大悪手"}};

enum status analysis_view_open(struct analysis_view *v, struct err *err)
{
    const struct game_analysis *a = v->a;
    v->positions = mem_calloc((size_t)a->plies + 1, sizeof *v->positions);
    if (!v->positions)
        return err_nomem(err);
    struct shogi_pos pos = *a->start;
    for (uint32_t p = 0; p <= a->plies; p++) {
        struct shogi_undo undo;
        v->positions[p] = pos;
        if (p < a->plies)
            shogi_play(&pos, a->moves[p], &undo);
    }
    return STATUS_OK;
}

void analysis_view_release(struct analysis_view *v)
{
    mem_free(v->positions);
    v->positions = NULL;
}

/* --- Parts ------------------------------------------------------------------------------------ */

static void add_move(const struct shogi_pos *pos, shogi_move move, int last_to, enum lang lang,
                     struct buf *out)
{
    buf_add_str(out, ki2_mark(shogi_turn(pos)));
    shogi_move_text(pos, move, last_to, lang, out);
}

/* Where the move before position p went. */
static int last_to(const struct analysis_view *v, uint32_t p)
{
    return p ? shogi_move_to(v->a->moves[p - 1]) : -1;
}

void analysis_add_move(const struct analysis_view *v, uint32_t p, shogi_move move, enum lang lang,
                       struct buf *out)
{
    add_move(&v->positions[p], move, last_to(v, p), lang, out);
}

void analysis_add_line(const struct analysis_view *v, uint32_t p, enum lang lang, struct buf *out)
{
    const struct analysed_position *at = &v->a->positions[p];
    struct shogi_pos pos = v->positions[p];
    int to = last_to(v, p);
    for (int i = 0; i < at->length; i++) {
        struct shogi_undo undo;
        buf_add_str(out, i ? " " : "");
        add_move(&pos, at->line[i], to, lang, out);
        to = shogi_move_to(at->line[i]);
        shogi_play(&pos, at->line[i], &undo);
    }
}

void analysis_add_percent(double share, struct buf *out)
{
    buf_printf(out, "%d %%", (int)lround(100 * share));
}

void analysis_add_player(const struct analysis_view *v, int side, enum lang lang, struct buf *out)
{
    struct span name = record_header(v->rec, HEADER_PLAYER + side);
    buf_add_str(out, ki2_mark(side));
    if (name.n)
        text_add_clean(out, name);
    else
        shogi_side_text(side, record_is_handicap(v->rec), lang, out);
}

/* --- Sentences -------------------------------------------------------------------------------- */

bool analysis_is_worth_words(const struct analysed_move *m)
{
    return m->class > MOVE_GOOD || m->misses_mate || m->allows_mate;
}

static int mate_plies(int value)
{
    return THINK_MATE - (value < 0 ? -value : value);
}

/* Pieces of a sentence: %1 and %2 stand for texts. */
static void add(const struct msg *what, enum lang lang, struct buf *arg1, struct buf *arg2,
                struct buf *out)
{
    msg_format(what, lang, arg1 ? buf_span(arg1) : (struct span){0},
               arg2 ? buf_span(arg2) : (struct span){0}, out);
}

struct sentence_parts {
    struct buf move, number, loss, range, better, line;
};

static void fill_parts(const struct analysis_view *v, uint32_t p, enum lang lang,
                       struct sentence_parts *s)
{
    static const struct msg RANGE = {"from %1 to %2", "%1 → %2"};
    const struct analysed_move *m = &v->a->at[p];
    struct buf before, after;
    struct buf *all[] = {&s->move,   &s->number, &s->loss, &s->range,
                         &s->better, &s->line,   &before,  &after};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buf_init(all[i], BUF_DEFAULT_MAX);
    analysis_add_move(v, p, m->move, lang, &s->move);
    buf_add_u64(&s->number, analysis_number(v, p));
    analysis_add_percent(m->loss, &s->loss);
    analysis_add_percent(m->win_before, &before);
    analysis_add_percent(m->win_after, &after);
    add(&RANGE, lang, &before, &after, &s->range);
    if (m->best && m->best != m->move) {
        analysis_add_move(v, p, m->best, lang, &s->better);
        analysis_add_line(v, p, lang, &s->line);
    }
    buf_release(&before);
    buf_release(&after);
}

static void release_parts(struct sentence_parts *s)
{
    struct buf *all[] = {&s->move, &s->number, &s->loss, &s->range, &s->better, &s->line};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buf_release(all[i]);
}

static void add_mate(const struct msg *what, int value, enum lang lang, struct buf *out)
{
    msg_format(what, lang, SPAN_U64((uint64_t)mate_plies(value)), (struct span){0}, out);
}

void analysis_add_sentence(const struct analysis_view *v, uint32_t p, enum lang lang,
                           struct buf *out)
{
    static const struct msg WHICH = {"%1 (move %2)", "%1（%2手目）"};
    static const struct msg LOSES = {" loses %1, %2", "で勝率が %1 下がりました（%2、"};
    static const struct msg CLASS_BEGINS = {" (", ""}, CLASS_ENDS = {")", "）"};
    static const struct msg MISSES = {"; it misses a mate in %1", "。%1手詰を逃しました"};
    static const struct msg ALLOWS = {"; it allows a mate in %1", "。%1手詰を許しました"};
    static const struct msg MISSES_ALONE = {" misses a mate in %1", "で%1手詰を逃しました"};
    static const struct msg ALLOWS_ALONE = {" allows a mate in %1", "で%1手詰を許しました"};
    static const struct msg BETTER = {"; %1 was better: %2", "。%1 が優りました: %2"};
    const struct analysed_move *m = &v->a->at[p];
    struct sentence_parts s;
    const bool loses = m->class > MOVE_GOOD;
    fill_parts(v, p, lang, &s);
    add(&WHICH, lang, &s.move, &s.number, out);
    if (loses) {
        add(&LOSES, lang, &s.loss, &s.range, out);
        buf_add_str(out, msg_in(&CLASS_BEGINS, lang));
        buf_add_str(out, msg_in(&move_class_words[m->class], lang));
        buf_add_str(out, msg_in(&CLASS_ENDS, lang));
    }
    if (m->misses_mate)
        add_mate(loses ? &MISSES : &MISSES_ALONE, m->before, lang, out);
    if (m->allows_mate)
        add_mate(loses || m->misses_mate ? &ALLOWS : &ALLOWS_ALONE, m->after, lang, out);
    if (s.better.n)
        add(&BETTER, lang, &s.better, &s.line, out);
    if (buf_status(&s.move) != STATUS_OK || buf_status(&s.line) != STATUS_OK)
        out->bad = STATUS_NOMEM;
    release_parts(&s);
}

/* --- Report ----------------------------------------------------------------------------------- */

static void add_head(const struct analysis_view *v, enum lang lang, struct buf *out)
{
    analysis_add_player(v, SHOGI_BLACK, lang, out);
    buf_add_str(out, " – ");
    analysis_add_player(v, SHOGI_WHITE, lang, out);
    buf_add_char(out, '\n');
    struct span event = record_header(v->rec, HEADER_EVENT);
    struct span date = record_header(v->rec, HEADER_START_TIME);
    if (v->has_id)
        buf_printf(out, "#%u  ", v->id);
    text_add_clean(out, v->rec->label);
    if (event.n || date.n) {
        buf_add_str(out, "  ");
        text_add_clean(out, event);
        buf_add_str(out, event.n && date.n ? " " : "");
        text_add_clean(out, date);
    }
    buf_add_char(out, '\n');
    size_t before = out->n;
    shogi_result_text(v->rec, lang, out);
    buf_add_str(out, out->n > before ? "\n" : "");
}

static void add_engine(const struct analysis_view *v, enum lang lang, struct buf *out)
{
    static const struct msg ENGINE = {"%1, %2 nodes a position", "%1、1 局面 %2 ノード"};
    static const struct msg SCALE = {"; a value of %1 wins in 73 %%", "。評価値 %1 で勝率 73 %%"};
    msg_format(&ENGINE, lang, v->engine, SPAN_U64(v->nodes), out);
    msg_format(&SCALE, lang, SPAN_U64((uint64_t)v->a->scale), (struct span){0}, out);
    buf_add_char(out, '\n');
}

enum { NAME_COLUMNS = 24, FIGURE_COLUMNS = 13, PLY_COLUMNS = 4, MOVE_COLUMNS = 14 };

/* At the right end of its columns. */
static void add_right(struct buf *out, struct span text)
{
    for (int i = text_columns(text); i < FIGURE_COLUMNS; i++)
        buf_add_char(out, ' ');
    buf_add_char(out, ' ');
    buf_add_span(out, text);
}

static void add_figure(struct buf *out, uint32_t n)
{
    add_right(out, SPAN_U64(n));
}

static void add_tenths(struct buf *out, bool known, double percent)
{
    char text[32];
    snprintf(text, sizeof text, known ? "%.1f %%" : "–", percent);
    add_right(out, span_of(text));
}

static void add_player_row(const struct analysis_view *v, int side, enum lang lang, struct buf *out)
{
    const struct analysed_player *p = &v->a->players[side];
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    analysis_add_player(v, side, lang, &name);
    text_pad(out, buf_span(&name), NAME_COLUMNS);
    buf_release(&name);
    add_tenths(out, p->moves > 0, p->accuracy);
    add_tenths(out, p->moves > 0, 100 * p->loss);
    for (int class = MOVE_INACCURACY; class < MOVE_CLASSES; class ++)
        add_figure(out, p->classes[class]);
    add_figure(out, p->mates_missed);
    add_figure(out, p->mates_found);
    buf_add_char(out, '\n');
}

static void add_players(const struct analysis_view *v, enum lang lang, struct buf *out)
{
    static const struct msg HEADS[] = {{"accuracy", "正確さ"},     {"loss a move", "一手の損"},
                                       {"inaccuracies", "疑問手"}, {"mistakes", "悪手"},
                                       {"blunders", "大悪手"},     {"mates missed", "詰み逃し"},
                                       {"mates found", "詰み"}};
    text_pad(out, (struct span){0}, NAME_COLUMNS);
    for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++)
        add_right(out, span_of(msg_in(&HEADS[i], lang)));
    buf_add_char(out, '\n');
    for (int side = 0; side < 2; side++)
        add_player_row(v, side, lang, out);
}

static void add_turning_point(const struct analysis_view *v, const struct turning_point *t,
                              enum lang lang, struct buf *out)
{
    static const struct msg NOW = {"; from here %1 is the favourite", "。ここから%1が優勢"};
    static const struct msg LOSS = {"loses %1", "%1 の損"};
    const struct analysed_move *m = &v->a->at[t->move];
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_printf(out, "%*u  ", PLY_COLUMNS, analysis_number(v, t->move));
    analysis_add_move(v, t->move, m->move, lang, &text);
    text_pad(out, buf_span(&text), MOVE_COLUMNS);
    buf_clear(&text);
    analysis_add_percent(m->loss, &text);
    buf_add_char(out, ' ');
    add(&LOSS, lang, &text, NULL, out);
    if (t->changes) {
        buf_clear(&text);
        shogi_side_text(t->favourite, record_is_handicap(v->rec), lang, &text);
        add(&NOW, lang, &text, NULL, out);
    }
    buf_add_char(out, '\n');
    buf_release(&text);
}

void analysis_add_report(const struct analysis_view *v, enum lang lang, struct buf *out)
{
    static const struct msg TURNING = {"\nTurning points\n", "\n勝負の分かれ目\n"};
    static const struct msg MISTAKES = {"\nMistakes\n", "\n疑問手と悪手\n"};
    const struct game_analysis *a = v->a;
    bool any = false;
    add_head(v, lang, out);
    add_engine(v, lang, out);
    buf_add_char(out, '\n');
    add_players(v, lang, out);
    if (a->turning_point_count)
        buf_add_str(out, msg_in(&TURNING, lang));
    for (uint32_t i = 0; i < a->turning_point_count; i++)
        add_turning_point(v, &a->turning_points[i], lang, out);
    for (uint32_t p = 0; p < a->plies; p++) {
        if (!analysis_is_worth_words(&a->at[p]))
            continue;
        buf_add_str(out, any ? "" : msg_in(&MISTAKES, lang));
        any = true;
        analysis_add_sentence(v, p, lang, out);
        buf_add_char(out, '\n');
    }
}

void analysis_add_summary(const struct analysis_view *v, enum lang lang, struct buf *out)
{
    static const struct msg ACCURACY = {"%1: accuracy %2", "%1: 正確さ %2"};
    add_engine(v, lang, out);
    for (int side = 0; side < 2; side++) {
        struct buf name, figure;
        buf_init(&name, BUF_DEFAULT_MAX);
        buf_init(&figure, BUF_DEFAULT_MAX);
        analysis_add_player(v, side, lang, &name);
        if (v->a->players[side].moves)
            buf_printf(&figure, "%.1f %%", v->a->players[side].accuracy);
        else
            buf_add_str(&figure, "–");
        buf_add_str(out, side ? "; " : "");
        add(&ACCURACY, lang, &name, &figure, out);
        buf_release(&name);
        buf_release(&figure);
    }
    buf_add_char(out, '\n');
}

/* chaturanga_turn_list.c: the turns that a roll allows, for people to choose from.
 *
 *     horse b1c3:  [2] alone  [14] d1e1  [18] d2d3
 *
 * Numbered as they stand in the list, and put together by their first move. */
#include "view/board/chaturanga_picture.h"
#include "view/draw/text_width.h"

enum { LINE_COLUMNS = 78 };

struct turn_list {
    const struct chaturanga_pos *pos;
    const game_move *turns;
    uint32_t count;
    const bool *wanted; /* NULL: all */
    enum lang lang;
};

static bool is_wanted(const struct turn_list *l, uint32_t i)
{
    return !l->wanted || l->wanted[i];
}

static bool same_first(game_move a, game_move b)
{
    return (a >> 6 & 4095) == (b >> 6 & 4095) &&
           (a & CHATURANGA_RETURN) == (b & CHATURANGA_RETURN) &&
           (chaturanga_steps(a) > 0) == (chaturanga_steps(b) > 0);
}

static void add_square(struct buf *out, unsigned square)
{
    buf_printf(out, "%c%c", (char)('a' + square % 8), (char)('1' + square / 8));
}

/* What stands in the list behind a number: the second move, or that there is none. */
static void add_entry(const struct turn_list *l, uint32_t i, struct buf *out)
{
    static const struct msg ALONE = {"alone", "のみ"};
    game_move turn = l->turns[i];
    buf_printf(out, "[%u] ", i);
    if (chaturanga_steps(turn) < 2) {
        buf_add_str(out, chaturanga_steps(turn) || turn & CHATURANGA_RETURN
                             ? msg_in(&ALONE, l->lang)
                             : "-");
        return;
    }
    add_square(out, chaturanga_step_from(turn, 1));
    add_square(out, chaturanga_step_to(turn, 1));
}

/* The first move in words, from a turn that has no other. */
static void add_first(const struct turn_list *l, game_move turn, struct buf *out)
{
    static const struct msg PASS = {"pass", "パス"}, BACK = {"the raja comes back", "王の復帰"};
    unsigned colour, kind;
    if (turn & CHATURANGA_RETURN || chaturanga_steps(turn) == 0) {
        buf_add_str(out, msg_in(turn & CHATURANGA_RETURN ? &BACK : &PASS, l->lang));
        return;
    }
    if (chaturanga_piece_at(l->pos, (int)chaturanga_step_from(turn, 0), &colour, &kind))
        buf_printf(out, "%s ", chaturanga_kind_word(kind, l->lang));
    add_square(out, chaturanga_step_from(turn, 0));
    add_square(out, chaturanga_step_to(turn, 0));
    if (chaturanga_piece_at(l->pos, (int)chaturanga_step_to(turn, 0), &colour, &kind))
        buf_printf(out, "x%c", chaturanga_colour_names[colour][0]);
}

/* Turns that begin alike in one paragraph; those that are not wanted are left out. */
static void show_group(const struct turn_list *l, uint32_t first, struct buf *out)
{
    struct buf entry;
    size_t line = out->n;
    buf_init(&entry, BUF_DEFAULT_MAX);
    buf_add_str(out, "  ");
    add_first(l, l->turns[first], out);
    buf_add_char(out, ':');
    for (uint32_t i = first; i < l->count; i++) {
        if (!is_wanted(l, i) || !same_first(l->turns[i], l->turns[first]))
            continue;
        buf_clear(&entry);
        add_entry(l, i, &entry);
        struct span before = span_make(out->p + line, out->n - line);
        if (text_columns(before) + text_columns(buf_span(&entry)) + 2 > LINE_COLUMNS) {
            buf_add_char(out, '\n');
            line = out->n;
            buf_add_str(out, "     ");
        }
        buf_add_str(out, "  ");
        buf_add_span(out, buf_span(&entry));
    }
    buf_add_char(out, '\n');
    buf_release(&entry);
}

/* Has a turn before it begun alike? */
static bool is_printed(const struct turn_list *l, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (is_wanted(l, j) && same_first(l->turns[j], l->turns[i]))
            return true;
    return false;
}

void chaturanga_turn_list_text(const struct chaturanga_pos *pos, const game_move *turns,
                               uint32_t count, const bool *wanted, enum lang lang, struct buf *out)
{
    const struct turn_list l = {pos, turns, count, wanted, lang};
    for (uint32_t i = 0; i < count; i++)
        if (is_wanted(&l, i) && !is_printed(&l, i))
            show_group(&l, i, out);
}

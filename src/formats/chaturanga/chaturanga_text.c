/* chaturanga_text.c: keys and results of chaturanga's records; see chaturanga_text.h. */
#include "formats/chaturanga/chaturanga_text.h"

static const struct {
    enum record_header_id id;
    const char *key, *japanese;
} HEADERS[] = {
    {HEADER_PLAYER, "Red", "赤"},
    {HEADER_PLAYER + 1, "Green", "緑"},
    {HEADER_PLAYER + 2, "Yellow", "黄"},
    {HEADER_PLAYER + 3, "Black", "黒"},
    {HEADER_EVENT, "Event", "棋戦"},
    {HEADER_SITE, "Site", "場所"},
    {HEADER_START_TIME, "Date", "開始日時"},
    {HEADER_END_TIME, "Ended", "終了日時"},
    {HEADER_TIME_LIMIT, "Time", "持ち時間"},
    {HEADER_OPENING, "Opening", "戦型"},
    {HEADER_TITLE, "Title", "表題"},
    {HEADER_NOTE, "Note", "備考"},
};
enum { HEADER_ROWS = sizeof HEADERS / sizeof HEADERS[0] };

const char *chaturanga_header_key(enum record_header_id id)
{
    for (int i = 0; i < HEADER_ROWS; i++)
        if (HEADERS[i].id == id)
            return HEADERS[i].key;
    return NULL;
}

enum record_header_id chaturanga_header_id(struct span key)
{
    for (int i = 0; i < HEADER_ROWS; i++)
        if (span_eq_nocase(key, span_of(HEADERS[i].key)) ||
            span_eq(key, span_of(HEADERS[i].japanese)))
            return HEADERS[i].id;
    return HEADER_OTHER;
}

/* --- Results --------------------------------------------------------------------------------- */

/* "red", "red and yellow": bits of the colours, removed with the blank after them. */
static unsigned eat_colours(struct span *s)
{
    unsigned all = 0;
    for (;;) {
        struct span rest = *s, word = span_eat_word(&rest);
        unsigned colour = 0;
        while (colour < CHATURANGA_COLOURS &&
               !span_eq_nocase(word, span_of(chaturanga_colour_names[colour])))
            colour++;
        if (colour == CHATURANGA_COLOURS)
            return all;
        all |= 1U << colour;
        *s = rest;
        if (!span_eq_nocase(span_eat_word(&rest), SPAN("and")))
            return all;
        *s = rest;
    }
}

static void set_all(int8_t points[CHATURANGA_COLOURS], int value)
{
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        points[c] = (int8_t)value;
}

static void set_some(int8_t points[CHATURANGA_COLOURS], unsigned colours, int value)
{
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        if (colours >> c & 1)
            points[c] = (int8_t)value;
}

static bool parse_who(struct span text, int8_t points[CHATURANGA_COLOURS])
{
    unsigned colours = eat_colours(&text);
    text = span_trim(text);
    set_all(points, POINTS_UNKNOWN);
    if (!colours && span_eq_nocase(text, SPAN("unfinished")))
        return true;
    if (!colours) {
        set_all(points, POINTS_DRAW);
        return span_eq_nocase(text, SPAN("draw"));
    }
    if (span_eq_nocase(text, SPAN("wins")) || span_eq_nocase(text, SPAN("win"))) {
        set_all(points, POINTS_LOSS);
        set_some(points, colours, POINTS_WIN);
        return true;
    }
    set_some(points, colours, POINTS_LOSS);
    return span_eq_nocase(text, SPAN("loses")) || span_eq_nocase(text, SPAN("lose"));
}

/* What is called so, where nothing is said of it. */
static enum record_end usual_end(const int8_t points[CHATURANGA_COLOURS])
{
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        if (points[c] == POINTS_DRAW)
            return END_DRAW;
        else if (points[c] != POINTS_UNKNOWN)
            return END_OTHER;
    return END_NONE;
}

bool chaturanga_result_parse(struct span text, int8_t points[CHATURANGA_COLOURS],
                             enum record_end *end, struct span *words)
{
    const char *open = text.n ? memchr(text.p, '(', text.n) : NULL;
    struct span who = open ? span_make(text.p, (size_t)(open - text.p)) : text;
    *words = (struct span){0};
    if (!parse_who(span_trim(who), points))
        return false;
    *end = usual_end(points);
    if (!open)
        return true;
    struct span how = span_trim(span_skip(text, who.n + 1));
    if (!span_ends(how, SPAN(")")))
        return false;
    how.n--;
    *end = record_end_by_name(how);
    if (*end == END_NONE) {
        *end = END_OTHER;
        *words = how;
    }
    return true;
}

static void print_colours(const int8_t points[CHATURANGA_COLOURS], int wanted, const char *one,
                          const char *several, struct buf *out)
{
    int n = 0;
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        if (points[c] == wanted) {
            buf_add_str(out, n++ ? " and " : "");
            buf_add_str(out, chaturanga_colour_names[c]);
        }
    buf_add_char(out, ' ');
    buf_add_str(out, n > 1 ? several : one);
}

static bool somebody(const int8_t points[CHATURANGA_COLOURS], int wanted)
{
    for (int c = 0; c < CHATURANGA_COLOURS; c++)
        if (points[c] == wanted)
            return true;
    return false;
}

void chaturanga_result_print(const int8_t points[CHATURANGA_COLOURS], enum record_end end,
                             struct span words, struct buf *out)
{
    if (somebody(points, POINTS_WIN))
        print_colours(points, POINTS_WIN, "wins", "win", out);
    else if (somebody(points, POINTS_DRAW))
        buf_add_str(out, "draw");
    else if (somebody(points, POINTS_LOSS))
        print_colours(points, POINTS_LOSS, "loses", "lose", out);
    else
        buf_add_str(out, "unfinished");
    if (end == usual_end(points) && words.n == 0)
        return;
    buf_add_str(out, " (");
    if (words.n)
        buf_add_span(out, words);
    else
        buf_add_str(out, record_end_name(end));
    buf_add_char(out, ')');
}

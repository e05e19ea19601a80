/* go_result.c: see go_result.h.
 *
 * Who won, and how, are looked for apart: a colour and a word for winning or losing; a reason. */
#include "formats/go/go_result.h"

#include "formats/go/go_line.h"

struct go_result_word {
    struct span text;
    int meaning;
};

enum { WON = 1, LOST = -1 };

static const struct go_result_word COLOURS[] = {
    {SPAN_INIT("black"), GO_BLACK}, {SPAN_INIT("white"), GO_WHITE}, {SPAN_INIT("黒"), GO_BLACK},
    {SPAN_INIT("黑"), GO_BLACK},    {SPAN_INIT("白"), GO_WHITE},    {SPAN_INIT("흑"), GO_BLACK},
    {SPAN_INIT("백"), GO_WHITE},    {SPAN_INIT("先番"), GO_BLACK},
};
static const struct go_result_word OUTCOMES[] = {
    {SPAN_INIT("win"), WON},   {SPAN_INIT("won"), WON},      {SPAN_INIT("勝"), WON},
    {SPAN_INIT("胜"), WON},    {SPAN_INIT("승"), WON},       {SPAN_INIT("lose"), LOST},
    {SPAN_INIT("lost"), LOST}, {SPAN_INIT("負"), LOST},      {SPAN_INIT("负"), LOST},
    {SPAN_INIT("敗"), LOST},   {SPAN_INIT("败"), LOST},      {SPAN_INIT("패"), LOST},
    {SPAN_INIT("+"), WON},     {SPAN_INIT("resigns"), LOST}, {SPAN_INIT(" by "), WON},
};
static const struct go_result_word REASONS[] = {
    {SPAN_INIT("resign"), END_RESIGN},     {SPAN_INIT("中押"), END_RESIGN},
    {SPAN_INIT("中盘"), END_RESIGN},       {SPAN_INIT("中盤"), END_RESIGN},
    {SPAN_INIT("投了"), END_RESIGN},       {SPAN_INIT("认输"), END_RESIGN},
    {SPAN_INIT("불계"), END_RESIGN},       {SPAN_INIT("不計"), END_RESIGN},
    {SPAN_INIT("不计"), END_RESIGN},       {SPAN_INIT("time"), END_TIME_UP},
    {SPAN_INIT("時間"), END_TIME_UP},      {SPAN_INIT("时间"), END_TIME_UP},
    {SPAN_INIT("超时"), END_TIME_UP},      {SPAN_INIT("超時"), END_TIME_UP},
    {SPAN_INIT("시간"), END_TIME_UP},      {SPAN_INIT("forfeit"), END_FORFEIT_LOSS},
    {SPAN_INIT("不戦"), END_FORFEIT_LOSS}, {SPAN_INIT("illegal"), END_ILLEGAL_MOVE},
    {SPAN_INIT("反則"), END_ILLEGAL_MOVE}, {SPAN_INIT("目"), END_SCORE},
    {SPAN_INIT("子"), END_SCORE},          {SPAN_INIT("집"), END_SCORE},
    {SPAN_INIT("point"), END_SCORE},
};
/* Nobody won. */
static const struct go_result_word DRAWS[] = {
    {SPAN_INIT("0"), END_DRAW},
    {SPAN_INIT("draw"), END_DRAW},
    {SPAN_INIT("jigo"), END_DRAW},
    {SPAN_INIT("tie"), END_DRAW},
    {SPAN_INIT("ジゴ"), END_DRAW},
    {SPAN_INIT("持碁"), END_DRAW},
    {SPAN_INIT("和棋"), END_DRAW},
    {SPAN_INIT("무승부"), END_DRAW},
    {SPAN_INIT("和局"), END_DRAW},
    {SPAN_INIT("和"), END_DRAW},
    {SPAN_INIT("引き分け"), END_DRAW},
    {SPAN_INIT("引分け"), END_DRAW},
    {SPAN_INIT("引分"), END_DRAW},
    {SPAN_INIT("평국"), END_DRAW},
    {SPAN_INIT("빅"), END_DRAW},
    {SPAN_INIT("비김"), END_DRAW},
    {SPAN_INIT("ended in a draw"), END_DRAW},
};
static const struct go_result_word STOPS[] = {
    {SPAN_INIT("void"), END_INTERRUPTED},      {SPAN_INIT("無勝負"), END_INTERRUPTED},
    {SPAN_INIT("无胜负"), END_INTERRUPTED},    {SPAN_INIT("unfinished"), END_INTERRUPTED},
    {SPAN_INIT("suspended"), END_INTERRUPTED}, {SPAN_INIT("adjourned"), END_INTERRUPTED},
    {SPAN_INIT("打ち掛け"), END_INTERRUPTED},  {SPAN_INIT("打掛"), END_INTERRUPTED},
    {SPAN_INIT("no result"), END_INTERRUPTED}, {SPAN_INIT("未完"), END_INTERRUPTED},
    {SPAN_INIT("未終局"), END_INTERRUPTED},    {SPAN_INIT("中断"), END_INTERRUPTED},
};

/* Where a word stands in the text, small and capital letters alike; -1: nowhere. */
static ptrdiff_t find(struct span text, struct span word)
{
    for (size_t i = 0; i + word.n <= text.n; i++)
        if (span_eq_nocase(span_make(text.p + i, word.n), word))
            return (ptrdiff_t)i;
    return -1;
}

#define FIRST(text, words, meaning) first_of(text, words, sizeof words / sizeof words[0], meaning)
/* The word of the list that comes first in the text. */
static bool first_of(struct span text, const struct go_result_word *words, size_t n, int *meaning)
{
    ptrdiff_t best = -1;
    for (size_t i = 0; i < n; i++) {
        ptrdiff_t at = find(text, words[i].text);
        if (at >= 0 && (best < 0 || at < best)) {
            best = at;
            *meaning = words[i].meaning;
        }
    }
    return best >= 0;
}

static void set(struct record *rec, enum record_end end, int black, int white)
{
    rec->end = end;
    rec->points[GO_BLACK] = (int8_t)black;
    rec->points[GO_WHITE] = (int8_t)white;
}

static void set_winner(struct record *rec, enum record_end end, int winner)
{
    set(rec, end, winner == GO_BLACK ? POINTS_WIN : POINTS_LOSS,
        winner == GO_WHITE ? POINTS_WIN : POINTS_LOSS);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What stands behind "B+". */
static enum record_end reason_of(struct span text)
{
    int end;
    text = span_trim(text);
    char c = text.n ? (char)(text.p[0] | 0x20) : 0;
    if (text.n && ((text.p[0] >= '0' && text.p[0] <= '9') || text.p[0] == '.'))
        return END_SCORE;
    bool alone = text.n == 1 || (text.n > 1 && !is_letter(text.p[1]));
    if (alone && (c == 'r' || c == 't' || c == 'f'))
        return c == 'r' ? END_RESIGN : c == 't' ? END_TIME_UP : END_FORFEIT_LOSS;
    return FIRST(text, REASONS, &end) ? (enum record_end)end : END_NONE;
}

/* "B+…", "w+…", with blanks about. */
static bool read_short(struct span text, struct record *rec)
{
    char c = text.n ? (char)(text.p[0] | 0x20) : 0;
    if (c != 'b' && c != 'w')
        return false;
    struct span rest = span_trim(span_skip(text, 1));
    if (!span_eat(&rest, SPAN("+")))
        return false;
    set_winner(rec, reason_of(rest), c == 'b' ? GO_BLACK : GO_WHITE);
    return true;
}

static bool has_digit(struct span text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] >= '0' && text.p[i] <= '9')
            return true;
    return false;
}

/* "W wins by resignation": the letter for a colour alone. */
static bool read_colour(struct span text, int *colour)
{
    if (text.n > 1 && text.p[1] == ' ' && (text.p[0] == 'B' || text.p[0] == 'W')) {
        *colour = text.p[0] == 'B' ? GO_BLACK : GO_WHITE;
        return true;
    }
    return FIRST(text, COLOURS, colour);
}

static bool read_words(struct span text, struct record *rec)
{
    int colour, outcome, end = END_NONE;
    if (!read_colour(text, &colour) || !FIRST(text, OUTCOMES, &outcome))
        return false;
    if (!FIRST(text, REASONS, &end) && has_digit(text))
        end = END_SCORE;
    set_winner(rec, (enum record_end)end, outcome == WON ? colour : colour ^ 1);
    return true;
}

bool go_result_read(struct span text, struct record *rec)
{
    int end;
    text = span_trim(text);
    if (read_short(text, rec))
        return true;
    for (size_t i = 0; i < sizeof DRAWS / sizeof DRAWS[0]; i++)
        if (span_eq_nocase(text, DRAWS[i].text)) {
            set(rec, END_DRAW, POINTS_DRAW, POINTS_DRAW);
            return true;
        }
    if (FIRST(text, STOPS, &end)) {
        set(rec, (enum record_end)end, POINTS_UNKNOWN, POINTS_UNKNOWN);
        return true;
    }
    if (find(text, SPAN("both")) >= 0 && find(text, SPAN("lost")) >= 0) {
        set(rec, END_OTHER, POINTS_LOSS, POINTS_LOSS);
        return true;
    }
    return read_words(text, rec);
}

void go_result_put(const struct record *rec, struct buf *out)
{
    bool black = rec->points[GO_BLACK] == POINTS_WIN, white = rec->points[GO_WHITE] == POINTS_WIN;
    if (!black && !white) {
        if (rec->points[GO_BLACK] == POINTS_DRAW)
            buf_add_str(out, "Draw");
        else if (rec->end == END_INTERRUPTED)
            buf_add_str(out, "Void");
        return;
    }
    buf_add_str(out, black ? "B+" : "W+");
    if (rec->end == END_RESIGN)
        buf_add_char(out, 'R');
    else if (rec->end == END_TIME_UP)
        buf_add_char(out, 'T');
    else if (rec->end == END_FORFEIT_LOSS || rec->end == END_FORFEIT_WIN)
        buf_add_char(out, 'F');
}

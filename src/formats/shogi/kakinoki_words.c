/* kakinoki_words.c: the vocabulary of Kakinoki's formats; see kakinoki.h. */
#include "base/text/num.h"
#include "formats/shogi/kakinoki.h"
#include "games/shogi/shogi_names.h"

/* --- Numbers -------------------------------------------------------------------------------- */

/* One digit of any width at the front, 0..9; -1 if there is none. */
static int eat_decimal(struct span *s)
{
    if (s->n && s->p[0] == '0') {
        *s = span_skip(*s, 1);
        return 0;
    }
    if (span_eat(s, SPAN("０")) || span_eat(s, SPAN("〇")))
        return 0;
    int digit = shogi_eat_any_digit(s);
    return digit ? digit : -1;
}

bool kakinoki_eat_number(struct span *s, uint64_t max, uint64_t *out)
{
    struct span rest = *s;
    uint64_t whole = 0, part = 0; /* of 百二十三: 百二十 and 三 */
    bool any = false, has_part = false;
    for (;;) {
        int digit = eat_decimal(&rest);
        if (digit >= 0) {
            part = part * 10 + (uint64_t)digit;
            has_part = true;
        } else if (span_eat(&rest, SPAN("十"))) {
            whole += (has_part ? part : 1) * 10;
            part = has_part = 0;
        } else if (span_eat(&rest, SPAN("百"))) {
            whole += (has_part ? part : 1) * 100;
            part = has_part = 0;
        } else {
            break;
        }
        any = true;
        if (whole + part > max)
            return false;
    }
    if (!any)
        return false;
    *s = rest;
    *out = whole + part;
    return true;
}

/* --- Headers -------------------------------------------------------------------------------- */

static const struct {
    struct span key;
    enum record_header_id id;
} KEYS[] = {
    {SPAN_INIT("先手"), HEADER_PLAYER},
    {SPAN_INIT("下手"), HEADER_PLAYER},
    {SPAN_INIT("後手"), (enum record_header_id)(HEADER_PLAYER + 1)},
    {SPAN_INIT("上手"), (enum record_header_id)(HEADER_PLAYER + 1)},
    {SPAN_INIT("棋戦"), HEADER_EVENT},
    {SPAN_INIT("場所"), HEADER_SITE},
    {SPAN_INIT("開始日時"), HEADER_START_TIME},
    {SPAN_INIT("対局日"), HEADER_START_TIME},
    {SPAN_INIT("終了日時"), HEADER_END_TIME},
    {SPAN_INIT("持ち時間"), HEADER_TIME_LIMIT},
    {SPAN_INIT("戦型"), HEADER_OPENING},
    {SPAN_INIT("表題"), HEADER_TITLE},
    {SPAN_INIT("備考"), HEADER_NOTE},
};

enum record_header_id kakinoki_header_id(struct span key)
{
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++)
        if (span_eq(key, KEYS[i].key))
            return KEYS[i].id;
    return HEADER_OTHER;
}

bool kakinoki_split_header(struct span line, struct span *key, struct span *value)
{
    for (size_t i = 0; i < line.n; i++) {
        size_t colon = 0;
        if (line.p[i] == ':')
            colon = 1;
        else if (line.p[i] == '\xEF' && span_starts(span_skip(line, i), SPAN("：")))
            colon = 3;
        if (colon) {
            *key = span_make(line.p, i);
            *value = span_skip(line, i + colon);
            return i > 0;
        }
    }
    return false;
}

bool kakinoki_looks_like_moves(struct span line)
{
    struct ki2_move m;
    uint64_t number;
    if (num_eat_u64(&line, UINT32_MAX, &number)) {
        struct span rest = line;
        ki2_eat_blanks(&rest);
        if (rest.n == line.n)
            return false;
        ki2_eat_mark(&rest);
        struct kakinoki_outcome ignored;
        return ki2_parse_move(&rest, 0, &m) == KI2_MOVE ||
               kakinoki_end_word(span_trim(rest), SHOGI_BLACK, &ignored);
    }
    return ki2_eat_mark(&line) >= 0 && ki2_parse_move(&line, 0, &m) == KI2_MOVE;
}

/* --- Ends ----------------------------------------------------------------------------------- */

/* The first word for each end is the one that is written. */
static const struct {
    struct span word;
    enum record_end end;
} ENDS[] = {
    {SPAN_INIT("投了"), END_RESIGN},
    {SPAN_INIT("中断"), END_INTERRUPTED},
    {SPAN_INIT("千日手"), END_REPETITION},
    {SPAN_INIT("持将棋"), END_IMPASSE},
    {SPAN_INIT("詰み"), END_MATE},
    {SPAN_INIT("詰"), END_MATE},
    {SPAN_INIT("不詰"), END_NO_MATE},
    {SPAN_INIT("不詰み"), END_NO_MATE},
    {SPAN_INIT("切れ負け"), END_TIME_UP},
    {SPAN_INIT("時間切れ"), END_TIME_UP},
    {SPAN_INIT("時間切れ負け"), END_TIME_UP},
    {SPAN_INIT("反則負け"), END_ILLEGAL_MOVE},
    {SPAN_INIT("入玉勝ち"), END_DECLARATION},
    {SPAN_INIT("宣言勝ち"), END_DECLARATION},
    {SPAN_INIT("入玉宣言勝ち"), END_DECLARATION},
    {SPAN_INIT("勝ち宣言"), END_DECLARATION},
    {SPAN_INIT("不戦勝"), END_FORFEIT_WIN},
    {SPAN_INIT("不戦敗"), END_FORFEIT_LOSS},
    {SPAN_INIT("封じ手"), END_SEALED},
    {SPAN_INIT("引き分け"), END_DRAW},
    {SPAN_INIT("引分け"), END_DRAW},
    {SPAN_INIT("引分"), END_DRAW},
    {SPAN_INIT("最大手数"), END_MAX_MOVES},
    {SPAN_INIT("待った"), END_TAKE_BACK},
    {SPAN_INIT("エラー"), END_ERROR},
};
enum { END_ROWS = sizeof ENDS / sizeof ENDS[0] };

static void outcome_of_end(enum record_end end, int seat, int mover, struct kakinoki_outcome *out)
{
    out->end = end;
    out->seat = seat;
    record_points_of_end(end, seat, mover, out->points);
}

bool kakinoki_end_word(struct span word, int mover, struct kakinoki_outcome *out)
{
    if (span_eq(word, SPAN("反則勝ち"))) {
        outcome_of_end(END_ILLEGAL_ACTION, 1 - mover, mover, out);
        return true;
    }
    for (int i = 0; i < END_ROWS; i++)
        if (span_eq(word, ENDS[i].word)) {
            outcome_of_end(ENDS[i].end, -1, mover, out);
            return true;
        }
    return false;
}

const char *kakinoki_word_of_end(enum record_end end, int seat, int mover)
{
    if (end == END_ILLEGAL_ACTION)
        return seat == mover ? "反則負け" : "反則勝ち";
    for (int i = 0; i < END_ROWS; i++)
        if (ENDS[i].end == end)
            return ENDS[i].word.p;
    return NULL;
}

static bool has(struct span s, const char *word)
{
    return span_find(s, span_of(word)) >= 0;
}

/* Ends that a phrase tells by one of these, in this order (不詰 before 詰). */
static const struct {
    const char *word;
    enum record_end end;
} PHRASES[] = {
    {"千日手", END_REPETITION},   {"持将棋", END_IMPASSE}, {"中断", END_INTERRUPTED},
    {"不詰", END_NO_MATE},        {"詰", END_MATE},        {"封じ手", END_SEALED},
    {"引き分け", END_DRAW},       {"引分", END_DRAW},      {"最大手数", END_MAX_MOVES},
    {"待った", END_TAKE_BACK},    {"エラー", END_ERROR},   {"不戦勝", END_FORFEIT_WIN},
    {"不戦敗", END_FORFEIT_LOSS},
};

static enum record_end end_of_phrase(struct span phrase, int who, int winner, int mover, int *seat)
{
    if (has(phrase, "反則") && winner >= 0) {
        bool names_loser = winner != who;
        if (names_loser && who == mover)
            return END_ILLEGAL_MOVE;
        *seat = 1 - winner;
        return END_ILLEGAL_ACTION;
    }
    if (has(phrase, "時間切れ") || has(phrase, "切れ負け"))
        return winner < 0 || winner != mover ? END_TIME_UP : END_NONE;
    if ((has(phrase, "入玉") || has(phrase, "宣言")) && (winner < 0 || winner == mover))
        return END_DECLARATION;
    for (size_t i = 0; i < sizeof PHRASES / sizeof PHRASES[0]; i++)
        if (has(phrase, PHRASES[i].word))
            return PHRASES[i].end;
    if (winner >= 0)
        return winner != mover ? END_RESIGN : END_NONE;
    return END_OTHER;
}

void kakinoki_read_outcome(struct span phrase, int mover, struct kakinoki_outcome *out)
{
    int who = has(phrase, "先手") || has(phrase, "下手")   ? SHOGI_BLACK
              : has(phrase, "後手") || has(phrase, "上手") ? SHOGI_WHITE
                                                           : -1;
    int winner = -1;
    if (who >= 0 && has(phrase, "勝"))
        winner = who;
    else if (who >= 0 && (has(phrase, "負") || has(phrase, "敗") || has(phrase, "時間切れ")))
        winner = 1 - who;
    int seat = -1;
    outcome_of_end(end_of_phrase(phrase, who, winner, mover, &seat), seat, mover, out);
    if (winner >= 0) {
        out->seat = seat;
        out->points[winner] = POINTS_WIN;
        out->points[1 - winner] = POINTS_LOSS;
    }
}

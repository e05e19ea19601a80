/* comment_value.c: see comment_value.h.
 *
 * What programs write, as the lines stand in a record (without the comment sign of the format):
 *
 *   "* 94", "* -120 +3334FU …"     CSA's  '** 94  (floodgate, V3.0): centipawns, Black's view
 *   "* m7", "* -m3"                the same for a mate
 *   "*解析 0 候補1 … 評価値 61 …"     ShogiGUI, analysis and 対局: Black's view
 *   "… 評価値 -詰 20 …", "+Mate 17"   the same for a mate in so many plies
 *   "*評価値=123", "#評価値=123"      ShogiHome: Black's view
 *   "*詰み=先手勝ち:10手"             ShogiHome: who mates, and in how many plies
 *   "形勢：-54 互角"                  Kakinoki Shogi: Black's view
 *   " [%eval 0.14]", "[%eval mate-15]"   lishogi: pawns, Black's view; mates in plies
 *
 * All known dialects speak from Black's side.  Only lines that begin as these do are looked at, so
 * that prose about values is not taken for one. */
#include "formats/shogi/comment_value.h"

#include "base/text/num.h"

enum { MAX_VALUE = 10000000 };

static const struct record_value NO_VALUE = {VALUE_NONE, 0};

static struct span first_word(struct span s)
{
    size_t n = 0;
    while (n < s.n && s.p[n] != ' ' && s.p[n] != '\t' && s.p[n] != '\n')
        n++;
    return span_make(s.p, n);
}

static struct record_value mate_value(struct span s, bool negative)
{
    uint64_t plies;
    int32_t n = VALUE_MATE_UNKNOWN;
    if (num_eat_u64(&s, MAX_VALUE, &plies) && plies > 0 && plies < VALUE_MATE_UNKNOWN)
        n = (int32_t)plies;
    return (struct record_value){VALUE_MATE, negative ? -n : n};
}

static bool eat_sign(struct span *s)
{
    bool negative = span_eat(s, SPAN("-"));
    if (!negative)
        span_eat(s, SPAN("+"));
    return negative;
}

/* A signed number, or a sign and a mate: "61", "-120", "m7", "-詰 20", "+Mate 17". */
static struct record_value number_or_mate(struct span s)
{
    struct span w = first_word(s);
    bool negative = eat_sign(&s);
    if (span_eat(&s, SPAN("詰")) || span_eat(&s, SPAN("Mate")) || span_eat(&s, SPAN("mate"))) {
        span_eat(&s, SPAN("み"));
        return mate_value(span_trim(s), negative);
    }
    int64_t n;
    if (num_parse_i64(w, -MAX_VALUE, MAX_VALUE, &n))
        return (struct record_value){VALUE_CENTIPAWNS, (int32_t)n};
    return NO_VALUE;
}

static struct record_value csa_value(struct span line)
{
    struct span w = first_word(line);
    bool negative = eat_sign(&w);
    if (span_eat(&w, SPAN("m")))
        return w.n == 0 || (w.p[0] >= '0' && w.p[0] <= '9') ? mate_value(w, negative) : NO_VALUE;
    return number_or_mate(line);
}

/* 先手勝ち:10手 */
static struct record_value stated_mate(struct span s)
{
    bool white = span_eat(&s, SPAN("後手"));
    if (!white && !span_eat(&s, SPAN("先手")))
        return NO_VALUE;
    span_eat(&s, SPAN("勝ち"));
    span_eat(&s, SPAN(":"));
    return mate_value(s, white);
}

/* "0.14]", "mate-15]" */
static struct record_value lishogi_value(struct span s)
{
    if (span_eat(&s, SPAN("mate"))) {
        bool negative = eat_sign(&s);
        return mate_value(s, negative);
    }
    size_t n = 0;
    while (n < s.n && s.p[n] != ']')
        n++;
    double pawns;
    if (!num_parse_double(span_make(s.p, n), &pawns) || pawns > 1e5 || pawns < -1e5)
        return NO_VALUE;
    double cp = pawns * 100;
    return (struct record_value){VALUE_CENTIPAWNS, (int32_t)(cp < 0 ? cp - 0.5 : cp + 0.5)};
}

/* Skips what stands between 評価値 and the value. */
static struct span after_key(struct span s)
{
    while (span_eat(&s, SPAN(" ")) || span_eat(&s, SPAN("=")) || span_eat(&s, SPAN("：")) ||
           span_eat(&s, SPAN(":")) || span_eat(&s, SPAN("　")))
        continue;
    return s;
}

static struct record_value value_in_line(struct span line)
{
    struct span s = line;
    if (span_eat(&s, SPAN("* "))) {
        struct record_value v = csa_value(s);
        if (v.kind != VALUE_NONE)
            return v;
    }
    s = span_trim(line);
    if (span_eat(&s, SPAN("[%eval ")))
        return lishogi_value(s);
    if (span_eat(&s, SPAN("形勢")))
        return number_or_mate(after_key(s));
    bool by_program = span_eat(&s, SPAN("*")) || span_eat(&s, SPAN("#"));
    if (span_eat(&s, SPAN("評価値")))
        return number_or_mate(after_key(s));
    if (!by_program)
        return NO_VALUE;
    if (span_eat(&s, SPAN("詰み=")))
        return stated_mate(s);
    ptrdiff_t at = span_find(s, SPAN("評価値 "));
    return at < 0 ? NO_VALUE : number_or_mate(after_key(span_skip(s, (size_t)at + 9)));
}

struct record_value comment_value(struct span comment)
{
    while (comment.n) {
        const char *nl = memchr(comment.p, '\n', comment.n);
        size_t n = nl ? (size_t)(nl - comment.p) : comment.n;
        struct record_value v = value_in_line(span_make(comment.p, n));
        if (v.kind != VALUE_NONE)
            return v;
        comment = span_skip(comment, n + 1);
    }
    return NO_VALUE;
}

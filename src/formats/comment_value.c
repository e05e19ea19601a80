/* comment_value.c: see comment_value.h.
 *
 *   "* 94", "* -120 +3334FU …"   CSA's  '** 94  (floodgate, V3.0): centipawns, Black's view
 *   "* m7", "* -m3"              the same for a mate
 */
#include "formats/comment_value.h"

#include "base/num.h"

enum { MAX_VALUE = 10000000 };

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
    if (s.n && num_parse_u64(s, MAX_VALUE, &plies))
        n = (int32_t)plies;
    return (struct record_value){VALUE_MATE, negative ? -n : n};
}

static struct record_value csa_value(struct span line)
{
    struct span word = first_word(line);
    struct span w = word;
    bool negative = span_eat(&w, SPAN("-"));
    if (!negative)
        span_eat(&w, SPAN("+"));
    if (span_eat(&w, SPAN("m")))
        return mate_value(w, negative);
    int64_t n;
    if (num_parse_i64(word, -MAX_VALUE, MAX_VALUE, &n))
        return (struct record_value){VALUE_CENTIPAWNS, (int32_t)n};
    return (struct record_value){VALUE_NONE, 0};
}

struct record_value comment_value(struct span comment, int mover)
{
    (void)mover;
    if (span_eat(&comment, SPAN("* ")))
        return csa_value(comment);
    return (struct record_value){VALUE_NONE, 0};
}

/* fuzz_kept_spans.c: any bytes as a list of spans of a named query.  Whatever is accepted are spans
 * of lines of the segment, in order, none of them empty, and is a list again when it is written. */
#include <stdlib.h>

#include "query/run/kept_spans.h"
#include "query/run/plies.h"
#include "query/run/runner.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 50, PLIES = 100 };

static void check_spans(const struct result_part *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct result_span *s = &p->at[i];
        bool sorted =
            i == 0 || s->line > s[-1].line || (s->line == s[-1].line && s->from >= s[-1].to);
        uint32_t plies = s->bits == RESULT_ALL_MATCH
                             ? s->to - s->from
                             : plies_count(p->words + s->bits, 0, s->to - s->from);
        if (!sorted || s->line >= LINES || s->from >= s->to || s->to > PLIES + 1 ||
            s->plies != plies || plies == 0 || s->first < s->from || s->first >= s->to)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char first[4 * (LINES + 1)];
    const struct lines l = {.games = LINES, .count = LINES, .first = first};
    struct result_part part, again;
    struct buf bytes;
    bool placed;
    for (uint32_t i = 0; i <= LINES; i++)
        le_put32(first + 4 * (size_t)i, i * PLIES);
    if (!span_list_read(span_make((const char *)data, size), &l, NULL, &part, &placed)) {
        if (part.at || part.count)
            abort();
        return 0;
    }
    check_spans(&part);
    buf_init(&bytes, BUF_DEFAULT_MAX);
    span_list_write(&part, &bytes);
    if (!span_list_read(buf_span(&bytes), &l, NULL, &again, &placed) || again.count != part.count)
        abort();
    result_part_release(&part);
    result_part_release(&again);
    buf_release(&bytes);
    return 0;
}

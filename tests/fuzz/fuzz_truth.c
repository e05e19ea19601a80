/* fuzz_truth.c: any bytes as a file of known lines.  Each line that is accepted is found by itself,
 * by itself turned, and without its first stone; errors say where. */
#include <stdlib.h>

#include "text/mine/truth.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_line(struct truth *t, const struct truth_line *line)
{
    struct truth_stone turned[TRUTH_LONGEST];
    const struct truth_stone *stones = t->stones + line->first;
    size_t expected = line->count >= TRUTH_SHORTEST;
    require(line->count <= TRUTH_LONGEST);
    for (uint32_t i = 0; i < line->count; i++)
        turned[i] = (struct truth_stone){51 - stones[i].row, stones[i].column, !stones[i].colour};
    require(truth_note(t, stones, line->count, 7) >= expected);
    require(truth_note(t, turned, line->count, 6) >= expected);
    require(truth_note(t, stones + 1, line->count - 1, 8) >= expected);
    require(truth_path(t, turned, line->count) == line->count);
    require(line->nth == (expected ? 6 : 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct truth t;
    struct err err;
    if (size > 4096)
        return 0;
    if (truth_read(&t, span_make((const char *)data, size), &err) != STATUS_OK) {
        require(err.line > 0 && err.byte < size);
        return 0;
    }
    for (size_t i = 0; i < t.line_count; i++) {
        truth_clear(&t);
        check_line(&t, &t.lines[i]);
    }
    truth_release(&t);
    return 0;
}

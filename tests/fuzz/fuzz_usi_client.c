/* fuzz_usi_client.c: any bytes as what a program says while it thinks.  Whatever it is, the answer
 * holds only values that can be, and borrows only what was heard. */
#include <stdlib.h>

#include "engine/usi/usi_client.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check(const struct usi_answer *a, bool answered)
{
    require(a->value == THINK_NO_VALUE || (a->value >= -THINK_MATE && a->value <= THINK_MATE));
    require(a->depth >= 0);
    require(memchr(a->bad_word, '\0', sizeof a->bad_word) != NULL);
    require(answered == (a->reply != USI_DIED));
    require(!answered || (a->best != 0) == (a->reply == USI_MOVE));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span rest = span_make((const char *)data, size);
    struct usi_answer answer = {.reply = USI_DIED, .value = THINK_NO_VALUE};
    struct buf moves;
    bool answered = false;
    buf_init(&moves, BUF_DEFAULT_MAX);
    while (rest.n && !answered) {
        const char *end = memchr(rest.p, '\n', rest.n);
        struct span line = span_make(rest.p, end ? (size_t)(end - rest.p) : rest.n);
        answered = usi_answer_read(&answer, line, &moves);
        check(&answer, answered);
        rest = span_skip(rest, line.n + (end != NULL));
    }
    require(!answered || answer.line.n == moves.n);
    buf_release(&moves);
    return 0;
}

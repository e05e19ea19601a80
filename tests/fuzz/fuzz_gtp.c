/* fuzz_gtp.c: any bytes as what a GUI says.  Every answer must be one of the protocol's, nothing may
 * follow quit, and the board must stay whole. */
#include <stdlib.h>

#include "../unit/go_double.h"
#include "engine/gtp/gtp_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 4096 };

struct heard {
    size_t answers;
    struct span text; /* what is said, which is also every file's contents */
};

static void require(bool good)
{
    if (!good)
        abort();
}

/* "=" or "?", perhaps a number, a blank, lines of which none is empty; an empty one ends it. */
static void check_answer(void *ctx, struct span answer)
{
    struct heard *h = ctx;
    require(answer.n >= 4 && (answer.p[0] == '=' || answer.p[0] == '?'));
    size_t i = 1;
    while (answer.p[i] >= '0' && answer.p[i] <= '9')
        i++;
    require(answer.p[i] == ' ' && span_ends(answer, SPAN("\n\n")));
    require(span_find(span_make(answer.p, answer.n - 1), SPAN("\n\n")) < 0);
    for (i = 0; i < answer.n; i++)
        require((unsigned char)answer.p[i] >= ' ' || answer.p[i] == '\n');
    h->answers++;
}

static enum status give_file(void *ctx, const char *path, struct buf *out)
{
    struct heard *h = ctx;
    (void)path;
    buf_add_span(out, h->text);
    return buf_status(out);
}

/* Estimates take a tenth of a second each, more with sanitizers: the first few are enough. */
static struct span few_estimates(struct span text)
{
    enum { MOST = 3 };
    static const struct span WORDS[] = {SPAN_INIT("final"), SPAN_INIT("cleanup"),
                                        SPAN_INIT("pass")};
    size_t found = 0;
    for (size_t at = 0; at < text.n; at++)
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
            if (span_starts(span_skip(text, at), WORDS[i]) && ++found > MOST)
                return span_make(text.p, at);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_make((const char *)data, size < MOST_BYTES ? size : MOST_BYTES);
    struct heard heard = {.text = few_estimates(text)};
    struct go_double d = {.liked = "D4 Q16 D16 Q4", .win = 0.5F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct gtp_config config = {.ctx = &heard,
                                .write = check_answer,
                                .name = SPAN("fuzzed"),
                                .version = SPAN("1"),
                                .player = {.chooser = &chooser, .temperature = -1, .resign = 0.03},
                                .read_file = give_file};
    struct gtp *g;
    require(gtp_open(&g, &config, NULL) == STATUS_OK);
    if (gtp_feed(g, heard.text) && gtp_feed(g, SPAN("\n1 name\n"))) {
        size_t before = heard.answers;
        require(gtp_feed(g, SPAN("2 version\n")) && heard.answers == before + 1);
        require(!gtp_feed(g, SPAN("3 quit\n4 name\n")) && heard.answers == before + 2);
    }
    gtp_close(g);
    return 0;
}

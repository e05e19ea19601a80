/* fuzz_usi_session.c: any bytes as what a GUI says.  Every line that comes back must be one of the
 * protocol's, every "go" must have been answered in the end, and nothing may follow quit. */
#include <stdlib.h>

#include "base/text/utf8.h"
#include "engine/usi/usi_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 4096 }; /* each "go" may take hundreds of nodes */

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_line(struct span line)
{
    static const struct span known[] = {
        SPAN_INIT("info "),   SPAN_INIT("id "),       SPAN_INIT("option name "), SPAN_INIT("usiok"),
        SPAN_INIT("readyok"), SPAN_INIT("bestmove "), SPAN_INIT("checkmate "),
    };
    bool good = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        good |= span_starts(line, known[i]);
    require(good);
    for (size_t i = 0; i < line.n; i++)
        require((unsigned char)line.p[i] >= ' ' && line.p[i] != 0x7F);
    require(utf8_is_valid(line)); /* whatever it quotes */
}

static void check_output(void *ctx, struct span lines)
{
    size_t *answers = ctx;
    require(lines.n > 0 && lines.p[lines.n - 1] == '\n');
    while (lines.n) {
        size_t n = (size_t)((const char *)memchr(lines.p, '\n', lines.n) - lines.p);
        struct span line = span_make(lines.p, n);
        check_line(line);
        *answers += span_starts(line, SPAN("bestmove ")) || span_starts(line, SPAN("checkmate "));
        lines = span_skip(lines, n + 1);
    }
}

/* Lines whose first word is "go", before a first word "quit". */
static size_t count_requests(struct span text)
{
    size_t count = 0;
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        if (!end)
            break;
        struct span line = span_make(text.p, (size_t)(end - text.p));
        text = span_skip(text, line.n + 1);
        while (line.n && (*line.p == ' ' || *line.p == '\t' || *line.p == '\r'))
            line = span_skip(line, 1);
        size_t n = 0;
        while (n < line.n && line.p[n] != ' ' && line.p[n] != '\t' && line.p[n] != '\r')
            n++;
        line.n = n;
        if (span_eq(line, SPAN("quit")))
            break;
        count += span_eq(line, SPAN("go"));
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_make((const char *)data, size < MOST_BYTES ? size : MOST_BYTES);
    size_t answers = 0;
    struct usi_config config = {.ctx = &answers,
                                .write = check_output,
                                .name = SPAN("fuzzed"),
                                .most_hash_mb = 1,
                                .most_threads = 2,
                                .most_nodes = 300};
    struct usi *u;
    char material[] = "material";
    usi_settings_init(&config.settings);
    config.settings.weights = material; /* opened more quickly than the network */
    require(usi_open(&u, &config, NULL) == STATUS_OK);
    usi_feed(u, text);
    usi_close(u);
    require(answers == count_requests(text));
    return 0;
}

/* usi_options.h: what a GUI may set, as one table: printing, reading and checking are made from it.
 */
#ifndef KIFU_ENGINE_USI_USI_OPTIONS_H
#define KIFU_ENGINE_USI_USI_OPTIONS_H

#include "engine/book/book_options.h"
#include "engine/person/person_options.h"
#include "engine/style_options.h"

enum usi_rule { USI_RULE_NONE, USI_RULE_27, USI_RULE_24 };

enum {
    USI_MOST_HASH_MB = 1 << 20,
    USI_MOST_THREADS = 512,
    USI_NEVER = 99999, /* ResignValue, MaxMovesToDraw */
    USI_DEFAULT_HASH_MB = 128,
    USI_DEFAULT_DELAY_MS = 30,
};

struct usi_settings {
    int64_t hash_mb, threads, lines, resign_value, draw_value, most_plies, delay_ms;
    int64_t ponder;    /* 0 or 1 */
    int64_t rule;      /* enum usi_rule */
    int64_t root_mate; /* 0 or 1: mates are looked for beside the search */
    int64_t wdl;       /* likewise: info lines have wins, draws and losses of a thousand */
    char *weights;     /* owned; name or path; NULL: the default */
    struct style_settings style;
    struct person_settings person;
    struct book_settings book;
};

void usi_settings_init(struct usi_settings *s);
void usi_settings_release(struct usi_settings *s);

/* False if there is no memory; then nothing is copied. */
bool usi_settings_copy(struct usi_settings *to, const struct usi_settings *from) CHECK_RESULT;

/* Appends a line "option name …" for each, with the present values as defaults. */
void usi_settings_print(const struct usi_settings *s, struct buf *out);

/* name in any case; a number beyond what is allowed is refused, and nothing is set. */
enum usi_set usi_settings_set(struct usi_settings *s, struct span name, struct span value);

#endif

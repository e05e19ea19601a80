/* usi_options.c: see usi_options.h. */
#include "engine/usi_options.h"

#include "base/alloc.h"
#include "base/num.h"

enum kind { SPIN, CHECK, COMBO, FILE_NAME };

/* Names are those that other engines use, so that a GUI's dialogues and people know them. */
static const char *const RULES[] = {[USI_RULE_NONE] = "NoEnteringKing",
                                    [USI_RULE_27] = "CSARule27",
                                    [USI_RULE_24] = "CSARule24",
                                    NULL};

struct row {
    const char *name;
    enum kind kind;
    size_t at; /* of its int64_t in struct usi_settings */
    int64_t fallback, min, max;
    const char *const *words; /* COMBO */
};

#define AT(field) offsetof(struct usi_settings, field)
static const struct row ROWS[] = {
    {"USI_Hash", SPIN, AT(hash_mb), USI_DEFAULT_HASH_MB, 1, USI_MOST_HASH_MB, NULL},
    {"USI_Ponder", CHECK, AT(ponder), 0, 0, 1, NULL},
    {"Threads", SPIN, AT(threads), 1, 1, USI_MOST_THREADS, NULL},
    {"MultiPV", SPIN, AT(lines), 1, 1, 593, NULL},
    {"Weights", FILE_NAME, AT(weights), 0, 0, 0, NULL},
    {"EnteringKingRule", COMBO, AT(rule), USI_RULE_27, 0, USI_RULE_24, RULES},
    {"MaxMovesToDraw", SPIN, AT(most_plies), 0, 0, USI_NEVER, NULL},
    {"DrawValue", SPIN, AT(draw_value), 0, -10000, 10000, NULL},
    {"ResignValue", SPIN, AT(resign_value), USI_NEVER, 0, USI_NEVER, NULL},
    {"NetworkDelay", SPIN, AT(delay_ms), USI_DEFAULT_DELAY_MS, 0, 10000, NULL},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* How USI writes a text that is not there. */
#define NO_TEXT SPAN("<empty>")

static int64_t *number_at(struct usi_settings *s, const struct row *row)
{
    return (int64_t *)(void *)((char *)s + row->at);
}

static int64_t number_of(const struct usi_settings *s, const struct row *row)
{
    return *(const int64_t *)(const void *)((const char *)s + row->at);
}

void usi_settings_init(struct usi_settings *s)
{
    *s = (struct usi_settings){0};
    for (int i = 0; i < ROW_COUNT; i++)
        if (ROWS[i].kind != FILE_NAME)
            *number_at(s, &ROWS[i]) = ROWS[i].fallback;
}

void usi_settings_release(struct usi_settings *s)
{
    mem_free(s->weights);
    s->weights = NULL;
}

static void print_value(const struct usi_settings *s, const struct row *row, struct buf *out)
{
    switch (row->kind) {
    case SPIN:
        buf_printf(out, "spin default %lld min %lld max %lld", (long long)number_of(s, row),
                   (long long)row->min, (long long)row->max);
        break;
    case CHECK:
        buf_printf(out, "check default %s", number_of(s, row) ? "true" : "false");
        break;
    case COMBO:
        buf_printf(out, "combo default %s", row->words[number_of(s, row)]);
        for (const char *const *w = row->words; *w; w++)
            buf_printf(out, " var %s", *w);
        break;
    case FILE_NAME:
        buf_add_str(out, "filename default ");
        buf_add_span(out, s->weights ? span_of(s->weights) : NO_TEXT);
        break;
    }
}

void usi_settings_print(const struct usi_settings *s, struct buf *out)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        buf_printf(out, "option name %s type ", ROWS[i].name);
        print_value(s, &ROWS[i], out);
        buf_add_char(out, '\n');
    }
}

static enum usi_set set_number(int64_t *at, const struct row *row, struct span value)
{
    int64_t n;
    if (!num_parse_i64(value, INT64_MIN, INT64_MAX, &n))
        return USI_SET_NO_VALUE;
    *at = n < row->min ? row->min : n > row->max ? row->max : n;
    return USI_SET;
}

static enum usi_set set_check(int64_t *at, struct span value)
{
    bool yes = span_eq_nocase(value, SPAN("true"));
    if (!yes && !span_eq_nocase(value, SPAN("false")))
        return USI_SET_NO_VALUE;
    *at = yes;
    return USI_SET;
}

static enum usi_set set_word(int64_t *at, const struct row *row, struct span value)
{
    for (int i = 0; row->words[i]; i++)
        if (span_eq_nocase(value, span_of(row->words[i]))) {
            *at = i;
            return USI_SET;
        }
    return USI_SET_NO_VALUE;
}

static enum usi_set set_weights(struct usi_settings *s, struct span value)
{
    char *copy = NULL;
    if (memchr(value.n ? value.p : "", 0, value.n))
        return USI_SET_NO_VALUE;
    if (value.n && !span_eq(value, NO_TEXT)) {
        copy = mem_alloc(value.n + 1);
        if (!copy)
            return USI_SET_NO_MEMORY;
        memcpy(copy, value.p, value.n);
        copy[value.n] = 0;
    }
    mem_free(s->weights);
    s->weights = copy;
    return USI_SET_WEIGHTS;
}

enum usi_set usi_settings_set(struct usi_settings *s, struct span name, struct span value)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        const struct row *row = &ROWS[i];
        if (!span_eq_nocase(name, span_of(row->name)))
            continue;
        switch (row->kind) {
        case SPIN:
            return set_number(number_at(s, row), row, value);
        case CHECK:
            return set_check(number_at(s, row), value);
        case COMBO:
            return set_word(number_at(s, row), row, value);
        case FILE_NAME:
            return set_weights(s, value);
        }
    }
    return USI_SET_NO_OPTION;
}

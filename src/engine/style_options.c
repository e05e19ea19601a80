/* style_options.c: see style_options.h. */
#include "engine/style_options.h"

#include "base/alloc.h"
#include "base/text/num.h"
#include "engine/natural/natural.h"
#include "engine/usi/usi_output.h"
#include "text/flow/flow.h"

/* --- Usi rows --------------------------------------------------------------------------------- */

/* How USI writes a text that is not there. */
#define NO_TEXT SPAN("<empty>")
enum { MOST_TEXT = 1 << 16 };

static int64_t *number_at(void *fields, const struct usi_row *row)
{
    return (int64_t *)(void *)((char *)fields + row->at);
}

static int64_t number_of(const void *fields, const struct usi_row *row)
{
    return *(const int64_t *)(const void *)((const char *)fields + row->at);
}

static char **text_at(void *fields, const struct usi_row *row)
{
    return (char **)(void *)((char *)fields + row->at);
}

static const char *text_of(const void *fields, const struct usi_row *row)
{
    return *(char *const *)(const void *)((const char *)fields + row->at);
}

static bool has_text(const struct usi_row *row)
{
    return row->kind == USI_FILE || row->kind == USI_TEXT;
}

void usi_rows_init(const struct usi_rows *r, void *fields)
{
    for (size_t i = 0; i < r->count; i++)
        if (has_text(&r->rows[i]))
            *text_at(fields, &r->rows[i]) = NULL;
        else
            *number_at(fields, &r->rows[i]) = r->rows[i].fallback;
}

void usi_rows_release(const struct usi_rows *r, void *fields)
{
    for (size_t i = 0; i < r->count; i++)
        if (has_text(&r->rows[i])) {
            mem_free(*text_at(fields, &r->rows[i]));
            *text_at(fields, &r->rows[i]) = NULL;
        }
}

static void print_value(const void *fields, const struct usi_row *row, struct buf *out)
{
    switch (row->kind) {
    case USI_SPIN:
        buf_printf(out, "spin default %lld min %lld max %lld", (long long)number_of(fields, row),
                   (long long)row->min, (long long)row->max);
        break;
    case USI_CHECK:
        buf_printf(out, "check default %s", number_of(fields, row) ? "true" : "false");
        break;
    case USI_COMBO:
        buf_printf(out, "combo default %s", row->words[number_of(fields, row)]);
        for (const char *const *w = row->words; *w; w++)
            buf_printf(out, " var %s", *w);
        break;
    case USI_FILE:
    case USI_TEXT:
        buf_add_str(out, row->kind == USI_FILE ? "filename default " : "string default ");
        usi_add_clean(out, text_of(fields, row) ? span_of(text_of(fields, row)) : NO_TEXT,
                      MOST_TEXT);
        break;
    }
}

void usi_rows_print(const struct usi_rows *r, const void *fields, struct buf *out)
{
    for (size_t i = 0; i < r->count; i++) {
        buf_printf(out, "option name %s type ", r->rows[i].name);
        print_value(fields, &r->rows[i], out);
        buf_add_char(out, '\n');
    }
}

static enum usi_set set_number(int64_t *at, const struct usi_row *row, struct span value)
{
    int64_t n;
    if (!num_parse_i64(value, row->min, row->max, &n))
        return USI_SET_NO_VALUE;
    *at = n;
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

static enum usi_set set_word(int64_t *at, const struct usi_row *row, struct span value)
{
    for (int i = 0; row->words[i]; i++)
        if (span_eq_nocase(value, span_of(row->words[i]))) {
            *at = i;
            return USI_SET;
        }
    return USI_SET_NO_VALUE;
}

static enum usi_set set_file(char **at, struct span value)
{
    char *copy = NULL;
    for (size_t i = 0; i < value.n; i++)
        if ((unsigned char)value.p[i] < ' ')
            return USI_SET_NO_VALUE;
    if (value.n && !span_eq(value, NO_TEXT)) {
        copy = mem_alloc(value.n + 1);
        if (!copy)
            return USI_SET_NO_MEMORY;
        memcpy(copy, value.p, value.n);
        copy[value.n] = 0;
    }
    mem_free(*at);
    *at = copy;
    return USI_SET_FILE;
}

static const struct usi_row *row_of(const struct usi_rows *r, struct span name)
{
    for (size_t i = 0; i < r->count; i++)
        if (span_eq_nocase(name, span_of(r->rows[i].name)))
            return &r->rows[i];
    return NULL;
}

bool usi_rows_have(const struct usi_rows *r, struct span name)
{
    return row_of(r, name) != NULL;
}

enum usi_set usi_rows_set(const struct usi_rows *r, void *fields, struct span name,
                          struct span value)
{
    const struct usi_row *row = row_of(r, name);
    if (!row)
        return USI_SET_NO_OPTION;
    switch (row->kind) {
    case USI_SPIN:
        return set_number(number_at(fields, row), row, value);
    case USI_CHECK:
        return set_check(number_at(fields, row), value);
    case USI_COMBO:
        return set_word(number_at(fields, row), row, value);
    case USI_FILE:
    case USI_TEXT:
        break;
    }
    return set_file(text_at(fields, row), value);
}

bool usi_rows_copy(const struct usi_rows *r, void *to, const void *from)
{
    usi_rows_init(r, to);
    for (size_t i = 0; i < r->count; i++) {
        const struct usi_row *row = &r->rows[i];
        if (!has_text(row)) {
            *number_at(to, row) = number_of(from, row);
            continue;
        }
        const char *text = text_of(from, row);
        if (text && set_file(text_at(to, row), span_of(text)) != USI_SET_FILE) {
            usi_rows_release(r, to);
            return false;
        }
    }
    return true;
}

/* In the orders of enum flow_side, style_rule, natural_class and style_language. */
static const char *const SIDES[] = {[FLOW_HUMAN] = "human", [FLOW_COMPUTER] = "computer", NULL};
static const char *const RULES[] = {[STYLE_RULE_SUM] = "sum", [STYLE_RULE_PAPER] = "paper", NULL};
static const char *const CLASSES[] = {
    [NATURAL_PRO] = "pro", [NATURAL_AMATEUR] = "amateur", [NATURAL_ONLINE] = "online", NULL};
static const char *const LANGUAGES[] = {
    [STYLE_ENGLISH] = "english", [STYLE_JAPANESE] = "japanese", [STYLE_SILENT] = "none", NULL};

/* A margin of 500 leaves room for the 400 points that the paper's rule gives at most. */
enum { DEFAULT_MARGIN = 500, MOST_MARGIN = 10000 };

#define AT(field) offsetof(struct style_settings, field)
static const struct usi_row ROWS[] = {
    {"Flow_File", USI_FILE, AT(flow_file), 0, 0, 0, NULL},
    {"Flow_Weight", USI_SPIN, AT(flow_weight), 100, 0, 1000, NULL},
    {"Flow_Style", USI_COMBO, AT(flow_style), FLOW_HUMAN, 0, FLOW_COMPUTER, SIDES},
    {"Flow_Rule", USI_COMBO, AT(flow_rule), STYLE_RULE_SUM, 0, STYLE_RULE_PAPER, RULES},
    {"Natural", USI_SPIN, AT(natural), 0, 0, 100, NULL},
    {"Natural_Model", USI_FILE, AT(model_file), 0, 0, 0, NULL},
    {"Natural_Class", USI_COMBO, AT(class), NATURAL_PRO, 0, NATURAL_ONLINE, CLASSES},
    {"Natural_Margin", USI_SPIN, AT(margin), DEFAULT_MARGIN, 1, MOST_MARGIN, NULL},
    {"Explain", USI_COMBO, AT(language), STYLE_ENGLISH, 0, STYLE_SILENT, LANGUAGES},
};
const struct usi_rows style_rows = {ROWS, sizeof ROWS / sizeof *ROWS};

/* style_options.h: what may be set of how moves are chosen (style.h), by the names that USI has for
 * it; matches take the same. */
#ifndef KIFU_ENGINE_STYLE_OPTIONS_H
#define KIFU_ENGINE_STYLE_OPTIONS_H

#include <stddef.h>

#include "base/buf.h"

/* How points and likelihood come to a value: the search looks for the best sum, or, as the paper
 * does, they are added to the values of one finished search. */
enum style_rule { STYLE_RULE_SUM, STYLE_RULE_PAPER };

enum style_language { STYLE_ENGLISH, STYLE_JAPANESE, STYLE_SILENT };

struct style_settings {
    char *flow_file;     /* owned; NULL: none, the rule of points is off */
    int64_t flow_weight; /* per cent of the points */
    int64_t flow_style;  /* enum flow_side: whose sequences get points */
    int64_t flow_rule;   /* enum style_rule */
    int64_t natural;     /* the dial, 0: off */
    char *model_file;    /* owned; NULL: the built-in model */
    int64_t class;       /* enum natural_class */
    int64_t margin;      /* of value, below the best */
    int64_t language;    /* enum style_language: of explanations */
};
extern const struct usi_rows style_rows;

/* Do they ask for anything but the plain best move? */
static inline bool style_wanted(const struct style_settings *s)
{
    return (s->flow_file && s->flow_weight > 0) || s->natural > 0;
}

/* --- Usi rows ---------------------------------------------------------------------------------
 * Options as USI has them, as a table over the fields of a struct: printing, reading
 * and checking are made from it. */

enum usi_kind { USI_SPIN, USI_CHECK, USI_COMBO, USI_FILE, USI_TEXT };

struct usi_row {
    const char *name;
    enum usi_kind kind;
    size_t
        at; /* of its int64_t in the struct; of a file or text of its char *, owned, NULL: none */
    int64_t fallback, min, max;
    const char *const *words; /* of a combo, NULL at the end; the number is a place in it */
};

struct usi_rows {
    const struct usi_row *rows;
    size_t count;
};

void usi_rows_init(const struct usi_rows *r, void *fields);
void usi_rows_release(const struct usi_rows *r, void *fields);
/* False if there is no memory; then nothing is copied. */
bool usi_rows_copy(const struct usi_rows *r, void *to, const void *from) CHECK_RESULT;
/* Appends a line "option name …" for each, with the present values as defaults. */
void usi_rows_print(const struct usi_rows *r, const void *fields, struct buf *out);

enum usi_set {
    USI_SET,
    USI_SET_FILE, /* a file: whoever has it open may want to open another one */
    USI_SET_NO_OPTION,
    USI_SET_NO_VALUE,
    USI_SET_NO_MEMORY
};
/* name in any case; a number beyond what is allowed is refused, and nothing is set. */
enum usi_set usi_rows_set(const struct usi_rows *r, void *fields, struct span name,
                          struct span value);
/* Is there an option of that name, in any case? */
bool usi_rows_have(const struct usi_rows *r, struct span name);

#endif

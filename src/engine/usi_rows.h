/* usi_rows.h: options as USI has them, as a table over the fields of a struct: printing, reading
 * and checking are made from it. */
#ifndef KIFU_ENGINE_USI_ROWS_H
#define KIFU_ENGINE_USI_ROWS_H

#include <stddef.h>

#include "base/buf.h"

enum usi_kind { USI_SPIN, USI_CHECK, USI_COMBO, USI_FILE };

struct usi_row {
    const char *name;
    enum usi_kind kind;
    size_t at; /* of its int64_t in the struct; of a file of its char *, owned, NULL: none */
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

/* chaturanga_sheet.h: a table of figures as text, Markdown or lines of JSON.
 *
 *     sheet_open(&s, "table-8", &TITLE, COLUMNS, 4);
 *     sheet_word(&s, "P1");
 *     sheet_number(&s, 57.0, 1);
 *     sheet_mean(&s, mean, 1);              60.7 ± 0.9, the latter for 95 %
 *     …                                     rows end by themselves
 *     sheet_print(&s, SHEET_MARKDOWN, LANG_EN, out);
 *     sheet_close(&s);
 */
#ifndef KIFU_CMD_CHATURANGA_CHATURANGA_SHEET_H
#define KIFU_CMD_CHATURANGA_CHATURANGA_SHEET_H

#include "base/buf.h"
#include "base/err.h"
#include "sim/chaturanga/chaturanga_trial.h"

enum sheet_form { SHEET_TEXT, SHEET_MARKDOWN, SHEET_JSON };
enum { SHEET_CELL_BYTES = 48, SHEET_MAX_COLUMNS = 16 };

struct sheet_column {
    const char *key; /* in JSON */
    struct msg heading;
};
struct sheet_cell {
    char text[SHEET_CELL_BYTES];
    double value, error; /* NAN: a word; no error */
    int digits;
};
struct sheet {
    const char *name;
    const struct msg *title;
    const struct sheet_column *columns;
    size_t width; /* columns */
    struct sheet_cell *cells;
    size_t n, cap;
    bool failed; /* no memory */
};

void sheet_open(struct sheet *s, const char *name, const struct msg *title,
                const struct sheet_column *columns, size_t width);
void sheet_close(struct sheet *s);
void sheet_word(struct sheet *s, const char *word);
/* NAN: an empty cell. */
void sheet_number(struct sheet *s, double value, int digits);
void sheet_mean(struct sheet *s, struct chatur_mean mean, int digits);
/* Not finite: an empty cell; text shows a sign. */
void sheet_sigmas(struct sheet *s, double sigmas);
/* Adds it to out; false if there was no memory for it. */
bool sheet_print(const struct sheet *s, enum sheet_form form, enum lang lang, struct buf *out);

#endif

/* report_table.h: a table of figures as text, Markdown or lines of JSON.
 *
 *     report_open(&s, "table-8", &TITLE, COLUMNS, 4);
 *     report_word(&s, "P1");
 *     report_number(&s, 57.0, 1);
 *     report_mean(&s, mean, 1);              60.7 ± 0.9, the latter for 95 %
 *     …                                     rows end by themselves
 *     report_print(&s, REPORT_MARKDOWN, LANG_EN, out);
 *     report_close(&s);
 */
#ifndef KIFU_CMD_CHATURANGA_REPORT_TABLE_H
#define KIFU_CMD_CHATURANGA_REPORT_TABLE_H

#include "base/buf.h"
#include "base/err.h"
#include "cluster/chaturanga_trial.h"

enum report_form { REPORT_TEXT, REPORT_MARKDOWN, REPORT_JSON };
enum { REPORT_CELL_BYTES = 48, REPORT_MAX_COLUMNS = 16 };

struct report_column {
    const char *key; /* in JSON */
    struct msg heading;
};
struct report_cell {
    char text[REPORT_CELL_BYTES];
    double value, error; /* NAN: a word; no error */
    int digits;
};
struct report_table {
    const char *name;
    const struct msg *title;
    const struct report_column *columns;
    size_t width; /* columns */
    struct report_cell *cells;
    size_t n, cap;
    bool failed; /* no memory */
};

void report_open(struct report_table *s, const char *name, const struct msg *title,
                 const struct report_column *columns, size_t width);
void report_close(struct report_table *s);
void report_word(struct report_table *s, const char *word);
/* NAN: an empty cell. */
void report_number(struct report_table *s, double value, int digits);
void report_mean(struct report_table *s, struct chaturanga_mean mean, int digits);
/* Not finite: an empty cell; text shows a sign. */
void report_sigmas(struct report_table *s, double sigmas);
/* Adds it to out; false if there was no memory for it. */
bool report_print(const struct report_table *s, enum report_form form, enum lang lang,
                  struct buf *out);

#endif

/* chaturanga_tables.h: declarations that the parts of `kifu chaturanga tables` share. */
#ifndef KIFU_CMD_CHATURANGA_CHATURANGA_TABLES_H
#define KIFU_CMD_CHATURANGA_CHATURANGA_TABLES_H

#include "base/buf.h"
#include "base/err.h"
#include "cluster/chaturanga_trial.h"
#include "cmd/chaturanga/chaturanga_figures.h"

/* --- A table of figures as text, Markdown or lines of JSON ------------------------------------
 *     report_open(&s, "table-8", &TITLE, COLUMNS, 4);
 *     report_word(&s, "P1");
 *     report_number(&s, 57.0, 1);
 *     report_mean(&s, mean, 1);              60.7 ± 0.9, the latter for 95 %
 *     …                                     rows end by themselves
 *     report_print(&s, REPORT_MARKDOWN, LANG_EN, out);
 *     report_close(&s); */

enum report_form { REPORT_TEXT, REPORT_MARKDOWN, REPORT_JSON };
enum { REPORT_CELL_BYTES = 256, REPORT_MAX_COLUMNS = 16 };

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

/* --- Chaturanga tables ------------------------------------------------------------------------ */

struct experiments {
    struct trial_bar bar;
    struct cmd_env *env;
    uint64_t games, seed;
    struct chaturanga_rules rules;
    struct chaturanga_limits limits;
    enum report_form form;
    struct buf out;
};

/* Games of four players; others: red, green and yellow; black.  CMD_OK, or an exit status after a
 * message. */
struct lineup {
    const char *others, *black;
    const struct chaturanga_rules *rules; /* NULL: the experiments' */
    unsigned oddities;
    bool counts;
    uint64_t games;
};
int experiment_run(struct experiments *x, const struct lineup *lineup, struct chaturanga_sums *out);
/* Prints and closes the sheet if code is CMD_OK; returns the exit status. */
int experiment_print(struct experiments *x, struct report_table *s, int code);

/* The parts. */
int experiment_games(struct experiments *x);
int experiment_index(struct experiments *x);
int experiment_readings(struct experiments *x);
int experiment_causes(struct experiments *x);
int experiment_mixed(struct experiments *x);
int experiment_strong(struct experiments *x);

#endif

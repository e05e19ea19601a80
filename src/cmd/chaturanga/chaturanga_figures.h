/* chaturanga_figures.h: trials of chaturanga as the subcommands of `kifu chaturanga` run and print
 * them. */
#ifndef KIFU_CMD_CHATURANGA_CHATURANGA_FIGURES_H
#define KIFU_CMD_CHATURANGA_CHATURANGA_FIGURES_H

#include "base/text/json.h"
#include "cluster/chaturanga_trial.h"
#include "cmd/chaturanga/chaturanga_cmd.h"

/* Four names out of "P0,P0,P0,P1"; a single one is for all four.  The names live in text. */
struct seat_names {
    struct buf text;
    const char *of[CHATURANGA_COLOURS];
};
/* CMD_OK, or a message was printed. */
int seat_names_read(struct cmd_env *env, const char *list, struct seat_names *out);
void seat_names_release(struct seat_names *s);

/* Limits of those that search, from the options. */
struct chaturanga_limits chaturanga_limits_read(struct cmd_env *env, const struct cmd_args *args);

/* Runs a trial and shows how far it is on a bar that goes from done to total.  CMD_OK, or a message
 * was printed. */
struct trial_bar {
    struct cmd_env *env;
    struct progress progress;
    uint64_t done;
    bool counting; /* games are added to `done`, none is played, and sums are empty */
};
void trial_bar_open(struct trial_bar *b, struct cmd_env *env, uint64_t games);
void trial_bar_close(struct trial_bar *b);
/* The trial's ctx, progress, stop and threads are set here; with keep, ctx must be a struct whose
 * first member is the bar: pass it as b. */
int trial_bar_run(struct trial_bar *b, struct chaturanga_trial *trial, struct chaturanga_sums *out);

/* The names of the teams. */
extern const struct msg chaturanga_teams[2];
enum { FIGURE_NAME_COLUMNS = 15 }; /* room for them, and for colours */

/* Rounded to `digits` decimals, for JSON. */
double figure_rounded(double value, int digits);
/* "games", "expected", …, "intervals" into the open object. */
void figures_json(struct json *j, const struct chaturanga_sums *s, bool counts);
/* As figures_json(), as lines of text. */
void figures_text(struct buf *out, enum lang lang, const struct chaturanga_sums *s, bool counts);

#endif

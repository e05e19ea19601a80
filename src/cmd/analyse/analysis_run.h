/* analysis_run.h: analysing the games of a list in several threads, and what becomes of each:
 * reports, records with comments, graphs, a table of players.
 *
 * With a journal the searches' results are on disk as soon as they are there; a run that goes on
 * takes them from it and makes everything else anew, so that its output is that of a run without
 * interruption. */
#ifndef KIFU_CMD_ANALYSE_ANALYSIS_RUN_H
#define KIFU_CMD_ANALYSE_ANALYSIS_RUN_H

#include "cmd/analyse/analysis_list.h"
#include "cmd/frame/game_output.h"
#include "formats/format.h"
#include "values/analysis/analyst.h"

struct analysis_options {
    struct analyst_options analyst; /* but for cancelled */
    const struct format *format;    /* of records; NULL: none are written */
    enum charset charset;
    const char *records, *plots; /* FILE, DIR or -; NULL: none */
    const char *table;           /* FILE: .json, else TSV; NULL: none */
    const char *journal;         /* NULL: none */
    bool full;                   /* a report of each game, even if there are several */
};

/* Returns an exit status. */
int analysis_run(struct cmd_env *env, const struct analysis_list *list,
                 const struct analysis_options *o);

#endif

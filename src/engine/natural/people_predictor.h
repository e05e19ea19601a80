/* people_predictor.h: how likely people are to play each move, by the model of natural.h or by a
 * network of people_network.h, without a search or with one.
 *
 *     people_predictor_open(&p, &options, err);
 *     people_work_open(&w, p, err);                              each thread its own
 *     people_predict(p, w, &q, &answer, 1);                      without a search
 *     people_search(p, w, thinker, &request, &q, &answer, err);  with one
 *
 * A search gives likely moves values: a plain one first, then all are compared with its best
 * (style.h).  The weights of natural_values.h make probabilities of ln p and of the values.  Those of
 * the model are in its file; those of a network are a file beside it, which `kifu natural values`
 * fits (docs/formats/values.md):
 *
 *     0    8   "KIFUVAL1"
 *     8        the section of natural_values.h
 *    -8    8   XXH3 of everything before
 */
#ifndef KIFU_ENGINE_NATURAL_PEOPLE_PREDICTOR_H
#define KIFU_ENGINE_NATURAL_PEOPLE_PREDICTOR_H

#include "engine/natural/natural_values.h"
#include "engine/natural/people_network.h"
#include "engine/natural/style.h"

struct people_predictor_options {
    bool network;            /* a network; else the model */
    const char *file;        /* NULL: the one that is built in or installed */
    bool one_way;            /* a network does not see mirror images */
    bool search;             /* the weights of search values are needed */
    const char *values_file; /* those of a network; NULL: the installed ones */
};

struct people_predictor; /* shared by threads */
/* STATUS_NOT_FOUND if an installed file is missing. */
enum status people_predictor_open(struct people_predictor **out,
                                  const struct people_predictor_options *o,
                                  struct err *err) CHECK_RESULT;
void people_predictor_close(struct people_predictor *p); /* NULL is fine */

struct people_work; /* memory for a network to work in */
/* *out is NULL for a model, which needs none. */
enum status people_work_open(struct people_work **out, const struct people_predictor *p,
                             struct err *err) CHECK_RESULT;
void people_work_close(struct people_work *w); /* NULL is fine */

/* Without a search, for up to PEOPLE_BATCH positions: q's values are not read.  Scores differ from
 * ln p by a constant.  The model knows nothing of the winner: win is NAN. */
void people_predict(const struct people_predictor *p, struct people_work *w,
                    const struct natural_input *q, struct people_answer *answers, size_t count);

/* The moves of an answer without a search that a search compares; out has room for
 * SHOGI_MAX_MOVES.  Returns how many. */
int people_list_likely(const struct people_answer *prior, shogi_move *out);
/* Compares them, as style_rate() does. */
enum status people_rate(const struct people_answer *prior, struct thinker *t,
                        const struct think_request *request, struct think_result *result,
                        struct style_line *lines, int *count, struct err *err) CHECK_RESULT;
/* From an answer without a search to one with the values of these lines; q's values are not read. */
void people_add_lines(const struct people_predictor *p, const struct natural_input *q,
                      const struct style_line *lines, int n, struct people_answer *answer);

/* All of these.  request and q have the same position; request has the limits of the search. */
enum status people_search(const struct people_predictor *p, struct people_work *w,
                          struct thinker *t, const struct think_request *request,
                          const struct natural_input *q, struct people_answer *answer,
                          struct think_result *result, struct err *err) CHECK_RESULT;

/* --- The file of weights ---------------------------------------------------------------------- */

enum status people_values_read(struct natural_values *v, struct span bytes,
                               struct err *err) CHECK_RESULT;
/* path NULL: the installed ones. */
enum status people_values_open(struct natural_values *v, const char *path,
                               struct err *err) CHECK_RESULT;
enum status people_values_save(const struct natural_values *v, const char *path,
                               struct err *err) CHECK_RESULT;

#endif

/* weights.h: an evaluation and the numbers it needs, by name or from a file.
 *
 *     weights_open(&w, NULL, err);           the default: the largest network that Kifu was built with
 *     weights_open(&w, "material", err);     one of the names below
 *     weights_open(&w, "my.weights", err);   a file; its first bytes name the evaluation
 *     struct eval eval = weights_eval(w);    valid until weights_close(w)
 *
 * One row in weights.c for each evaluation: its name, its built-in numbers, its reader. */
#ifndef KIFU_ENGINE_EVAL_WEIGHTS_H
#define KIFU_ENGINE_EVAL_WEIGHTS_H

#include "base/err.h"
#include "engine/eval/eval.h"

/* The small network (net.h).  Natural play, persons, and all that was learnt from searches was fitted
 * with it, and keeps it whatever the default is. */
#define WEIGHTS_SMALL "net"

struct weights;
enum status weights_open(struct weights **out, const char *name_or_path,
                         struct err *err) CHECK_RESULT;
struct eval weights_eval(const struct weights *w);
/* Of the numbers: equal for equal values of all positions, whatever file they came from. */
uint64_t weights_hash(const struct weights *w);
void weights_close(struct weights *w); /* NULL is fine */

#endif

/* learning.c: see learning.h. */
#include "cmd/frame/learning.h"

enum status learning_run(struct progress *p, const struct descent_model *model,
                         const struct descent_options *o, struct err *err)
{
    static const struct msg LEARNING = {"learning", "学習中"},
                            UNIT = {"positions in all epochs", "局面（全エポックの延べ）"};
    progress_start(p, &LEARNING, &UNIT, (uint64_t)model->examples[DESCENT_LEARN] * o->epochs);
    enum status st = descent_run(model, o, err);
    progress_finish(p);
    return st;
}

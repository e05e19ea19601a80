/* train_progress.c: see train_progress.h. */
#include "cmd/frame/train_progress.h"

enum status train_with_progress(struct progress *p, const struct adam_model *model,
                                const struct adam_options *o, struct err *err)
{
    static const struct msg LEARNING = {"training", "学習中"},
                            UNIT = {"positions in all epochs", "局面（全エポックの延べ）"};
    progress_start(p, &LEARNING, &UNIT, (uint64_t)model->examples[ADAM_TRAINING] * o->epochs);
    enum status st = adam_run(model, o, err);
    progress_finish(p);
    return st;
}

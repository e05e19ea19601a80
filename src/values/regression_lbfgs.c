/* regression_lbfgs.c */
#include "values/regression_internal.h"
enum status regression_lbfgs(struct regression_run *run, struct err *err)
{
    static const struct msg TODO = {"too many features", "特徴が多すぎます"};
    (void)run;
    return err_plain(err, STATUS_LIMIT, &TODO);
}

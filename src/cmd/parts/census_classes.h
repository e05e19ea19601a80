/* census_classes.h: `kifu census CLASS=DB...`: do games of one class share more positions than those
 * of another?
 *
 * The share of duplicates grows with the number of games, so classes are compared at the same number
 * of positions: half as many as the smallest class has.  From each class random games are taken up
 * to that number, CENSUS_SAMPLES times over; the mean of the shares is reported, with two standard
 * deviations of them.  A half sample of the smallest class varies about as much as that class would
 * if it were collected again; samples of larger classes vary by themselves. */
#ifndef KIFU_CMD_PARTS_CENSUS_CLASSES_H
#define KIFU_CMD_PARTS_CENSUS_CLASSES_H

#include "cmd/frame/cmd.h"
#include "query/census/census.h"

enum { CENSUS_SAMPLES = 10, MOST_CENSUS_CLASSES = 16 };

/* Whether an operand names a class before its database. */
bool census_has_class(const char *operand);
/* All operands name one.  opt's top and steps do not matter; its seed is that of the samples.
 * Returns an exit status, after a message if it is not CMD_OK. */
int census_compare_classes(struct cmd_env *env, const char *const *operands, size_t n,
                           const struct census_options *opt);

#endif

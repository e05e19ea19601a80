/* sequence_likely.h: how likely people are to choose each continuation of a sequence of Go. */
#ifndef KIFU_CMD_PARTS_SEQUENCE_LIKELY_H
#define KIFU_CMD_PARTS_SEQUENCE_LIKELY_H

#include "base/text/json.h"
#include "engine/natural/go_people_network.h"
#include "text/profile/sequence_profile.h"

/* "likely":[0.31, null, …] into an object that is open, in the order of "next" (sequence_view.h): by
 * professionals, on a board where the stones of the sequence stand alone; null where the other side
 * would have to move, or there is no such board. */
enum status sequence_likely_to_json(struct json *j, const struct go_people_network *network,
                                    const struct sequence_profile *p, struct err *err) CHECK_RESULT;

#endif

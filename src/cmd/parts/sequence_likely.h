/* sequence_likely.h: how likely people are to choose each continuation of a sequence of Go. */
#ifndef KIFU_CMD_PARTS_SEQUENCE_LIKELY_H
#define KIFU_CMD_PARTS_SEQUENCE_LIKELY_H

#include "engine/natural/go_people_network.h"
#include "text/profile/sequence_profile.h"
#include "view/report/sequence_view.h"

/* Of the first SEQUENCE_NEXT next moves of the profile: by professionals, on a board where the stones of
 * the sequence stand alone; NAN where the other side would have to move, or there is no such board. */
enum status sequence_likely(const struct go_people_network *network,
                            const struct sequence_profile *p, double likely[SEQUENCE_NEXT],
                            struct err *err) CHECK_RESULT;

#endif

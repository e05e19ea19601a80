/* verifier.h: a thread that verifies all bytes of the databases that are served.
 *
 * Readers verify what they read when they first read it (store/segment.h).  So damage where nobody
 * looks would be found by somebody's query months later, when the backup has it too.  This thread
 * reads everything once after opening, a mebibyte at a time, and pauses nine times as long as each
 * took.  What it finds is reported (served.report), and served_fault() says it from then on. */
#ifndef KIFU_WEB_SITE_VERIFIER_H
#define KIFU_WEB_SITE_VERIFIER_H

#include "web/site/sites.h"

struct verifier {
    struct site *sites; /* borrowed */
    uint32_t count;
    uint64_t verified[SITES_MOST_GAMES]; /* of each site, the number of the last snapshot + 1 */
    atomic_bool stop;
    bool runs;
    pthread_t thread;
};

/* The sites must stay until verifier_stop(); databases may be added to them and change. */
enum status verifier_start(struct verifier *v, struct site *sites, uint32_t count,
                           struct err *err) CHECK_RESULT;
void verifier_stop(struct verifier *v); /* a zeroed one is fine */

#endif

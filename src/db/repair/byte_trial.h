/* byte_trial.h: the checksum of a block as it would be with one byte changed, without hashing the block again.
 *
 * XXH3 (64 bits, more than 240 bytes, no seed) adds every 64 bytes (a stripe) to eight lanes of 64 bits:
 *
 *     lane[i]     += low half of (word[i] ^ key) * its high half
 *     lane[i ^ 1] += word[i]
 *
 * and scrambles each lane by itself after every 16 stripes. So a changed byte changes two lanes, which are mixed as a
 * pair at the end: a trial needs the sums of each run of 16 stripes, two lanes, and one of four products. It takes
 * some 15 ns where hashing 4,096 bytes takes 300. The definition of XXH3 is fixed for good; test_repair compares. */
#ifndef KIFU_DB_REPAIR_BYTE_TRIAL_H
#define KIFU_DB_REPAIR_BYTE_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "store/segment.h"

enum {
    BYTE_VALUES = 256,
    TRIAL_LANES = 8,
    TRIAL_RUN = 1024,
    TRIAL_RUNS = SEGMENT_BLOCK / TRIAL_RUN
};

struct byte_trial {
    struct span block;
    unsigned runs;
    uint64_t sums[TRIAL_RUNS][TRIAL_LANES];   /* what a run adds to a lane */
    uint64_t before[TRIAL_RUNS][TRIAL_LANES]; /* a lane when the run begins */
    uint64_t products[TRIAL_LANES / 2];       /* of the pairs of lanes at the end */
    uint64_t total;                           /* of all of them, and of the length */
};

/* The block stays the caller's, and unchanged as long as it is used. False: its length is no multiple of 64 bytes
 * above 240, or above SEGMENT_BLOCK; such blocks must be hashed. */
bool byte_trial_begin(struct byte_trial *t, struct span block);

/* XXH3_64bits() of the block with the byte at `at` replaced. */
uint64_t byte_trial_checksum(const struct byte_trial *t, size_t at, unsigned char byte);

/* The first value from `from` on that the byte at `at` must have for the lower half of the checksum to be `sum`;
 * BYTE_VALUES: none.  For all values it takes half as long as a call for each. */
unsigned byte_trial_find(const struct byte_trial *t, size_t at, unsigned from, uint32_t sum);

#endif

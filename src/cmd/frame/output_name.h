/* output_name.h: names of the files that a command makes of its inputs.
 *
 * Labels come from file systems and from inside archives, and are not to be trusted: for any label
 * the result is a relative path that stays below the directory it is used in, without control
 * characters and without names that mean something to a shell or another system. */
#ifndef KIFU_CMD_FRAME_OUTPUT_NAME_H
#define KIFU_CMD_FRAME_OUTPUT_NAME_H

#include <stdint.h>

#include "base/buf.h"
#include "base/hash_index.h"
#include "base/span.h"

/* Appends a path made of label: directories kept, extension replaced.  number, if not 0, is put
 * behind the name: "games-0002.kif". */
void output_name_make(struct span label, const char *extension, uint32_t number, struct buf *out);

/* The names given out so far, so that a.kif and a.ki2 do not both become a.csa.  Kept as hashes:
 * eight bytes a name; that two names share one costs a harmless number. */
struct output_names {
    struct hash_set hashes;
};

void output_names_init(struct output_names *names);
void output_names_release(struct output_names *names);
/* As output_name_make, with a number that makes it new. */
enum status output_names_make(struct output_names *names, struct span label, const char *extension,
                              uint32_t number, struct buf *out) CHECK_RESULT;

#endif

/* serve_paths.h: the databases that `serve` was given, lists of shards (cluster/shard_list.h) among
 * them. */
#ifndef KIFU_CMD_PARTS_SERVE_PATHS_H
#define KIFU_CMD_PARTS_SERVE_PATHS_H

#include "base/err.h"

struct serve_paths {
    const char **at;        /* owned; the texts are borrowed from operands and lists */
    const char **elsewhere; /* owned; how one is called that only another host has, or NULL */
    size_t count, cap, elsewhere_cap;
    struct shard_list *lists; /* owned, those read */
    size_t list_count, list_cap;
};

/* In place of a list come its databases.  `together`: several processes serve them, and some may be
 * elsewhere.  Alone, one opens what is at hand.  Released with serve_paths_release(), whatever is
 * returned. */
enum status serve_paths_read(struct serve_paths *p, const char *const *operands, size_t n,
                             bool clustered, struct err *err) CHECK_RESULT;
void serve_paths_release(struct serve_paths *p);

#endif

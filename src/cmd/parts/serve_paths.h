/* serve_paths.h: the databases given to `kifu serve`, with lists of shards (cluster/shard_list.h)
 * expanded. */
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

/* A list is replaced by its databases.  `clustered`: several processes serve them, and some may be
 * on other hosts.  A single process opens every database of a list.  Released with
 * serve_paths_release(), whatever is returned. */
enum status serve_paths_read(struct serve_paths *p, const char *const *operands, size_t n,
                             bool clustered, struct err *err) CHECK_RESULT;
void serve_paths_release(struct serve_paths *p);

#endif

/* shard_list.h: a list of databases that are parts of one: a small text file, by custom
 * NAME.shards.
 *
 *     kifu-shards 1
 *     # the year 2025 was imported on node2
 *     games-2024.kifu
 *     node2:/data/games-2025.kifu
 *
 * The first line says what it is.  Then a line for each shard: a path, which counts from the folder
 * of the list unless it begins with /, with a host and a colon before it if only processes on that
 * host can open it.  (A path with a colon in its first part is written ./a:b.kifu.)  Empty lines
 * and lines that begin with # are for people.  Whoever is given the list where a database is wanted
 * is given all of them, in this order. */
#ifndef KIFU_CLUSTER_SHARD_LIST_H
#define KIFU_CLUSTER_SHARD_LIST_H

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum { SHARDS_MAX = 4096, SHARDS_MAX_BYTES = 16 << 20 };

struct shard {
    const char *host; /* NULL: every host has it */
    const char *path; /* to open it by */
    const char *name; /* for people: HOST:PATH, or the path */
};

struct shard_list {
    struct shard *at;
    size_t count, cap;
    char *texts; /* owned: what the shards borrow */
};

/* STATUS_SYNTAX, with line and byte, if it is none; STATUS_NOT_FOUND if there is no file. */
enum status shard_list_read(struct shard_list *s, const char *path, struct err *err) CHECK_RESULT;
/* As shard_list_read(), for its text; path is for messages, and for what the paths are relative
 * to. */
enum status shard_list_parse(struct shard_list *s, struct span text, const char *path,
                             struct err *err) CHECK_RESULT;
void shard_list_release(struct shard_list *s);

/* Whether a host of that name is this one, called own.  Domains count only if both have one. */
bool shard_host_is(const char *host, const char *own);

#endif

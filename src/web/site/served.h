/* served.h: the databases that are served, as reference-counted snapshots.
 *
 * A database may grow while it is served: by an import on the page, or by `kifu import` in another
 * process.  Whoever answers a request takes a snapshot first, all databases as they are at that
 * moment, and sees nothing else until it is given back:
 *
 *     now ──▶ snapshot 2 (1 reader) ──▶ games, as of today     other
 *             snapshot 1 (3 readers) ─▶ games, as of before  ───▲
 *
 * Taking one looks at each manifest, at what users said on who is who, and at names.txt (stat(2):
 * files are replaced as a whole, so a new one is another file).  The first to see another one opens
 * that database anew, or reads the names alone, and hangs up a snapshot with it; those who come
 * meanwhile get the one before and wait for nothing.  The last reader of an
 * old snapshot closes what no newer one has.  A database that can't be opened any more (removed,
 * damaged, of another game) is served as it was; served_fault() says why. */
#ifndef KIFU_WEB_SITE_SERVED_H
#define KIFU_WEB_SITE_SERVED_H

#include <pthread.h>

#include "cluster/cluster.h"
#include "db/db.h"
#include "query/language/named.h"

struct snapshot {
    uint64_t number; /* no other one of this server has it: what is remembered is known by it */
    uint64_t games;  /* the number of the first snapshot that had the same games and people */
    struct db **dbs;
    uint32_t count;
    const struct named_queries *named; /* built in, and of the databases */
    struct served_db **held;           /* served.c's, as names */
    struct served_names *names;
    uint32_t readers;
};

/* Databases that may be added to those that were opened first. */
enum { SERVED_MORE = 64, SERVED_REPORTED = 32 };

struct served {
    const struct game *game;
    const char **paths;     /* borrowed texts */
    _Atomic uint32_t count; /* grows by served_add() */
    uint32_t room;
    struct served_mark *marks; /* of each database's files as they were opened */
    struct snapshot *now;
    uint64_t hung; /* snapshots so far */
    bool
        fixed; /* nothing is opened anew: others must see the same; set before the first is taken */
    /* Set before the first is taken, or NULL: is called with each fault of a database once, in any
     * thread. */
    void (*report)(void *ctx, const struct err *fault);
    void *report_ctx;
    struct err reported[SERVED_REPORTED]; /* the last that it was called with */
    uint32_t reports;                     /* so far */
    pthread_mutex_t lock;                 /* of everything here, all readers' counts included */
    pthread_mutex_t opening;              /* taken before the other by who opens databases */
};

/* Opens all, which must be of one game.  Released with served_release(), whatever is returned; by
 * then all snapshots must have been given back. */
enum status served_open(struct served *s, const char *const *paths, uint32_t count,
                        struct err *err) CHECK_RESULT;
/* Of a game without databases yet. */
enum status served_open_none(struct served *s, const struct game *game,
                             struct err *err) CHECK_RESULT;
/* Adds a database that was made meanwhile, of the same game, behind the others; path is borrowed until
 * served_release().  One at a time.  STATUS_LIMIT after SERVED_MORE. */
enum status served_add(struct served *s, const char *path, struct err *err) CHECK_RESULT;
/* As served_open(), in a cluster: they are partitioned (cluster/partition.h), and the first process
 * fetches the games of those that it has not (cluster/fetch.h).  elsewhere[i]: how people call a
 * database that only other hosts have; NULL: it is here.  A meeting; cluster may be NULL, and then
 * elsewhere is not used. */
enum status served_open_cluster(struct served *s, const char *const *paths,
                                const char *const *elsewhere, uint32_t count,
                                const struct cluster *cluster, struct err *err) CHECK_RESULT;
void served_release(struct served *s);

/* The databases as they are; NULL if there are none.  Never fails otherwise. */
struct snapshot *served_take(struct served *s);
void served_give_back(struct served *s, struct snapshot *snapshot); /* NULL is fine */

/* What is wrong with a database of a snapshot: it was found to be damaged, or a newer state of it
 * or of its names can't be opened.  STATUS_OK if nothing is. */
enum status served_fault(struct served *s, const struct snapshot *snapshot, uint32_t i,
                         struct err *err) CHECK_RESULT;
/* Calls report() with a fault, unless one of its last calls was for the same one. */
void served_report(struct served *s, const struct err *fault);

/* What this process has just written is seen by the next who takes a snapshot: others who are
 * opening it are waited for. */
void served_look_again(struct served *s);

#endif

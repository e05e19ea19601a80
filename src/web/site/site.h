/* site.h: a site: databases of one game, each under a name, and the named queries. */
#ifndef KIFU_WEB_SITE_SITE_H
#define KIFU_WEB_SITE_SITE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/span.h"
#include "base/work/shared_cache.h"
#include "query/language/named.h"
#include "web/http/http.h"
#include "web/site/intake.h"
#include "web/site/served.h"

/* --- Networks of people's moves ---------------------------------------------------------------
 * Each is opened by the first request that needs it, and shared by all. */

struct people_network;
struct go_people_network;
struct site_networks {
    pthread_mutex_t lock;
    struct people_network *shogi; /* NULL until then */
    struct go_people_network *go;
};
struct site;
/* Borrowed from the site.  STATUS_NOT_FOUND if none is installed. */
enum status site_people_network(struct site *s, const struct people_network **out,
                                struct err *err) CHECK_RESULT;
enum status site_go_people(struct site *s, const struct go_people_network **out,
                           struct err *err) CHECK_RESULT;

/* --- Site ------------------------------------------------------------------------------------- */

struct site {
    const char *version; /* of the program; static */
    const struct game *game;
    struct served served;   /* the databases: an answer takes a snapshot of them */
    struct span *names;     /* how the API calls them: unique, without folders; room for more */
    _Atomic uint32_t count; /* grows by site_add() */
    struct intake intake;   /* whether and what is being added, if the site is alone (sites.h) */
    struct named_queries named;     /* of a site that was never opened; else snapshots have them */
    atomic_bool calibrating;        /* somebody is: one at a time (api_calibrate.c) */
    struct shared_cache *responses; /* struct buf: responses that took long; NULL: none are kept */
    struct shared_cache *results;   /* struct query_result: of the last queries; likewise */
    struct shared_cache *tables;    /* struct name_table: of the last snapshots; never NULL */
    struct name_spans *name_spans;  /* when castles and openings held */
    struct site_networks networks;
    struct arena arena;
    unsigned threads;                /* for one query; 0: one for each processor */
    struct go_programs *go_programs; /* opponents at Go (go_programs.h); NULL: none */
    struct shards *shards;           /* who searches together with this process; NULL: nobody */
};

/* Bytes of responses that took long and are kept. */
enum { SITE_RESPONSE_BYTES = 64 << 20, SITE_MOST_RESPONSES = 32 };

/* Bytes of the results of the last queries: one with a hit in every one of 240,000 games takes 8
 * MB. */
enum { SITE_RESULT_BYTES = 128 << 20, SITE_MOST_RESULTS = 1024 };

/* Tables of names: one for all databases and one for each that somebody chose. */
enum { SITE_TABLE_BYTES = 64 << 20, SITE_MOST_TABLES = 8 };

/* How the API calls the database of a path, a name that is not taken: "games", "games-2", … */
typedef bool site_name_taken(void *ctx, struct span name);
enum status site_name_database(const char *path, site_name_taken *taken, void *ctx,
                               struct arena *arena, struct span *out, struct err *err) CHECK_RESULT;

/* Opens the databases, which must be of the same game.  Released with site_release(), whatever is
 * returned. */
enum status site_open(struct site *s, const char *version, const char *const *paths, uint32_t count,
                      struct err *err) CHECK_RESULT;
/* As site_open(), in a cluster; see served_open_cluster(). */
enum status site_open_cluster(struct site *s, const char *version, const char *const *paths,
                              const char *const *elsewhere, uint32_t count,
                              const struct cluster *cluster, struct err *err) CHECK_RESULT;
/* As site_open(), with these names (borrowed); count may be 0, and then the site is that of `game`,
 * without databases yet. */
enum status site_open_named(struct site *s, const char *version, const struct game *game,
                            const char *const *paths, const struct span *names, uint32_t count,
                            struct err *err) CHECK_RESULT;
/* Adds a database that was made meanwhile; path and name are borrowed.  One at a time. */
enum status site_add(struct site *s, const char *path, struct span name,
                     struct err *err) CHECK_RESULT;
void site_release(struct site *s);

/* The names as they are, for those that see only one snapshot (served.fixed). */
static inline const struct named_queries *site_named(const struct site *s)
{
    return s->served.now ? s->served.now->named : &s->named;
}

/* Parts of it, for those that fill a struct site by themselves. */
enum status site_open_caches(struct site *s, struct err *err) CHECK_RESULT;
void site_free_result(void *result); /* a struct query_result of mem_calloc() */

/* Answers any request: the page and /api/.  An http_handler; ctx is the site. */
void site_handle_request(void *ctx, const struct http_request *request,
                         struct http_response *reply);

/* Which requests take long, and which bring a file: for http_options. */
bool site_is_long(struct span path);
bool site_is_upload(struct span path);

/* --- The static files of the page (web/dist), which the build puts into the program ----------- */

/* The file at that path ("/", "/kifu.js", …): static bytes and content type.  False if there is
 * none. */
bool page_find(struct span path, struct span *bytes, const char **type);

#endif

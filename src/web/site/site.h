/* site.h: the site: databases of one game, each under a name, and the named queries. */
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
#include "web/site/served.h"

/* --- Adding to a database that is served: uploaded files, and games played on the page --------
 * Only a server that was started with permission does it, only by POST, and one request at a time:
 * others are refused (409), as are all while another process has the database's lock.  An import
 * here holds that lock exactly as `kifu import` does, and readers see what was added when it is on
 * disk (served.h). */

/* Bytes of one file, and of all that are sent at once. */
#define INTAKE_FILE_BYTES ((uint64_t)256 << 20)
#define INTAKE_TOTAL_BYTES ((uint64_t)1 << 30)

struct intake {
    bool allowed;
    atomic_bool busy;     /* somebody adds */
    atomic_bool stop;     /* and is to stop */
    pthread_mutex_t lock; /* of what follows, and of stopping by it */
    uint64_t number;      /* of the import that may be stopped; 0: none */
};

/* Why nothing is added here: for http_options.upload_refusal. */
extern const struct msg INTAKE_NOT_ALLOWED;

struct api_call;
struct import_events;
struct import_options;
struct importer;

/* Whether this request may change anything.  On failure the reply has its status. */
enum status intake_allowed(struct api_call *call, struct err *err) CHECK_RESULT;
/* As intake_allowed(), and *which: the database that it names, or the only one. */
enum status intake_admit(struct api_call *call, uint32_t *which, struct err *err) CHECK_RESULT;

/* Nobody else adds until intake_release(), to be called if this returned STATUS_OK; then readers see
 * what was changed. */
enum status intake_claim(struct api_call *call, struct err *err) CHECK_RESULT;
void intake_release(struct api_call *call);

/* Begins: nobody else adds until intake_end(), to be called if this returned STATUS_OK. */
enum status intake_begin(struct api_call *call, uint32_t which, const struct import_options *opt,
                         const struct import_events *events, struct importer **out,
                         struct err *err) CHECK_RESULT;
/* From now on it may be stopped by its number; until that is 0 again. */
void intake_set_number(struct api_call *call, uint64_t number);
/* False if no import has that number. */
bool intake_stop(struct api_call *call, uint64_t number);
/* Gives up what was not committed, and lets readers see what was. */
void intake_end(struct api_call *call, struct importer *importer);

/* What went wrong while writing, in words that name the database and no file. */
enum status intake_explain(struct api_call *call, uint32_t which, enum status st, struct err *err);

/* Adds one game, a record in any format, and answers {"db","game","added"}: where it is now, and
 * whether it was there already.  label: what the record is called. */
enum status intake_keep(struct api_call *call, struct span record, struct span label,
                        struct err *err) CHECK_RESULT;

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
    struct served served; /* the databases: an answer takes a snapshot of them */
    struct span *names;   /* how the API calls them: unique, without folders */
    uint32_t count;
    struct intake intake;       /* whether and what is being added to them */
    struct named_queries named; /* built in, if there are no databases; else snapshots have them */
    atomic_bool calibrating;    /* somebody is: one at a time (api_calibrate.c) */
    struct shared_cache *responses; /* struct buf: responses that took long; NULL: none are kept */
    struct shared_cache *results;   /* struct query_result: of the last queries; likewise */
    struct shared_cache *tables;    /* struct name_table: of the last snapshots; never NULL */
    struct name_spans *name_spans;  /* when castles and openings held */
    struct site_networks networks;
    struct arena arena;
    unsigned threads;      /* for one query; 0: one for each processor */
    struct shards *shards; /* who searches together with this process; NULL: nobody */
};

/* Bytes of responses that took long and are kept. */
enum { SITE_RESPONSE_BYTES = 64 << 20, SITE_MOST_RESPONSES = 32 };

/* Bytes of the results of the last queries: one with a hit in every one of 240,000 games takes 8
 * MB. */
enum { SITE_RESULT_BYTES = 128 << 20, SITE_MOST_RESULTS = 1024 };

/* Tables of names: one for all databases and one for each that somebody chose. */
enum { SITE_TABLE_BYTES = 64 << 20, SITE_MOST_TABLES = 8 };

/* Opens the databases, which must be of the same game.  Released with site_release(), whatever is
 * returned. */
enum status site_open(struct site *s, const char *version, const char *const *paths, uint32_t count,
                      struct err *err) CHECK_RESULT;
/* As site_open(), in a cluster; see served_open_cluster(). */
enum status site_open_cluster(struct site *s, const char *version, const char *const *paths,
                              const char *const *elsewhere, uint32_t count,
                              const struct cluster *cluster, struct err *err) CHECK_RESULT;
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

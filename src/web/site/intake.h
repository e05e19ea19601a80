/* intake.h: adding to the databases that are served: uploaded files, and games played on the page.
 *
 * Only a server that was started with permission does it, only by POST, and one request at a time:
 * others are refused (409), as are all while another process has the database's lock.  An import
 * here holds that lock exactly as `kifu import` does, and readers see what was added when it is on
 * disk (served.h).  A database that does not exist yet is made with the first game that comes, and
 * is served from then on. */
#ifndef KIFU_WEB_SITE_INTAKE_H
#define KIFU_WEB_SITE_INTAKE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/span.h"

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
void intake_init(struct intake *intake);
void intake_release_lock(struct intake *intake);

/* Why nothing is added here: for http_options.upload_refusal. */
extern const struct msg INTAKE_NOT_ALLOWED;

struct api_call;
struct game;
struct import_events;
struct import_options;
struct importer;

/* Where something goes. */
struct intake_target {
    struct span name;
    const char *path;
    const struct game *game; /* NULL: of a new database, what comes first decides */
    bool is_new;             /* it does not exist yet */
};

/* Of the server, or of the call's site alone. */
struct intake *intake_of(const struct api_call *call);
/* Whether this request may change anything.  On failure the reply has its status. */
enum status intake_allowed(struct api_call *call, struct err *err) CHECK_RESULT;
/* As intake_allowed(), and *which: the database that it names, or the only one. */
enum status intake_admit(struct api_call *call, uint32_t *which, struct err *err) CHECK_RESULT;
/* As intake_admit(), but the database may be one that does not exist yet: named when the server was
 * started, or with make=1 any.  game: what a new one is to hold; NULL: anything. */
enum status intake_find_target(struct api_call *call, const struct game *game,
                               struct intake_target *to, struct err *err) CHECK_RESULT;

/* Nobody else adds until intake_release(), to be called if this returned STATUS_OK; then readers see
 * what was changed. */
enum status intake_claim(struct api_call *call, struct err *err) CHECK_RESULT;
void intake_release(struct api_call *call);
/* As intake_release(), and a new database that is there now is served. */
void intake_release_target(struct api_call *call, const struct intake_target *to);

/* Begins: nobody else adds until intake_end(), to be called if this returned STATUS_OK. */
enum status intake_begin(struct api_call *call, const struct intake_target *to,
                         const struct import_options *opt, const struct import_events *events,
                         struct importer **out, struct err *err) CHECK_RESULT;
/* From now on it may be stopped by its number; until that is 0 again. */
void intake_set_number(struct api_call *call, uint64_t number);
/* False if no import has that number. */
bool intake_stop(struct api_call *call, uint64_t number);
/* Gives up what was not committed, and lets readers see what was. */
void intake_end(struct api_call *call, const struct intake_target *to, struct importer *importer);

/* What went wrong while writing, in words that name the database and no file. */
enum status intake_explain(struct api_call *call, uint32_t which, enum status st, struct err *err);
enum status intake_explain_named(struct api_call *call, struct span name, enum status st,
                                 struct err *err);

/* Adds one game, a record of `game` in any format, and answers {"db","game","added"}: where it is
 * now, and whether it was there already.  label: what the record is called. */
enum status intake_keep(struct api_call *call, const struct game *game, struct span record,
                        struct span label, struct err *err) CHECK_RESULT;

#endif

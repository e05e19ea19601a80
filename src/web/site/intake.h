/* intake.h: adding to a database that is served: uploaded files, and games played on the page.
 *
 * Only a server that was started with permission does it, only by POST, and one request at a time:
 * others are refused (409), as are all while another process has the database's lock.  An import
 * here holds that lock exactly as `kifu import` does, and readers see what was added when it is on
 * disk (served.h). */
#ifndef KIFU_WEB_SITE_INTAKE_H
#define KIFU_WEB_SITE_INTAKE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

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

#endif

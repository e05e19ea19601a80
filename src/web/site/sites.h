/* sites.h: all databases of a server: a site for each game, and databases that do not exist yet.
 *
 * A request that names a database (db=NAME) goes to the site of its game; one that names a game
 * (rules=go) to the site of that game, even if it has no database; any other to the site of the
 * database that was named first.  Nothing but the choice of the site depends on there being several:
 * a handler knows databases of one game only.
 *
 * A database may be named that does not exist, or be named on the page later: its path is known, and
 * the first games that come make it (intake.h).  It joins the site of its game then. */
#ifndef KIFU_WEB_SITE_SITES_H
#define KIFU_WEB_SITE_SITES_H

#include "web/site/site.h"

enum { SITES_MOST_GAMES = 8, SITES_MOST_MISSING = 64 };

struct missing_database {
    const char *path;
    struct span name;
};

struct sites {
    struct site at[SITES_MOST_GAMES]; /* in the order of all_games */
    uint32_t count;
    uint32_t first;       /* of the database that was named first */
    struct intake intake; /* of all of them: one addition at a time */
    const char *folder;   /* where new databases are made; NULL: nowhere */
    struct missing_database missing[SITES_MOST_MISSING];
    uint32_t missing_count;
    pthread_mutex_t lock; /* of the missing ones and of the arena */
    struct arena arena;
};

/* Opens the databases that exist; paths and folder are borrowed.  Released with sites_release(),
 * whatever is returned. */
enum status sites_open(struct sites *s, const char *version, const char *const *paths,
                       uint32_t count, const char *folder, struct err *err) CHECK_RESULT;
void sites_release(struct sites *s);

/* Whether there is nothing at that path yet, but a folder that it can be made in. */
bool sites_can_make(const char *path);
/* The site that has a database of this name, and *which it is (may be NULL); NULL if none has. */
struct site *sites_find(struct sites *s, struct span name, uint32_t *which);
/* The site of requests that name neither a database nor a game. */
struct site *sites_default(struct sites *s);
/* The site of a game; NULL if there is no such game. */
struct site *sites_of_game(struct sites *s, struct span game);
/* The path of a database that does not exist: a missing one, or with `make` one in the folder.  Name
 * and path live as long as the arena: most that are asked for are never made.  STATUS_NOT_FOUND,
 * STATUS_RANGE for a name that cannot be one, STATUS_LIMIT if no more can be served. */
enum status sites_place(struct sites *s, struct span name, bool make, struct arena *arena,
                        struct span *kept, const char **path, struct err *err) CHECK_RESULT;
/* Serves a database of sites_place() if it was made, which is not sure, and nobody has added it
 * meanwhile.  One at a time. */
void sites_add(struct sites *s, const char *path, struct span name);
/* Calls each() with the name of every database that does not exist yet. */
void sites_each_missing(struct sites *s, void (*each)(void *ctx, struct span name), void *ctx);

/* Answers any request: an http_handler; ctx is the sites. */
void sites_handle_request(void *ctx, const struct http_request *request,
                          struct http_response *reply);

#endif

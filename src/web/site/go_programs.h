/* go_programs.h: programs of Go that speak GTP, as opponents on the page: which there are, and the
 * processes that play.
 *
 * There is GNU Go, if it is installed, and what `kifu serve --gtp` names; a request only chooses one
 * of them.  At most GO_PROGRAMS_MOST_RUNNING processes run at a time.  One goes on with the game that
 * it has on its board; one that nobody has played with for GO_PROGRAMS_IDLE_MS is ended. */
#ifndef KIFU_WEB_SITE_GO_PROGRAMS_H
#define KIFU_WEB_SITE_GO_PROGRAMS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    GO_PROGRAMS_MOST = 8,
    GO_PROGRAMS_MOST_RUNNING = 4,
    GO_PROGRAMS_IDLE_MS = 300000,
    GO_PROGRAMS_PATIENCE_MS = 120000, /* for one move */
    GNUGO_LEVELS = 10,
};

struct gtp_client;
struct gtp_game;
struct gtp_answer;

struct go_program {
    struct span name, command; /* borrowed */
};

struct go_programs_process {
    struct gtp_client *client; /* NULL: none */
    uint32_t program;
    unsigned level;
    bool busy;
    uint64_t used; /* steady_ms() */
};

struct go_programs {
    struct go_program at[GO_PROGRAMS_MOST]; /* the first is GNU Go, without a command */
    uint32_t count;
    const char *path; /* where programs are looked for; NULL: this server has none */
    uint32_t idle_ms;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    struct go_programs_process running[GO_PROGRAMS_MOST_RUNNING];
    pthread_t reaper;
    bool reaping, ending;
};

/* path: as of the environment; borrowed.  Released with go_programs_release(). */
void go_programs_init(struct go_programs *p, const char *path);
/* "NAME=COMMAND"; borrowed.  STATUS_SYNTAX, STATUS_LIMIT. */
enum status go_programs_add(struct go_programs *p, const char *text, struct err *err) CHECK_RESULT;
/* Ends all processes; nobody uses it any more. */
void go_programs_release(struct go_programs *p);

/* Can it be run? */
bool go_programs_installed(const struct go_programs *p, uint32_t program);
/* Its number by name; GO_PROGRAMS_MOST if there is none. */
uint32_t go_programs_find(const struct go_programs *p, struct span name);
/* Its move, from a process that has the game or that begins now.  level: of GNU Go, 1 … 10.
 * STATUS_NOT_FOUND: it is not installed; STATUS_LIMIT: all processes are busy; STATUS_IO: it failed;
 * STATUS_CANCELLED. */
enum status go_programs_move(struct go_programs *p, uint32_t program, unsigned level,
                             const struct gtp_game *g, const atomic_bool *cancel,
                             struct gtp_answer *out, struct err *err) CHECK_RESULT;
/* How many processes there are; for tests. */
uint32_t go_programs_running(struct go_programs *p);

#endif

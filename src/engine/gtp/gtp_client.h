/* gtp_client.h: a client of GTP 2: runs a program of Go and has it play.
 *
 *     gtp_client_open(&c, SPAN("gnugo --mode gtp"), &opt, err);
 *     gtp_client_move(c, &game, 60000, cancelled, &answer);
 *     gtp_client_close(c);
 *
 * Nothing that the program does is trusted: every wait has an end, and a move is only taken if the
 * rules allow it.  The client knows which game the program has on its board, so that a game that goes
 * on costs it two commands.  After an answer that reports a failure it is of no more use but for
 * closing. */
#ifndef KIFU_ENGINE_GTP_GTP_CLIENT_H
#define KIFU_ENGINE_GTP_GTP_CLIENT_H

#include <stdatomic.h>

#include "base/err.h"
#include "engine/gtp/gtp_game.h"

/* How long a program may take to say its name: some read a network before. */
enum { GTP_HELLO_MS = 30000 };

struct gtp_client_options {
    const char *path;          /* where programs are looked for (PATH) */
    uint32_t hello_ms;         /* in place of GTP_HELLO_MS; 0: that */
    const atomic_bool *cancel; /* may be NULL */
};

enum gtp_reply {
    GTP_MOVE,
    GTP_RESIGN,
    GTP_REFUSED,  /* "?" to a command that it must know, or to the game */
    GTP_BAD_MOVE, /* not the form of a move, or against the rules */
    GTP_HANGS,
    GTP_DIED,
    GTP_CANCELLED,
};

enum { GTP_WORD_BYTES = 64 };

struct gtp_answer {
    enum gtp_reply reply;
    go_move move;              /* GTP_MOVE */
    char word[GTP_WORD_BYTES]; /* GTP_REFUSED, GTP_BAD_MOVE: what it said, cut */
};

struct gtp_client;

/* STATUS_NOT_FOUND if there is no such program, STATUS_IO if it does not speak GTP. */
enum status gtp_client_open(struct gtp_client **out, struct span command,
                            const struct gtp_client_options *opt, struct err *err) CHECK_RESULT;
/* Asks it to quit, and kills it if it does not.  NULL is fine. */
void gtp_client_close(struct gtp_client *c);
/* What it calls itself, with its version: "GNU Go 3.8". */
struct span gtp_client_name(const struct gtp_client *c);

/* How many moves of the game are on its board already; -1: it has another start, or other moves. */
long gtp_client_has(const struct gtp_client *c, const struct gtp_game *g);
/* The move of the side to move.  Waits so long for it, or until cancelled (which may be NULL). */
void gtp_client_move(struct gtp_client *c, const struct gtp_game *g, uint32_t patience_ms,
                     const atomic_bool *cancel, struct gtp_answer *out);

#endif

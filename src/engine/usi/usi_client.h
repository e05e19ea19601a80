/* usi_client.h: a client of USI: runs an engine and has it play.
 *
 *     usi_client_open(&c, "fairy-stockfish", &opt, err);     starts it, sets options, waits
 *     usi_client_new_game(c, err);
 *     usi_client_go(c, SPAN("startpos moves 7g7f"), &go, &answer);
 *     usi_client_close(c);
 *
 * Nothing that the program does is trusted: every wait has an end, lines that are not understood
 * are passed over, and a move is only known to have the form of one.  After an answer that tells
 * of a failure the client is of no more use but for closing. */
#ifndef KIFU_ENGINE_USI_USI_CLIENT_H
#define KIFU_ENGINE_USI_USI_CLIENT_H

#include <stdatomic.h>

#include "base/err.h"
#include "engine/search/engine_search.h"
#include "engine/usi/usi_info.h"

enum {
    /* How long a program may take to answer "usi": that comes before anything large is read, so
     * one that is silent for so long does not speak USI. */
    USI_HELLO_MS = 10000,
    USI_READY_MS = 60000, /* and "isready", which may read large files */
    USI_STOP_MS = 5000,   /* and to answer after "stop", when it was cancelled */
};

struct usi_setting {
    struct span name, value;
};

struct usi_client_options {
    const char *path; /* where programs are looked for (PATH) */
    const char *log;  /* file for its standard error; NULL: nowhere */
    const struct usi_setting *settings;
    size_t setting_count;
    size_t own_count; /* of these the first so many are the caller's own; those behind them somebody
                         wrote, and what the program does not list among them is refused */
    /* set only if the program says that it has an option of that name, and before the others */
    const struct usi_setting *usual;
    size_t usual_count;
    uint32_t ready_ms; /* in place of USI_READY_MS, and of USI_HELLO_MS if it is less; 0: these */
    const atomic_bool *cancel; /* may be NULL */
};

struct usi_request {
    struct span limits;   /* what follows "go": "nodes 1000" */
    uint32_t patience_ms; /* without an answer for so long it is taken to hang */
    uint32_t stop_ms;     /* it is told to stop after so long; 0: never */
    /* Called for each line "info"; may be NULL. */
    void (*info)(void *ctx, const struct usi_info *info);
    void *ctx;
    /* When set, it is told to stop and its answer is waited for: USI_CANCELLED, and `stopped` if it
     * gave one, so that it is still of use.  May be NULL. */
    const atomic_bool *cancel;
};

enum usi_reply {
    USI_MOVE,
    USI_RESIGN,  /* or, if it was stopped, it had no move yet: some say it then, too */
    USI_WIN,     /* it declares */
    USI_NO_MOVE, /* "bestmove" without anything that has the form of a move */
    USI_HANGS,
    USI_DIED,
    USI_GARBAGE, /* an endless line */
    USI_CANCELLED,
};

enum { USI_WORD_BYTES = 32 };

struct usi_answer {
    enum usi_reply reply;
    bool stopped;            /* it was told to stop before it answered */
    shogi_move best, ponder; /* 0: none */
    /* the last that it told, as in engine_search.h, for the side to move; THINK_NO_VALUE.  That it is at
     * least or at most so much ("lowerbound", "upperbound") is no value. */
    int value;
    int depth;
    uint64_t nodes;
    struct span line;              /* moves expected, in USI; borrowed until the next call */
    char bad_word[USI_WORD_BYTES]; /* USI_NO_MOVE: the word, cut */
};

struct usi_client;

enum status usi_client_open(struct usi_client **out, struct span command,
                            const struct usi_client_options *opt, struct err *err) CHECK_RESULT;
/* Asks it to quit, and kills it if it does not.  NULL is fine. */
void usi_client_close(struct usi_client *c);
/* What it calls itself; "" if it does not say. */
struct span usi_client_name(const struct usi_client *c);

/* Another flag that ends waiting, in place of that of the options; NULL: none. */
void usi_client_set_cancel(struct usi_client *c, const atomic_bool *cancel);

/* Did it say that it has an option of that name? */
bool usi_client_has_option(const struct usi_client *c, struct span name);
/* False if it does not listen. */
bool usi_client_set_option(struct usi_client *c, const struct usi_setting *s);

/* "usinewgame", and waits until it is ready.  False if it is not in time. */
bool usi_client_new_game(struct usi_client *c);
/* position: what follows the word "position". */
void usi_client_go(struct usi_client *c, struct span position, const struct usi_request *go,
                   struct usi_answer *out);

/* What usi_client_go makes of each line that it hears: true if the line is the answer.  moves holds
 * the line of moves heard last, and out->line borrows it. */
bool usi_answer_read(struct usi_answer *out, struct span line, struct buf *moves);

#endif

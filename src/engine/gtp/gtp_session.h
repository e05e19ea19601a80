/* gtp_session.h: an opponent at Go as GUIs know it: the Go Text Protocol, version 2, without the
 * pipes.
 *
 *     gtp_open(&g, &config, err);
 *     while (gtp_feed(g, bytes))          whatever came in, lines or pieces of them
 *         …
 *     gtp_close(g);
 *
 * Every command is answered before gtp_feed() returns; answers are handed to config.write whole.
 * Standard: Gunnar Farnebäck's specification, draft 2 of version 2, with all commands of its core
 * and tournament subsets.  Beyond it: kgs-genmove_cleanup, gogui-analyze_commands, kifu-people,
 * what people would play, and kifu-score, the score with the network's opinion of it. */
#ifndef KIFU_ENGINE_GTP_GTP_SESSION_H
#define KIFU_ENGINE_GTP_GTP_SESSION_H

#include "base/buf.h"
#include "engine/gtp/go_ownership.h"
#include "engine/gtp/go_player.h"

struct gtp_config {
    void *ctx;
    void (*write)(void *ctx, struct span answer);
    /* Remarks to people beside the protocol, with up to two arguments; may be NULL. */
    void (*note)(void *ctx, const struct msg *what, const char *a, const char *b);
    struct span name, version; /* of the engine */
    struct go_player player;   /* copied; every game has a seed of its own, made from this one */
    enum go_counting counting;
    /* The bytes of a file for loadsgf; NULL: as it is on disk. */
    enum status (*read_file)(void *ctx, const char *path, struct buf *out);
};

struct gtp;
enum status gtp_open(struct gtp **out, const struct gtp_config *config,
                     struct err *err) CHECK_RESULT;
void gtp_close(struct gtp *g); /* NULL is fine */

/* False after "quit".  Lines longer than GTP_MAX_LINE are refused. */
enum { GTP_MAX_LINE = 1 << 14 };
bool gtp_feed(struct gtp *g, struct span bytes);

#endif

/* page_server.h: the server of a page that `kifu open` starts: for one user, on the loopback
 * address, with permission to import. */
#ifndef KIFU_CMD_PARTS_PAGE_SERVER_H
#define KIFU_CMD_PARTS_PAGE_SERVER_H

#include "cmd/frame/cmd.h"
#include "cmd/parts/page_state.h"

struct page_server {
    struct cmd_env *env;
    const char *folder; /* of page_folder() */
    const struct game *game;
    const char *const *databases; /* absolute paths, of this game; the first is the library */
    size_t database_count;
    uint16_t port; /* to listen on if it is free; 0: any */
    int *lock;     /* of page_lock(): stays with the process that starts the page */
    /* Called when the page answers, with its port. */
    void (*ready)(void *ctx, uint16_t port);
    void *ctx;
};

/* Serves until the process is told to end, or the file of the page is removed.  Reports what
 * fails. */
int page_server_run(struct page_server *p);

/* Serves in a process of its own, which goes on when this one ends.  PAGE_STARTED: it answers at
 * *port.  PAGE_ENDED: this is that process, which has done its work; *code is its exit status, and
 * the caller releases what it has and returns it.  PAGE_FAILED: it has reported why. */
enum page_start { PAGE_STARTED, PAGE_ENDED, PAGE_FAILED };
enum page_start page_server_start(struct page_server *p, uint16_t *port, int *code);

#endif

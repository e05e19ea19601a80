/* page_state.h: where `kifu open` keeps its libraries, and which of its pages are running.
 *
 * There is one page for each game, and for each a file in a folder of the user's own:
 *
 *     $XDG_RUNTIME_DIR/kifu/        or $XDG_CACHE_HOME/kifu, ~/.cache/kifu if that folder
 *                                   is not there or not this user's; mode 0700
 *         shogi.page     what the page serves, and its port; locked for as long as it runs
 *         shogi.log      what it reports meanwhile
 *         starting.lock  held by who starts or stops pages
 *         importing.lock held by who imports
 *
 * The lock says whether a page runs: the system drops it with the process, however that ends, so
 * that no file can be stale.  What the file says of a page that does not run is history; the next
 * one begins with its port, so that bookmarks stay good.  Locked files are never removed.
 *
 * A file of a page is "kifu-page 1", version, process id, port, and the paths of the databases, each
 * ended by a NUL byte. */
#ifndef KIFU_CMD_PARTS_PAGE_STATE_H
#define KIFU_CMD_PARTS_PAGE_STATE_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "games/game.h"

enum { PAGE_MAX_DATABASES = 256 };
extern const struct msg PAGE_TOO_MANY; /* %1: how many there may be */

/* Appends the path of the library of a game, in $XDG_DATA_HOME/kifu or ~/.local/share/kifu.  The
 * folders are made. */
enum status page_library(const struct game *game, struct buf *path, struct err *err) CHECK_RESULT;
/* Appends the path of the folder above, which is made, and belongs to this user alone. */
enum status page_folder(struct buf *path, struct err *err) CHECK_RESULT;

/* Waits for the lock FOLDER/NAME.lock; *fd is closed to release it, -1 on failure.  `waits` is called
 * once if another has it; may be NULL. */
enum status page_lock(const char *folder, const char *name, const atomic_bool *cancelled,
                      void (*waits)(void *ctx), void *ctx, int *fd, struct err *err) CHECK_RESULT;

struct page_state {
    struct buf text; /* of the file */
    bool known;      /* the rest is set */
    struct span version;
    pid_t pid;
    uint16_t port;
    const char *databases[PAGE_MAX_DATABASES]; /* absolute; point into text */
    size_t database_count;
};

void page_state_init(struct page_state *s);
void page_state_release(struct page_state *s);
/* Reads the file of a page; *runs: it is locked.  One that is not there, or that nobody here can
 * read, is not known. */
enum status page_state_read(struct page_state *s, const char *folder, const struct game *game,
                            bool *runs, struct err *err) CHECK_RESULT;
/* The same of the text alone: false if it is none. */
bool page_state_parse(struct page_state *s);

/* Opens and locks the file of a page that does not run, and empties it: who reads a locked file finds
 * the process that has the lock, or none. */
enum status page_claim(const char *folder, const struct game *game, int *fd,
                       struct err *err) CHECK_RESULT;
/* Writes what is served to the file that page_claim() opened. */
enum status page_publish(int fd, const char *version, uint16_t port, const char *const *databases,
                         size_t count, struct err *err) CHECK_RESULT;

/* Ends a page that runs, and waits until it has.  STATUS_IO if it does not end. */
enum status page_stop(const struct page_state *s, const char *folder, const struct game *game,
                      struct err *err) CHECK_RESULT;

#endif

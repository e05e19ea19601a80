/* shelf.h: long answers that are kept, so that the next who asks the same need not wait.
 *
 * They are made one at a time: whoever asks for something that is not there while another one is
 * being made waits for that to end.  So two who ask the same get one piece of work, and ten who ask
 * different things do not take ten times the memory.  Those that were not asked for longest go
 * when there is no room.
 *
 *     shelf_find(shelf, key, …, &found, err)     found: a text, to be given back by shelf_return()
 *                                                NULL: make it, then shelf_put() or shelf_give_up()
 */
#ifndef KIFU_WEB_SITE_SHELF_H
#define KIFU_WEB_SITE_SHELF_H

#include <stdatomic.h>

#include "base/buf.h"
#include "base/err.h"

enum { SHELF_MOST = 32 }; /* texts */

struct shelf;
struct shelved {
    struct span text; /* borrowed until shelf_return() */
};

/* bytes: of all texts and keys together. */
enum status shelf_open(struct shelf **out, size_t bytes, struct err *err) CHECK_RESULT;
void shelf_close(struct shelf *s); /* NULL is fine */

/* STATUS_CANCELLED if *cancelled is set before its turn comes.  waiting() may be NULL; it is called
 * every now and then, and ends the waiting by false. */
enum status shelf_find(struct shelf *s, struct span key, const atomic_bool *cancelled,
                       bool (*waiting)(void *ctx), void *ctx, const struct shelved **found,
                       struct err *err) CHECK_RESULT;
void shelf_return(struct shelf *s, const struct shelved *found);
/* Ends the making: with a text, which is copied if there is room for it; with nothing. */
void shelf_put(struct shelf *s, struct span key, struct span text);
void shelf_give_up(struct shelf *s);

#endif

/* mapping.h: mapped files that another process may cut short.
 *
 * Touching a page of a mapped file whose bytes are gone (somebody cut the file short, or the disk
 * fails) raises SIGBUS, which ends the process.  A mapping that is registered here survives: from
 * the page that was touched on it becomes zero bytes, and mapping_is_lost() says so from then on.
 * What was read meanwhile is worth nothing; whoever reads mapped files asks before answering.
 *
 * The first registration installs the handler, for the whole process.  A SIGBUS at any other
 * address goes to the handler that was there before. */
#ifndef KIFU_BASE_IO_MAPPING_H
#define KIFU_BASE_IO_MAPPING_H

#include <stdbool.h>
#include <stddef.h>

struct mapping;

/* Registers n bytes at p, which begins a page.  NULL if there is no memory. */
struct mapping *mapping_register(void *p, size_t n);
/* Before the bytes are unmapped; NULL is fine. */
void mapping_forget(struct mapping *m);
/* Did some of it vanish? */
bool mapping_is_lost(const struct mapping *m);

#endif

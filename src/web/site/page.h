/* page.h: the static files of the page (web/dist), which the build puts into the program. */
#ifndef KIFU_WEB_SITE_PAGE_H
#define KIFU_WEB_SITE_PAGE_H

#include <stdbool.h>

#include "base/span.h"

/* The file at that path ("/", "/kifu.js", …): static bytes and content type.  False if there is
 * none. */
bool page_find(struct span path, struct span *bytes, const char **type);

#endif

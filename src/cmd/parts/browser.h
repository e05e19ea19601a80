/* browser.h: the user's browser. */
#ifndef KIFU_CMD_PARTS_BROWSER_H
#define KIFU_CMD_PARTS_BROWSER_H

#include "base/err.h"

/* Opens an address by $BROWSER (a command; %s stands for the address, else it is added), or
 * xdg-open.  The program is started and not waited for.  STATUS_NOT_FOUND if there is none that
 * could show a page: no such program, or neither a desktop nor $BROWSER. */
enum status browser_open(const char *url, struct err *err) CHECK_RESULT;

#endif

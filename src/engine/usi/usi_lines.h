/* usi_lines.h: lines out of bytes that come in pieces.
 *
 *     while (usi_lines_take(&l, &bytes)) {
 *         … l.line, or l.dropping: it was too long …
 *         usi_lines_clear(&l);
 *     } */
#ifndef KIFU_ENGINE_USI_USI_LINES_H
#define KIFU_ENGINE_USI_USI_LINES_H

#include "base/buf.h"

struct usi_lines {
    struct buf line; /* as much of it as has come */
    bool dropping;   /* it was too long, or there is no memory for it */
};

/* False if there is no memory for lines of the common length: so that "stop" and "quit" never want
 * for it. */
bool usi_lines_init(struct usi_lines *l, size_t max) CHECK_RESULT;
void usi_lines_release(struct usi_lines *l);
/* Takes bytes up to the end of a line, or all of them; true if there was such an end. */
bool usi_lines_take(struct usi_lines *l, struct span *bytes);
void usi_lines_clear(struct usi_lines *l);

#endif

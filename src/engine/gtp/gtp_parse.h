/* gtp_parse.h: the words of a GTP line.
 *
 * Strict, as the protocol is: a word is a colour, a vertex or a number, or a syntax error. */
#ifndef KIFU_ENGINE_GTP_GTP_PARSE_H
#define KIFU_ENGINE_GTP_GTP_PARSE_H

#include "base/buf.h"
#include "games/go/go.h"

/* Makes a line what GTP says it is: no comment, no control characters, blanks for tabs.  In place;
 * what is left of it. */
struct span gtp_clean_line(char *line, size_t n);

struct gtp_request {
    struct span id; /* digits as they were written; empty: none */
    struct span name, args;
};
/* False if the line is empty. */
bool gtp_request_parse(struct gtp_request *r, struct span line);

/* "b", "black", "w", "white" in either case. */
bool gtp_color_parse(struct span word, int *color);
/* "Q16", "pass" (*point -1) in either case, on a board of 19 by 19. */
bool gtp_vertex_parse(struct span word, int *point);
/* The vertex of a move: "Q16" or "pass". */
void gtp_vertex_print(go_move m, struct buf *out);

#endif

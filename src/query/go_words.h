/* go_words.h: shared by the files that read the words of Go. */
#ifndef KIFU_QUERY_GO_WORDS_H
#define KIFU_QUERY_GO_WORDS_H

#include "games/go/go.h"
#include "games/go/go_facts.h"
#include "games/go/go_pattern.h"
#include "query/parse.h"

/* Turns an EXACT node into "this whole position"; seat: who is to move where it matches, -1: any.
 * *pos is left with some side to move. */
enum status go_fill_exact(struct query *q, uint32_t node, struct go_pos *pos, int seat,
                          struct err *err) CHECK_RESULT;
/* A position as a symmetry shows it; transposing exchanges width and height. */
void go_pos_image(const struct go_pos *pos, unsigned symmetry, struct go_pos *out);
enum status go_exact_image(struct query *q, uint32_t node, unsigned symmetry,
                           struct err *err) CHECK_RESULT;

#endif

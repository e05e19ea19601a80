/* named.h: queries that have names: castles, openings, shapes, and the user's own.
 *
 * A text file, a query a line; later files replace names of earlier ones:
 *
 *     # comment
 *     castle mino 美濃囲い : s28ou s38gi s49ki s58ki
 *     castle yagura 矢倉囲い 金矢倉 : …
 *     opening shikenbisha 四間飛車 : s68hi ply:..40
 *     shape bou-gin 棒銀 : …
 *     @my-shape : castle:mino or castle:yagura
 *
 * Written for sente.  castle:mino means either player's; s.castle:mino and g.castle:mino one's (the
 * latter by flip()).  A castle whose sides may be exchanged is written `castle~`: its mirror image
 * counts too.  Names may refer to other names; a cycle is an error. */
#ifndef KIFU_QUERY_NAMED_H
#define KIFU_QUERY_NAMED_H

#include "query/query.h"

struct named_query {
    struct span group;   /* "castle", "opening", "shape"; "" for @name */
    struct span name;    /* "mino" */
    struct span *labels; /* Japanese and other names, found as well: castle:美濃囲い */
    uint32_t label_count;
    struct span text;
    bool mirrored;
};

struct named_queries {
    struct named_query *at;
    size_t count, cap;
    struct arena arena;
};

void named_init(struct named_queries *n);
void named_release(struct named_queries *n);
/* The file that is built in. */
enum status named_add_builtin(struct named_queries *n, const struct game *game,
                              struct err *err) CHECK_RESULT;
/* Adds those of a text; file is for messages. */
enum status named_add_text(struct named_queries *n, struct span text, struct span file,
                           struct err *err) CHECK_RESULT;
/* By group and name or label; NULL if there is none. */
const struct named_query *named_find(const struct named_queries *n, struct span group,
                                     struct span name);

#endif

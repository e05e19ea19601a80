/* named.h: named queries: castles, openings, shapes, and the user's own.
 *
 * A text file, a query a line; a line that begins with a blank goes on with the one before it.
 * Later files replace names of earlier ones:
 *
 *     # comment, also at the end of a line
 *     castle mino 美濃囲い : s28ou s38gi s49ki s58ki
 *     castle yagura 矢倉囲い 金矢倉 : …
 *     opening shikenbisha 四間飛車 : s68hi ply:..40
 *     shape bou-gin 棒銀 : …
 *     @my-shape : castle:mino or castle:yagura
 *
 * A group, a name, labels, a colon between blanks, a query.  Written for sente.  castle:mino means
 * either player's; s.castle:mino and g.castle:mino one's (the latter by flip()).  A castle whose
 * sides may be exchanged is written `castle~`: its mirror image counts too.  Within a definition
 * other names are used in the same way: a definition that builds on another one for sente says
 * s.castle:mino.  A cycle is an error, found when it is used or by named_check(). */
#ifndef KIFU_QUERY_LANGUAGE_NAMED_H
#define KIFU_QUERY_LANGUAGE_NAMED_H

#include "query/language/query.h"

struct named_query {
    struct span group;   /* "castle", "opening", "shape"; "" for @name */
    struct span name;    /* "mino" */
    struct span *labels; /* Japanese and other names, found as well: castle:美濃囲い */
    uint32_t label_count;
    struct span text;
    bool mirrored;
    struct span file; /* where it was defined: "" for those built in */
    uint32_t line;
    uint32_t hash; /* of group and name, for named.c */
};

/* Who or what in a database has a text in its name: for words that are no words of the language. */
enum { NAME_LOOKUP_MOST = 12 };
struct names_found {
    uint32_t count; /* persons; of events and tags 0 or 1 */
    struct {
        struct span name; /* the usual spelling, in the arena */
        uint64_t games;
    } at[NAME_LOOKUP_MOST]; /* those with most games first, but for the one who is meant */
    uint32_t listed;
    bool clear;  /* the first is meant: the only one, one with nearly all games, or the only one of
                    whom this is the full name */
    uint64_t of; /* games of all */
};
struct name_lookup {
    /* words: Latin letters must be whole words of a name, else the beginnings of words. */
    enum status (*find)(const struct name_lookup *lookup, enum meta_field field, struct span text,
                        bool words, struct arena *arena, struct names_found *out, struct err *err);
};

struct named_queries {
    struct named_query *at;
    size_t count, cap;
    struct arena arena;
    bool may_read_files; /* pattern @FILE: only for whoever may read any file here, never for
                            queries that came over a network */
    const struct name_lookup *lookup; /* borrowed; NULL: there is no database */
};

void named_init(struct named_queries *n);
void named_release(struct named_queries *n);
/* The file that is built in. */
enum status named_add_builtin(struct named_queries *n, const struct game *game,
                              struct err *err) CHECK_RESULT;
/* Adds those of a text, which is copied; file is for messages.  STATUS_SYNTAX, with line and byte,
 * for a line that is none; those before it have been added. */
enum status named_add_text(struct named_queries *n, struct span text, struct span file,
                           struct err *err) CHECK_RESULT;
/* As named_add_text(), of a file.  One that does not exist is an error: check before. */
enum status named_add_file(struct named_queries *n, const char *path, struct err *err) CHECK_RESULT;
/* As named_add_file(), of names.txt in the folder of a database, if there is one. */
enum status named_add_database(struct named_queries *n, const char *directory,
                               struct err *err) CHECK_RESULT;
/* Reads every definition: the first that can't be read is the error, with its file and line. */
enum status named_check(const struct named_queries *n, const struct game *game,
                        struct err *err) CHECK_RESULT;
/* Whether names of the group are about the game (game_names.h): openings. */
bool named_about_game(struct span group);
/* By group and name or label, small and large letters alike; NULL if there is none. */
const struct named_query *named_find(const struct named_queries *n, struct span group,
                                     struct span name);
/* The name in that group that somebody who wrote `name` probably meant; empty if none is near.
 * n may be NULL. */
struct span named_nearest(const struct named_queries *n, struct span group, struct span name);
/* What stands for it in a query: castle:mino, @mine. */
void named_add_word(const struct named_query *q, struct buf *out);
/* Titles: the name with blanks for hyphens; and the first label that is not in Latin letters, else
 * the name. */
void named_add_title(const struct named_query *q, struct buf *out);
struct span named_japanese_title(const struct named_query *q);

#endif

/* people_file.h: lists of people and the spellings of their names.
 *
 * A text file in UTF-8, one person a line: spellings with equals signs between, the usual one
 * first.  "#" begins a comment:
 *
 *     羽生善治 = はぶよしはる = Habu Yoshiharu = 羽生
 *     李世乭 = 李世石 = 이세돌 = Lee Sedol = Yi Se-tol
 *
 * Ranks, titles, widths, old forms of characters and the order of a Latin name's words need no
 * spelling of their own (spelling.h).  A list for each game is built in; a database's own is its
 * file people.txt.  A spelling that two people of the built-in list share names neither. */
#ifndef KIFU_STORE_PEOPLE_PEOPLE_FILE_H
#define KIFU_STORE_PEOPLE_PEOPLE_FILE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "games/game.h"

enum { PEOPLE_MAX_BYTES = 16 << 20, PEOPLE_MAX_SPELLINGS = 64 };

struct people_line {
    struct span spellings[PEOPLE_MAX_SPELLINGS]; /* borrowed from the text, trimmed */
    uint32_t count;                              /* one or more */
    uint32_t line;
};

typedef enum status people_each(void *ctx, const struct people_line *person, struct err *err);

/* Calls back for each person.  STATUS_SYNTAX with file, line and byte for a line that is none:
 * an empty spelling, one that is no name of a person, too many, bytes that are no UTF-8.  Anything
 * but STATUS_OK from `each` ends it and is returned. */
enum status people_file_parse(struct span text, struct span file, people_each *each, void *ctx,
                              struct err *err) CHECK_RESULT;

/* The list that is built in for a game; empty if it has none. */
struct span people_builtin(const struct game *game);
/* Calls back for each person of it, without asking whether every spelling is one: a test does. */
enum status people_builtin_parse(const struct game *game, people_each *each, void *ctx,
                                 struct err *err) CHECK_RESULT;

#endif

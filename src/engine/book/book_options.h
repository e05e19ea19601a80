/* book_options.h: what may be set of an opening book (own_book.h), by the names that USI and
 * other engines have for it; matches take the same. */
#ifndef KIFU_ENGINE_BOOK_BOOK_OPTIONS_H
#define KIFU_ENGINE_BOOK_BOOK_OPTIONS_H

#include "engine/style_options.h"

/* Which of the moves of a position is played. */
enum book_rule {
    BOOK_RULE_FREQUENCY, /* drawn, each as likely as it was played */
    BOOK_RULE_GAMES,     /* the one played most often */
    BOOK_RULE_SCORE,     /* the one with the best value */
};

struct book_settings {
    int64_t own;       /* 0 or 1: follow the book */
    char *file;        /* owned; a book, or a database; NULL: none */
    int64_t plies;     /* of a game that are followed */
    int64_t rule;      /* enum book_rule */
    int64_t min_games; /* moves with fewer are left out */
    int64_t seed;      /* of what is drawn; 0: another one for each game */
};
extern const struct usi_rows book_rows;

/* Is there a book to follow? */
bool book_wanted(const struct book_settings *s);

#endif

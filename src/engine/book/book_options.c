/* book_options.c: see book_options.h. */
#include "engine/book/book_options.h"

/* In the order of enum book_rule. */
static const char *const RULES[] = {[BOOK_RULE_FREQUENCY] = "frequency",
                                    [BOOK_RULE_GAMES] = "games",
                                    [BOOK_RULE_SCORE] = "score",
                                    NULL};

enum { USUAL_PLIES = 40, MOST_PLIES = 10000 }; /* `kifu book` writes so many */

#define AT(field) offsetof(struct book_settings, field)
static const struct usi_row ROWS[] = {
    {"USI_OwnBook", USI_CHECK, AT(own), 1, 0, 1, NULL},
    {"BookFile", USI_FILE, AT(file), 0, 0, 0, NULL},
    {"BookMoves", USI_SPIN, AT(plies), USUAL_PLIES, 0, MOST_PLIES, NULL},
    {"BookChoice", USI_COMBO, AT(rule), BOOK_RULE_FREQUENCY, 0, BOOK_RULE_SCORE, RULES},
    {"BookMinGames", USI_SPIN, AT(min_games), 1, 1, INT32_MAX, NULL},
    {"BookSeed", USI_SPIN, AT(seed), 0, 0, INT32_MAX, NULL},
};
const struct usi_rows book_rows = {ROWS, sizeof ROWS / sizeof *ROWS};

bool book_wanted(const struct book_settings *s)
{
    /* what match runners set where they want none */
    return s->own && s->file && s->plies > 0 && strcmp(s->file, "no_book") != 0;
}

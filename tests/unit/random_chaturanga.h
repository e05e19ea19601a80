/* random_chaturanga.h: games of chaturanga as nobody would play them, as records. */
#ifndef KIFU_TESTS_UNIT_RANDOM_CHATURANGA_H
#define KIFU_TESTS_UNIT_RANDOM_CHATURANGA_H

#include "base/rng.h"
#include "formats/chaturanga/chaturanga_text.h"

/* One turn at the tip; false if the game is over. */
static inline bool random_chaturanga_turn(struct chaturanga_line *line, struct rng *rng)
{
    uint32_t count;
    if (chaturanga_over(&line->pos))
        return false;
    unsigned roll = (unsigned)rng_below(rng, CHATURANGA_ROLLS);
    return chaturanga_line_turn(line, chaturanga_random_turn(&line->pos, roll, rng, &count)) ==
           STATUS_OK;
}

static inline bool random_chaturanga_headers(struct record *rec, struct rng *rng)
{
    static const char *const NAMES[] = {"Asha", "Bela", "Chitra", "Dev", "Esha", "黒田"};
    bool good = true;
    for (int c = 0; c < CHATURANGA_COLOURS; c++) {
        enum record_header_id id = HEADER_PLAYER + (enum record_header_id)c;
        good &= record_add_header(rec, id, span_of(chaturanga_header_key(id)),
                                  span_of(NAMES[rng_below(rng, 6)])) == STATUS_OK;
    }
    char date[16];
    snprintf(date, sizeof date, "%u-05-17", 1990 + (unsigned)rng_below(rng, 30));
    return good &&
           record_add_header(rec, HEADER_START_TIME, SPAN("Date"), span_of(date)) == STATUS_OK;
}

/* A game of at most so many turns; rules as readings in text.  rec must be initialised, line too.
 */
static inline bool random_chaturanga_game(struct record *rec, struct chaturanga_line *line,
                                          struct rng *rng, const char *readings, uint32_t most)
{
    struct chaturanga_rules rules;
    struct chaturanga_pos start;
    if (chaturanga_rules_parse(&rules, span_of(readings), NULL) != STATUS_OK ||
        record_clear(rec, &chaturanga_game) != STATUS_OK)
        return false;
    chaturanga_start(&start, &rules);
    chaturanga_line_clear(line, rec);
    if (!random_chaturanga_headers(rec, rng) || chaturanga_line_start(line, &start) != STATUS_OK)
        return false;
    while (line->plies < most && random_chaturanga_turn(line, rng))
        ;
    rec->end = chaturanga_outcome(&line->pos, rec->points);
    return rec->end == END_NONE ||
           chaturanga_line_end(line, rec->end, (struct span){0}) == STATUS_OK;
}

#endif

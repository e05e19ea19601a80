/* scores.c: see scores.h. */
#include "query/scores.h"

#include "query/language/query.h"

void scores_add(struct game_scores *to, const struct game_scores *from)
{
    for (int part = 0; part < PLAYS_KINDS; part++)
        for (int player = 0; player < PLAYS_KINDS; player++)
            for (int result = 0; result < RESULT_KINDS; result++)
                to->games[part][player][result] += from->games[part][player][result];
}

uint64_t scores_by_result(const struct game_scores *s, enum game_result result)
{
    uint64_t n = 0;
    for (int part = 0; part < PLAYS_KINDS; part++)
        for (int player = 0; player < PLAYS_KINDS; player++)
            n += s->games[part][player][result];
    return n;
}

/* Adds games with a result in which a player has one colour, the other or both. */
static void add_games(struct side_score *s, int plays, enum game_result result, uint64_t games)
{
    if (plays == PLAYS_BOTH)
        s->both += games;
    else if (plays == 0)
        return;
    else if (result == RESULT_UNKNOWN)
        s->unknown += games;
    else if (result == RESULT_DRAWN)
        s->draws += games;
    else if ((result == RESULT_FIRST) == (plays == PLAYS_WRITTEN))
        s->wins += games;
    else
        s->losses += games;
}

static void rate(struct side_score *s)
{
    s->rate = wilson_interval((double)s->wins + (double)s->draws / 2,
                              (double)(s->wins + s->losses + s->draws));
}

struct side_score scores_of_part(const struct game_scores *s)
{
    struct side_score score = {0};
    for (int part = 0; part < PLAYS_KINDS; part++)
        for (int player = 0; player < PLAYS_KINDS; player++)
            for (int result = 0; result < RESULT_KINDS; result++)
                add_games(&score, part, (enum game_result)result, s->games[part][player][result]);
    rate(&score);
    return score;
}

struct side_score scores_of_player(const struct game_scores *s)
{
    struct side_score score = {0};
    for (int part = 0; part < PLAYS_KINDS; part++)
        for (int player = 0; player < PLAYS_KINDS; player++)
            for (int result = 0; result < RESULT_KINDS; result++)
                add_games(&score, player, (enum game_result)result, s->games[part][player][result]);
    rate(&score);
    return score;
}

uint64_t side_score_games(const struct side_score *s)
{
    return s->wins + s->losses + s->draws + s->unknown;
}

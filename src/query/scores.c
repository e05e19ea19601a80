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

enum side_end side_end_of(unsigned plays, enum game_result result)
{
    if (plays == PLAYS_BOTH || plays == 0)
        return plays ? END_BOTH : SIDE_ENDS;
    if (result == RESULT_UNKNOWN || result == RESULT_DRAWN)
        return result == RESULT_DRAWN ? END_DRAWN : END_UNKNOWN;
    return (result == RESULT_FIRST) == (plays == PLAYS_WRITTEN) ? END_WON : END_LOST;
}

static struct side_score score_of(const uint64_t ends[SIDE_ENDS])
{
    struct side_score s = {.wins = ends[END_WON],
                           .losses = ends[END_LOST],
                           .draws = ends[END_DRAWN],
                           .unknown = ends[END_UNKNOWN],
                           .both = ends[END_BOTH]};
    s.rate = wilson_interval((double)s.wins + (double)s.draws / 2,
                             (double)(s.wins + s.losses + s.draws));
    return s;
}

struct side_score side_score_of_ends(const uint32_t ends[SIDE_ENDS])
{
    uint64_t games[SIDE_ENDS];
    for (int i = 0; i < SIDE_ENDS; i++)
        games[i] = ends[i];
    return score_of(games);
}

struct side_score scores_of_part(const struct game_scores *s)
{
    uint64_t ends[SIDE_ENDS + 1] = {0};
    for (int part = 0; part < PLAYS_KINDS; part++)
        for (int player = 0; player < PLAYS_KINDS; player++)
            for (int result = 0; result < RESULT_KINDS; result++)
                ends[side_end_of((unsigned)part, (enum game_result)result)] +=
                    s->games[part][player][result];
    return score_of(ends);
}

struct side_score scores_of_player(const struct game_scores *s)
{
    uint64_t ends[SIDE_ENDS + 1] = {0};
    for (int part = 0; part < PLAYS_KINDS; part++)
        for (int player = 0; player < PLAYS_KINDS; player++)
            for (int result = 0; result < RESULT_KINDS; result++)
                ends[side_end_of((unsigned)player, (enum game_result)result)] +=
                    s->games[part][player][result];
    return score_of(ends);
}

uint64_t side_score_games(const struct side_score *s)
{
    return s->wins + s->losses + s->draws + s->unknown;
}

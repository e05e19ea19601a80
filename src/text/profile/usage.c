/* usage.c: see usage.h. */
#include "text/profile/usage.h"

void usage_init(struct usage *u)
{
    *u = (struct usage){0};
    tally_init(&u->players);
}

void usage_release(struct usage *u)
{
    tally_release(&u->players);
}

void usage_clear(struct usage *u)
{
    struct tally players = u->players;
    tally_clear(&players);
    *u = (struct usage){.players = players};
}

static void add_year(struct usage *u, uint32_t year)
{
    if (year == 0 || year >= 10 * USAGE_DECADES)
        return;
    u->dated++;
    u->decades[year / 10]++;
    if (u->first_year == 0 || year < u->first_year)
        u->first_year = year;
    if (year > u->last_year)
        u->last_year = year;
}

enum status usage_add_game(struct usage *u, const struct usage_game *g, struct err *err)
{
    enum status status = STATUS_OK;
    u->games++;
    add_year(u, date_year(column_date(g->columns, g->number)));
    for (int seat = 0; seat < (int)g->columns->seats && g->metadata && status == STATUS_OK;
         seat++) {
        struct span name;
        status = metadata_player_name(g->metadata, column_player(g->columns, g->number, seat),
                                      &name, err);
        if (status == STATUS_OK && name.n)
            status = tally_add(&u->players, name.p, name.n, err);
    }
    return status;
}

void usage_add_side(struct usage *u, const struct usage_game *g, int seat)
{
    int points = column_points(g->columns, g->number, seat);
    u->sides++;
    if (points == POINTS_WIN)
        u->wins++;
    else if (points == POINTS_LOSS)
        u->losses++;
    else if (points == POINTS_DRAW)
        u->draws++;
}

void usage_finish(struct usage *u)
{
    tally_finish(&u->players);
}

struct wilson usage_score(const struct usage *u)
{
    return wilson_interval(u->wins + u->draws / 2.0, (double)u->wins + u->losses + u->draws);
}

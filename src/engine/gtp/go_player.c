/* go_player.c: see go_player.h. */
#include "engine/gtp/go_player.h"

#include <math.h>

#include "base/rng.h"

const char *const go_person_names[] = {"professional", "strong-amateur", "amateur", NULL};

/* A move must be so likely, compared with the likeliest, to be played at all. */
static const float LEAST_IN_OPENING = 0.25F, LEAST_BY_PERSON = 0.05F;

enum { PASS = GTP_POINTS, CHOICES };

struct go_choices {
    float p[CHOICES]; /* by gtp_index(), then the pass */
};

static go_move move_of(const struct gtp_game *g, int choice)
{
    int color = g->pos.turn;
    return choice == PASS ? go_pass_make(color) : go_move_make(GO_PLAY, color, gtp_point(choice));
}

/* What the player would not do, whoever it plays as, gets 0. */
static void find_choices(const struct gtp_game *g, const struct go_chances *chances,
                         struct go_choices *out)
{
    for (int i = 0; i < GTP_POINTS; i++) {
        bool good = chances->point[i] > 0 && !go_is_eye(&g->pos, gtp_point(i), g->pos.turn) &&
                    gtp_game_may_choose(g, move_of(g, i));
        out->p[i] = good ? chances->point[i] : 0;
    }
    out->p[PASS] = chances->pass;
}

static int likeliest(const struct go_choices *c)
{
    int best = PASS;
    for (int i = 0; i < GTP_POINTS; i++)
        if (c->p[i] > c->p[best])
            best = i;
    return best;
}

/* One of the points at least `least` times as likely as the likeliest.  A pass is not drawn: in an
 * endgame it is somewhat likely at every move, and drawn once it would cost many points. */
static int draw(const struct go_choices *c, double temperature, float least, struct rng *rng)
{
    double weight[GTP_POINTS], sum = 0;
    int best = likeliest(c), last = best;
    if (best == PASS)
        return PASS;
    for (int i = 0; i < GTP_POINTS; i++) {
        bool in = c->p[i] > 0 && c->p[i] >= least * c->p[best];
        weight[i] = in ? pow((double)c->p[i] / (double)c->p[best], 1 / temperature) : 0;
        sum += weight[i];
    }
    double left = rng_double(rng) * sum;
    for (int i = 0; i < GTP_POINTS; i++) {
        if (weight[i] <= 0)
            continue;
        last = i;
        left -= weight[i];
        if (left < 0)
            break;
    }
    return last;
}

static int choose(const struct go_player *player, const struct gtp_game *g,
                  const struct go_choices *c)
{
    struct rng rng;
    rng_seed_stream(&rng, player->seed, g->count);
    if (player->temperature > 0)
        return draw(c, player->temperature, LEAST_BY_PERSON, &rng);
    if (player->temperature < 0 && g->count < GO_OPENING_MOVES)
        return draw(c, 1, LEAST_IN_OPENING, &rng);
    return likeliest(c);
}

/* --- The end of a game ------------------------------------------------------------------------ */

/* Whether hope was as little before the player's last moves, too; the present one counts. */
static enum status has_no_hope(const struct go_player *player, const struct gtp_game *g,
                               bool *hopeless)
{
    struct gtp_game earlier;
    struct go_chances chances;
    enum status status = gtp_game_init(&earlier);
    *hopeless = g->count >= GO_RESIGN_FROM;
    for (size_t i = 1; i < GO_RESIGN_MOVES && *hopeless && status == STATUS_OK; i++) {
        status = gtp_game_copy(&earlier, g, g->count - 2 * i);
        if (status != STATUS_OK)
            break;
        gtp_game_set_turn(&earlier, g->pos.turn);
        player->chooser->look(player->chooser->ctx, &earlier, player->person, &chances);
        *hopeless = (double)chances.win < player->resign;
    }
    gtp_game_release(&earlier);
    return status;
}

static bool opponent_passed(const struct gtp_game *g)
{
    go_move last = gtp_game_last(g, 0);
    return last && go_move_is_pass(last) && go_move_color(last) != g->pos.turn;
}

static bool is_over(const struct gtp_game *g)
{
    struct go_ownership ownership;
    if (!opponent_passed(g))
        return false;
    go_ownership_estimate(&ownership, &g->pos);
    return go_is_settled(&ownership, &g->pos);
}

static void look(const struct go_player *player, const struct gtp_game *g, struct go_choices *c,
                 struct go_decision *out)
{
    struct go_chances chances;
    player->chooser->look(player->chooser->ctx, g, player->person, &chances);
    find_choices(g, &chances, c);
    *out = (struct go_decision){.win = chances.win};
}

static void decide_on(struct go_decision *out, const struct gtp_game *g, const struct go_choices *c,
                      int choice)
{
    out->move = move_of(g, choice);
    out->p = c->p[choice];
}

enum status go_player_decide(const struct go_player *player, const struct gtp_game *g,
                             struct go_decision *out)
{
    struct go_choices c;
    enum status status = STATUS_OK;
    look(player, g, &c, out);
    if ((double)out->win < player->resign)
        status = has_no_hope(player, g, &out->resigns);
    if (status == STATUS_OK && !out->resigns)
        decide_on(out, g, &c, is_over(g) ? PASS : choose(player, g, &c));
    return status;
}

/* A liberty of a dead chain of the opponent's. */
static bool is_beside_dead(const struct go_ownership *o, const struct go_pos *pos, int index)
{
    static const int STEPS[4] = {1, -1, GO_MAX_SIZE, -GO_MAX_SIZE};
    int point = gtp_point(index);
    for (int i = 0; i < 4; i++) {
        int side = point + STEPS[i];
        if (go_on_board(pos, side) && go_stone_at(pos, side) == 2 - pos->turn &&
            go_is_dead(o, pos, side))
            return true;
    }
    return false;
}

enum status go_player_clean_up(const struct go_player *player, const struct gtp_game *g,
                               struct go_decision *out)
{
    struct go_choices c;
    struct go_ownership ownership;
    look(player, g, &c, out);
    go_ownership_estimate(&ownership, &g->pos);
    c.p[PASS] = 0;
    for (int i = 0; i < GTP_POINTS; i++)
        if (!is_beside_dead(&ownership, &g->pos, i))
            c.p[i] = 0;
    decide_on(out, g, &c, likeliest(&c));
    return STATUS_OK;
}

/* --- Counting --------------------------------------------------------------------------------- */

/* Scores are whole or half points. */
static const double NO_POINTS = 0.01;

void go_player_count(const struct go_player *player, const struct gtp_game *g,
                     const struct go_ownership *o, enum go_counting counting, struct go_count *out)
{
    struct go_chances chances;
    *out = (struct go_count){.score = go_score(o, g, counting), .win = 0.5F};
    if (fabs(out->score) < NO_POINTS || !player->chooser)
        return;
    player->chooser->look(player->chooser->ctx, g, player->person, &chances);
    int winner = out->score > 0 ? GO_BLACK : GO_WHITE;
    out->win = winner == g->pos.turn ? chances.win : 1 - chances.win;
    out->doubtful = out->win < 0.5F;
}

/* chaturanga_analyse.c: `kifu chaturanga analyse`: who will win, and the best turns.
 *
 * The search shares draws among those who had a raja; how likely one is, it does not tell.  That is
 * found by having the game played on, by four players who are quick and not stupid. */
#include <string.h>

#include "base/wilson.h"
#include "cluster/chaturanga_trial.h"
#include "cmd/chaturanga/chaturanga_figures.h"
#include "sim/chaturanga/chaturanga_mcts.h"
#include "view/board/chaturanga_picture.h"
#include "view/draw/text_width.h"

enum { DEFAULT_MS = 1000, SHOWN = 10 };

/* Games that are played on for the share of draws: 0.15 s of processor time from the start, and an
 * interval of at most three points to either side. */
enum { PLAYED_ON = 1000 };
static const char *const PLAYS_ON = "P4";

struct win_chance {
    double share, low, high;
};

static struct win_chance win_chance_of(float mean, float error)
{
    double low = mean - WILSON_Z * error, high = mean + WILSON_Z * error;
    return (struct win_chance){mean, low > 0 ? low : 0, high < 1 ? high : 1};
}

static void chance_json(struct json *j, struct win_chance c)
{
    json_open_object(j);
    json_key_double(j, "chance", figure_rounded(c.share, 4));
    json_key_double(j, "low", figure_rounded(c.low, 4));
    json_key_double(j, "high", figure_rounded(c.high, 4));
    json_end(j);
}

/* --- Draws ------------------------------------------------------------------------------------ */

/* With a roll, the turn that the search found best for it is played first. */
static enum status chance_of_draw(struct cmd_env *env, const struct chaturanga_pos *pos,
                                  struct mcts *m, unsigned roll, uint64_t seed,
                                  struct win_chance *out, struct err *err)
{
    struct chaturanga_pos start = *pos;
    const struct mcts_turn *turns = NULL;
    struct chaturanga_trial t = {.start = &start,
                                 .rules = pos->rules,
                                 .games = PLAYED_ON,
                                 .seed = seed,
                                 .threads = env->threads,
                                 .stop = env->cancelled};
    struct chaturanga_sums sums = {0};
    struct rng rng;
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        t.players[i] = PLAYS_ON;
    if (roll != MCTS_ANY_ROLL && mcts_turns(m, roll, &turns)) {
        rng_seed(&rng, seed);
        chaturanga_play_turn(&start, chaturanga_chance(pos, turns[0].turn, &rng));
    }
    enum status status = chaturanga_trial_run(&t, &sums, err);
    struct wilson w = wilson_interval((double)sums.draws, PLAYED_ON);
    *out = (struct win_chance){w.share, w.low, w.high};
    return status;
}

/* --- What is told ----------------------------------------------------------------------------- */

static void turns_json(struct json *j, const struct chaturanga_pos *pos,
                       const struct mcts_turn *turns, uint32_t n)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    json_key(j, "best");
    json_open_array(j);
    for (uint32_t i = 0; i < n && i < SHOWN; i++) {
        buf_clear(&text);
        chaturanga_turn_print(pos, turns[i].turn, &text);
        json_open_object(j);
        json_key_str(j, "turn", buf_span(&text));
        json_key_double(j, "value", figure_rounded(turns[i].payoff, 4));
        json_key_u64(j, "visits", turns[i].visits);
        json_end(j);
    }
    json_end(j);
    buf_release(&text);
}

static void add_json(struct buf *out, const struct chaturanga_pos *pos, struct mcts *m,
                     unsigned roll, struct win_chance draw)
{
    struct mcts_summary s;
    const struct mcts_turn *turns = NULL;
    struct json j;
    mcts_summary(m, &s);
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "turn", chaturanga_colour_names[pos->turn]);
    json_key_u64(&j, "descents", s.simulations);
    json_key(&j, "seats");
    json_open_array(&j);
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        chance_json(&j, win_chance_of(s.value.seat[i], s.error.seat[i]));
    json_end(&j);
    json_key(&j, "teams");
    json_open_array(&j);
    for (int i = 0; i < 2; i++)
        chance_json(&j, win_chance_of(s.value.team[i], s.error.team[i]));
    json_end(&j);
    json_key(&j, "draw");
    chance_json(&j, draw);
    if (roll != MCTS_ANY_ROLL)
        turns_json(&j, pos, turns, mcts_turns(m, roll, &turns));
    json_end(&j);
    json_line(&j);
}

static void chance_text(struct buf *out, const char *name, struct win_chance c)
{
    buf_add_str(out, "  ");
    text_pad(out, span_of(name), FIGURE_NAME_COLUMNS);
    buf_printf(out, " %5.1f %%  [%.1f, %.1f]\n", 100 * c.share, 100 * c.low, 100 * c.high);
}

static void add_text(struct buf *out, enum lang lang, const struct chaturanga_pos *pos,
                     struct mcts *m, unsigned roll, struct win_chance draw)
{
    static const struct msg ALONE = {"wins alone (draws shared)", "単独で勝つ（引き分けは等分）"},
                            TEAM = {"wins as a team", "チーム戦に勝つ"},
                            DRAW = {"playout by four P4", "四人の P4 によるプレイアウト"},
                            DRAWN = {"draws", "引き分け"}, BEST = {"best turns", "最善手"};
    struct mcts_summary s;
    const struct mcts_turn *turns = NULL;
    mcts_summary(m, &s);
    buf_printf(out, "%s:\n", msg_in(&ALONE, lang));
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        chance_text(out, chaturanga_colour_word((unsigned)i, lang),
                    win_chance_of(s.value.seat[i], s.error.seat[i]));
    buf_printf(out, "%s:\n", msg_in(&TEAM, lang));
    for (int i = 0; i < 2; i++)
        chance_text(out, msg_in(&chaturanga_teams[i], lang),
                    win_chance_of(s.value.team[i], s.error.team[i]));
    buf_printf(out, "%s:\n", msg_in(&DRAW, lang));
    chance_text(out, msg_in(&DRAWN, lang), draw);
    if (roll == MCTS_ANY_ROLL)
        return;
    uint32_t n = mcts_turns(m, roll, &turns);
    buf_printf(out, "%s:\n", msg_in(&BEST, lang));
    for (uint32_t i = 0; i < n && i < SHOWN; i++) {
        buf_printf(out, "  %5.1f %%  %8llu  ", 100 * turns[i].payoff,
                   (unsigned long long)turns[i].visits);
        chaturanga_turn_print(pos, turns[i].turn, out);
        buf_add_char(out, '\n');
    }
}

/* "35" as a roll; false if it is none. */
static bool roll_option(const struct cmd_args *args, unsigned *out)
{
    int64_t given = args_int(args, CHATURANGA_OPT_ROLL, 0);
    unsigned first = (unsigned)(given / 10), second = (unsigned)(given % 10);
    *out = MCTS_ANY_ROLL;
    if (given == 0)
        return true;
    if (first < 2 || first > 5 || second < 2 || second > 5)
        return false;
    *out = chaturanga_roll(first, second);
    return true;
}

static int analyse(struct cmd_env *env, const struct cmd_args *args,
                   const struct chaturanga_pos *pos, unsigned roll)
{
    struct chaturanga_limits limits = chaturanga_limits_read(env, args);
    uint64_t seed = (uint64_t)args_int(args, CHATURANGA_OPT_SEED, 1);
    struct win_chance draw = {0};
    struct mcts *m = NULL;
    struct err err;
    struct buf text;
    if (!limits.nodes && !limits.ms)
        limits.ms = DEFAULT_MS;
    buf_init(&text, BUF_DEFAULT_MAX);
    enum status status = mcts_new(&m, NULL, &err);
    if (status == STATUS_OK)
        status = mcts_search(m, pos, roll, &limits, seed, &err);
    if (status == STATUS_OK)
        status = chance_of_draw(env, pos, m, roll, seed, &draw, &err);
    if (status == STATUS_OK && env->json)
        add_json(&text, pos, m, roll, draw);
    else if (status == STATUS_OK)
        add_text(&text, env->lang, pos, m, roll, draw);
    int code = status == STATUS_OK ? cmd_print(env, &text) : cmd_fail(env, &err);
    mcts_free(m);
    buf_release(&text);
    return code;
}

int chaturanga_analyse(struct cmd_env *env, const struct cmd_args *args,
                       const char *const *operands, size_t n)
{
    static const struct msg NO_ROLL = {"--roll takes two dice from 2 to 5, such as 35",
                                       "--roll には 35 のように 2〜5 の目を二つ指定してください"};
    static const struct msg OVER = {"the game is over in this position",
                                    "この局面は終局しています"};
    struct chaturanga_rules rules;
    struct chaturanga_pos pos;
    unsigned roll;
    if (!roll_option(args, &roll))
        return cmd_misuse(env, &NO_ROLL, NULL);
    int code = chaturanga_rules_read(env, args, &rules);
    if (code == CMD_OK)
        code = chaturanga_position_read(env, operands, n, &rules, &pos);
    if (code != CMD_OK)
        return code;
    if (chaturanga_over(&pos))
        return cmd_fail_msg(env, &OVER, NULL);
    return analyse(env, args, &pos, roll);
}

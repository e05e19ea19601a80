/* chaturanga_simulate.c: `kifu chaturanga simulate`: games between four players, and what they were
 * like. */
#include "cmd/chaturanga_figures.h"

enum { DEFAULT_GAMES = 1000 };

static int tell(struct cmd_env *env, const struct chatur_sums *sums)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (env->json) {
        struct json j;
        json_init(&j, &text);
        json_open_object(&j);
        figures_json(&j, sums, true);
        json_end(&j);
        json_line(&j);
    } else {
        figures_text(&text, env->lang, sums, true);
    }
    int code = cmd_print(env, &text);
    buf_release(&text);
    return code;
}

static int simulate(struct cmd_env *env, const struct cmd_args *args,
                    const struct seat_names *names)
{
    struct chatur_trial trial = {
        .games = (uint64_t)args_int(args, CHATUR_OPT_GAMES, DEFAULT_GAMES),
        .seed = (uint64_t)args_int(args, CHATUR_OPT_SEED, 1),
        .limits = chaturanga_limits_asked(env, args),
        .counts = true,
    };
    struct chatur_sums sums;
    struct trial_bar bar;
    for (int i = 0; i < CHATUR_COLOURS; i++)
        trial.players[i] = names->of[i];
    int code = chaturanga_rules_asked(env, args, &trial.rules);
    if (code != CMD_OK)
        return code;
    trial_bar_open(&bar, env, trial.games);
    code = trial_bar_run(&bar, &trial, &sums);
    trial_bar_close(&bar);
    return code == CMD_OK ? tell(env, &sums) : code;
}

int chaturanga_simulate(struct cmd_env *env, const struct cmd_args *args,
                        const char *const *operands, size_t n)
{
    static const struct msg NOTHING = {"simulate takes options only: %1",
                                       "simulate に引数はありません: %1"};
    struct seat_names names;
    if (n)
        return cmd_misuse(env, &NOTHING, operands[0]);
    int code = seat_names_read(env, args_text(args, CHATUR_OPT_PLAYERS, "P0"), &names);
    if (code == CMD_OK)
        code = simulate(env, args, &names);
    seat_names_release(&names);
    return code;
}

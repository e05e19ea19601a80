/* chaturanga_weights.c: `kifu chaturanga fit`: weights for the evaluation, from games. */
#include "cmd/chaturanga/chaturanga_figures.h"
#include "sim/chaturanga/chaturanga_fit.h"

/* The games that the built-in weights come from: four alike, and four that differ. */
static const struct {
    const char *players[CHATURANGA_COLOURS];
    unsigned share; /* of eighteen */
} GAMES[] = {{{"P4", "P4", "P4", "P4"}, 5},
             {{"P2:set", "P2:set", "P2:set", "P2:set"}, 3},
             {{"P3", "P4", "P2", "P1"}, 5},
             {{"P1", "P3", "P4", "P2"}, 5}};
enum { SHARES = 18, DEFAULT_GAMES = 18000 };

struct chaturanga_fit_run {
    struct trial_bar bar; /* first: trial_bar_run() hands its address on */
    struct chaturanga_samples *samples;
};

static enum status keep(void *ctx, const struct chaturanga_trial_game *game, struct err *err)
{
    struct chaturanga_fit_run *f = ctx;
    return chaturanga_samples_keep(f->samples, game, err);
}

static int play_all(struct chaturanga_fit_run *f, const struct cmd_args *args,
                    const struct chaturanga_rules *rules)
{
    uint64_t games = (uint64_t)args_int(args, CHATURANGA_OPT_GAMES, DEFAULT_GAMES);
    uint64_t seed = (uint64_t)args_int(args, CHATURANGA_OPT_SEED, 1);
    int code = CMD_OK;
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES && code == CMD_OK; i++) {
        struct chaturanga_sums sums;
        struct chaturanga_trial t = {.rules = *rules,
                                     .games = (games * GAMES[i].share + SHARES - 1) / SHARES,
                                     .seed = seed + i,
                                     .keep = keep};
        for (int c = 0; c < CHATURANGA_COLOURS; c++)
            t.players[c] = GAMES[i].players[c];
        code = trial_bar_run(&f->bar, &t, &sums);
    }
    return code;
}

static void add_text(struct buf *out, enum chaturanga_model model,
                     const struct chaturanga_fitted *f)
{
    buf_printf(out, "%s: %llu, -ln p %.4f (%.4f)\n", chaturanga_model_names[model],
               (unsigned long long)f->positions, f->loss, f->base);
    for (int i = 0; i < TERM_COUNT; i++)
        buf_printf(out, "  %-11s %7.3f ± %.3f\n", chaturanga_term_names[i], f->weights[i],
                   f->errors[i]);
}

static void add_json(struct buf *out, enum chaturanga_model model,
                     const struct chaturanga_fitted *f)
{
    for (int i = 0; i < TERM_COUNT; i++) {
        struct json j;
        json_init(&j, out);
        json_open_object(&j);
        json_key_cstr(&j, "model", chaturanga_model_names[model]);
        json_key_cstr(&j, "term", chaturanga_term_names[i]);
        json_key_double(&j, "weight", figure_rounded(f->weights[i], 4));
        json_key_double(&j, "error", figure_rounded(f->errors[i], 4));
        json_key_u64(&j, "positions", f->positions);
        json_key_double(&j, "loss", figure_rounded(f->loss, 5));
        json_end(&j);
        json_line(&j);
    }
}

static int report(struct cmd_env *env, const struct chaturanga_fit_run *f)
{
    struct buf text;
    struct err err;
    enum status status = STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int model = 0; model < MODEL_COUNT && status == STATUS_OK; model++) {
        struct chaturanga_fitted fitted;
        status = chaturanga_fit_model(f->samples, (enum chaturanga_model)model, &fitted, &err);
        if (status == STATUS_OK)
            (env->json ? add_json : add_text)(&text, (enum chaturanga_model)model, &fitted);
    }
    int code = status == STATUS_OK ? cmd_print(env, &text) : cmd_fail(env, &err);
    buf_release(&text);
    return code;
}

int chaturanga_fit(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                   size_t n)
{
    static const struct msg NOTHING = {"fit takes no operands: %1", "fit に引数はありません: %1"};
    struct chaturanga_rules rules;
    struct chaturanga_fit_run f;
    struct err err;
    if (n)
        return cmd_misuse(env, &NOTHING, operands[0]);
    int code = chaturanga_rules_read(env, args, &rules);
    if (code != CMD_OK)
        return code;
    trial_bar_open(&f.bar, env, 0);
    f.samples = NULL;
    if (chaturanga_samples_new(&f.samples, &rules, 5, &err) != STATUS_OK)
        code = cmd_fail(env, &err);
    code = code == CMD_OK ? play_all(&f, args, &rules) : code;
    trial_bar_close(&f.bar);
    if (code == CMD_OK && env->leads) /* who has all positions */
        code = report(env, &f);
    chaturanga_samples_free(f.samples);
    return code;
}

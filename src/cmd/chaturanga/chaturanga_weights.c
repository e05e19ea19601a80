/* chaturanga_weights.c: `kifu chaturanga fit`: weights for the evaluation, from games. */
#include <math.h>

#include "base/alloc.h"
#include "cmd/chaturanga/chaturanga_figures.h"
#include "sim/chaturanga/chaturanga_players.h"
#include "sim/chaturanga/chaturanga_value.h"

/* --- Chaturanga fit ---------------------------------------------------------------------------
 * Weights of chaturanga_judge() from games: logistic regression of what became of
 * positions on their terms.
 *
 * Every third position or so of the games is taken.  A drawn fight of teams counts as half a win;
 * for the other two models only games with a winner count. */

struct chaturanga_fitted {
    double weights[TERM_COUNT], errors[TERM_COUNT]; /* standard errors, positions independent */
    uint64_t positions;
    double loss; /* mean of -ln p of what happened */
    double base; /* the same, if every position were even */
};

struct chaturanga_samples;

enum { ONE_IN = 3, ROUNDS = 12, MOST_ROWS = 1 << 26 };
static const double RIDGE = 1; /* keeps terms that never occur at 0; nothing beside the rows */

struct fit_row {
    float terms[TERM_COUNT];
    float won;
};
struct fit_rows {
    struct fit_row *of;
    size_t n, cap;
};
struct chaturanga_samples {
    struct chaturanga_rules rules;
    uint64_t seed;
    struct fit_rows models[MODEL_COUNT];
};

static enum status chaturanga_samples_new(struct chaturanga_samples **out,
                                          const struct chaturanga_rules *rules, uint64_t seed,
                                          struct err *err)
{
    struct chaturanga_samples *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->rules = *rules;
    s->seed = seed;
    *out = s;
    return STATUS_OK;
}

static void chaturanga_samples_free(struct chaturanga_samples *s)
{
    for (int i = 0; s && i < MODEL_COUNT; i++)
        mem_free(s->models[i].of);
    mem_free(s);
}

/* --- From games to rows ----------------------------------------------------------------------- */

static struct fit_row *add_row(struct chaturanga_samples *s, enum chaturanga_model model, float won)
{
    struct fit_rows *r = &s->models[model];
    struct fit_row *grown = mem_grow(r->of, r->n, &r->cap, MOST_ROWS, sizeof *grown);
    if (!grown)
        return NULL;
    r->of = grown;
    r->of[r->n] = (struct fit_row){.won = won};
    return &r->of[r->n++];
}

static void add_terms(struct fit_row *row, const float *terms, float sign)
{
    for (int i = 0; i < TERM_COUNT; i++)
        row->terms[i] += sign * terms[i];
}

/* Of two partners the one with the lower number against the other. */
static bool add_pair(struct chaturanga_samples *s, enum chaturanga_model model,
                     const struct chaturanga_terms *t, unsigned winner)
{
    unsigned one = winner & 1, other = one + 2;
    if (t->of[one][TERM_ALIVE] == 0 || t->of[other][TERM_ALIVE] == 0)
        return true;
    struct fit_row *row = add_row(s, model, winner == one ? 1 : 0);
    if (!row)
        return false;
    add_terms(row, t->of[one], 1);
    add_terms(row, t->of[other], -1);
    return true;
}

static bool add_position(struct chaturanga_samples *s, const struct chaturanga_pos *pos,
                         const struct chaturanga_pos *end)
{
    struct chaturanga_terms t;
    struct chaturanga_value outcome;
    bool won = end->phase == CHATURANGA_WON;
    chaturanga_terms(pos, &t);
    chaturanga_judge(end, &outcome);
    if (pos->phase != CHATURANGA_TEAMS)
        return !won || add_pair(s, MODEL_DUEL, &t, end->winner);
    struct fit_row *row = add_row(s, MODEL_TEAM, outcome.team[0]);
    if (!row)
        return false;
    for (unsigned c = 0; c < CHATURANGA_COLOURS; c++)
        add_terms(row, t.of[c], c & 1 ? -1 : 1);
    return !won || add_pair(s, MODEL_SHARE, &t, end->winner);
}

/* For chaturanga_trial.keep, with the samples as ctx. */
static enum status chaturanga_samples_keep(void *ctx, const struct chaturanga_trial_game *game,
                                           struct err *err)
{
    struct chaturanga_samples *s = ctx;
    struct chaturanga_pos pos;
    struct rng rng;
    chaturanga_start(&pos, &s->rules);
    rng_seed_stream(&rng, s->seed, game->number);
    for (uint32_t i = 0; i < game->turn_count; i++) {
        if (rng_below(&rng, ONE_IN) == 0 && !add_position(s, &pos, &game->end))
            return err_nomem(err);
        chaturanga_play_turn(&pos, game->turns[i]);
    }
    return STATUS_OK;
}

/* --- Newton's method -------------------------------------------------------------------------- */

struct newton_sums {
    double gradient[TERM_COUNT], hessian[TERM_COUNT][TERM_COUNT], loss;
};

static void add_to_sums(struct newton_sums *m, const struct fit_row *row, const double *weights)
{
    double z = 0;
    for (int i = 0; i < TERM_COUNT; i++)
        z += weights[i] * row->terms[i];
    double p = 1 / (1 + exp(-z)), won = row->won;
    m->loss += log1p(exp(-fabs(z))) + (z > 0 ? (1 - won) * z : -won * z);
    for (int i = 0; i < TERM_COUNT; i++) {
        m->gradient[i] += (won - p) * row->terms[i];
        for (int k = 0; k <= i; k++)
            m->hessian[i][k] += p * (1 - p) * row->terms[i] * row->terms[k];
    }
}

static void newton_sums_of(const struct fit_rows *rows, const double *weights,
                           struct newton_sums *m)
{
    *m = (struct newton_sums){0};
    for (size_t i = 0; i < rows->n; i++)
        add_to_sums(m, &rows->of[i], weights);
    for (int i = 0; i < TERM_COUNT; i++) {
        m->hessian[i][i] += RIDGE;
        m->gradient[i] -= RIDGE * weights[i];
        for (int k = 0; k < i; k++)
            m->hessian[k][i] = m->hessian[i][k];
    }
}

/* Inverts a positive definite matrix in place, by Gauss and Jordan. */
static void invert(double a[TERM_COUNT][TERM_COUNT])
{
    for (int p = 0; p < TERM_COUNT; p++) {
        double pivot = a[p][p];
        a[p][p] = 1;
        for (int k = 0; k < TERM_COUNT; k++)
            a[p][k] /= pivot;
        for (int i = 0; i < TERM_COUNT; i++) {
            double factor = a[i][p];
            if (i == p)
                continue;
            a[i][p] = 0;
            for (int k = 0; k < TERM_COUNT; k++)
                a[i][k] -= factor * a[p][k];
        }
    }
}

static enum status chaturanga_fit_model(const struct chaturanga_samples *s,
                                        enum chaturanga_model model, struct chaturanga_fitted *out,
                                        struct err *err)
{
    static const struct msg TOO_FEW = {"no game has positions for the model %1",
                                       "%1 のモデルに使える局面がありません"};
    const struct fit_rows *rows = &s->models[model];
    struct newton_sums m;
    *out = (struct chaturanga_fitted){.positions = rows->n};
    if (rows->n == 0)
        return err_set(err, STATUS_NOT_FOUND, &TOO_FEW, span_of(chaturanga_model_names[model]),
                       (struct span){0});
    for (int round = 0; round < ROUNDS; round++) {
        newton_sums_of(rows, out->weights, &m);
        if (round == 0)
            out->base = m.loss / (double)rows->n;
        invert(m.hessian);
        for (int i = 0; i < TERM_COUNT; i++)
            for (int k = 0; k < TERM_COUNT; k++)
                out->weights[i] += m.hessian[i][k] * m.gradient[k];
    }
    newton_sums_of(rows, out->weights, &m);
    out->loss = m.loss / (double)rows->n;
    invert(m.hessian);
    for (int i = 0; i < TERM_COUNT; i++)
        out->errors[i] = sqrt(m.hessian[i][i]);
    return STATUS_OK;
}

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

/* chaturanga_figures.c: see chaturanga_figures.h. */
#include "cmd/chaturanga/chaturanga_figures.h"

#include <math.h>
#include <string.h>

#include "base/wilson.h"
#include "view/board/chaturanga_picture.h"
#include "view/draw/text_width.h"

/* --- Seats ------------------------------------------------------------------------------------ */

int seat_names_read(struct cmd_env *env, const char *list, struct seat_names *out)
{
    static const struct msg FOUR = {"--players takes one name or four: %1",
                                    "--players には名前を一つか四つ指定してください: %1"};
    struct err err;
    size_t n = 0;
    buf_init(&out->text, BUF_DEFAULT_MAX);
    buf_add_str(&out->text, list);
    buf_add_char(&out->text, '\0');
    if (buf_status(&out->text) != STATUS_OK) {
        err_nomem(&err);
        return cmd_fail(env, &err);
    }
    for (char *at = out->text.p; at && n < CHATURANGA_COLOURS; n++) {
        out->of[n] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
        if (at && n == CHATURANGA_COLOURS - 1)
            return cmd_misuse(env, &FOUR, list);
    }
    if (n != 1 && n != CHATURANGA_COLOURS)
        return cmd_misuse(env, &FOUR, list);
    for (; n < CHATURANGA_COLOURS; n++)
        out->of[n] = out->of[0];
    return CMD_OK;
}

void seat_names_release(struct seat_names *s)
{
    buf_release(&s->text);
}

struct chaturanga_limits chaturanga_limits_read(struct cmd_env *env, const struct cmd_args *args)
{
    return (struct chaturanga_limits){.nodes = (uint64_t)args_int(args, CHATURANGA_OPT_NODES, 0),
                                      .ms = (uint32_t)args_int(args, CHATURANGA_OPT_MOVETIME, 0),
                                      .stop = env->cancelled};
}

/* --- Running ---------------------------------------------------------------------------------- */

void trial_bar_open(struct trial_bar *b, struct cmd_env *env, uint64_t games)
{
    static const struct msg PLAYING = {"playing", "対局中"}, UNIT = {"games", "局"};
    *b = (struct trial_bar){.env = env};
    cmd_progress_init(env, &b->progress);
    progress_start(&b->progress, &PLAYING, &UNIT, games);
}

void trial_bar_close(struct trial_bar *b)
{
    progress_finish(&b->progress);
    progress_release(&b->progress);
}

static void show(void *ctx, uint64_t games)
{
    struct trial_bar *b = ctx;
    progress_set(&b->progress, b->done + games);
}

int trial_bar_run(struct trial_bar *b, struct chaturanga_trial *trial, struct chaturanga_sums *out)
{
    struct err err;
    if (b->counting) {
        b->done += trial->games;
        *out = (struct chaturanga_sums){.games = trial->games};
        return CMD_OK;
    }
    trial->ctx = b;
    trial->progress = show;
    trial->stop = b->env->cancelled;
    trial->threads = b->env->threads;
    trial->cluster = b->env->cluster;
    enum status status = chaturanga_trial_run(trial, out, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR; /* the frame says why */
    if (status != STATUS_OK) {
        progress_wipe(&b->progress);
        return status == STATUS_NOT_FOUND || status == STATUS_SYNTAX
                   ? (cmd_fail(b->env, &err), CMD_MISUSE)
                   : cmd_fail(b->env, &err);
    }
    b->done += trial->games;
    return CMD_OK;
}

const struct msg chaturanga_teams[2] = {{"Red and yellow", "赤と黄"},
                                        {"Green and black", "緑と黒"}};

/* --- Showing ---------------------------------------------------------------------------------- */

double figure_rounded(double value, int digits)
{
    double scale = pow(10, digits);
    return isfinite(value) ? round(value * scale) / scale : value;
}

enum { MEANS = 4 };
struct named_mean {
    const char *name;
    struct msg what;
    struct chaturanga_mean mean;
    int digits;
};

/* expected, before, after, length. */
static void means_of(const struct chaturanga_sums *s, bool counts, struct named_mean out[MEANS])
{
    const struct chaturanga_mean none = {NAN, NAN};
    out[0] = (struct named_mean){"expected",
                                 {"expected number of legal turns", "合法手の期待値の平均"},
                                 counts ? chaturanga_mean_of(s, &s->expected) : none,
                                 3};
    out[1] =
        (struct named_mean){"before",
                            {"mean legal turns before the roll", "平均合法手（サイコロを振る前）"},
                            counts ? chaturanga_mean_of(s, &s->before) : none,
                            2};
    out[2] =
        (struct named_mean){"after",
                            {"mean legal turns after the roll (B)", "平均合法手（振った後、B）"},
                            chaturanga_mean_of(s, &s->after),
                            3};
    out[3] = (struct named_mean){
        "length", {"mean length in turns (D)", "平均終了手数（D）"}, chaturanga_length_of(s), 3};
}

static void interval_json(struct json *j, double low, double high, int digits)
{
    json_open_array(j);
    json_double(j, figure_rounded(low, digits));
    json_double(j, figure_rounded(high, digits));
    json_end(j);
}

static void share_interval_json(struct json *j, uint64_t wins, uint64_t games)
{
    struct wilson w = wilson_interval((double)wins, (double)games);
    interval_json(j, 100 * w.low, 100 * w.high, 3);
}

static void intervals_json(struct json *j, const struct chaturanga_sums *s,
                           const struct named_mean means[MEANS])
{
    json_key(j, "intervals");
    json_open_object(j);
    for (int i = 0; i < MEANS; i++) {
        double half = WILSON_Z * means[i].mean.error, at = means[i].mean.value;
        json_key(j, means[i].name);
        interval_json(j, at - half, at + half, means[i].digits);
    }
    json_key(j, "draws");
    share_interval_json(j, s->draws, s->games);
    json_key(j, "wins");
    json_open_array(j);
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        share_interval_json(j, s->wins[i], s->games);
    json_end(j);
    json_key(j, "teams");
    json_open_array(j);
    for (int i = 0; i < 2; i++)
        share_interval_json(j, s->teams[i], s->teams[0] + s->teams[1]);
    json_end(j);
    json_end(j);
}

static double share(uint64_t part, uint64_t of)
{
    return of ? 100 * (double)part / (double)of : NAN;
}

void figures_json(struct json *j, const struct chaturanga_sums *s, bool counts)
{
    struct named_mean means[MEANS];
    means_of(s, counts, means);
    json_key_u64(j, "games", s->games);
    for (int i = 0; i < MEANS; i++)
        json_key_double(j, means[i].name, figure_rounded(means[i].mean.value, means[i].digits));
    json_key_double(j, "draws", figure_rounded(share(s->draws, s->games), 3));
    json_key(j, "wins");
    json_open_array(j);
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        json_double(j, figure_rounded(share(s->wins[i], s->games), 3));
    json_end(j);
    json_key(j, "teams");
    json_open_array(j);
    for (int i = 0; i < 2; i++)
        json_double(j, figure_rounded(share(s->teams[i], s->teams[0] + s->teams[1]), 3));
    json_end(j);
    json_key_u64(j, "fights", s->teams[0] + s->teams[1]);
    json_key_u64(j, "turns", s->turns);
    json_key_u64(j, "longest", s->most_turns);
    intervals_json(j, s, means);
}

static void share_text(struct buf *out, const char *name, uint64_t part, uint64_t of)
{
    struct wilson w = wilson_interval((double)part, (double)of);
    buf_add_str(out, "  ");
    text_pad(out, span_of(name), FIGURE_NAME_COLUMNS);
    buf_printf(out, " %6.2f %%  [%.2f, %.2f]\n", 100 * w.share, 100 * w.low, 100 * w.high);
}

void figures_text(struct buf *out, enum lang lang, const struct chaturanga_sums *s, bool counts)
{
    static const struct msg GAMES = {"games", "局"}, DRAWS = {"draws", "引き分け"},
                            WINS = {"wins", "勝ち"},
                            TEAMS = {"decided team games", "チーム戦の決着"};
    struct named_mean means[MEANS];
    means_of(s, counts, means);
    buf_printf(out, "%llu %s\n", (unsigned long long)s->games, msg_in(&GAMES, lang));
    for (int i = counts ? 0 : 2; i < MEANS; i++) {
        const struct chaturanga_mean *m = &means[i].mean;
        buf_printf(out, "%s: %.2f  [%.2f, %.2f]\n", msg_in(&means[i].what, lang), m->value,
                   m->value - WILSON_Z * m->error, m->value + WILSON_Z * m->error);
    }
    buf_printf(out, "%s:\n", msg_in(&WINS, lang));
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        share_text(out, chaturanga_colour_word((unsigned)i, lang), s->wins[i], s->games);
    share_text(out, msg_in(&DRAWS, lang), s->draws, s->games);
    uint64_t fights = s->teams[0] + s->teams[1];
    buf_printf(out, "%s (%llu):\n", msg_in(&TEAMS, lang), (unsigned long long)fights);
    for (int i = 0; i < 2; i++)
        share_text(out, msg_in(&chaturanga_teams[i], lang), s->teams[i], fights);
}

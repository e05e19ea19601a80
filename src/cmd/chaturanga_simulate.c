/* chaturanga_simulate.c: `kifu chaturanga simulate`: games between four players, and what they were
 * like. */
#include <string.h>

#include "base/file.h"
#include "cmd/chaturanga_figures.h"
#include "formats/chatur.h"
#include "formats/chatur_line.h"

enum { DEFAULT_GAMES = 1000 };

struct simulation {
    struct trial_bar bar; /* first: trial_bar_run() hands its address on */
    const struct seat_names *names;
    struct chatur_pos start;
    struct file_writer file;
    struct record rec;
    struct chatur_line line;
    struct buf text;
};

/* --- Records ---------------------------------------------------------------------------------- */

static enum status write_down(struct simulation *s, const struct chatur_game *game)
{
    enum status st = record_clear(&s->rec, &chaturanga_game);
    if (st != STATUS_OK)
        return st;
    memset(s->rec.points, POINTS_UNKNOWN, sizeof s->rec.points);
    chatur_line_clear(&s->line, &s->rec);
    st = chatur_line_start(&s->line, &s->start);
    for (unsigned c = 0; c < CHATUR_COLOURS && st == STATUS_OK; c++) {
        enum record_header_id id = (enum record_header_id)(HEADER_PLAYER + c);
        st = record_add_header(&s->rec, id, span_of(chatur_header_key(id)),
                               span_of(s->names->of[c]));
    }
    for (uint32_t i = 0; i < game->turn_count && st == STATUS_OK; i++)
        st = chatur_line_turn(&s->line, game->turns[i]);
    s->rec.end = chatur_outcome(&s->line.pos, s->rec.points);
    if (s->rec.end != END_NONE && st == STATUS_OK)
        st = chatur_line_end(&s->line, s->rec.end, (struct span){0});
    return st == STATUS_OK ? chatur_line_flush(&s->line) : st;
}

static enum status keep(void *ctx, const struct chatur_game *game, struct err *err)
{
    struct simulation *s = ctx;
    unsigned losses;
    if (write_down(s, game) != STATUS_OK)
        return err_nomem(err);
    buf_clear(&s->text);
    if (game->number)
        buf_add_char(&s->text, '\n');
    enum status st = chatur_write(&s->rec, &s->text, &losses, err);
    if (st == STATUS_OK)
        st = file_writer_add(&s->file, buf_span(&s->text), err);
    return st;
}

static int run_and_keep(struct simulation *s, struct chatur_trial *trial, const char *path,
                        struct chatur_sums *sums)
{
    struct err err;
    if (!path)
        return trial_bar_run(&s->bar, trial, sums);
    if (file_writer_open(&s->file, path, &err) != STATUS_OK)
        return cmd_fail(s->bar.env, &err);
    record_init(&s->rec);
    chatur_line_init(&s->line);
    buf_init(&s->text, BUF_DEFAULT_MAX);
    trial->keep = keep;
    int code = trial_bar_run(&s->bar, trial, sums);
    if (code == CMD_OK && file_writer_commit(&s->file, &err) != STATUS_OK)
        code = cmd_fail(s->bar.env, &err);
    file_writer_abort(&s->file);
    buf_release(&s->text);
    chatur_line_release(&s->line);
    record_release(&s->rec);
    return code;
}

/* --- The word --------------------------------------------------------------------------------- */

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
    struct simulation s = {.names = names};
    struct chatur_sums sums;
    for (int i = 0; i < CHATUR_COLOURS; i++)
        trial.players[i] = names->of[i];
    int code = chaturanga_rules_asked(env, args, &trial.rules);
    if (code != CMD_OK)
        return code;
    chatur_start(&s.start, &trial.rules);
    trial_bar_open(&s.bar, env, trial.games);
    code = run_and_keep(&s, &trial, args_text(args, CHATUR_OPT_OUTPUT, NULL), &sums);
    trial_bar_close(&s.bar);
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

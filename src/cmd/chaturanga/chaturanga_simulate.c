/* chaturanga_simulate.c: `kifu chaturanga simulate`: games between four players, and what they were
 * like. */
#include <string.h>
#include <xxhash.h>

#include "base/io/file.h"
#include "base/io/journal.h"
#include "cmd/chaturanga/chaturanga_figures.h"
#include "formats/chaturanga/chaturanga_line.h"
#include "formats/chaturanga/chaturanga_text.h"
#include "kifu.h"

enum { DEFAULT_GAMES = 1000 };

struct simulation {
    struct trial_bar bar; /* first: trial_bar_run() hands its address on */
    const struct seat_names *names;
    struct chaturanga_pos start;
    const char *path; /* of the records; NULL: none; "-": standard output */
    bool to_stdout;
    struct file_writer file;
    struct journal *journal;
    struct buf journal_path; /* empty: none */
    struct record rec;
    struct chaturanga_line line;
    struct buf text;
};

/* --- Records ---------------------------------------------------------------------------------- */

static enum status write_down(struct simulation *s, const struct chaturanga_trial_game *game)
{
    enum status status = record_clear(&s->rec, &chaturanga_game);
    if (status != STATUS_OK)
        return status;
    memset(s->rec.points, POINTS_UNKNOWN, sizeof s->rec.points);
    chaturanga_line_clear(&s->line, &s->rec);
    status = chaturanga_line_start(&s->line, &s->start);
    for (unsigned c = 0; c < CHATURANGA_COLOURS && status == STATUS_OK; c++) {
        enum record_header_id id = (enum record_header_id)(HEADER_PLAYER + c);
        status = record_add_header(&s->rec, id, span_of(chaturanga_header_key(id)),
                                   span_of(s->names->of[c]));
    }
    for (uint32_t i = 0; i < game->turn_count && status == STATUS_OK; i++)
        status = chaturanga_line_turn(&s->line, game->turns[i]);
    s->rec.end = chaturanga_outcome(&s->line.pos, s->rec.points);
    if (s->rec.end != END_NONE && status == STATUS_OK)
        status = chaturanga_line_end(&s->line, s->rec.end, (struct span){0});
    return status == STATUS_OK ? chaturanga_line_flush(&s->line) : status;
}

static enum status keep(void *ctx, const struct chaturanga_trial_game *game, struct err *err)
{
    struct simulation *s = ctx;
    unsigned losses;
    if (write_down(s, game) != STATUS_OK)
        return err_nomem(err);
    buf_clear(&s->text);
    if (game->number)
        buf_add_char(&s->text, '\n');
    enum status status = chaturanga_write(&s->rec, &s->text, &losses, err);
    if (status != STATUS_OK || !s->to_stdout)
        return status == STATUS_OK ? file_writer_add(&s->file, buf_span(&s->text), err) : status;
    fwrite(s->text.p, 1, s->text.n, s->bar.env->out);
    return cmd_should_stop(s->bar.env) ? STATUS_CANCELLED : STATUS_OK;
}

/* Process 0 alone writes. */
static int run_and_keep(struct simulation *s, struct chaturanga_trial *trial,
                        struct chaturanga_sums *sums)
{
    struct err err;
    bool writes = s->path && !s->to_stdout && s->bar.env->leads;
    s->file.fd = -1;
    if (!s->path)
        return trial_bar_run(&s->bar, trial, sums);
    if (writes && file_writer_open(&s->file, s->path, &err) != STATUS_OK)
        return cmd_fail(s->bar.env, &err);
    record_init(&s->rec);
    chaturanga_line_init(&s->line);
    buf_init(&s->text, BUF_DEFAULT_MAX);
    int code = trial_bar_run(&s->bar, trial, sums);
    if (code == CMD_OK && writes && file_writer_commit(&s->file, &err) != STATUS_OK)
        code = cmd_fail(s->bar.env, &err);
    if (writes)
        file_writer_abort(&s->file);
    buf_release(&s->text);
    chaturanga_line_release(&s->line);
    record_release(&s->rec);
    return code;
}

/* --- Going on after a break ------------------------------------------------------------------- */

static int open_journal(struct simulation *s, const struct cmd_args *args,
                        struct chaturanga_trial *trial)
{
    static const struct msg GOING_ON = {"resuming from %1", "%1 から再開します"};
    struct cmd_env *env = s->bar.env;
    const char *given = args_text(args, CHATURANGA_OPT_CHECKPOINT, NULL);
    struct err err;
    if (given)
        buf_add_str(&s->journal_path, given);
    else if (s->path && !s->to_stdout)
        buf_printf(&s->journal_path, "%s.part", s->path);
    if (s->journal_path.n == 0 || !env->leads)
        return CMD_OK;
    const char *version = kifu_version();
    uint64_t fingerprint =
        XXH3_64bits_withSeed(version, strlen(version), chaturanga_trial_fingerprint(trial));
    enum status status =
        buf_status(&s->journal_path) == STATUS_OK
            ? journal_open(&s->journal, buf_cstr(&s->journal_path), fingerprint, &err)
            : err_nomem(&err);
    if (status != STATUS_OK)
        return cmd_fail(env, &err);
    trial->journal = s->journal;
    if (journal_floor(s->journal) || journal_count(s->journal))
        cmd_note(env, &GOING_ON, buf_cstr(&s->journal_path), NULL);
    return CMD_OK;
}

static void end_journal(struct simulation *s, int code)
{
    static const struct msg KEPT = {
        "games played so far are in %1; run the same command again to resume",
        "途中までの対局は %1 にあります。同じコマンドを実行すると再開します"};
    if (!s->journal)
        return;
    if (code == CMD_OK) {
        journal_finish(s->journal);
        return;
    }
    bool some = journal_floor(s->journal) || journal_size(s->journal) > JOURNAL_HEAD_BYTES;
    journal_close(s->journal);
    if (some)
        cmd_note(s->bar.env, &KEPT, buf_cstr(&s->journal_path), NULL);
}

/* --- The word --------------------------------------------------------------------------------- */

/* Beside records on standard output the figures go to standard error. */
static int report(struct cmd_env *env, const struct chaturanga_sums *sums, bool aside)
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
    int code = CMD_OK;
    if (!aside)
        code = cmd_print(env, &text);
    else if (!env->quiet)
        fwrite(text.p, 1, text.n, env->err);
    buf_release(&text);
    return code;
}

static int simulate(struct cmd_env *env, const struct cmd_args *args,
                    const struct seat_names *names)
{
    struct chaturanga_trial trial = {
        .games = (uint64_t)args_int(args, CHATURANGA_OPT_GAMES, DEFAULT_GAMES),
        .seed = (uint64_t)args_int(args, CHATURANGA_OPT_SEED, 1),
        .limits = chaturanga_limits_read(env, args),
        .counts = true,
    };
    struct simulation s = {.names = names, .path = args_text(args, CHATURANGA_OPT_OUTPUT, NULL)};
    struct chaturanga_sums sums;
    for (int i = 0; i < CHATURANGA_COLOURS; i++)
        trial.players[i] = names->of[i];
    int code = chaturanga_rules_read(env, args, &trial.rules);
    if (code != CMD_OK)
        return code;
    chaturanga_start(&s.start, &trial.rules);
    s.to_stdout = s.path && strcmp(s.path, "-") == 0;
    trial.keep = s.path ? keep : NULL;
    buf_init(&s.journal_path, BUF_DEFAULT_MAX);
    trial_bar_open(&s.bar, env, trial.games);
    code = open_journal(&s, args, &trial);
    if (code == CMD_OK)
        code = run_and_keep(&s, &trial, &sums);
    trial_bar_close(&s.bar);
    end_journal(&s, code);
    buf_release(&s.journal_path);
    return code == CMD_OK ? report(env, &sums, s.to_stdout) : code;
}

int chaturanga_simulate(struct cmd_env *env, const struct cmd_args *args,
                        const char *const *operands, size_t n)
{
    static const struct msg NOTHING = {"simulate takes no operands: %1",
                                       "simulate に引数はありません: %1"};
    struct seat_names names;
    if (n)
        return cmd_misuse(env, &NOTHING, operands[0]);
    int code = seat_names_read(env, args_text(args, CHATURANGA_OPT_PLAYERS, "P0"), &names);
    if (code == CMD_OK)
        code = simulate(env, args, &names);
    seat_names_release(&names);
    return code;
}

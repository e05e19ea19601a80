/* cmd_mate.c: `kifu mate`: is there a mate by checks all the way, and by which moves?
 *
 * One position from the command line, or a file with one a line.  Each problem of a file begins
 * with an empty table, so that an answer does not depend on the problems before it, nor on the
 * number of threads, each of which has a solver of its own. */
#include "base/alloc.h"
#include "base/io/source.h"
#include "base/text/json.h"
#include "base/work/pool.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/operand.h"
#include "engine/search/mate.h"
#include "view/board/shogi_move_text.h"

enum { OPT_NODES, OPT_SHORTEST, OPT_LENGTH, OPT_HASH, OPT_COUNT };
enum { DEFAULT_HASH_MB = 64, MAX_HASH_MB = 1 << 20, MAX_LINE_BYTES = 1 << 16 };

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_NODES, "nodes", "N", 1, INT64_MAX,
               "give up on a problem after N positions (default: no limit)",
               "1 問につき N 局面を調べたら打ち切る（既定は無制限）"),
    FLAG_OPTION(OPT_SHORTEST, "shortest", "also prove that no mate is shorter",
                "より短い詰みがないことまで証明する"),
    INT_OPTION(OPT_LENGTH, "length", "N", 1, MATE_MAX_PLIES, "find only mates within N plies",
               "N 手以内の詰みだけを探す"),
    INT_OPTION(OPT_HASH, "hash", "MB", 1, MAX_HASH_MB,
               "transposition table size per thread in MiB (default 64)",
               "スレッドごとの置換表の大きさ（MiB、既定は 64）"),
    [OPT_COUNT] = {.name = NULL},
};

static const struct msg SEARCHING = {"solving", "解図中"};
static const struct msg PROBLEMS = {"problems", "問"};
static const struct msg LONG_LINE = {"the line is too long", "行が長すぎます"};

/* One line of a file on its way through the pool. */
struct mate_problem {
    struct buf text;
    struct span label; /* of the file; borrowed while it is read */
    uint32_t line;
    uint64_t byte;
    /* what came out */
    bool failed;
    struct err err;
    struct shogi_pos pos;
    uint32_t given; /* moves that stood behind the position */
    struct mate_answer answer;
};

struct mate_cmd {
    struct cmd_env *env;
    struct mate_options options;
    size_t hash_bytes;
    struct mate_solver **solvers; /* one a thread, opened when it first works */
    unsigned threads;
    struct pool *pool;
    struct progress progress;
    struct buf out, word;
    uint64_t mates;
    bool failed, any; /* any: there was a problem */
};

/* --- Solving ---------------------------------------------------------------------------------- */

static uint32_t count_words(struct span s)
{
    uint32_t n = 0;
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] != ' ' && (i == 0 || s.p[i - 1] == ' ');
    return n;
}

/* "SFEN [moves …]": the moves are counted, not played: they are somebody's solution. */
static enum status read_problem(struct mate_problem *p, struct err *err)
{
    struct span text = span_trim(buf_span(&p->text));
    ptrdiff_t moves = span_find(text, SPAN(" moves"));
    p->given = 0;
    if (moves >= 0) {
        p->given = count_words(span_skip(text, (size_t)moves + SPAN(" moves").n));
        text.n = (size_t)moves;
    }
    return shogi_sfen_parse(&p->pos, text, SHOGI_SFEN_TOLERANT, NULL, err);
}

static enum status solve(struct mate_cmd *m, struct mate_problem *p, unsigned worker,
                         struct err *err)
{
    enum status st = read_problem(p, err);
    p->failed = st != STATUS_OK;
    if (p->failed) {
        p->err = *err;
        return st == STATUS_NOMEM ? st : STATUS_OK;
    }
    if (!m->solvers[worker]) {
        st = mate_open(&m->solvers[worker], m->hash_bytes, err);
        if (st != STATUS_OK)
            return st;
    }
    mate_clear(m->solvers[worker]);
    return mate_solve(m->solvers[worker], &p->pos, &m->options, &p->answer, err);
}

/* --- Answers ---------------------------------------------------------------------------------- */

static const char *result_name(enum mate_result result)
{
    static const char *const names[] = {
        [MATE_UNKNOWN] = "unknown", [MATE_PROVEN] = "mate", [MATE_DISPROVEN] = "nomate"};
    return names[result];
}

static void add_json(struct buf *out, const struct mate_problem *p, struct mate_cmd *m)
{
    const struct mate_answer *a = &p->answer;
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    if (p->line)
        json_key_u64(&j, "line", p->line);
    json_key_cstr(&j, "result", result_name(a->result));
    json_key(&j, "length");
    if (a->result == MATE_PROVEN)
        json_u64(&j, a->length);
    else
        json_null_value(&j);
    json_key(&j, "moves");
    json_open_array(&j);
    for (uint32_t i = 0; i < a->length; i++) {
        buf_clear(&m->word);
        shogi_usi_print(a->line[i], &m->word);
        json_str(&j, buf_span(&m->word));
    }
    json_end(&j);
    if (m->options.shortest && a->result == MATE_PROVEN) {
        json_key(&j, "shortest");
        json_bool(&j, a->shortest);
    }
    if (p->given)
        json_key_u64(&j, "given", p->given);
    json_key_u64(&j, "nodes", a->nodes);
    json_end(&j);
    json_line(&j);
}

static void add_usi(struct buf *out, const struct mate_answer *a)
{
    for (uint32_t i = 0; i < a->length; i++) {
        buf_add_str(out, i ? " " : "");
        shogi_usi_print(a->line[i], out);
    }
}

/* As books of that language print it: ▲５二金△同玉, or G*5b Kx5b. */
static void add_line(struct buf *out, struct shogi_pos pos, const struct mate_answer *a,
                     enum lang lang)
{
    struct shogi_undo undo;
    int last_to = -1;
    for (uint32_t i = 0; i < a->length; i++) {
        if (lang == LANG_JA)
            buf_add_str(out, pos.turn == SHOGI_BLACK ? "▲" : "△");
        else
            buf_add_str(out, i ? " " : "");
        shogi_move_text(&pos, a->line[i], last_to, lang, out);
        last_to = shogi_move_to(a->line[i]);
        shogi_play(&pos, a->line[i], &undo);
    }
}

/* The answer to the one problem of the command line, in a few lines. */
static void add_text(struct buf *out, const struct mate_problem *p, enum lang lang)
{
    static const struct msg words[] = {
        [MATE_UNKNOWN] = {"unknown: gave up\n", "不明（打ち切り）\n"},
        [MATE_PROVEN] = {"mate in ", "詰み "},
        [MATE_DISPROVEN] = {"no mate\n", "不詰\n"}};
    static const struct msg after = {"", "手"}, proven = {", the shortest", "（最短）"};
    const struct mate_answer *a = &p->answer;
    buf_add_str(out, msg_in(&words[a->result], lang));
    if (a->result == MATE_PROVEN) {
        buf_add_u64(out, a->length);
        buf_add_str(out, msg_in(&after, lang));
        buf_add_str(out, a->shortest ? msg_in(&proven, lang) : "");
        buf_add_char(out, '\n');
        add_usi(out, a);
        buf_add_char(out, '\n');
        add_line(out, p->pos, a, lang);
        buf_add_char(out, '\n');
    }
    static const struct msg nodes = {"positions: ", "調べた局面: "};
    buf_add_str(out, msg_in(&nodes, lang));
    buf_add_u64(out, a->nodes);
    buf_add_char(out, '\n');
}

/* The answer to one of many: in one line, for programs that read lines. */
static void add_row(struct buf *out, const struct mate_problem *p, enum lang lang)
{
    const struct mate_answer *a = &p->answer;
    buf_add_str(out, result_name(a->result));
    if (a->result == MATE_PROVEN) {
        buf_add_char(out, ' ');
        buf_add_u64(out, a->length);
        buf_add_char(out, '\t');
        add_usi(out, a);
        buf_add_char(out, '\t');
        add_line(out, p->pos, a, lang);
    }
    buf_add_char(out, '\n');
}

static enum status report(struct mate_cmd *m, struct mate_problem *p, struct err *err)
{
    m->any = true;
    if (p->line)
        progress_add(&m->progress, 1);
    if (m->env->cancelled && atomic_load(m->env->cancelled))
        return err_plain(err, STATUS_CANCELLED, NULL);
    if (p->failed) {
        if (p->line) {
            err_in_file(&p->err, p->label);
            err_at(&p->err, p->line, p->byte);
            progress_wipe(&m->progress);
        }
        cmd_warn(m->env, &p->err);
        m->failed = true;
        return STATUS_OK;
    }
    m->mates += p->answer.result == MATE_PROVEN;
    buf_clear(&m->out);
    if (m->env->json)
        add_json(&m->out, p, m);
    else if (p->line)
        add_row(&m->out, p, m->env->lang);
    else
        add_text(&m->out, p, m->env->lang);
    if (buf_status(&m->out) != STATUS_OK)
        return err_nomem(err);
    fwrite(m->out.p, 1, m->out.n, m->env->out);
    return cmd_should_stop(m->env) ? err_plain(err, STATUS_CANCELLED, NULL) : STATUS_OK;
}

/* --- Files ------------------------------------------------------------------------------------ */

static enum status work(void *ctx, void *item, unsigned worker, struct err *err)
{
    return solve(ctx, item, worker, err);
}

static enum status consume(void *ctx, void *item, struct err *err)
{
    return report(ctx, item, err);
}

static void release(void *ctx, void *item)
{
    struct mate_problem *p = item;
    (void)ctx;
    buf_release(&p->text);
}

static enum status hand_out(struct mate_cmd *m, struct span text, const struct mate_problem *where,
                            struct err *err)
{
    void *slot;
    enum status st = pool_slot(m->pool, &slot, err);
    if (st != STATUS_OK)
        return st;
    struct mate_problem *p = slot;
    if (!p->text.max)
        buf_init(&p->text, MAX_LINE_BYTES);
    buf_clear(&p->text);
    buf_add_span(&p->text, text);
    p->label = where->label;
    p->line = where->line;
    p->byte = where->byte;
    if (buf_status(&p->text) == STATUS_LIMIT) {
        err_plain(err, STATUS_LIMIT, &LONG_LINE);
        err_in_file(err, p->label);
        err_at(err, p->line, p->byte);
        return STATUS_LIMIT;
    }
    return buf_status(&p->text) == STATUS_OK ? pool_submit(m->pool, err) : err_nomem(err);
}

static uint64_t count_lines(struct span s)
{
    uint64_t n = s.n > 0 && s.p[s.n - 1] != '\n';
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == '\n';
    return n;
}

static enum status solve_lines(struct mate_cmd *m, const struct source_item *item, struct err *err)
{
    struct mate_problem where = {.label = item->label};
    struct span rest = item->bytes;
    enum status st = STATUS_OK;
    progress_set_total(&m->progress, m->progress.total + count_lines(rest));
    while (rest.n > 0 && st == STATUS_OK) {
        const char *end = memchr(rest.p, '\n', rest.n);
        struct span line = span_make(rest.p, end ? (size_t)(end - rest.p) : rest.n);
        struct span text = span_trim(line);
        where.line++;
        if (text.n > 0 && text.p[0] != '#')
            st = hand_out(m, text, &where, err);
        rest = span_skip(rest, line.n + (end != NULL));
        where.byte += line.n + (end != NULL);
    }
    /* labels are borrowed until the return */
    return st == STATUS_OK ? pool_finish(m->pool, err) : st;
}

static enum status solve_item(void *ctx, const struct source_item *item)
{
    struct mate_cmd *m = ctx;
    struct err err = {0};
    enum status st = solve_lines(m, item, &err);
    if (st == STATUS_OK || st == STATUS_CANCELLED)
        return st;
    progress_wipe(&m->progress);
    cmd_warn(m->env, &err);
    m->failed = true;
    return STATUS_CANCELLED;
}

static enum status report_problem(void *ctx, struct span label, const struct err *err)
{
    struct mate_cmd *m = ctx;
    (void)label;
    progress_wipe(&m->progress);
    cmd_warn(m->env, err);
    m->failed = true;
    return cmd_should_stop(m->env) ? STATUS_CANCELLED : STATUS_OK;
}

static enum status solve_files(struct mate_cmd *m, const struct cmd_args *args, struct err *err)
{
    const struct pool_ops ops = {.ctx = m,
                                 .item_bytes = sizeof(struct mate_problem),
                                 .work = work,
                                 .consume = consume,
                                 .release = release};
    const struct source_handler handler = {.ctx = m, .item = solve_item, .problem = report_problem};
    enum status st = pool_open(&m->pool, m->threads, &ops, err);
    if (st != STATUS_OK)
        return st;
    progress_start(&m->progress, &SEARCHING, &PROBLEMS, 0);
    st = source_walk(args->operands, args->n_operands, NULL, &handler, err);
    progress_finish(&m->progress);
    pool_close(m->pool);
    return st;
}

/* --- One position ----------------------------------------------------------------------------- */

static enum status solve_operands(struct mate_cmd *m, const struct cmd_args *args, struct err *err)
{
    struct mate_problem *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    buf_init(&p->text, MAX_LINE_BYTES);
    for (size_t i = 0; i < args->n_operands; i++) {
        buf_add_str(&p->text, i ? " " : "");
        buf_add_str(&p->text, args->operands[i]);
    }
    enum status st = buf_status(&p->text);
    if (st == STATUS_OK)
        st = solve(m, p, 0, err);
    else
        st = st == STATUS_LIMIT ? err_plain(err, st, &LONG_LINE) : err_nomem(err);
    if (st == STATUS_OK)
        st = report(m, p, err);
    buf_release(&p->text);
    mem_free(p);
    return st;
}

/* --- The command ------------------------------------------------------------------------------ */

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NONE = {"no problems to solve", "解く問題がありません"};
    struct err err = {0};
    struct mate_cmd m = {
        .env = env,
        .options = {.nodes = (uint64_t)args_int(args, OPT_NODES, 0),
                    .length = (uint32_t)args_int(args, OPT_LENGTH, MATE_ANY_LENGTH),
                    .shortest = args_flag(args, OPT_SHORTEST),
                    .stop = env->cancelled},
        .hash_bytes = (size_t)args_int(args, OPT_HASH, DEFAULT_HASH_MB) << 20,
        .threads = env->threads ? env->threads : pool_cpu_count(),
    };
    enum status st = STATUS_OK;
    m.solvers = mem_calloc(m.threads, sizeof(struct mate_solver *));
    if (!m.solvers)
        st = err_nomem(&err);
    buf_init(&m.out, BUF_DEFAULT_MAX);
    buf_init(&m.word, BUF_DEFAULT_MAX);
    cmd_progress_init(env, &m.progress);
    if (st == STATUS_OK)
        st = operand_is_position(args->operands[0]) ? solve_operands(&m, args, &err)
                                                    : solve_files(&m, args, &err);
    progress_release(&m.progress);
    buf_release(&m.out);
    buf_release(&m.word);
    for (unsigned i = 0; m.solvers && i < m.threads; i++)
        mate_close(m.solvers[i]);
    mem_free(m.solvers);
    if (st != STATUS_OK)
        return st == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
    if (!m.any && !m.failed)
        cmd_note(env, &NONE, NULL, NULL);
    return m.failed ? CMD_ERROR : m.mates ? CMD_OK : CMD_NOTHING;
}

const struct command CMD_MATE = {
    .name = "mate",
    .group = GROUP_PLAY,
    .summary = {"find a forced mate by consecutive checks", "王手の連続による詰みを探す"},
    .operands = "SFEN|FILE...",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"SFEN may be quoted or not, with or without the leading word \"sfen\". A file has "
                "one position per line; the word \"moves\" and what follows it are ignored. Exit "
                "status 1: no mate found.",
                "SFEN は引用符の有無、先頭の「sfen」の有無を問いません。ファイルは 1 行 1 "
                "局面で、「moves」以降は無視します。詰みが見つからなければ終了コード 1 です。"},
    .run = run,
};

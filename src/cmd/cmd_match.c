/* cmd_match.c: `kifu match A B`: games between two players, and which is better.
 *
 * Games are played side by side and counted in the order of their numbers (match_run.h).  After
 * Ctrl-C what was finished is in the file of records, and the same command goes on from there. */
#include <math.h>
#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "base/text/num.h"
#include "base/work/pool.h"
#include "cmd/frame/operand.h"
#include "cmd/parts/match_run.h"

/* The options of A, and of B, are one after the other. */
enum {
    OPT_GAMES,
    OPT_SPRT,
    OPT_NODES,
    OPT_NODES_A,
    OPT_NODES_B,
    OPT_DEPTH,
    OPT_DEPTH_A,
    OPT_DEPTH_B,
    OPT_MOVETIME,
    OPT_MOVETIME_A,
    OPT_MOVETIME_B,
    OPT_CLOCK,
    OPT_BYOYOMI,
    OPT_OPTION_A,
    OPT_OPTION_B,
    OPT_OPENINGS,
    OPT_OPENING_PLIES,
    OPT_SEED,
    OPT_MAX_PLIES,
    OPT_RESIGN,
    OPT_MARGIN,
    OPT_TIME_LOSS,
    OPT_PATIENCE,
    OPT_ENGINE_LOG,
    OPT_OUTPUT,
    OPT_COUNT
};
enum {
    DEFAULT_GAMES = 100,
    SPRT_GAMES = 100000,
    DEFAULT_NODES = 10000,
    DEFAULT_MARGIN_MS = 1000,
    DATABASE_PLIES = 24,
    MOST_GAMES = 100000000,
    MOST_MS = 86400000,
    MOST_DEPTH = 100,
};

#define NODES_OPTION(ID, NAME, ...) INT_OPTION(ID, NAME, "N", 1, INT64_MAX / 2, __VA_ARGS__)
#define DEPTH_OPTION(ID, NAME, ...) INT_OPTION(ID, NAME, "N", 1, MOST_DEPTH, __VA_ARGS__)
#define MS_OPTION(ID, NAME, ...) INT_OPTION(ID, NAME, "MS", 1, MOST_MS, __VA_ARGS__)

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_GAMES, "games", "N", 1, MOST_GAMES,
               "number of games; with --sprt the maximum (default 100; with --sprt 100000)",
               "局数。--sprt では最大の局数（既定は 100、--sprt では 100000）", .letter = 'n'),
    TEXT_OPTION(OPT_SPRT, "sprt", "E0,E1",
                "stop when a sequential test decides whether A is better by E0 or by E1 Elo (5 % "
                "error rates)",
                "A の優位が E0 と E1（Elo）のどちらかを逐次検定で判定したら終える（誤り率 5 %）"),
    NODES_OPTION(OPT_NODES, "nodes", "positions searched per move (default 10000)",
                 "1 手に探索する局面数（既定は 10000）"),
    NODES_OPTION(OPT_NODES_A, "nodes-a", "--nodes for A", "A の --nodes"),
    NODES_OPTION(OPT_NODES_B, "nodes-b", "--nodes for B", "B の --nodes"),
    DEPTH_OPTION(OPT_DEPTH, "depth", "search depth", "探索の深さ"),
    DEPTH_OPTION(OPT_DEPTH_A, "depth-a", "--depth for A", "A の --depth"),
    DEPTH_OPTION(OPT_DEPTH_B, "depth-b", "--depth for B", "B の --depth"),
    MS_OPTION(OPT_MOVETIME, "movetime", "milliseconds per move", "1 手の時間（ミリ秒）"),
    MS_OPTION(OPT_MOVETIME_A, "movetime-a", "--movetime for A", "A の --movetime"),
    MS_OPTION(OPT_MOVETIME_B, "movetime-b", "--movetime for B", "B の --movetime"),
    TEXT_OPTION(OPT_CLOCK, "clock", "SECONDS+INCREMENT",
                "seconds per game for each player, and increment in seconds per move; running out "
                "of time loses",
                "1 局の持ち時間と 1 手ごとの加算（秒）。時間切れは負け"),
    TEXT_OPTION(OPT_BYOYOMI, "byoyomi", "SECONDS",
                "seconds per move after the time of --clock is used up",
                "--clock の持ち時間がなくなった後の秒読み（1 手の秒数）"),
    TEXT_OPTION(OPT_OPTION_A, "option-a", "NAME=VALUE",
                "USI option of A, sent with setoption (repeatable)",
                "A の USI オプション（setoption、繰り返し可）", .repeatable = true),
    TEXT_OPTION(OPT_OPTION_B, "option-b", "NAME=VALUE",
                "USI option of B, sent with setoption (repeatable)",
                "B の USI オプション（setoption、繰り返し可）", .repeatable = true),
    FILE_OPTION(
        OPT_OPENINGS, "openings", "FILE|DB",
        "openings to start from: USI lines, records, plain or compressed, or a database "
        "(repeatable; default: a small built-in book)",
        "序盤の手順: USI "
        "の行、棋譜ファイル、圧縮ファイル、データベース（繰り返し可、既定は内蔵の小さな定跡）",
        .repeatable = true),
    INT_OPTION(OPT_OPENING_PLIES, "opening-plies", "N", 0, OPENING_MOST_PLIES,
               "maximum number of opening plies played (default 24)",
               "序盤として指す最大の手数（既定は 24）"),
    INT_OPTION(OPT_SEED, "seed", "S", 0, INT64_MAX, "random seed (default 1)",
               "乱数の種（既定は 1）"),
    INT_OPTION(OPT_MAX_PLIES, "max-plies", "N", 1, REFEREE_MOST_PLIES,
               "declare a draw after N plies (default 320)", "この手数で引き分け（既定は 320）"),
    INT_OPTION(
        OPT_RESIGN, "resign", "V", 1, 30000,
        "end a game when both players report three times in a row that one side is V hundredths of "
        "a pawn behind (default: play to the end)",
        "両者が 3 回続けて V（歩の 1/100 単位）以上の差を示したら終局とする（既定は最後まで指す）"),
    INT_OPTION(OPT_MARGIN, "margin", "MS", 0, MOST_MS,
               "milliseconds beyond --movetime, or beyond the clock, after which a move is late "
               "(default 1000; with a clock 0)",
               "--movetime や持ち時間をこのミリ秒だけ超えた手を時間超過とする（既定は "
               "1000、持ち時間では 0）"),
    FLAG_OPTION(OPT_TIME_LOSS, "time-loss",
                "count a late move as a loss on time (default: only report it)",
                "時間超過の手を時間切れ負けとする（既定は報告だけ）"),
    INT_OPTION(
        OPT_PATIENCE, "patience", "SECONDS", 1, 86400,
        "seconds beyond its time after which a player that does not answer loses (default 60)",
        "持ち時間を過ぎてこの秒数応答がなければ負けとする（既定は 60）"),
    FILE_OPTION(OPT_ENGINE_LOG, "engine-log", "FILE", "write the engines' standard error to a file",
                "エンジンの標準エラー出力を書くファイル"),
    FILE_OPTION(OPT_OUTPUT, "output", "RECORDS",
                "write the games as CSA; games already in the file count and are not played again",
                "棋譜を書くファイル（CSA）。すでにある対局は指さずに数える", .letter = 'o',
                .writes = WRITES_ON),
    [OPT_COUNT] = {.name = NULL},
};

/* --- What is wanted --------------------------------------------------------------------------- */

/* "300" or "0.5": seconds, at most a day. */
static bool read_seconds(struct span text, uint32_t *ms)
{
    double seconds;
    if (!num_parse_double(text, &seconds) || !(seconds >= 0 && seconds <= MOST_MS / 1000))
        return false;
    *ms = (uint32_t)lround(seconds * 1000);
    return true;
}

static int read_clock(struct match_run *m, const struct cmd_args *args)
{
    static const struct msg BAD = {"a time is SECONDS or SECONDS+INCREMENT, above 0: %1",
                                   "時間は「秒」または「秒+加算」（0 より大きい値）です: %1"};
    static const struct msg BOTH = {
        "--clock and --byoyomi cannot be combined with --nodes, --depth or --movetime",
        "--clock、--byoyomi は --nodes、--depth、--movetime と併用できません"};
    struct match_time *t = &m->rules.time;
    const char *clock = args_text(args, OPT_CLOCK, NULL);
    const char *byoyomi = args_text(args, OPT_BYOYOMI, NULL);
    if (!clock && !byoyomi)
        return CMD_OK;
    for (size_t id = OPT_NODES; id <= OPT_MOVETIME_B; id++)
        if (args_count(args, id))
            return cmd_misuse(m->env, &BOTH, "");
    struct span text = span_of(clock ? clock : "0");
    ptrdiff_t plus = span_find(text, SPAN("+"));
    struct span added = plus < 0 ? SPAN("0") : span_skip(text, (size_t)plus + 1);
    if (!read_seconds(span_make(text.p, plus < 0 ? text.n : (size_t)plus), &t->main_ms) ||
        !read_seconds(added, &t->increment_ms))
        return cmd_misuse(m->env, &BAD, clock);
    if (!read_seconds(span_of(byoyomi ? byoyomi : "0"), &t->byoyomi_ms) || !match_is_timed(t))
        return cmd_misuse(m->env, &BAD, byoyomi ? byoyomi : clock);
    m->rules.margin_ms = (uint32_t)args_int(args, OPT_MARGIN, 0);
    return CMD_OK;
}

static void read_limits(struct usi_limits *l, const struct cmd_args *args, int player,
                        bool by_clock)
{
    size_t own = (size_t)player + 1;
    bool any = args_count(args, OPT_NODES + own) || args_count(args, OPT_DEPTH + own) ||
               args_count(args, OPT_MOVETIME + own);
    size_t from = any ? own : 0; /* limits of one's own replace those of both */
    l->nodes = (uint64_t)args_int(args, OPT_NODES + from, 0);
    l->depth = (int)args_int(args, OPT_DEPTH + from, 0);
    l->movetime_ms = (uint32_t)args_int(args, OPT_MOVETIME + from, 0);
    l->by_clock = by_clock;
    if (!l->nodes && !l->depth && !l->movetime_ms && !by_clock)
        l->nodes = DEFAULT_NODES;
}

static bool read_options(struct match_run *m, const struct cmd_args *args, int player)
{
    size_t id = (size_t)OPT_OPTION_A + (size_t)player, n = args_count(args, id);
    const char **list = mem_calloc(n + 1, sizeof *list);
    m->options[player] = list;
    for (size_t i = 0; i < n && list; i++)
        list[i] = args_nth(args, id, i);
    m->specs[player].options = list;
    m->specs[player].option_count = n;
    return list != NULL;
}

static bool name_player(struct match_run *m, int player)
{
    struct buf *out = &m->name_texts[player];
    const struct player_spec *s = &m->specs[player];
    buf_add_str(out, s->name);
    for (size_t i = 0; i < s->option_count; i++)
        buf_printf(out, " %s", s->options[i]);
    if (strcmp(m->specs[0].name, m->specs[1].name) == 0)
        buf_printf(out, " (%s)", match_player_name(player));
    m->names[player] = buf_cstr(out);
    return buf_status(out) == STATUS_OK;
}

static int read_players(struct match_run *m, const struct cmd_args *args)
{
    struct err err;
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        struct player_spec *s = &m->specs[i];
        s->name = args->operands[i];
        s->patience_ms = (uint32_t)args_int(args, OPT_PATIENCE, 0) * 1000;
        s->path = getenv("PATH");
        s->log = args_text(args, OPT_ENGINE_LOG, NULL);
        s->cancel = &m->over;
        read_limits(&s->limits, args, i, match_is_timed(&m->rules.time));
        ok = ok && read_options(m, args, i);
    }
    if (ok && name_player(m, 0) && name_player(m, 1))
        return CMD_OK;
    err_nomem(&err);
    return cmd_fail(m->env, &err);
}

static int read_sprt(struct match_run *m, const struct cmd_args *args)
{
    static const struct msg BAD = {"--sprt takes two numbers in ascending order: %1",
                                   "--sprt には二つの数を小さい順に指定してください: %1"};
    const char *text = args_text(args, OPT_SPRT, NULL);
    if (!text)
        return CMD_OK;
    struct span both = span_of(text);
    ptrdiff_t comma = span_find(both, SPAN(","));
    m->sprt.alpha = m->sprt.beta = 0.05;
    m->tests = true;
    if (comma < 0 || !num_parse_double(span_make(both.p, (size_t)comma), &m->sprt.elo0) ||
        !num_parse_double(span_skip(both, (size_t)comma + 1), &m->sprt.elo1) ||
        m->sprt.elo0 >= m->sprt.elo1 || fabs(m->sprt.elo0) > 2000 || fabs(m->sprt.elo1) > 2000)
        return cmd_misuse(m->env, &BAD, text);
    return CMD_OK;
}

struct match_openings {
    struct match_run *m;
    struct err err;
    bool failed;
};

static enum status add_opening(void *ctx, struct record *rec)
{
    struct match_openings *r = ctx;
    if (record_worst(rec) == PROBLEM_REJECTED)
        return STATUS_OK;
    enum status st = openings_add_record(&r->m->openings, rec, &r->err);
    r->failed = st != STATUS_OK;
    return st;
}

static enum status refuse_opening(void *ctx, const struct err *err)
{
    struct match_openings *r = ctx;
    r->err = *err;
    r->failed = true;
    return err->code;
}

static int read_openings(struct match_run *m, const struct cmd_args *args, uint64_t seed)
{
    struct match_openings r = {.m = m};
    struct reader reader;
    struct err err;
    enum status st = STATUS_OK;
    size_t n = args_count(args, OPT_OPENINGS);
    openings_init(&m->openings, (unsigned)args_int(args, OPT_OPENING_PLIES, DATABASE_PLIES));
    reader_init(&reader);
    for (size_t i = 0; i < n && st == STATUS_OK; i++) {
        const char *path = args_nth(args, OPT_OPENINGS, i);
        st = operand_read_games(&path, 1, &reader, add_opening, refuse_opening, &r, &err);
    }
    reader_release(&reader);
    if (r.failed)
        err = r.err;
    if (st == STATUS_OK && n == 0)
        st = openings_add_book(&m->openings, &err);
    if (st == STATUS_OK)
        st = openings_settle(&m->openings, seed, &err);
    return st == STATUS_OK ? CMD_OK : cmd_fail(m->env, &err);
}

/* Tells this match from others: everything that its games depend on. */
static uint64_t fingerprint_of(const struct match_run *m, uint64_t seed)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < 2; i++) {
        const struct player_spec *s = &m->specs[i];
        buf_printf(&text, "%s\n%llu %d %u\n", s->name, (unsigned long long)s->limits.nodes,
                   s->limits.depth, s->limits.movetime_ms);
        for (size_t k = 0; k < s->option_count; k++)
            buf_printf(&text, "%s\n", s->options[k]);
    }
    buf_printf(&text, "%u %d %llu %llu\n", m->rules.max_plies, m->rules.resign,
               (unsigned long long)seed, (unsigned long long)openings_fingerprint(&m->openings));
    const struct match_time *t = &m->rules.time;
    if (match_is_timed(t))
        buf_printf(&text, "clock %u+%u byoyomi %u margin %u\n", t->main_ms, t->increment_ms,
                   t->byoyomi_ms, m->rules.margin_ms);
    uint64_t fingerprint = XXH3_64bits(text.p, text.n);
    buf_release(&text);
    return fingerprint;
}

static int open_records(struct match_run *m, const struct cmd_args *args, uint64_t seed)
{
    static const struct msg RESUMED = {"%1 games are already in the file",
                                       "ファイルにすでに %1 局あります"};
    const char *path = args_text(args, OPT_OUTPUT, NULL);
    char count[32];
    struct err err;
    if (path && strcmp(path, "/dev/null") == 0)
        path = NULL; /* nothing is kept there: no file to lock and to read */
    m->records = path != NULL;
    m->fingerprint = fingerprint_of(m, seed);
    if (!path || !m->env->leads) /* process 0 alone writes */
        return CMD_OK;
    if (match_file_open(&m->file, path, m->fingerprint, &m->tally, &err) != STATUS_OK)
        return cmd_fail(m->env, &err);
    m->writes = true;
    snprintf(count, sizeof count, "%llu", (unsigned long long)m->file.found_games);
    if (m->file.found_games)
        cmd_note(m->env, &RESUMED, count, NULL);
    return CMD_OK;
}

/* --- The result ------------------------------------------------------------------------------- */

static const char *verdict_name(const struct match_run *m)
{
    static const char *const names[] = {
        [SPRT_GOES_ON] = "open", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    return names[sprt_verdict(&m->sprt, match_run_llr(m))];
}

/* As many digits as mean something. */
static void add_rounded(struct json *j, const char *key, double value, double digits)
{
    json_key_double(j, key, isfinite(value) ? round(value * digits) / digits : value);
}

/* Moves that a plain search would not have made. */
static double changed_a_game(const struct match_run *m, int player)
{
    uint64_t games = match_score_games(&m->tally.score);
    return games ? (double)m->clock[player].changed / (double)games : 0;
}

static void add_player_json(struct json *j, const struct match_run *m, int player)
{
    const struct match_clock *c = &m->clock[player];
    double moves = c->moves ? (double)c->moves : 1;
    json_key(j, player ? "b" : "a");
    json_open_object(j);
    json_key_cstr(j, "name", m->names[player]);
    json_key_u64(j, "moves", c->moves);
    add_rounded(j, "ms", (double)c->ms / moves, 100);
    add_rounded(j, "nodes", (double)c->nodes / moves, 100);
    json_key_u64(j, "worst", c->worst_ms);
    json_key_u64(j, "late", c->late);
    json_key_u64(j, "time_losses", m->time_losses[player]);
    if (c->changed) {
        json_key_u64(j, "changed", c->changed);
        add_rounded(j, "changed_a_game", changed_a_game(m, player), 100);
    }
    json_key_u64(j, "trouble", m->trouble[player]);
    json_end(j);
}

static void add_json(struct buf *out, const struct match_run *m, const struct elo *elo)
{
    const struct match_score *s = &m->tally.score;
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "games", match_score_games(s));
    json_key_u64(&j, "wins", s->wins);
    json_key_u64(&j, "losses", s->losses);
    json_key_u64(&j, "draws", s->draws);
    add_rounded(&j, "elo", elo->elo, 100);
    add_rounded(&j, "low", elo->low, 100);
    add_rounded(&j, "high", elo->high, 100);
    add_rounded(&j, "llr", m->tests ? match_run_llr(m) : NAN, 100); /* NAN: null */
    if (m->tests)
        json_key_cstr(&j, "verdict", verdict_name(m));
    json_key_u64(&j, "time_losses", m->time_losses[0] + m->time_losses[1]);
    add_rounded(&j, "score", elo->score, 10000);
    json_key(&j, "pairs");
    json_open_array(&j);
    for (int i = 0; i < SPRT_PAIR_RESULTS; i++)
        json_u64(&j, s->pairs[i]);
    json_end(&j);
    add_player_json(&j, m, 0);
    add_player_json(&j, m, 1);
    json_end(&j);
    json_line(&j);
}

static void add_player_text(struct buf *out, const struct match_run *m, int player)
{
    static const struct msg TIMES = {"%1 ms per move, longest %2", "1手 %1 ms、最長 %2"};
    const struct match_clock *c = &m->clock[player];
    char mean[32];
    double moves = c->moves ? (double)c->moves : 1;
    snprintf(mean, sizeof mean, "%.1f", (double)c->ms / moves);
    buf_printf(out, "%s  %s: ", match_player_name(player), m->names[player]);
    msg_format(&TIMES, m->env->lang, span_of(mean), SPAN_U64(c->worst_ms), out);
    static const struct msg LATE = {", late %1 times", "、時間超過 %1 回"};
    static const struct msg LOST = {", lost %1 games on time", "、時間切れ負け %1 局"};
    static const struct msg TROUBLE = {", forfeited %1 games", "、反則や異常 %1 局"};
    static const struct msg CHANGED = {", %1 moves a game changed", "、一局に %1 手を変えた"};
    snprintf(mean, sizeof mean, "%.1f", changed_a_game(m, player));
    if (c->changed)
        msg_format(&CHANGED, m->env->lang, span_of(mean), (struct span){0}, out);
    snprintf(mean, sizeof mean, "%llu", (unsigned long long)c->late);
    if (c->late)
        msg_format(&LATE, m->env->lang, span_of(mean), (struct span){0}, out);
    snprintf(mean, sizeof mean, "%llu", (unsigned long long)m->time_losses[player]);
    if (m->time_losses[player])
        msg_format(&LOST, m->env->lang, span_of(mean), (struct span){0}, out);
    uint64_t broken = m->trouble[player] - m->time_losses[player];
    snprintf(mean, sizeof mean, "%llu", (unsigned long long)broken);
    if (broken)
        msg_format(&TROUBLE, m->env->lang, span_of(mean), (struct span){0}, out);
    buf_add_char(out, '\n');
}

static void add_text(struct buf *out, const struct match_run *m, const struct elo *elo)
{
    static const struct msg WORDS = {"games", "局"};
    const struct match_score *s = &m->tally.score;
    double lower, upper;
    buf_printf(out, "%llu %s: +%llu -%llu =%llu (%.1f %%), Elo %+.1f [%+.1f, %+.1f]\n",
               (unsigned long long)match_score_games(s), msg_in(&WORDS, m->env->lang),
               (unsigned long long)s->wins, (unsigned long long)s->losses,
               (unsigned long long)s->draws, 100 * elo->score, elo->elo, elo->low, elo->high);
    if (m->tests) {
        sprt_bounds(&m->sprt, &lower, &upper);
        buf_printf(out, "SPRT %g, %g: LLR %.2f (%.2f, %.2f): %s\n", m->sprt.elo0, m->sprt.elo1,
                   match_run_llr(m), lower, upper, verdict_name(m));
    }
    if (m->clock[0].moves + m->clock[1].moves == 0)
        return; /* all were there already */
    add_player_text(out, m, 0);
    add_player_text(out, m, 1);
}

static int report(struct match_run *m)
{
    struct elo elo;
    struct buf text;
    elo_of(&m->tally.score, &elo);
    buf_init(&text, BUF_DEFAULT_MAX);
    if (m->env->json)
        add_json(&text, m, &elo);
    else
        add_text(&text, m, &elo);
    int code = cmd_print(m->env, &text);
    buf_release(&text);
    return code;
}

/* --- The command ------------------------------------------------------------------------------ */

static int run_match(struct match_run *m, const struct cmd_args *args)
{
    static const struct msg KEPT = {
        "games played so far are in %1; run the same command again to resume",
        "途中までの棋譜は %1 にあります。同じコマンドを実行すると再開します"};
    uint64_t seed = (uint64_t)args_int(args, OPT_SEED, 1);
    struct err err;
    int code = read_clock(m, args);
    code = code == CMD_OK ? read_players(m, args) : code;
    code = code == CMD_OK ? read_sprt(m, args) : code;
    code = code == CMD_OK ? read_openings(m, args, seed) : code;
    if (code != CMD_OK)
        return code;
    m->games = (uint64_t)args_int(args, OPT_GAMES, m->tests ? SPRT_GAMES : DEFAULT_GAMES);
    m->threads = m->env->threads ? m->env->threads : pool_cpu_count();
    if (match_tally_open(&m->tally, m->games, &err) != STATUS_OK)
        return cmd_fail(m->env, &err);
    code = open_records(m, args, seed);
    if (code != CMD_OK)
        return code;
    enum status st = match_run_play(m, &err);
    bool stopped = st == STATUS_CANCELLED && cmd_should_stop(m->env);
    if (st != STATUS_OK && !stopped)
        return cmd_fail(m->env, &err);
    if (stopped && m->records)
        cmd_note(m->env, &KEPT, args_text(args, OPT_OUTPUT, ""), NULL);
    return report(m); /* after Ctrl-C: how it stands */
}

static void release(struct match_run *m)
{
    for (int i = 0; i < 2; i++) {
        mem_free(m->options[i]);
        buf_release(&m->name_texts[i]);
    }
    if (m->writes)
        match_file_close(&m->file);
    match_tally_close(&m->tally);
    openings_release(&m->openings);
    progress_release(&m->progress);
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct match_run m = {.env = env};
    buf_init(&m.name_texts[0], BUF_DEFAULT_MAX);
    buf_init(&m.name_texts[1], BUF_DEFAULT_MAX);
    m.rules = (struct match_rules){
        .max_plies = (unsigned)args_int(args, OPT_MAX_PLIES, 0),
        .resign = (int)args_int(args, OPT_RESIGN, 0),
        .margin_ms = (uint32_t)args_int(args, OPT_MARGIN, DEFAULT_MARGIN_MS),
        .time_loss = args_flag(args, OPT_TIME_LOSS),
        .stop = &m.over,
    };
    cmd_progress_init(env, &m.progress);
    int code = run_match(&m, args);
    release(&m);
    return code;
}

const struct command CMD_MATCH = {
    .name = "match",
    .group = GROUP_PLAY,
    .summary = {"play games between two engines", "エンジン同士を対局させる"},
    .operands = "A B",
    .min_operands = 2,
    .max_operands = 2,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"A player is kifu (this engine), kifu:WEIGHTS (a weights file, or a name such as "
                "material), the command of a USI engine, or gnushogi. Each opening is played twice "
                "with colours reversed. Results are A's.",
                "対局者は kifu（内蔵エンジン）、kifu:評価関数（ファイルまたは material "
                "などの名前）、USI エンジンのコマンド、または gnushogi "
                "です。序盤ごとに先後を入れ替えて 2 局指します。結果は A から見たものです。"},
    .run = run,
};

/* cmd_generate.c: `kifu generate DB|FILE.games --games N`: a corpus of games made by the program.
 *
 * For measuring, and to try Kifu without having records.  Games are made side by side and added in
 * order (generation.h), so a seed and its openings give the same database on every machine.  With -
 * in place of a database they are written to standard output. */
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "base/steady.h"
#include "base/text/json.h"
#include "base/work/pool.h"
#include "cmd/parts/generation.h"
#include "kifu.h"
#include "sim/match/referee.h"

enum {
    OPT_GAMES,
    OPT_GAME,
    OPT_OPENINGS,
    OPT_CASTLES,
    OPT_ENGINE,
    OPT_NODES, /* from here to OPT_MAX_PLIES: with --engine only */
    OPT_WEIGHTS,
    OPT_OPENING_PLIES,
    OPT_RANDOM_PLIES,
    OPT_RESIGN,
    OPT_MAX_PLIES,
    OPT_SEED,
    OPT_TO,
    OPT_SPLIT,
    OPT_CHECKPOINT,
    OPT_FORCE,
    OPT_COUNT
};
enum { MOST_GAMES = 1000000000, MOST_NODES = 1000000000, MOST_RANDOM_PLIES = 100 };

static const char *const GAMES[] = {"shogi", "go", NULL};
static const char *const CASTLES[] = {[CASTLES_USUAL] = "usual", [CASTLES_ALL] = "all", NULL};

static const struct option_spec OPTIONS[] = {
    INT_OPTION(OPT_GAMES, "games", "N", 1, MOST_GAMES, "number of games", "局数", .letter = 'n'),
    CHOICE_OPTION(OPT_GAME, "game", GAMES, "game (default shogi)", "ゲームの種類（既定は shogi）"),
    FILE_OPTION(OPT_OPENINGS, "openings", "FILE",
                "openings to start from: USI lines from the even start, plain or compressed "
                "(default: a small built-in book)",
                "序盤の手順: 平手初期局面からの USI 形式の行、圧縮可（既定は内蔵の小さな定跡）",
                .repeatable = true),
    CHOICE_OPTION(
        OPT_CASTLES, "castles", CASTLES,
        "castles to build: usual, as often as people do (default), or all, with equal frequency",
        "目指す囲い: usual は人と同じ割合（既定）、all はすべて同じ割合"),
    FLAG_OPTION(OPT_ENGINE, "engine", "let the engine play both sides, and record its values",
                "エンジン同士で対局させ、評価値も記録する"),
    INT_OPTION(OPT_NODES, "nodes", "N", 1, MOST_NODES,
               "with --engine: positions searched per move (default 200)",
               "--engine: 1 手に探索する局面数（既定は 200）"),
    FILE_OPTION(OPT_WEIGHTS, "weights", "NAME|FILE",
                "with --engine: evaluation, a name or a weights file (default: built in)",
                "--engine: 評価関数の名前か重みのファイル（既定は内蔵のもの）"),
    INT_OPTION(
        OPT_OPENING_PLIES, "opening-plies", "K", 2, GENERATOR_MOST_OPENING_PLIES,
        "with --engine: follow openings for 2 to K plies, each as often (default: mostly 4 "
        "to 20)",
        "--engine: 序盤の手順をたどる手数の上限。2 から K を同じ割合で（既定は主に 4 から 20）"),
    INT_OPTION(OPT_RANDOM_PLIES, "random-plies", "K", 0, MOST_RANDOM_PLIES,
               "with --engine: number of random moves after the opening (default 4)",
               "--engine: 序盤のあとに指すランダムな手の数（既定は 4）"),
    INT_OPTION(OPT_RESIGN, "resign", "VALUE", 0, INT16_MAX,
               "with --engine: resign after four turns in a row behind by this many hundredths of "
               "a pawn; 0: never (default 3000)",
               "--engine: 4 回続けてこれだけ不利なら投了する（歩の 1/100 単位、既定は 3000）。0 "
               "なら投了しない"),
    INT_OPTION(OPT_MAX_PLIES, "max-plies", "N", 1, REFEREE_MOST_PLIES,
               "with --engine: declare a draw after N plies (default 320)",
               "--engine: この手数に達したら引き分け（既定は 320）"),
    INT_OPTION(OPT_SEED, "seed", "S", 0, INT64_MAX, "random seed (default 1)",
               "乱数の種（既定は 1）"),
    CHOICE_OPTION(OPT_TO, "to", format_names_written,
                  "output format when DB is - (default usi; for Go sgf)",
                  "DB が - のときの出力形式（既定は usi、囲碁では sgf）", .letter = 't'),
    INT_OPTION(OPT_SPLIT, "split", "MIB", 1, GAMES_FILE_MOST_BYTES >> 20,
               "with FILE.games: largest file in MiB; then FILE-2.games follows (default 32)",
               "FILE.games: 1 ファイルの上限（MiB）。超えると FILE-2.games に続ける（既定は 32）"),
    FILE_OPTION(OPT_CHECKPOINT, "checkpoint", "FILE",
                "checkpoint file for finished games, to resume after an interruption (default "
                "DB.part or FILE.games.part; none for -)",
                "済んだ棋譜を保存し、中断後に再開するためのファイル（既定は DB.part か "
                "FILE.games.part、- ではなし）",
                .writes = WRITES_ON),
    FLAG_OPTION(OPT_FORCE, "force", "overwrite an existing FILE.games",
                "既存の FILE.games を上書きする"),
    [OPT_COUNT] = {.name = NULL},
};

struct generate_cmd {
    struct cmd_env *env;
    const struct game *game;
    struct generator generator;   /* of shogi; its seed is everybody's */
    struct self_players *players; /* with --engine; else NULL */
    struct generation making;
    struct progress progress;
    struct buf label, journal;
    uint64_t left_out; /* openings that do not begin at the even start */
};

/* --- Openings --------------------------------------------------------------------------------- */

static bool is_other_start(struct span line)
{
    span_eat(&line, SPAN("position "));
    return span_starts(span_trim(line), SPAN("sfen "));
}

static enum status add_line(struct generate_cmd *g, struct span line, struct err *err)
{
    line = span_trim(line);
    if (line.n == 0 || line.p[0] == '#')
        return STATUS_OK;
    if (is_other_start(line)) {
        g->left_out++;
        return STATUS_OK;
    }
    return generator_add_opening(&g->generator, line, err);
}

struct generate_openings {
    struct generate_cmd *g;
    struct err err;
    bool failed;
};

static enum status add_file(void *ctx, const struct source_item *item)
{
    struct generate_openings *r = ctx;
    enum status status = STATUS_OK;
    struct span rest = item->bytes;
    for (uint32_t number = 1; rest.n && status == STATUS_OK; number++) {
        ptrdiff_t end = span_find(rest, SPAN("\n"));
        struct span line = span_make(rest.p, end < 0 ? rest.n : (size_t)end);
        status = add_line(r->g, line, &r->err);
        if (status != STATUS_OK) {
            err_at(&r->err, number, (uint64_t)(line.p - item->bytes.p));
            err_in_file(&r->err, item->label);
            r->failed = true;
        }
        rest = span_skip(rest, line.n + (end >= 0));
    }
    return status;
}

static enum status refuse_file(void *ctx, struct span label, const struct err *err)
{
    struct generate_openings *r = ctx;
    (void)label;
    r->err = *err;
    r->failed = true;
    return err->code;
}

static int read_openings(struct generate_cmd *g, const struct cmd_args *args)
{
    static const struct msg NONE = {"no opening from the even start in %1",
                                    "平手初期局面からの手順がありません: %1"};
    struct generate_openings r = {.g = g};
    const struct source_handler handler = {.ctx = &r, .item = add_file, .problem = refuse_file};
    struct err err;
    size_t files = args_count(args, OPT_OPENINGS);
    g->generator.opening_plies = (unsigned)args_int(args, OPT_OPENING_PLIES, 0);
    if (files == 0)
        return generator_add_book(&g->generator, &err) == STATUS_OK ? CMD_OK
                                                                    : cmd_fail(g->env, &err);
    for (size_t i = 0; i < files; i++) {
        const char *path = args_nth(args, OPT_OPENINGS, i);
        size_t before = g->generator.opening_count;
        if (source_walk(&path, 1, NULL, &handler, &err) != STATUS_OK)
            return cmd_fail(g->env, r.failed ? &r.err : &err);
        if (g->generator.opening_count == before)
            return cmd_fail_msg(g->env, &NONE, path);
    }
    return CMD_OK;
}

/* --- What happened ---------------------------------------------------------------------------- */

static int report(const struct generate_cmd *g, double seconds)
{
    static const struct msg LEFT_OUT = {"skipping %1 openings that do not begin at the even start",
                                        "平手以外から始まる手順 %1 本を除外します"};
    static const struct msg DONE = {"games %1, plies %2", "%1 局、%2 手"};
    char one[32], two[32];
    struct buf text;
    struct json j;
    snprintf(one, sizeof one, "%llu", (unsigned long long)g->left_out);
    if (g->left_out)
        cmd_note(g->env, &LEFT_OUT, one, NULL);
    const struct generated *sums = &g->making.sums;
    snprintf(one, sizeof one, "%llu", (unsigned long long)sums->games);
    snprintf(two, sizeof two, "%llu", (unsigned long long)sums->plies);
    bool to_disk = g->making.to_database || g->making.to_files;
    if (!g->env->json || !to_disk) {
        if (to_disk)
            cmd_note(g->env, &DONE, one, two);
        return CMD_OK;
    }
    buf_init(&text, BUF_DEFAULT_MAX);
    json_init(&j, &text);
    json_open_object(&j);
    json_key_u64(&j, "games", sums->games);
    json_key_u64(&j, "added", sums->added);
    json_key_u64(&j, "duplicates", sums->duplicates);
    json_key_u64(&j, "plies", sums->plies);
    if (g->players) {
        json_key_u64(&j, "black", sums->won[SHOGI_BLACK]);
        json_key_u64(&j, "white", sums->won[SHOGI_WHITE]);
        json_key_u64(&j, "draws", sums->drawn);
    }
    json_key_double(&j, "seconds", seconds);
    json_end(&j);
    json_line(&j);
    int code = cmd_print(g->env, &text);
    buf_release(&text);
    return code;
}

static bool is_games_path(const char *path)
{
    return format_by_path(span_of(path)) == &games_format;
}

static int open_files(struct generate_cmd *g, const struct cmd_args *args)
{
    static const struct msg ONLY_SHOGI = {"games files are only for shogi: %1",
                                          "対局ファイルは将棋用です: %1"};
    struct generation *m = &g->making;
    struct err err;
    if (g->game != &shogi_game)
        return cmd_misuse(g->env, &ONLY_SHOGI, args->operands[0]);
    m->to_files = true;
    return games_output_open(&m->output, args->operands[0],
                             (uint64_t)args_int(args, OPT_SPLIT, GAMES_FILE_MOST_BYTES >> 20) << 20,
                             0, g->players ? self_players_name(g->players) : (struct span){0},
                             &err) == STATUS_OK
               ? CMD_OK
               : cmd_fail(g->env, &err);
}

/* Process 0 alone writes. */
static int open_output(struct generate_cmd *g, const struct cmd_args *args)
{
    static const struct msg ONLY_STDOUT = {
        "--to is only for standard output: kifu generate - --to %1",
        "--to は標準出力用です: kifu generate - --to %1"};
    static const struct msg OTHER_GAME = {"%1 is a format for another game",
                                          "%1 は別のゲームの形式です"};
    struct generation *m = &g->making;
    const char *path = args->operands[0], *to = args_text(args, OPT_TO, NULL);
    const struct db_writer_options opt = {.threads = m->threads,
                                          .cancelled = g->players ? NULL : g->env->cancelled};
    struct err err;
    m->to_database = strcmp(path, "-") != 0 && !is_games_path(path);
    if (!to && is_games_path(path))
        return open_files(g, args);
    if (!m->to_database && !is_games_path(path)) {
        m->format = format_by_name(span_of(to ? to : generation_of_game(g->game)->format));
        return m->format->game == g->game ? CMD_OK : cmd_misuse(g->env, &OTHER_GAME, to);
    }
    if (to)
        return cmd_misuse(g->env, &ONLY_STDOUT, to);
    if (!g->env->leads)
        return CMD_OK;
    return db_writer_open(&m->writer, path, g->game, &opt, &err) == STATUS_OK
               ? CMD_OK
               : cmd_fail(g->env, &err);
}

static int name_journal(struct generate_cmd *g, const struct cmd_args *args)
{
    struct span path = span_of(args->operands[0]);
    struct err err;
    while (path.n > 1 && path.p[path.n - 1] == '/')
        path.n--;
    g->making.journal = args_text(args, OPT_CHECKPOINT, NULL);
    if (g->making.journal || !(g->making.to_database || g->making.to_files))
        return CMD_OK;
    buf_add_span(&g->journal, path);
    buf_add_str(&g->journal, ".part");
    g->making.journal = buf_cstr(&g->journal);
    if (buf_status(&g->journal) == STATUS_OK)
        return CMD_OK;
    err_nomem(&err);
    return cmd_fail(g->env, &err);
}

/* Of all that the games depend on, and how they are cut and written: what is under way can only be
 * gone on with if this is the same. */
static uint64_t fingerprint_of(const struct generate_cmd *g, const struct cmd_args *args,
                               uint64_t block)
{
    const struct generator *from = &g->generator;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_printf(&text, "generate %s %s %lld %llu %llu %d\n", kifu_version(), g->game->name,
               (long long)args_int(args, OPT_GAMES, 0), (unsigned long long)block,
               (unsigned long long)from->seed, (int)from->castles);
    buf_printf(&text, "%s %d\n", g->making.format ? g->making.format->name : "",
               (int)g->making.to_database);
    if (g->making.to_files)
        buf_printf(&text, "games %llu\n", (unsigned long long)g->making.output.most_bytes);
    buf_printf(
        &text, "%llx %llx\n",
        (unsigned long long)XXH3_64bits(from->moves, from->move_count * sizeof *from->moves),
        (unsigned long long)XXH3_64bits(from->ends, from->opening_count * sizeof *from->ends));
    if (g->players)
        buf_printf(&text, "%llx", (unsigned long long)self_players_print(g->players));
    for (size_t option = OPT_NODES; option <= OPT_MAX_PLIES; option++)
        if (g->players && option != OPT_WEIGHTS)
            buf_printf(&text, " %lld", (long long)args_int(args, option, -1));
    uint64_t fingerprint = XXH3_64bits(text.p, text.n);
    buf_release(&text);
    return fingerprint;
}

static int open_players(struct generate_cmd *g, const struct cmd_args *args)
{
    const struct selfplay_options opt = {
        .openings = &g->generator,
        .nodes = (uint64_t)args_int(args, OPT_NODES, SELFPLAY_NODES),
        .random_plies = (unsigned)args_int(args, OPT_RANDOM_PLIES, SELFPLAY_RANDOM_PLIES),
        .resign = (int)args_int(args, OPT_RESIGN, SELFPLAY_RESIGN),
        .max_plies = (unsigned)args_int(args, OPT_MAX_PLIES, SELFPLAY_MAX_PLIES),
        .cancelled = g->env->cancelled,
    };
    struct err err;
    if (!args_count(args, OPT_ENGINE))
        return CMD_OK;
    return self_players_open(&g->players, args_text(args, OPT_WEIGHTS, NULL), g->making.threads,
                             &opt, &err) == STATUS_OK
               ? CMD_OK
               : cmd_fail(g->env, &err);
}

static int generate_all(struct generate_cmd *g, const struct cmd_args *args)
{
    struct generation *m = &g->making;
    struct err err = {0};
    m->threads = g->env->threads ? g->env->threads : pool_cpu_count();
    int code = generation_of_game(g->game)->has_engine ? read_openings(g, args) : CMD_OK;
    if (code == CMD_OK)
        code = open_players(g, args);
    if (code == CMD_OK)
        code = open_output(g, args);
    if (code == CMD_OK)
        code = name_journal(g, args);
    if (code != CMD_OK)
        return code;
    uint64_t nodes = g->players ? (uint64_t)args_int(args, OPT_NODES, SELFPLAY_NODES) : 0;
    uint64_t block = generation_block_games(g->game, nodes);
    m->env = g->env;
    m->game = g->game;
    m->generator = &g->generator;
    m->players = g->players;
    m->label = buf_span(&g->label);
    m->progress = &g->progress;
    m->games = (uint64_t)args_int(args, OPT_GAMES, 0);
    m->fingerprint = fingerprint_of(g, args, block);
    m->output.head.fingerprint = m->fingerprint;
    double began = steady_seconds();
    enum status status = generation_make_games(m, block, &err);
    if (status == STATUS_CANCELLED)
        return CMD_ERROR;
    return status == STATUS_OK ? report(g, steady_seconds() - began) : cmd_fail(g->env, &err);
}

/* Options that do not go together. */
static int check_options(struct cmd_env *env, const struct cmd_args *args, const struct game *game)
{
    static const struct msg HOW_MANY = {"missing number of games; use --games N",
                                        "局数を --games N で指定してください"};
    static const struct msg FOR_SHOGI = {"--%1 is only for shogi", "--%1 は将棋用です"};
    static const struct msg FOR_ENGINE = {"--%1 needs --engine", "--%1 には --engine が必要です"};
    static const struct msg FOR_FILES = {"--%1 needs FILE.games for its output",
                                         "--%1 は FILE.games に書くときのものです"};
    static const struct msg NO_ENGINE = {"--%1 cannot be combined with --engine",
                                         "--%1 は --engine では使えません"};
    bool engine = args_count(args, OPT_ENGINE) != 0;
    if (!args_count(args, OPT_GAMES))
        return cmd_misuse(env, &HOW_MANY, NULL);
    for (size_t option = OPT_OPENINGS; option <= OPT_ENGINE; option++)
        if (!generation_of_game(game)->has_engine && args_count(args, option))
            return cmd_misuse(env, &FOR_SHOGI, OPTIONS[option].name);
    for (size_t option = OPT_NODES; option <= OPT_MAX_PLIES; option++)
        if (!engine && args_count(args, option))
            return cmd_misuse(env, &FOR_ENGINE, OPTIONS[option].name);
    if (args_count(args, OPT_SPLIT) && !is_games_path(args->operands[0]))
        return cmd_misuse(env, &FOR_FILES, OPTIONS[OPT_SPLIT].name);
    return engine && args_count(args, OPT_CASTLES)
               ? cmd_misuse(env, &NO_ENGINE, OPTIONS[OPT_CASTLES].name)
               : CMD_OK;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct generate_cmd g = {.env = env};
    uint64_t seed = (uint64_t)args_int(args, OPT_SEED, 1);
    g.game = game_by_name(span_of(args_text(args, OPT_GAME, "shogi")));
    int code = check_options(env, args, g.game);
    if (code != CMD_OK)
        return code;
    generator_init(&g.generator, seed);
    g.generator.castles = (enum policy_castles)args_choice(args, OPT_CASTLES, CASTLES_USUAL);
    buf_init(&g.label, BUF_DEFAULT_MAX);
    buf_init(&g.journal, BUF_DEFAULT_MAX);
    buf_add_str(&g.label, args_count(args, OPT_ENGINE) ? "self-play, seed " : "generated, seed ");
    buf_add_u64(&g.label, seed);
    cmd_progress_init(env, &g.progress);
    code = generate_all(&g, args);
    db_writer_close(g.making.writer);
    games_output_close(&g.making.output);
    self_players_close(g.players);
    progress_release(&g.progress);
    buf_release(&g.label);
    buf_release(&g.journal);
    generator_release(&g.generator);
    return code;
}

const struct command CMD_GENERATE = {
    .name = "generate",
    .group = GROUP_RECORDS,
    .summary = {"generate a corpus of games", "棋譜を自動生成する"},
    .operands = "DB|FILE.games|- --games N",
    .min_operands = 1,
    .max_operands = 1,
    .completes = COMPLETE_FILE,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Makes plausible games for benchmarks and experiments: a given opening for some "
                "plies (in Go, common sequences in the corners), then quick weighted choices to "
                "the end; with --engine, the engine plays itself. The same seed and openings give "
                "the same games. Players and dates are invented.",
                "測定や試用のための、もっともらしい棋譜を作ります。与えられた序盤（囲碁では隅のよく"
                "ある手順）をしばらく進め、あとは重み付きの簡単な選択で（--engine "
                "ではエンジン同士で）終局まで指します。種と序盤が同じなら棋譜も同じです。対局者と日"
                "付は架空のものです。"},
    .run = run,
};

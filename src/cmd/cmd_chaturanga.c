/* cmd_chaturanga.c: `kifu chaturanga WORD ...`: the four-handed game with dice.  Each word is a row
 * of WORDS and a file of its own. */
#include <string.h>

#include "base/io/file.h"
#include "cmd/chaturanga/chaturanga_cmd.h"

/* As chaturanga_readings has them. */
static const char *const ORDERS[] = {"asc", "any", "rolled", "desc", "both", NULL};

static const struct option_spec OPTIONS[] = {
    CHOICE_OPTION(CHATURANGA_OPT_ORDER, "order", ORDERS,
                  "order in which the two dice are used (default asc)",
                  "二つの目を使う順序（既定は asc）"),
    FLAG_OPTION(CHATURANGA_OPT_WEIGHTED, "weighted",
                "perft: weight by the probability of the rolls",
                "perft: サイコロの目の確率で重み付けする"),
    FILE_OPTION(CHATURANGA_OPT_RULES, "rules", "FILE",
                "readings of the rules: a file, or text such as \"bare=never sum=no\"",
                "規則の読み方: ファイル、または \"bare=never sum=no\" の形"),
    TEXT_OPTION(CHATURANGA_OPT_PLAYERS, "players", "RED,GREEN,YELLOW,BLACK",
                "players: human (play only), P0, P1 … P16, maxn, paranoid, team or mcts",
                "対局者。それぞれ human（play のみ）か、P0、P1～P16、maxn、"
                "paranoid、team、mcts"),
    INT_OPTION(CHATURANGA_OPT_SEED, "seed", "S", 0, INT64_MAX,
               "random seed (default 1; play: the time)", "乱数の種（既定は 1、play では時刻）"),
    INT_OPTION(CHATURANGA_OPT_NODES, "nodes", "N", 1, INT64_MAX,
               "search nodes per turn for players that search",
               "探索するプレイヤーの一手番の探索ノード数"),
    INT_OPTION(CHATURANGA_OPT_MOVETIME, "movetime", "MS", 1, 3600000,
               "thinking time per turn in milliseconds", "一手番の思考時間（ミリ秒）"),
    FLAG_OPTION(CHATURANGA_OPT_ENTER_DICE, "enter-dice",
                "play: ask for the dice instead of rolling them",
                "play: サイコロを振らずに、出た目を尋ねる"),
    FILE_OPTION(CHATURANGA_OPT_OUTPUT, "output", "FILE",
                "write the records to a file (simulate: - for standard output)",
                "棋譜の出力先（simulate では - で標準出力）", .letter = 'o', .writes = WRITES_FILE),
    INT_OPTION(CHATURANGA_OPT_GAMES, "games", "N", 1, 1000000000,
               "number of games (default: simulate 1000, tables 10000 per row, readings 2000)",
               "局数（既定は simulate で 1000、tables で各行 10000、readings で 2000）",
               .letter = 'n'),
    INT_OPTION(CHATURANGA_OPT_ROLL, "roll", "35", 22, 55,
               "analyse: list the best turns for this roll", "analyse: この目での最善手を示す"),
    CHOICE_OPTION(CHATURANGA_OPT_PART, "part", chaturanga_parts,
                  "tables: print only this table (repeatable)",
                  "tables: この表だけを出力する（繰り返し可）", .repeatable = true),
    FLAG_OPTION(CHATURANGA_OPT_MARKDOWN, "markdown", "tables: print Markdown",
                "tables: Markdown で出力する"),
    FILE_OPTION(CHATURANGA_OPT_CHECKPOINT, "checkpoint", "FILE",
                "simulate: checkpoint file for finished games, to resume after an interruption "
                "(default: FILE.part with -o FILE)",
                "simulate: 済んだ対局を保存し、中断後に再開するためのファイル（既定は -o FILE "
                "のとき FILE.part）",
                .writes = WRITES_ON),
    INT_OPTION(CHATURANGA_OPT_ROUNDS, "rounds", "N", 1, 100,
               "readings: number of rounds of the search (default 8)",
               "readings: 探索の巡数（既定は 8）"),
    INT_OPTION(CHATURANGA_OPT_SURVIVORS, "survivors", "N", 1, 1000,
               "readings: number of readings that survive a round (default 10)",
               "readings: 一巡で残す読み方の数（既定は 10）"),
    [CHATURANGA_OPT_COUNT] = {.name = NULL},
};

enum { MAX_RULES_BYTES = 65536, MAX_POSITION_BYTES = 4096 };

int chaturanga_rules_read(struct cmd_env *env, const struct cmd_args *args,
                          struct chaturanga_rules *out)
{
    const char *given = args_text(args, CHATURANGA_OPT_RULES, "");
    bool is_file = *given && !strchr(given, '=');
    struct err err;
    struct buf text;
    buf_init(&text, MAX_RULES_BYTES);
    enum status status = is_file ? file_read(given, MAX_RULES_BYTES, &text, &err) : STATUS_OK;
    if (status == STATUS_OK) {
        status = chaturanga_rules_parse(out, is_file ? buf_span(&text) : span_of(given), &err);
        if (status != STATUS_OK && is_file)
            err_in_file(&err, span_of(given));
    }
    buf_release(&text);
    if (status != STATUS_OK)
        return cmd_fail(env, &err);
    out->order = (uint8_t)args_choice(args, CHATURANGA_OPT_ORDER, out->order);
    return CMD_OK;
}

int chaturanga_position_read(struct cmd_env *env, const char *const *words, size_t n,
                             const struct chaturanga_rules *rules, struct chaturanga_pos *out)
{
    static const struct chaturanga_rules USUAL = {0};
    struct buf text;
    struct err err;
    if (n == 0) {
        chaturanga_start(out, rules);
        return CMD_OK;
    }
    buf_init(&text, MAX_POSITION_BYTES);
    for (size_t i = 0; i < n; i++) {
        buf_add_str(&text, words[i]);
        buf_add_char(&text, ' ');
    }
    enum status status = buf_status(&text);
    if (status == STATUS_OK)
        status = chaturanga_parse(out, buf_span(&text), &err);
    else
        err_nomem(&err);
    if (status == STATUS_OK && memcmp(&out->rules, &USUAL, sizeof USUAL) == 0 &&
        memcmp(rules, &USUAL, sizeof USUAL) != 0) {
        /* "startpos" is another one under rules that exchange pieces: read it under them. */
        buf_add_char(&text, ' ');
        chaturanga_rules_print(rules, &text);
        status = chaturanga_parse(out, buf_span(&text), &err);
    }
    buf_release(&text);
    return status == STATUS_OK ? CMD_OK : cmd_fail(env, &err);
}

static const struct {
    const char *name;
    int (*run)(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
               size_t n);
    bool on_cluster; /* several processes can do it together */
} WORDS[] = {
    {"perft", chaturanga_perft, false},      {"play", chaturanga_play, false},
    {"simulate", chaturanga_simulate, true}, {"tables", chaturanga_tables, true},
    {"analyse", chaturanga_analyse, false},  {"fit", chaturanga_fit, true},
    {"readings", chaturanga_joint, false},
};
static const char *const WORD_NAMES[] = {"perft",   "play", "simulate", "tables",
                                         "analyse", "fit",  "readings", NULL};

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg ALONE = {"kifu chaturanga %1 cannot run in several processes",
                                     "kifu chaturanga %1 は複数のプロセスでは実行できません"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (strcmp(args->operands[0], WORDS[i].name) != 0)
            continue;
        if (env->cluster && !WORDS[i].on_cluster)
            return cmd_misuse(env, &ALONE, args->operands[0]);
        return WORDS[i].run(env, args, args->operands + 1, args->n_operands - 1);
    }
    return cmd_unknown_word(env, args->operands[0]);
}

const struct command CMD_CHATURANGA = {
    .name = "chaturanga",
    .group = GROUP_PLAY,
    .summary = {"four-handed chaturanga with dice", "四人制さいころチャトランガ"},
    .operands =
        "perft [POSITION] DEPTH | play [POSITION] | simulate | tables | analyse [POSITION] | "
        "fit | readings",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .words = WORD_NAMES,
    .details =
        {"perft counts the sequences of turns of a length over the distinct rolls. play is a game "
         "at the terminal between people and programs; type help there for the commands. simulate "
         "plays games and prints their statistics. tables repeats and extends the paper's "
         "experiments. analyse prints winning chances and the best turns. fit makes weights for "
         "the evaluation. readings fits all readings of the paper together to its figures. Every "
         "reading of the rules is an option: docs/chaturanga.md.",
         "perft は異なる目の組ごとに、決まった手番数の手順の総数を数えます。play "
         "は人やプログラムが端末で対局します（help で操作を表示）。simulate "
         "は対局させて統計を取ります。tables は論文の実験を再現・拡張します。analyse "
         "は勝率と最善手を示します。fit "
         "は評価の重みを求めます。readings "
         "は論文の読み方の組み合わせを論文の数値全体に当てはめます。規則の読み方はすべて選べます（d"
         "ocs/chaturanga.md）。"},
    .run = run,
};

/* cmd_natural.c: `kifu natural WORD ...`: a model of which moves people play.  Each word is a row
 * of WORDS and a file of its own. */
#include <string.h>

#include "cmd/frame/player_class.h"
#include "cmd/natural/natural_bands.h"
#include "cmd/natural/natural_train.h"
#include "engine/person/person.h"

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(
        NATURAL_OPT_OUTPUT, "output", "FILE",
        "train, values: model to write; values with --network: weights to write; positions: rows "
        "to write; blind, puzzles: HTML page to write",
        "train、values: モデルの出力先。values で --network があれば: 重みの出力先。positions: "
        "局面の出力先。blind、puzzles: HTML ページの出力先",
        .letter = 'o', .writes = WRITES_FILE),
    CLASS_OPTION(NATURAL_OPT_CLASS),
    TEXT_OPTION(NATURAL_OPT_BEFORE, "before", "DB",
                "train, positions: database of program games to pretrain on; train: or rows "
                "(repeatable)",
                "train、positions: 事前学習に使うプログラムの棋譜のデータベース。train: "
                "または局面のファイル（繰り返し可）",
                .repeatable = true, .completes = COMPLETE_DIRECTORY),
    INT_OPTION(NATURAL_OPT_BEFORE_SHARE, "before-share", "N", 1, 1000,
               "train: pretrain on one game in N (default 1)",
               "train: 事前学習に N 局に 1 局を使う（既定は 1）"),
    INT_OPTION(NATURAL_OPT_EPOCHS, "epochs", "N", 1, 1000, "train: number of epochs (default 4)",
               "train: エポック数（既定は 4）", .letter = 'n'),
    TEXT_OPTION(NATURAL_OPT_RATE, "rate", "X", "train: initial learning rate (default 0.002)",
                "train: 学習率の初期値（既定は 0.002）"),
    INT_OPTION(NATURAL_OPT_BATCH, "batch", "N", 1, 1000000,
               "train: batch size in positions (default 1024)",
               "train: バッチの局面数（既定は 1024）"),
    TEXT_OPTION(NATURAL_OPT_DECAY, "decay", "X", "train: weight decay (default 0.25)",
                "train: 重み減衰（既定は 0.25）"),
    TEXT_OPTION(NATURAL_OPT_NEIGHBOUR_DECAY, "neighbour-decay", "X",
                "train: weight decay for neighbouring pieces (default 1.5)",
                "train: 周囲の駒の重みの減衰（既定は 1.5）"),
    TEXT_OPTION(NATURAL_OPT_HEAD_DECAY, "head-decay", "X",
                "train: weight decay for the position as a whole (default 1)",
                "train: 局面全体の重みの減衰（既定は 1）"),
    TEXT_OPTION(NATURAL_OPT_DROP, "drop", "X", "train: dropout rate of hidden units (default 0.1)",
                "train: 隠れユニットのドロップアウト率（既定は 0.1）"),
    TEXT_OPTION(NATURAL_OPT_EARLY, "early", "X",
                "train: weight of positions before ply 41 (default 0.6)",
                "train: 41 手目より前の局面の重み（既定は 0.6）"),
    TEXT_OPTION(NATURAL_OPT_LABELS, "labels", "X",
                "train: learn from FILE.labels beside each FILE.rows; weight against the move "
                "played, 0 to 1, in people's games",
                "train: FILE.rows と同じ場所の FILE.labels "
                "から学習する。人の棋譜で指された手に対する重み（0 から 1）"),
    FILE_OPTION(NATURAL_OPT_KEEP, "keep", "FILE",
                "train: write what was learnt from program games, for --start",
                "train: プログラムの棋譜で学習した結果を --start 用に保存する",
                .writes = WRITES_FILE),
    FILE_OPTION(NATURAL_OPT_START, "start", "FILE",
                "train: start with what --keep wrote, in place of --before",
                "train: --before の代わりに --keep で保存した結果から始める"),
    INT_OPTION(NATURAL_OPT_HELD_OUT, "held-out", "N", 0, 999,
               "games per thousand held out from training (default 200)",
               "千局のうち学習に使わず検証に使う局数（既定は 200）"),
    INT_OPTION(NATURAL_OPT_RESERVE, "reserve", "N", 0, 999,
               "further games per thousand reserved for eval (default 100)",
               "千局のうち学習にも検証にも使わず eval に残す局数（既定は 100）"),
    TEXT_OPTION(
        NATURAL_OPT_TEMPER, "temper", "X",
        "train: factor for all scores after training (default: fitted to the held-out games)",
        "train: 学習後に点数に掛ける係数（既定は検証用の棋譜で決める）"),
    INT_OPTION(NATURAL_OPT_SHARE, "share", "N", 1, 1000,
               "train, positions: use one game in N (default 1)",
               "train、positions: N 局に 1 局だけ使う（既定は 1）"),
    INT_OPTION(NATURAL_OPT_SEED, "seed", "S", 0, INT64_MAX, "random seed (default 1)",
               "乱数の種（既定は 1）"),
    INT_OPTION(NATURAL_OPT_NODES, "nodes", "N", 1, INT64_MAX,
               "values, eval, blind, puzzles: search nodes per position (default 50000; blind, "
               "puzzles 20000); persons --fit: instead of the person's own",
               "values, eval, blind, puzzles: 1 局面の探索ノード数（既定は 50000、blind と puzzles "
               "は 20000）。persons --fit: 人物の設定の代わりに使うノード数"),
    FILE_OPTION(NATURAL_OPT_MODEL, "model", "FILE",
                "values, eval, blind: model (default: built in)",
                "values, eval, blind: モデル（既定は内蔵のもの）"),
    FILE_OPTION(
        NATURAL_OPT_NETWORK, "network", "FILE",
        "eval, persons, found, puzzles: network of people's moves "
        "(default: installed); values: fit the weights for this network",
        "eval, persons, found, puzzles: 人の指し手のネットワーク（eval では network と "
        "network+search に使う。既定は付属のもの）。values: このネットワークの重みを学習する"),
    FLAG_OPTION(NATURAL_OPT_NO_MIRROR, "no-mirror",
                "values, eval: show the network the position only, not its mirror image, too",
                "values、eval: "
                "ネットワークに左右を反転した局面を見せない（局面だけで判断する）"),
    FILE_OPTION(NATURAL_OPT_VALUES, "values", "FILE",
                "eval: weights of search values for network+search, made by kifu natural values "
                "--network (default: installed)",
                "eval: kifu natural values --network で作った network+search "
                "の探索値の重み（既定は付属のもの）"),
    FILE_OPTION(NATURAL_OPT_FLOW, "flow", "FILE",
                "eval, blind: sequences from kifu flow, for the methods paper and sum",
                "eval, blind: kifu flow で作った手順（paper と sum に使う）"),
    TEXT_OPTION(
        NATURAL_OPT_METHOD, "method", "LIST",
        "eval: methods from plain, paper, sum, model, model+search, dial, network, network+search "
        "(default: all that have their files); "
        "blind with --flow: paper or sum (default sum)",
        "eval: 方法を plain、paper、sum、model、model+search、dial、network、network+search "
        "から選ぶ（既定はファイルが揃っているもの全部）。blind で --flow があれば: paper か "
        "sum（既定は sum）"),
    INT_OPTION(NATURAL_OPT_FLOW_WEIGHT, "flow-weight", "N", 0, 1000,
               "eval: weight of the paper's points in per cent (default 100)",
               "eval: 論文の点数の重み（パーセント、既定は 100）"),
    INT_OPTION(NATURAL_OPT_POSITIONS, "positions", "N", 0, UINT32_MAX,
               "number of positions; values, eval, persons: approximate, the same for each class, "
               "0: all (default 8000, 12000, 6000); blind: exact (default 15)",
               "局面の数。values、eval、persons: 階級ごとに同じ数、0 は全部（既定は "
               "8000、12000、6000）。blind: 既定は 15"),
    INT_OPTION(NATURAL_OPT_FROM_PLY, "from-ply", "N", 1, UINT16_MAX,
               "eval, persons: first ply that counts (default 41; of Go 1)",
               "eval、persons: 何手目から数えるか（既定は 41、囲碁は 1）"),
    CHOICE_OPTION(NATURAL_OPT_PART, "part", game_part_names,
                  "eval, blind, persons: games to use: reserved, not used for training or "
                  "selection (default), held-out (persons --fit: default), or train; positions: "
                  "one part alone",
                  "eval、blind、persons: 対象の棋譜。reserved "
                  "は学習にも選択にも使わなかったもの（既定）、held-out は検証用（persons --fit "
                  "の既定）、train は学習用。positions: その部分だけ"),
    INT_OPTION(NATURAL_OPT_DIAL, "natural", "N", 0, 100,
               "eval, blind: naturalness from 0 to 100 (default 80; blind with --flow 0)",
               "eval, blind: 自然さ、0 から 100（既定は 80、blind で --flow があれば 0）"),
    FILE_OPTION(NATURAL_OPT_ANSWERS, "answers", "FILE",
                "values, eval: store search results in a file and reuse them",
                "values、eval: 探索の結果をファイルに保存し、次回に再利用する",
                .writes = WRITES_ON),
    FILE_OPTION(NATURAL_OPT_INTO, "into", "FILE",
                "values: model that receives the weights (default: the one they were fitted with); "
                "not with --network",
                "values: 重みを入れるモデル（既定は学習に使ったもの）。--network "
                "とは一緒に使えません"),
    CHOICE_OPTION(NATURAL_OPT_BY, "by", natural_band_names,
                  "eval: figures by phase (moves made), by value of the position, or by both",
                  "eval: phase（手数）、value（形勢）、both（両方）の区間ごとに示す"),
    CHOICE_OPTION(NATURAL_OPT_IMAGES, "images", natural_image_names,
                  "eval: images of a position of Go that the network judges (default 2)",
                  "eval: 囲碁の局面を回転・反転した像のうちネットワークに見せる数（既定は 2）"),
    INT_OPTION(NATURAL_OPT_PUZZLES, "count", "N", 1, 1000,
               "puzzles: number of puzzles (default 20)", "puzzles: 問題の数（既定は 20）"),
    CHOICE_OPTION(NATURAL_OPT_PERSON, "person", person_words,
                  "persons --fit: fit one of them (default: all that have data)",
                  "persons --fit: 一人だけを合わせる（既定はデータのある全員）"),
    FLAG_OPTION(NATURAL_OPT_FIT, "fit",
                "persons: fit weights to the held-out games, and print them as JSON",
                "persons: 検証用の棋譜に重みを合わせ、JSON で示す"),
    [NATURAL_OPT_COUNT] = {.name = NULL},
};

/* The options that each word reads. */
#define TAKES(ID) (UINT64_C(1) << NATURAL_OPT_##ID)
#define TAKES_PARTS (TAKES(CLASS) | TAKES(HELD_OUT) | TAKES(RESERVE) | TAKES(PART))
#define TAKES_SEARCH (TAKES(NODES) | TAKES(POSITIONS))
#define TAKES_TRAINING                                                                             \
    (TAKES(BEFORE_SHARE) | TAKES(EPOCHS) | TAKES(RATE) | TAKES(BATCH) | TAKES(DECAY) |             \
     TAKES(NEIGHBOUR_DECAY) | TAKES(HEAD_DECAY) | TAKES(DROP) | TAKES(EARLY) | TAKES(LABELS) |     \
     TAKES(KEEP) | TAKES(START) | TAKES(TEMPER))
_Static_assert(NATURAL_OPT_COUNT <= 64, "a bit for each option");

static const struct natural_word {
    const char *name;
    int (*run)(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
               size_t n);
    uint64_t takes;
} WORDS[] = {
    {"train", natural_train,
     TAKES_TRAINING | TAKES_PARTS | TAKES(OUTPUT) | TAKES(BEFORE) | TAKES(SHARE) | TAKES(SEED)},
    {"values", natural_values_learn,
     TAKES_PARTS | TAKES_SEARCH | TAKES(OUTPUT) | TAKES(MODEL) | TAKES(NETWORK) | TAKES(NO_MIRROR) |
         TAKES(ANSWERS) | TAKES(INTO)},
    {"eval", natural_eval,
     TAKES_PARTS | TAKES_SEARCH | TAKES(SEED) | TAKES(MODEL) | TAKES(NETWORK) | TAKES(NO_MIRROR) |
         TAKES(VALUES) | TAKES(FLOW) | TAKES(METHOD) | TAKES(FLOW_WEIGHT) | TAKES(FROM_PLY) |
         TAKES(DIAL) | TAKES(ANSWERS) | TAKES(BY) | TAKES(IMAGES)},
    {"positions", natural_positions, TAKES_PARTS | TAKES(OUTPUT) | TAKES(BEFORE) | TAKES(SHARE)},
    {"blind", natural_blind,
     TAKES_PARTS | TAKES_SEARCH | TAKES(OUTPUT) | TAKES(SEED) | TAKES(MODEL) | TAKES(FLOW) |
         TAKES(METHOD) | TAKES(DIAL)},
    {"ratings", natural_ratings, TAKES(SEED)},
    {"persons", natural_persons,
     TAKES_PARTS | TAKES_SEARCH | TAKES(SEED) | TAKES(NETWORK) | TAKES(FROM_PLY) | TAKES(PERSON) |
         TAKES(FIT)},
    {"found", natural_found, TAKES(NETWORK)},
    {"puzzles", natural_puzzles,
     TAKES(OUTPUT) | TAKES(CLASS) | TAKES(SEED) | TAKES(NODES) | TAKES(NETWORK) | TAKES(PUZZLES)},
};
static const char *const WORD_NAMES[] = {"train",   "values",  "eval",  "positions", "blind",
                                         "persons", "ratings", "found", "puzzles",   NULL};

/* Figures of other settings than those asked for would be worse than none. */
static int check_options(struct cmd_env *env, const struct cmd_args *args,
                         const struct natural_word *word)
{
    static const struct msg NOT_OF_IT = {"%1 does not take the option --%2",
                                         "%1 に --%2 は使えません"};
    for (size_t i = 0; i < args->n_values; i++) {
        size_t id = args->values[i].id;
        if (id < NATURAL_OPT_COUNT && !(word->takes >> id & 1))
            return cmd_misuse2(env, &NOT_OF_IT, word->name, OPTIONS[id].name);
    }
    return CMD_OK;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (strcmp(args->operands[0], WORDS[i].name) != 0)
            continue;
        int code = check_options(env, args, &WORDS[i]);
        return code == CMD_OK ? WORDS[i].run(env, args, args->operands + 1, args->n_operands - 1)
                              : code;
    }
    return cmd_unknown_word(env, args->operands[0]);
}

const struct command CMD_NATURAL = {
    .name = "natural",
    .group = GROUP_MINING,
    .summary = {"learn which moves people play, and measure the agreement",
                "人の指し手を学習し、一致率を測る"},
    .operands = "train|values|eval|positions|blind|persons [CLASS=]DB... [-o FILE] | ratings KEY "
                "ANSWERS... | "
                "found|puzzles DB... [QUERY] [-o FILE]",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .words = WORD_NAMES,
    .details =
        {"A model gives every legal move the probability that a person plays it. CLASS is "
         "pro, amateur or online. Figures are for held-out games from ply 41 on, each class "
         "with equal weight. found keeps in a database how likely people were to find its moves, "
         "for queries such as found.pro>=0.5; puzzles makes a page of moves that strong "
         "players find and others miss.",
         "モデルは各合法手について人が指す確率を与えます。CLASS は pro、amateur、online "
         "のいずれかです。数値は学習に使わなかった棋譜の 41 "
         "手目以降で、各階級を同じ重みで平均します。found "
         "は指し手を人が見つける確率をデータベースに保存し（found.pro>=0.5 "
         "などの検索式用）、puzzles は強い人が見つけて他の人が逃す手の問題集を作ります。"},
    .run = run,
};

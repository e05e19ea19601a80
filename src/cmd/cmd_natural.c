/* cmd_natural.c: `kifu natural WORD ...`: a model of which moves people play.  Each word is a row
 * of WORDS and a file of its own. */
#include <string.h>

#include "cmd/natural_train.h"
#include "cmd/player_class.h"

static const struct option_spec OPTIONS[] = {
    [NATURAL_OPT_OUTPUT] = {.name = "output",
                            .letter = 'o',
                            .kind = OPTION_TEXT,
                            .metavar = "FILE",
                            .completes = COMPLETE_FILE,
                            .writes = WRITES_FILE,
                            .help = {"train, values: the model to write; blind: the page",
                                     "train、values: モデルの出力先。blind: ページの出力先"}},
    [NATURAL_OPT_CLASS] = CLASS_OPTION,
    [NATURAL_OPT_BEFORE] = {.name = "before",
                            .kind = OPTION_TEXT,
                            .metavar = "DB",
                            .repeatable = true,
                            .completes = COMPLETE_DIRECTORY,
                            .help = {"train: games of programs, to learn from first",
                                     "train: 先に学習するプログラムの棋譜"}},
    [NATURAL_OPT_BEFORE_SHARE] = {.name = "before-share",
                                  .kind = OPTION_INT,
                                  .metavar = "N",
                                  .min = 1,
                                  .max = 1000,
                                  .help = {"train: from one of those in N (default 1)",
                                           "train: その N 局に 1 局だけ（既定は 1）"}},
    [NATURAL_OPT_EPOCHS] = {.name = "epochs",
                            .letter = 'n',
                            .kind = OPTION_INT,
                            .metavar = "N",
                            .min = 1,
                            .max = 1000,
                            .help = {"train: so many times through all positions (default 4)",
                                     "train: 全局面を繰り返す回数（既定は 4）"}},
    [NATURAL_OPT_RATE] = {.name = "rate",
                          .kind = OPTION_TEXT,
                          .metavar = "X",
                          .help = {"train: size of the first steps (default 0.002)",
                                   "train: 学習率の初めの値（既定は 0.002）"}},
    [NATURAL_OPT_BATCH] = {.name = "batch",
                           .kind = OPTION_INT,
                           .metavar = "N",
                           .min = 1,
                           .max = 1000000,
                           .help = {"train: positions a step (default 1024)",
                                    "train: 一回の更新に使う局面の数（既定は 1024）"}},
    [NATURAL_OPT_DECAY] = {.name = "decay",
                           .kind = OPTION_TEXT,
                           .metavar = "X",
                           .help = {"train: how fast weights without evidence vanish",
                                    "train: 根拠のない重みが減る速さ"}},
    [NATURAL_OPT_NEIGHBOUR_DECAY] = {.name = "neighbour-decay",
                                     .kind = OPTION_TEXT,
                                     .metavar = "X",
                                     .help = {"train: the same for what stands around",
                                              "train: 周りの駒の重みについて同じ"}},
    [NATURAL_OPT_HEAD_DECAY] = {.name = "head-decay",
                                .kind = OPTION_TEXT,
                                .metavar = "X",
                                .help = {"train: the same for the position as a whole",
                                         "train: 局面全体の重みについて同じ"}},
    [NATURAL_OPT_DROP] = {.name = "drop",
                          .kind = OPTION_TEXT,
                          .metavar = "X",
                          .help = {"train: how often a hidden unit is left out (default 0.1)",
                                   "train: 隠れユニットを省く割合（既定は 0.1）"}},
    [NATURAL_OPT_EARLY] = {.name = "early",
                           .kind = OPTION_TEXT,
                           .metavar = "X",
                           .help = {"train: what a position before the 41st move counts (default "
                                    "0.6)",
                                    "train: 41 手目より前の局面の重み（既定は 0.6）"}},
    [NATURAL_OPT_HELD_OUT] = {.name = "held-out",
                              .kind = OPTION_INT,
                              .metavar = "N",
                              .min = 0,
                              .max = 999,
                              .help = {"games in a thousand that are never learnt from (default "
                                       "200)",
                                       "千局のうち学習に使わない局数（既定は 200）"}},
    [NATURAL_OPT_RESERVE] = {.name = "reserve",
                             .kind = OPTION_INT,
                             .metavar = "N",
                             .min = 0,
                             .max = 999,
                             .help = {"others that are kept for eval (default 100)",
                                      "学習にも検証にも使わず eval に残す局数（既定は 100）"}},
    [NATURAL_OPT_TEMPER] = {.name = "temper",
                            .kind = OPTION_TEXT,
                            .metavar = "X",
                            .help = {"train: multiply all scores at the end (default: by what is "
                                     "held out)",
                                     "train: 最後に評価値に掛ける数（既定は検証局面で決める）"}},
    [NATURAL_OPT_SHARE] = {.name = "share",
                           .kind = OPTION_INT,
                           .metavar = "N",
                           .min = 1,
                           .max = 1000,
                           .help = {"train: learn from one game in N (default 1)",
                                    "train: N 局に 1 局だけ学習する（既定は 1）"}},
    [NATURAL_OPT_SEED] = {.name = "seed",
                          .kind = OPTION_INT,
                          .metavar = "S",
                          .min = 0,
                          .max = INT64_MAX,
                          .help = {"train: another number, other beginnings and another order "
                                   "(default 1)",
                                   "train: 乱数の種（既定は 1）"}},
    [NATURAL_OPT_NODES] =
        {.name = "nodes",
         .kind = OPTION_INT,
         .metavar = "N",
         .min = 1,
         .max = INT64_MAX,
         .help = {"values, eval, blind: positions that a search may look at (default 50000; blind "
                  "20000)",
                  "values, eval, blind: 探索する局面数（既定は 50000、blind は 20000）"}},
    [NATURAL_OPT_MODEL] = {.name = "model",
                           .kind = OPTION_TEXT,
                           .metavar = "FILE",
                           .completes = COMPLETE_FILE,
                           .help = {"values, eval, blind: the model (default: the built-in one)",
                                    "values, eval, blind: モデル（既定は内蔵のもの）"}},
    [NATURAL_OPT_FLOW] = {.name = "flow",
                          .kind = OPTION_TEXT,
                          .metavar = "FILE",
                          .completes = COMPLETE_FILE,
                          .help = {"eval, blind: sequences of kifu flow, for the paper's method",
                                   "eval, blind: kifu flow で作った手順（論文の方法に使う）"}},
    [NATURAL_OPT_METHOD] =
        {.name = "method",
         .kind = OPTION_TEXT,
         .metavar = "LIST",
         .help = {"eval: of plain, paper, model, model+search, dial (default: all)",
                  "eval: plain、paper、model、model+search、dial から（既定は全部）"}},
    [NATURAL_OPT_FLOW_WEIGHT] = {.name = "flow-weight",
                                 .kind = OPTION_INT,
                                 .metavar = "N",
                                 .min = 0,
                                 .max = 1000,
                                 .help = {"eval: per cent of the paper's points (default 100)",
                                          "eval: 論文の点数の何パーセントを使うか（既定は 100）"}},
    [NATURAL_OPT_POSITIONS] =
        {.name = "positions",
         .kind = OPTION_INT,
         .metavar = "N",
         .min = 0,
         .max = UINT32_MAX,
         .help = {"values, eval: about so many, as many of each class; 0: all "
                  "(default 8000, 12000); blind: so many (15)",
                  "values, eval: 局面の数。階級ごとに同じ数、0 は全部"
                  "（既定は 8000、12000）。blind: 局面の数（15）"}},
    [NATURAL_OPT_FROM_PLY] = {.name = "from-ply",
                              .kind = OPTION_INT,
                              .metavar = "N",
                              .min = 1,
                              .max = UINT16_MAX,
                              .help = {"eval: the first move that counts (default 41)",
                                       "eval: 何手目から数えるか（既定は 41）"}},
    [NATURAL_OPT_PART] =
        {.name = "part",
         .kind = OPTION_CHOICE,
         .choices = natural_eval_parts,
         .help = {"eval, blind: which games: reserved ones, which nobody learnt from or "
                  "chose by (the default), or those held out",
                  "eval, blind: 対象の棋譜。reserved は学習にも選択にも使わなかったもの"
                  "（既定）、held-out は検証用"}},
    [NATURAL_OPT_DIAL] =
        {.name = "natural",
         .kind = OPTION_INT,
         .metavar = "N",
         .min = 0,
         .max = 100,
         .help = {"eval, blind: the dial of natural play (default 80; blind with --flow: 0)",
                  "eval, blind: 自然さ（既定は 80、blind で --flow があれば 0）"}},
    [NATURAL_OPT_ANSWERS] =
        {.name = "answers",
         .kind = OPTION_TEXT,
         .metavar = "FILE",
         .completes = COMPLETE_FILE,
         .writes = WRITES_ON,
         .help = {"values, eval: keep what searches say, and go on from there next time",
                  "values、eval: 探索の結果を保存し、次回はそこから続ける"}},
    [NATURAL_OPT_INTO] = {.name = "into",
                          .kind = OPTION_TEXT,
                          .metavar = "FILE",
                          .completes = COMPLETE_FILE,
                          .help = {"values: give the weights to this model, not to the one they "
                                   "were learnt with",
                                   "values: 学習に使ったものではなくこのモデルに重みを入れる"}},
    [NATURAL_OPT_COUNT] = {.name = NULL},
};

static const struct {
    const char *name;
    int (*run)(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
               size_t n);
} WORDS[] = {
    {"train", natural_train}, {"values", natural_values_learn}, {"eval", natural_eval},
    {"blind", natural_blind}, {"ratings", natural_ratings},
};
static const char *const WORD_NAMES[] = {"train", "values", "eval", "blind", "ratings", NULL};

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(args->operands[0], WORDS[i].name) == 0)
            return WORDS[i].run(env, args, args->operands + 1, args->n_operands - 1);
    return cmd_unknown_word(env, args->operands[0]);
}

const struct command CMD_NATURAL = {
    .name = "natural",
    .group = GROUP_MINING,
    .summary = {"learn which moves people play, and measure it",
                "人の指し手を学習し、一致率を測る"},
    .operands = "train|values|eval|blind [CLASS=]DB... [-o FILE] | ratings KEY ANSWERS...",
    .min_operands = 1,
    .max_operands = ANY_NUMBER,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_PROGRESS | TAKES_JOBS,
    .options = OPTIONS,
    .words = WORD_NAMES,
    .details =
        {"A model gives every legal move the probability that a person plays it. CLASS is "
         "pro, amateur or online; figures are of games that were held out, from the 41st "
         "move on, each class counting the same.",
         "モデルは各合法手について人が指す確率を与えます。CLASS は pro、amateur、online の"
         "いずれか。数値は学習に使わなかった棋譜の 41 手目以降で、各階級を同じ重みで平均します。"},
    .run = run,
};

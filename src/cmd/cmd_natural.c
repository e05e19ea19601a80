/* cmd_natural.c: `kifu natural WORD ...`: a model of which moves people play.  Each word is a row
 * of WORDS and a file of its own. */
#include <string.h>

#include "cmd/frame/player_class.h"
#include "cmd/natural/natural_train.h"

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(NATURAL_OPT_OUTPUT, "output", "FILE",
                "train, values: the model to write; blind: the page",
                "train、values: モデルの出力先。blind: ページの出力先", .letter = 'o',
                .writes = WRITES_FILE),
    CLASS_OPTION(NATURAL_OPT_CLASS),
    TEXT_OPTION(NATURAL_OPT_BEFORE, "before", "DB", "train: games of programs, to learn from first",
                "train: 先に学習するプログラムの棋譜", .repeatable = true,
                .completes = COMPLETE_DIRECTORY),
    INT_OPTION(NATURAL_OPT_BEFORE_SHARE, "before-share", "N", 1, 1000,
               "train: from one of those in N (default 1)",
               "train: その N 局に 1 局だけ（既定は 1）"),
    INT_OPTION(NATURAL_OPT_EPOCHS, "epochs", "N", 1, 1000,
               "train: so many times through all positions (default 4)",
               "train: 全局面を繰り返す回数（既定は 4）", .letter = 'n'),
    TEXT_OPTION(NATURAL_OPT_RATE, "rate", "X", "train: size of the first steps (default 0.002)",
                "train: 学習率の初めの値（既定は 0.002）"),
    INT_OPTION(NATURAL_OPT_BATCH, "batch", "N", 1, 1000000,
               "train: positions a step (default 1024)",
               "train: 一回の更新に使う局面の数（既定は 1024）"),
    TEXT_OPTION(NATURAL_OPT_DECAY, "decay", "X", "train: how fast weights without evidence vanish",
                "train: 根拠のない重みが減る速さ"),
    TEXT_OPTION(NATURAL_OPT_NEIGHBOUR_DECAY, "neighbour-decay", "X",
                "train: the same for what stands around", "train: 周りの駒の重みについて同じ"),
    TEXT_OPTION(NATURAL_OPT_HEAD_DECAY, "head-decay", "X",
                "train: the same for the position as a whole", "train: 局面全体の重みについて同じ"),
    TEXT_OPTION(NATURAL_OPT_DROP, "drop", "X",
                "train: how often a hidden unit is left out (default 0.1)",
                "train: 隠れユニットを省く割合（既定は 0.1）"),
    TEXT_OPTION(NATURAL_OPT_EARLY, "early", "X",
                "train: what a position before the 41st move counts (default "
                "0.6)",
                "train: 41 手目より前の局面の重み（既定は 0.6）"),
    INT_OPTION(NATURAL_OPT_HELD_OUT, "held-out", "N", 0, 999,
               "games in a thousand that are never learnt from (default "
               "200)",
               "千局のうち学習に使わない局数（既定は 200）"),
    INT_OPTION(NATURAL_OPT_RESERVE, "reserve", "N", 0, 999,
               "others that are kept for eval (default 100)",
               "学習にも検証にも使わず eval に残す局数（既定は 100）"),
    TEXT_OPTION(NATURAL_OPT_TEMPER, "temper", "X",
                "train: multiply all scores at the end (default: by what is "
                "held out)",
                "train: 最後に評価値に掛ける数（既定は検証局面で決める）"),
    INT_OPTION(NATURAL_OPT_SHARE, "share", "N", 1, 1000,
               "train: learn from one game in N (default 1)",
               "train: N 局に 1 局だけ学習する（既定は 1）"),
    INT_OPTION(NATURAL_OPT_SEED, "seed", "S", 0, INT64_MAX, "train: random seed (default 1)",
               "train: 乱数の種（既定は 1）"),
    INT_OPTION(NATURAL_OPT_NODES, "nodes", "N", 1, INT64_MAX,
               "values, eval, blind: positions that a search may look at (default 50000; blind "
               "20000)",
               "values, eval, blind: 探索する局面数（既定は 50000、blind は 20000）"),
    FILE_OPTION(NATURAL_OPT_MODEL, "model", "FILE",
                "values, eval, blind: the model (default: the built-in one)",
                "values, eval, blind: モデル（既定は内蔵のもの）"),
    FILE_OPTION(NATURAL_OPT_FLOW, "flow", "FILE",
                "eval, blind: sequences of kifu flow, for the paper's method",
                "eval, blind: kifu flow で作った手順（論文の方法に使う）"),
    TEXT_OPTION(NATURAL_OPT_METHOD, "method", "LIST",
                "eval: of plain, paper, model, model+search, dial (default: all)",
                "eval: plain、paper、model、model+search、dial から（既定は全部）"),
    INT_OPTION(NATURAL_OPT_FLOW_WEIGHT, "flow-weight", "N", 0, 1000,
               "eval: per cent of the paper's points (default 100)",
               "eval: 論文の点数の何パーセントを使うか（既定は 100）"),
    INT_OPTION(NATURAL_OPT_POSITIONS, "positions", "N", 0, UINT32_MAX,
               "values, eval: about so many, as many of each class; 0: all "
               "(default 8000, 12000); blind: so many (15)",
               "values, eval: 局面の数。階級ごとに同じ数、0 は全部"
               "（既定は 8000、12000）。blind: 局面の数（15）"),
    INT_OPTION(NATURAL_OPT_FROM_PLY, "from-ply", "N", 1, UINT16_MAX,
               "eval: the first move that counts (default 41)",
               "eval: 何手目から数えるか（既定は 41）"),
    CHOICE_OPTION(NATURAL_OPT_PART, "part", natural_eval_parts,
                  "eval, blind: which games: reserved ones, which nobody learnt from or "
                  "chose by (the default), or those held out",
                  "eval, blind: 対象の棋譜。reserved は学習にも選択にも使わなかったもの"
                  "（既定）、held-out は検証用"),
    INT_OPTION(NATURAL_OPT_DIAL, "natural", "N", 0, 100,
               "eval, blind: the dial of natural play (default 80; blind with --flow: 0)",
               "eval, blind: 自然さ（既定は 80、blind で --flow があれば 0）"),
    FILE_OPTION(NATURAL_OPT_ANSWERS, "answers", "FILE",
                "values, eval: keep what searches say, and go on from there next time",
                "values、eval: 探索の結果を保存し、次回はそこから続ける", .writes = WRITES_ON),
    FILE_OPTION(NATURAL_OPT_INTO, "into", "FILE",
                "values: give the weights to this model, not to the one they "
                "were learnt with",
                "values: 学習に使ったものではなくこのモデルに重みを入れる"),
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

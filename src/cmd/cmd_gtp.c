/* cmd_gtp.c: `kifu gtp`: an opponent for the GUIs of Go.  The protocol is engine/gtp/gtp_session.h;
 * here are the pipes. */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "engine/gtp/go_chooser_network.h"
#include "engine/gtp/gtp_session.h"
#include "kifu.h"

enum {
    OPT_NETWORK,
    OPT_PERSON,
    OPT_TEMPERATURE,
    OPT_IMAGES,
    OPT_RESIGN,
    OPT_COUNTING,
    OPT_SEED,
    OPT_COUNT
};
enum { READ_BYTES = 1 << 14, USUAL_IMAGES = 1 /* an index */ };

static const char *const IMAGES[] = {"1", "2", "4", "8", NULL};

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(OPT_NETWORK, "network", "FILE", "network of people's moves (default: as installed)",
                "人の着手のネットワーク（既定はインストール済みのもの）"),
    CHOICE_OPTION(OPT_PERSON, "person", go_person_names,
                  "play any move as often as such people do (default: their likeliest move)",
                  "この階級の人と同じ割合で着手を選ぶ（既定は最も打たれそうな手）"),
    TEXT_OPTION(OPT_TEMPERATURE, "temperature", "T",
                "variety: 0 the likeliest move always, 1 as people vary, at most 10 (default: 1 "
                "with --person, otherwise 0 after 20 moves)",
                "手のばらつき: 0 は常に最も打たれそうな手、1 は人と同じ、10 まで（既定は --person "
                "があれば 1、なければ 20 手以後 0）"),
    CHOICE_OPTION(OPT_IMAGES, "images", IMAGES,
                  "number of turned and mirrored images of a position to judge (default 2)",
                  "回転・鏡像のうちネットワークに見せる数（既定は 2）"),
    INT_OPTION(OPT_RESIGN, "resign", "PERCENT", 0, 100,
               "resign below this probability of winning, 0 never (default 3)",
               "勝率がこの値（%）を下回れば投了、0 なら投了しない（既定は 3）"),
    CHOICE_OPTION(OPT_COUNTING, "counting", go_counting_names,
                  "how final_score counts (default area)", "final_score の数え方（既定は area）"),
    INT_OPTION(OPT_SEED, "seed", "S", 0, INT64_MAX, "random seed (default: another one each time)",
               "乱数の種（既定は毎回異なる）"),
    [OPT_COUNT] = {.name = NULL},
};

/* A failure is noticed by cmd_should_stop(). */
static void write_answer(void *ctx, struct span answer)
{
    struct cmd_env *env = ctx;
    fwrite(answer.p, 1, answer.n, env->out);
    fflush(env->out);
}

/* GUIs show standard error in a window of their own. */
static void write_note(void *ctx, const struct msg *what, const char *a, const char *b)
{
    cmd_note(ctx, what, a, b);
}

/* Until "quit", the end of input, or a signal; the last line may have no end. */
static void converse(struct cmd_env *env, struct gtp *g)
{
    char bytes[READ_BYTES];
    while (!cmd_should_stop(env)) {
        ssize_t n = read(fileno(env->in), bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (!gtp_feed(g, n > 0 ? span_make(bytes, (size_t)n) : SPAN("\n")) || n <= 0)
            return;
    }
}

/* So that a GUI does not begin all games alike. */
static uint64_t seed_of_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static enum status read_player(const struct cmd_args *args, struct go_player *p, struct err *err)
{
    static const struct msg BAD = {"--temperature %1: must be a number from 0 to 10",
                                   "--temperature %1: 0 から 10 までの数を指定してください"};
    const char *temperature = args_text(args, OPT_TEMPERATURE, NULL);
    bool person = args_count(args, OPT_PERSON) > 0;
    p->person = (enum go_person)args_choice(args, OPT_PERSON, GO_PROFESSIONAL);
    p->temperature = person ? 1 : -1;
    if (temperature && (!num_parse_double(span_of(temperature), &p->temperature) ||
                        !(p->temperature >= 0 && p->temperature <= 10)))
        return err_set(err, STATUS_RANGE, &BAD, span_of(temperature), (struct span){0});
    p->resign = (double)args_int(args, OPT_RESIGN, GO_RESIGN_PERCENT) / 100;
    p->seed = args_count(args, OPT_SEED) ? (uint64_t)args_int(args, OPT_SEED, 0) : seed_of_now();
    return STATUS_OK;
}

static enum status run_session(struct cmd_env *env, struct gtp_config *config,
                               const struct go_people_network *network, int images, struct err *err)
{
    struct go_chooser_network *chooser;
    struct gtp *g = NULL;
    enum status status = go_chooser_network_open(&chooser, network, images, err);
    if (status != STATUS_OK)
        return status;
    config->player.chooser = go_chooser_network_chooser(chooser);
    status = gtp_open(&g, config, err);
    if (status == STATUS_OK)
        converse(env, g);
    gtp_close(g);
    go_chooser_network_close(chooser);
    return status;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg NO_NETWORK = {
        "no network of people's moves in Go is installed (natural/go.network): install Kifu's "
        "data, or name one with --network FILE",
        "囲碁の着手のネットワーク（natural/go.network）がありません。Kifu "
        "のデータをインストールするか --network FILE で指定してください"};
    struct err err = {0};
    struct go_people_network *network = NULL;
    struct gtp_config config = {.ctx = env,
                                .write = write_answer,
                                .note = write_note,
                                .name = SPAN("Kifu"),
                                .version = span_of(kifu_version()),
                                .counting =
                                    (enum go_counting)args_choice(args, OPT_COUNTING, GO_BY_AREA)};
    if (read_player(args, &config.player, &err) != STATUS_OK)
        return cmd_misuse(env, err.what, err.arg[0]);
    const char *path = args_text(args, OPT_NETWORK, NULL);
    enum status status = go_people_network_open(&network, path, &err);
    if (status == STATUS_NOT_FOUND && !path)
        return cmd_fail_msg(env, &NO_NETWORK, NULL);
    if (status == STATUS_OK)
        status = run_session(env, &config, network,
                             1 << args_choice(args, OPT_IMAGES, USUAL_IMAGES), &err);
    go_people_network_close(network);
    return status == STATUS_OK ? CMD_OK : cmd_fail(env, &err);
}

const struct command CMD_GTP = {
    .name = "gtp",
    .group = GROUP_PLAY,
    .summary = {"run the Go opponent for Sabaki, GoGui and other GUIs",
                "囲碁の対局相手（Sabaki、GoGui などの GUI から使う）"},
    .operands = "",
    .options = OPTIONS,
    .details =
        {"Speaks GTP version 2 on standard input and output. Moves are those that people "
         "would play, by a network learnt from their games, without search; boards of 19 "
         "by 19 only.",
         "標準入出力で GTP（バージョン 2）を話します。人の対局から学習したネットワークにより、"
         "人が打ちそうな手を探索なしで打ちます。19 路盤専用です。"},
    .run = run,
};

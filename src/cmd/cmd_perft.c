/* cmd_perft.c: `kifu perft`: how many move sequences of a length there are.
 *
 * The way to check a move generator, and to time it.  Deep counts are divided by moves, so that
 * Ctrl-C is answered between two of them. */
#include "base/buf.h"
#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "games/shogi/shogi.h"

enum { OPT_DIVIDE, OPT_MAKE_LEAVES, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FLAG_OPTION(OPT_DIVIDE, "divide", "also print the count of each first move",
                "初手ごとの数も表示する"),
    FLAG_OPTION(OPT_MAKE_LEAVES, "make-leaves",
                "make and unmake every last move instead of counting it",
                "最後の一手も数えるだけでなく実際に指して戻す"),
    [OPT_COUNT] = {.name = NULL},
};

enum { MAX_POSITION_BYTES = 4096 };

/* All operands but the last, which a shell may have cut at blanks. */
static enum status read_position(const struct cmd_args *args, struct shogi_pos *pos,
                                 struct err *err)
{
    struct buf text;
    buf_init(&text, MAX_POSITION_BYTES);
    for (size_t i = 0; i + 1 < args->n_operands; i++) {
        buf_add_str(&text, args->operands[i]);
        buf_add_char(&text, ' ');
    }
    enum status status = buf_status(&text);
    if (status == STATUS_OK)
        status = shogi_sfen_parse(pos, buf_span(&text), SHOGI_SFEN_TOLERANT, NULL, err);
    else
        err_nomem(err);
    buf_release(&text);
    return status;
}

static void print_move_count(struct cmd_env *env, shogi_move m, uint64_t count)
{
    struct buf line;
    buf_init(&line, BUF_DEFAULT_MAX);
    buf_add_str(&line, env->json ? "{\"move\":\"" : "");
    shogi_usi_print(m, &line);
    buf_add_str(&line, env->json ? "\",\"count\":" : ": ");
    buf_add_u64(&line, count);
    buf_add_str(&line, env->json ? "}\n" : "\n");
    fputs(buf_cstr(&line), env->out);
    buf_release(&line);
}

/* Ctrl-C is answered between pieces of this depth: a fraction of a second each. */
enum { PIECE_DEPTH = 4 };

/* Recursion is at most SHOGI_PERFT_MAX_DEPTH deep. */
// NOLINTNEXTLINE(misc-no-recursion)
static uint64_t count_below(const struct cmd_env *env, struct shogi_pos *pos, int depth,
                            bool make_leaves)
{
    if (depth <= PIECE_DEPTH)
        return make_leaves ? shogi_perft_make_leaves(pos, depth) : shogi_perft(pos, depth);
    shogi_move moves[SHOGI_MAX_MOVES];
    int n = shogi_legal_moves(pos, moves);
    uint64_t total = 0;
    for (int i = 0; i < n && !cmd_should_stop(env); i++) {
        struct shogi_undo undo;
        shogi_play(pos, moves[i], &undo);
        total += count_below(env, pos, depth - 1, make_leaves);
        shogi_unplay(pos, moves[i], &undo);
    }
    return total;
}

static uint64_t count_all(struct cmd_env *env, const struct cmd_args *args, struct shogi_pos *pos,
                          int depth)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    uint64_t total = 0;
    if (depth == 0)
        return 1;
    int n = shogi_legal_moves(pos, moves);
    for (int i = 0; i < n && !cmd_should_stop(env); i++) {
        struct shogi_undo undo;
        shogi_play(pos, moves[i], &undo);
        uint64_t count = count_below(env, pos, depth - 1, args_flag(args, OPT_MAKE_LEAVES));
        shogi_unplay(pos, moves[i], &undo);
        if (args_flag(args, OPT_DIVIDE) && !cmd_should_stop(env))
            print_move_count(env, moves[i], count);
        total += count;
    }
    return total;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    static const struct msg BAD_DEPTH = {"the depth must be from 0 to 32: %1",
                                         "深さには 0 から 32 を指定してください: %1"};
    const char *last = args->operands[args->n_operands - 1];
    struct shogi_pos pos;
    struct err err;
    uint64_t depth;
    if (!num_parse_u64(span_of(last), SHOGI_PERFT_MAX_DEPTH, &depth))
        return cmd_misuse(env, &BAD_DEPTH, last);
    if (read_position(args, &pos, &err) != STATUS_OK)
        return cmd_fail(env, &err);
    uint64_t total = count_all(env, args, &pos, (int)depth);
    if (cmd_should_stop(env))
        return CMD_ERROR;
    if (env->json)
        fprintf(env->out, "{\"depth\":%u,\"count\":%llu}\n", (unsigned)depth,
                (unsigned long long)total);
    else
        fprintf(env->out, "%s%llu\n", args_flag(args, OPT_DIVIDE) ? "\n" : "",
                (unsigned long long)total);
    return CMD_OK;
}

const struct command CMD_PERFT = {
    .name = "perft",
    .group = GROUP_PLAY,
    .summary = {"count the move sequences of a given length", "決まった手数の手順の総数を数える"},
    .operands = "SFEN|startpos DEPTH",
    .min_operands = 2,
    .max_operands = ANY_NUMBER,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .details = {"SFEN may be quoted or not, with or without the leading word \"sfen\". Promotion "
                "and non-promotion count separately; mates by a dropped pawn are illegal.",
                "SFEN "
                "は引用符の有無、先頭の「sfen」の有無を問いません。成・不成はそれぞれ数え、打ち歩詰"
                "めは除きます。"},
    .run = run,
};

/* cmd_names.c: `kifu names [DB]`: castles, openings, joseki, shapes and saved searches. */
#include <errno.h>
#include <sys/stat.h>

#include "base/io/file.h"
#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "query/plan/db_lookup.h"
#include "query/search.h"
#include "view/board/game_view.h"
#include "view/draw/text_width.h"
#include "view/report/named_json.h"

enum { OPT_GAME, OPT_BOARD, OPT_SVG, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    TEXT_OPTION(OPT_GAME, "game", "GAME", "without a database: shogi or go (default shogi)",
                "データベースがないとき: shogi か go（既定は shogi）"),
    FLAG_OPTION(OPT_BOARD, "board", "draw the pieces or stones of each name",
                "名前ごとに駒や石の配置を描く", .letter = 'b'),
    TEXT_OPTION(OPT_SVG, "svg", "FOLDER", "write a picture of each name to a folder",
                "名前ごとの図をフォルダに書き出す", .writes = WRITES_ON),
    [OPT_COUNT] = {.name = NULL},
};

struct names_cmd {
    struct cmd_env *env;
    const struct game *game;
    const struct named_queries *named;
    struct query_operands *input; /* NULL: no database */
    bool board;
    const char *svg; /* the folder; NULL: no pictures */
    bool unreadable; /* a definition could not be read */
    struct buf out;
};

static enum status count_games(struct names_cmd *c, const struct query *q, uint64_t *games,
                               struct err *err)
{
    const struct search_options opt = {
        .count = true, .threads = c->env->threads, .cancelled = c->env->cancelled};
    struct hits hits = {0};
    enum status status = search_part(q, c->input->dbs, c->input->count, &opt, &hits, err);
    *games = hits.games;
    hits_release(&hits);
    return status;
}

/* --- The board -------------------------------------------------------------------------------- */

enum { SIDE = 19, MARK_BYTES = 4 };
struct name_board {
    char at[SIDE][SIDE][MARK_BYTES]; /* by rank from the top and column from the left; "": empty */
    bool any;
};

/* "s28ou": a piece as the language writes it, on the board as Black sees it. */
static bool put_piece(struct span word, struct name_board *b)
{
    if (word.n != 5 || word.p[1] < '1' || word.p[1] > '9' || word.p[2] < '1' || word.p[2] > '9')
        return false;
    char *to = b->at[word.p[2] - '1']['9' - word.p[1]];
    to[0] = word.p[0] == 's' ? ' ' : 'v';
    memcpy(to + 1, word.p + 3, 2);
    return true;
}

/* "bQ16": X is Black's; there is no column I. */
static bool put_stone(struct span word, struct name_board *b)
{
    uint64_t row;
    if (word.n < 3 || word.p[1] < 'A' || word.p[1] > 'T' || word.p[1] == 'I' ||
        !num_parse_u64(span_skip(word, 2), SIDE, &row) || row == 0)
        return false;
    b->at[SIDE - row][word.p[1] - 'A' - (word.p[1] > 'I')][0] = word.p[0] == 'b' ? 'X' : 'O';
    return true;
}

static void put_fact(const struct game *game, uint32_t fact, struct name_board *b)
{
    struct buf word;
    buf_init(&word, 64);
    game->text.fact_print(fact, &word);
    b->any |= put_piece(buf_span(&word), b) || put_stone(buf_span(&word), b);
    buf_release(&word);
}

/* The pieces that must be there; of alternatives the first. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void put_pieces(const struct query *q, uint32_t node, struct name_board *b)
{
    const struct query_node *n = &q->nodes[node];
    if (n->op == Q_SUM && n->compare == COMPARE_GE && n->value == 1 && n->term_count)
        put_fact(q->game, n->terms[0].fact, b);
    bool all = n->op == Q_AND || n->op == Q_THEN || n->op == Q_EVER;
    bool first = n->op == Q_OR || n->op == Q_SINCE || n->op == Q_FOR || n->op == Q_NEVER;
    for (uint32_t child = all || first ? n->child : 0; child; child = q->nodes[child].next) {
        put_pieces(q, child, b);
        if (first)
            return;
    }
}

/* Whether the stones are all in the upper right, where names of corners are written: then that is
 * what is drawn. */
static bool is_corner(const struct name_board *b)
{
    for (int rank = 0; rank < SIDE; rank++)
        for (int column = 0; column < SIDE; column++)
            if (b->at[rank][column][0] && (rank > SIDE / 2 || column < SIDE / 2))
                return false;
    return true;
}

static void add_board(const struct query *q, struct buf *out)
{
    struct name_board b = {0};
    const int width = q->game->board.width, height = q->game->board.height;
    put_pieces(q, q->root, &b);
    if (!b.any || width > SIDE || height > SIDE)
        return;
    const bool corner = width == SIDE && is_corner(&b), pieces = width < SIDE;
    for (int rank = 0; rank < (corner ? SIDE / 2 + 1 : height); rank++) {
        buf_add_str(out, "   ");
        for (int column = corner ? SIDE / 2 : 0; column < width; column++) {
            const char *mark = b.at[rank][column];
            buf_printf(out, pieces ? " %3s" : " %s", mark[0] ? mark : ".");
        }
        buf_add_char(out, '\n');
    }
}

/* --- Pictures --------------------------------------------------------------------------------- */

/* A piece as SFEN has it: "ou" K, "ry" +R. */
static void add_sfen_piece(const char *mark, struct buf *out)
{
    static const char *const PIECES[][2] = {{"ou", "K"},  {"hi", "R"},  {"ka", "B"},  {"ki", "G"},
                                            {"gi", "S"},  {"ke", "N"},  {"ky", "L"},  {"fu", "P"},
                                            {"ry", "+R"}, {"um", "+B"}, {"ng", "+S"}, {"nk", "+N"},
                                            {"ny", "+L"}, {"to", "+P"}};
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++)
        if (span_eq(span_of(mark + 1), span_of(PIECES[i][0])))
            for (const char *c = PIECES[i][1]; *c; c++)
                buf_add_char(out, mark[0] == 'v' && *c != '+' ? (char)(*c | 0x20) : *c);
}

static void add_sfen(const struct name_board *b, int side, struct buf *out)
{
    for (int rank = 0; rank < side; rank++) {
        int empty = 0;
        for (int column = 0; column <= side; column++) {
            bool end = column == side, taken = !end && b->at[rank][column][0];
            if (empty && (end || taken)) {
                buf_add_u64(out, (uint64_t)empty);
                empty = 0;
            }
            if (taken)
                add_sfen_piece(b->at[rank][column], out);
            else
                empty++;
        }
        buf_add_str(out, rank + 1 < side ? "/" : " b - 1");
    }
}

static void add_stones(const struct name_board *b, char mark, const char *head, struct buf *out)
{
    for (int rank = 0; rank < SIDE; rank++)
        for (int column = 0; column < SIDE; column++)
            if (b->at[rank][column][0] == mark) {
                buf_printf(out, "%s%c%d", head, "ABCDEFGHJKLMNOPQRST"[column], SIDE - rank);
                head = ",";
            }
}

/* A position by itself is drawn as the start of a game without moves. */
static enum status add_svg(const struct game *game, const struct name_board *b, struct buf *out,
                           struct err *err)
{
    const struct board_options opt = {0};
    const bool stones = game->board.width == SIDE;
    struct buf text;
    struct record rec;
    unsigned notes;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, stones ? "19x19 b" : "");
    if (stones) {
        add_stones(b, 'X', " b:", &text);
        add_stones(b, 'O', " w:", &text);
    } else {
        add_sfen(b, game->board.width, &text);
    }
    record_init(&rec);
    enum status status = record_clear(&rec, game) == STATUS_OK ? STATUS_OK : err_nomem(err);
    rec.start = buf_span(&text);
    const struct view_board what = {.rec = &rec,
                                    .form = VIEW_SVG,
                                    .opt = &opt,
                                    .part = stones && is_corner(b) ? "K10..T19" : NULL};
    if (status == STATUS_OK)
        status = view_of_game(game)->board(&what, out, &notes, err);
    record_release(&rec);
    buf_release(&text);
    return status;
}

/* FOLDER/castle-mino.svg; a definition without pieces, or with those of several positions, has none. */
static enum status write_svg(const struct names_cmd *c, const struct named_query *n,
                             const struct query *q, struct err *err)
{
    struct name_board b = {0};
    struct buf path, svg;
    enum status status = STATUS_OK;
    put_pieces(q, q->root, &b);
    if (!b.any || q->game->board.width > SIDE || !view_of_game(q->game))
        return STATUS_OK;
    buf_init(&path, BUF_DEFAULT_MAX);
    buf_init(&svg, BUF_DEFAULT_MAX);
    buf_printf(&path, "%s/", c->svg);
    size_t folder = path.n;
    buf_add_span(&path, n->group.n ? n->group : SPAN("search"));
    buf_add_char(&path, '-');
    buf_add_span(&path, n->name);
    for (size_t i = folder; i < path.n; i++)
        if (path.p[i] == '/')
            path.p[i] = '_'; /* a name is no folder */
    buf_add_str(&path, ".svg");
    status = add_svg(q->game, &b, &svg, err);
    if (status != STATUS_OK && status != STATUS_NOMEM)
        status = STATUS_OK; /* pieces of several plies are no position */
    else if (status == STATUS_OK)
        status = buf_status(&path) == STATUS_OK ? file_replace(buf_cstr(&path), buf_span(&svg), err)
                                                : err_nomem(err);
    buf_release(&path);
    buf_release(&svg);
    return status;
}

/* --- Printing --------------------------------------------------------------------------------- */

/* games: NULL if they are not known. */
static void add_json(struct names_cmd *c, const struct named_query *n, const uint64_t *games)
{
    struct json j;
    json_init(&j, &c->out);
    json_open_object(&j);
    named_members_to_json(&j, n);
    if (games)
        json_key_u64(&j, "games", *games);
    json_end(&j);
    json_line(&j);
}

static void add_row(struct names_cmd *c, const struct named_query *n, const struct query *q,
                    const uint64_t *games)
{
    named_add_word(n, &c->out);
    buf_add_char(&c->out, '\t');
    text_add_clean(&c->out, named_japanese_title(n));
    if (games)
        buf_printf(&c->out, "\t%llu", (unsigned long long)*games);
    else if (c->input)
        buf_add_str(&c->out, "\t-");
    buf_add_char(&c->out, '\t');
    text_add_clean(&c->out, n->text);
    buf_add_char(&c->out, '\n');
    if (c->board && q)
        add_board(q, &c->out);
}

static enum status parse_name(const struct names_cmd *c, const struct named_query *n,
                              struct query *q, struct err *err)
{
    struct db *const *dbs = c->input ? c->input->dbs : NULL;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    named_add_word(n, &word);
    enum status status = db_lookup_parse(q, c->game, c->named, buf_span(&word), dbs,
                                         c->input ? c->input->count : 0, err);
    buf_release(&word);
    return status;
}

static void print_name(struct names_cmd *c, const struct named_query *n, const struct query *q,
                       const uint64_t *games)
{
    if (c->env->json)
        add_json(c, n, games);
    else
        add_row(c, n, q, games);
}

/* Of one player, as it is defined, for the board; of either for the games.  One that cannot be read
 * does not keep the others from being listed. */
static enum status add_name(struct names_cmd *c, const struct named_query *n, struct err *err)
{
    struct query q;
    uint64_t games = 0;
    enum status status = parse_name(c, n, &q, err);
    if (status != STATUS_OK && status != STATUS_NOMEM) {
        cmd_warn(c->env, err);
        c->unreadable = true;
        print_name(c, n, NULL, NULL);
        query_release(&q);
        return STATUS_OK;
    }
    if (status == STATUS_OK && c->input)
        status = count_games(c, &q, &games, err);
    if (status == STATUS_OK)
        print_name(c, n, &q, c->input ? &games : NULL);
    if (status == STATUS_OK && c->svg)
        status = write_svg(c, n, &q, err);
    query_release(&q);
    return status;
}

static int list_names(struct names_cmd *c)
{
    static const struct msg cannot = {"cannot create folder %1: %2",
                                      "フォルダ %1 を作れません: %2"};
    struct err err = {0};
    enum status status = STATUS_OK;
    if (c->svg && mkdir(c->svg, 0777) != 0 && errno != EEXIST)
        status = err_errno(&err, errno, &cannot, span_of(c->svg));
    for (size_t i = 0; i < c->named->count && status == STATUS_OK; i++)
        status = add_name(c, &c->named->at[i], &err);
    int code = status == STATUS_OK ? cmd_print(c->env, &c->out) : cmd_fail(c->env, &err);
    return code == CMD_OK && c->unreadable ? CMD_ERROR : code;
}

static int list_builtin(struct names_cmd *c, const char *name)
{
    static const struct msg unknown = {"unknown game '%1'; use shogi or go",
                                       "ゲーム '%1' はありません。shogi か go です"};
    struct err err = {0};
    struct named_queries named;
    c->game = game_by_name(span_of(name));
    if (!c->game)
        return cmd_misuse(c->env, &unknown, name);
    named_init(&named);
    c->named = &named;
    int code = query_operands_add_names(&named, c->game, NULL, 0, &err) == STATUS_OK
                   ? list_names(c)
                   : cmd_fail(c->env, &err);
    named_release(&named);
    return code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct names_cmd c = {
        .env = env, .board = args_flag(args, OPT_BOARD), .svg = args_text(args, OPT_SVG, NULL)};
    buf_init(&c.out, SIZE_MAX / 2);
    int code;
    if (args->n_operands == 0) {
        code = list_builtin(&c, args_text(args, OPT_GAME, "shogi"));
    } else {
        struct query_operands input;
        code = query_operands_open(&input, env, args->operands, 1, NULL);
        c.input = &input;
        c.named = &input.named;
        if (code == CMD_OK) {
            c.game = input.dbs[0]->game;
            code = list_names(&c);
        }
        code = query_operands_check(&input, env, code);
        query_operands_release(&input);
    }
    buf_release(&c.out);
    return code;
}

const struct command CMD_NAMES = {
    .name = "names",
    .group = GROUP_SEARCH,
    .summary = {"list named queries: castles, openings, joseki, shapes",
                "囲い・戦型・定石・形の名前を一覧する"},
    .operands = "[DB]",
    .min_operands = 0,
    .max_operands = 1,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON | TAKES_JOBS,
    .options = OPTIONS,
    .details = {"Lists the names that queries may use, saved searches included, with what they "
                "stand for and, for a database, the number of games that have them.",
                "検索式で使える名前を、保存した検索も含めて、その定義とともに一覧します。"
                "データベースを指定すると局数も示します。"},
    .run = run,
};

/* games_file.c: see games_file.h. */
#include "formats/shogi/games_file.h"

#include <string.h>
#include <xxhash.h>

#include "base/le.h"

enum {
    VERSION = 1,
    MAGIC_BYTES = 8,
    HEAD_BYTES = 28, /* before the name */
    SUM_BYTES = 8,
    BLOCK_SUM_AT = GAMES_BLOCK_HEAD_BYTES - SUM_BYTES,
    CODED_MOST = 1 << 26,
    MOST_PLIES_A_BYTE = 64 /* a real game has one or two; so that no file costs hours */
};
static const char MAGIC[] = "KIFUGAME", BLOCK_MAGIC[] = "GBLK";

static const struct msg NO_FILE = {"not a games file", "対局ファイルではありません"};
static const struct msg OTHER_VERSION = {"games file of version %1; this program reads 1",
                                         "対局ファイルの版 %1 には対応していません（対応は 1）"};
static const struct msg BAD_HEAD = {"the head of the games file is damaged",
                                    "対局ファイルの先頭が壊れています"};
static const struct msg BAD_BLOCK = {"a block of the games file is damaged; its games are skipped",
                                     "対局ファイルのブロックが壊れています（読み飛ばします）"};
static const struct msg CUT_BLOCK = {"the last block of the games file is incomplete",
                                     "対局ファイルの最後のブロックが途中で切れています"};
static const struct msg OTHER_GAME = {"only games of shogi can be written to a games file",
                                      "対局ファイルに書けるのは将棋の棋譜だけです"};
static const struct msg TOO_LONG = {"game of more than %1 plies", "%1 手を超える棋譜です"};
static const struct msg TOO_LARGE = {"games file of more than %1 MiB",
                                     "%1 MiB を超える対局ファイルです"};

/* --- Head and blocks -------------------------------------------------------------------------- */

bool games_file_probe(struct span bytes)
{
    return bytes.n >= MAGIC_BYTES && memcmp(bytes.p, MAGIC, MAGIC_BYTES) == 0;
}

void games_head_put(const struct games_head *head, struct buf *out)
{
    unsigned char bytes[HEAD_BYTES], sum[SUM_BYTES];
    size_t first = out->n;
    struct span name = span_make(head->name.p, head->name.n < GAMES_NAME_MOST ? head->name.n : 0);
    memcpy(bytes, MAGIC, MAGIC_BYTES);
    le_put32(bytes + 8, VERSION);
    le_put32(bytes + 12, head->part);
    le_put64(bytes + 16, head->fingerprint);
    le_put32(bytes + 24, (uint32_t)name.n);
    buf_add(out, bytes, sizeof bytes);
    buf_add_span(out, name);
    if (buf_status(out) != STATUS_OK)
        return;
    le_put64(sum, XXH3_64bits(out->p + first, out->n - first));
    buf_add(out, sum, sizeof sum);
}

enum status games_head_get(struct span *bytes, struct games_head *out, struct err *err)
{
    if (!games_file_probe(*bytes))
        return err_plain(err, STATUS_SYNTAX, &NO_FILE);
    if (bytes->n < HEAD_BYTES + SUM_BYTES)
        return err_plain(err, STATUS_SYNTAX, &BAD_HEAD);
    uint32_t version = le_get32(bytes->p + 8), name = le_get32(bytes->p + 24);
    if (version != VERSION)
        return err_set(err, STATUS_UNSUPPORTED, &OTHER_VERSION, SPAN_U64(version),
                       (struct span){0});
    if (name > GAMES_NAME_MOST || name > bytes->n - HEAD_BYTES - SUM_BYTES ||
        XXH3_64bits(bytes->p, HEAD_BYTES + name) != le_get64(bytes->p + HEAD_BYTES + name))
        return err_plain(err, STATUS_SYNTAX, &BAD_HEAD);
    out->part = le_get32(bytes->p + 12);
    out->fingerprint = le_get64(bytes->p + 16);
    out->name = span_make(bytes->p + HEAD_BYTES, name);
    *bytes = span_skip(*bytes, HEAD_BYTES + name + SUM_BYTES);
    return STATUS_OK;
}

static uint64_t block_sum(const char *head, struct span coded)
{
    XXH64_hash_t sum = XXH3_64bits(head, BLOCK_SUM_AT);
    return XXH3_64bits_withSeed(coded.p, coded.n, sum);
}

enum status games_block_get(struct span *bytes, struct games_block *out, struct err *err)
{
    const char *head = bytes->p;
    uint32_t coded = bytes->n >= GAMES_BLOCK_HEAD_BYTES ? le_get32(head + 4) : 0;
    bool marked = bytes->n >= GAMES_BLOCK_HEAD_BYTES && memcmp(head, BLOCK_MAGIC, 4) == 0;
    if (!marked || coded > bytes->n - GAMES_BLOCK_HEAD_BYTES) {
        bool cut = marked || bytes->n < GAMES_BLOCK_HEAD_BYTES;
        *bytes = span_skip(*bytes, bytes->n);
        return err_plain(err, STATUS_SYNTAX, cut ? &CUT_BLOCK : &BAD_BLOCK);
    }
    *out = (struct games_block){.first = le_get64(head + 24),
                                .games = le_get32(head + 8),
                                .plies = le_get32(head + 12),
                                .valued = le_get32(head + 16),
                                .coded = span_make(head + GAMES_BLOCK_HEAD_BYTES, coded)};
    *bytes = span_skip(*bytes, GAMES_BLOCK_HEAD_BYTES + coded);
    if (block_sum(head, out->coded) != le_get64(head + BLOCK_SUM_AT) ||
        out->games > GAMES_BLOCK_MOST || out->plies / MOST_PLIES_A_BYTE > coded)
        return err_plain(err, STATUS_SYNTAX, &BAD_BLOCK);
    return STATUS_OK;
}

/* --- Reading the games of blocks -------------------------------------------------------------- */

enum status games_block_reader_open(struct games_block_reader *r, struct err *err)
{
    r->coder = games_coder_make();
    return r->coder ? STATUS_OK : err_nomem(err);
}

void games_block_reader_close(struct games_block_reader *r)
{
    games_coder_free(r->coder);
    r->coder = NULL;
}

enum status games_block_reader_read(struct games_block_reader *r, const struct games_block *block,
                                    enum status (*each)(void *ctx, const struct coded_game *game,
                                                        struct err *err),
                                    void *ctx, struct err *err)
{
    enum status status = STATUS_OK;
    uint64_t left = block->plies;
    games_coder_read(r->coder, block->coded);
    for (uint32_t i = 0; i < block->games && status == STATUS_OK; i++) {
        status = games_coder_code(r->coder, &r->game, err);
        if (status == STATUS_OK && r->game.plies > left)
            status = err_plain(err, STATUS_SYNTAX, &BAD_BLOCK);
        left -= status == STATUS_OK ? r->game.plies : 0;
        if (status == STATUS_OK)
            status = each(ctx, &r->game, err);
    }
    return status;
}

/* --- Writing blocks --------------------------------------------------------------------------- */

enum status coded_game_of_record(const struct record *rec, struct coded_game *g, struct err *err)
{
    if (rec->game != &shogi_game)
        return err_plain(err, STATUS_UNSUPPORTED, &OTHER_GAME);
    enum status status = shogi_sfen_parse(&g->start, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (status != STATUS_OK)
        return status;
    uint32_t node = rec->nodes[0].child;
    g->start_ply = rec->start_ply;
    for (g->plies = 0; node && rec->nodes[node].move; node = rec->nodes[node].child, g->plies++) {
        if (g->plies >= CODED_GAME_MOST_PLIES)
            return err_set(err, STATUS_LIMIT, &TOO_LONG, SPAN_U64(CODED_GAME_MOST_PLIES),
                           (struct span){0});
        g->moves[g->plies] = (shogi_move)rec->nodes[node].move;
        g->values[g->plies] = record_note_at(rec, node)->value;
    }
    g->end = rec->end;
    g->end_seat = node ? record_note_at(rec, node)->end_seat : -1;
    g->points[0] = rec->points[0];
    g->points[1] = rec->points[1];
    return STATUS_OK;
}

static void begin_block(struct games_block_writer *w)
{
    w->games = w->plies = w->valued = 0;
    buf_clear(&w->coded);
    games_coder_write(w->coder, &w->coded);
}

enum status games_block_writer_open(struct games_block_writer *w, struct err *err)
{
    buf_init(&w->coded, CODED_MOST);
    w->coder = games_coder_make();
    if (!w->coder)
        return err_nomem(err);
    begin_block(w);
    return STATUS_OK;
}

void games_block_writer_close(struct games_block_writer *w)
{
    games_coder_free(w->coder);
    w->coder = NULL;
    buf_release(&w->coded);
}

enum status games_block_writer_add(struct games_block_writer *w, const struct record *rec,
                                   uint64_t number, struct err *err)
{
    struct coded_game *g = &w->game;
    enum status status = coded_game_of_record(rec, g, err);
    if (status == STATUS_OK)
        status = games_coder_code(w->coder, g, err);
    if (status != STATUS_OK)
        return status;
    if (w->games++ == 0)
        w->first = number;
    w->plies += g->plies;
    for (uint32_t i = 0; i < g->plies; i++)
        w->valued += g->values[i].kind != VALUE_NONE;
    return STATUS_OK;
}

enum status games_block_writer_end(struct games_block_writer *w, struct buf *out, struct err *err)
{
    unsigned char head[GAMES_BLOCK_HEAD_BYTES] = {0};
    games_coder_flush(w->coder);
    if (buf_status(&w->coded) != STATUS_OK)
        return err_nomem(err);
    memcpy(head, BLOCK_MAGIC, 4);
    le_put32(head + 4, (uint32_t)w->coded.n);
    le_put32(head + 8, w->games);
    le_put32(head + 12, w->plies);
    le_put32(head + 16, w->valued);
    le_put64(head + 24, w->first);
    le_put64(head + BLOCK_SUM_AT, block_sum((const char *)head, buf_span(&w->coded)));
    buf_add(out, head, sizeof head);
    buf_add_span(out, buf_span(&w->coded));
    begin_block(w);
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* --- The format ------------------------------------------------------------------------------- */

struct games_format_reader {
    struct reader *r;
    const char *at; /* the present block */
    struct games_head head;
    struct games_block_reader games;
    struct buf text;
};

static int games_probe(struct span head)
{
    return games_file_probe(head) ? 100 : 0;
}

static enum status read_moves(struct games_format_reader *f, const struct coded_game *g)
{
    struct shogi_line *line = &f->r->line;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < g->plies && status == STATUS_OK; i++) {
        status = shogi_line_move(line, g->moves[i]);
        if (status != STATUS_OK || g->values[i].kind == VALUE_NONE)
            continue;
        buf_clear(&f->text);
        record_value_print(g->values[i], &f->text);
        if (buf_status(&f->text) != STATUS_OK || !shogi_line_comment(line, buf_span(&f->text)))
            status = STATUS_NOMEM;
    }
    if (status == STATUS_OK && g->end != END_NONE)
        status = shogi_line_end(line, g->end, g->end_seat, (struct span){0});
    return status;
}

static enum status read_game(void *ctx, const struct coded_game *g, struct err *err)
{
    struct games_format_reader *f = ctx;
    enum status status = reader_begin(f->r, f->at, err);
    if (status != STATUS_OK)
        return status;
    struct record *rec = f->r->rec;
    rec->start_ply = g->start_ply;
    rec->points[0] = g->points[0];
    rec->points[1] = g->points[1];
    status = shogi_line_start(&f->r->line, &g->start);
    for (int seat = 0; seat < 2 && f->head.name.n && status == STATUS_OK; seat++)
        status = record_add_header(rec, (enum record_header_id)(HEADER_PLAYER + seat), SPAN(""),
                                   f->head.name);
    if (status == STATUS_OK)
        status = read_moves(f, g);
    return status == STATUS_OK ? reader_emit(f->r, err) : err_nomem(err);
}

/* A block that cannot be read is a record that has nothing but its problem. */
static enum status reject_block(struct games_format_reader *f, const struct err *why,
                                struct err *err)
{
    struct shogi_pos start;
    shogi_pos_start(&start);
    enum status status = reader_begin(f->r, f->at, err);
    if (status != STATUS_OK)
        return status;
    if (shogi_line_start(&f->r->line, &start) != STATUS_OK)
        return err_nomem(err);
    reader_problem_at(f->r, PROBLEM_REJECTED, why, f->at, 1);
    return reader_emit(f->r, err);
}

static enum status read_blocks(struct games_format_reader *f, struct span rest, struct err *err)
{
    enum status status = STATUS_OK;
    while (rest.n && status == STATUS_OK) {
        struct games_block block;
        struct err why = {0};
        f->at = rest.p;
        enum status got = games_block_get(&rest, &block, &why);
        if (got == STATUS_OK)
            got = games_block_reader_read(&f->games, &block, read_game, f, &why);
        if (got == STATUS_SYNTAX || got == STATUS_ILLEGAL)
            status = reject_block(f, &why, err);
        else if (got != STATUS_OK) {
            *err = why;
            status = got;
        }
    }
    return status;
}

static enum status games_read(struct reader *r, struct err *err)
{
    struct games_format_reader f = {.r = r};
    struct span rest = r->text;
    struct err why;
    if (r->text.n > GAMES_FILE_MOST_BYTES)
        return reader_fail(r, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(GAMES_FILE_MOST_BYTES >> 20),
                           r->text.p, 1, err);
    enum status status = games_head_get(&rest, &f.head, &why);
    if (status != STATUS_OK)
        return reader_fail(r, status, why.what, span_of(why.arg[0]), r->text.p, 1, err);
    buf_init(&f.text, BUF_DEFAULT_MAX);
    status = games_block_reader_open(&f.games, err);
    if (status == STATUS_OK)
        status = read_blocks(&f, rest, err);
    games_block_reader_close(&f.games);
    buf_release(&f.text);
    return status;
}

const struct format games_format = {
    .name = "games",
    .title = {"self-play games with values", "評価値つきの自己対局"},
    .extensions = {"games"},
    .game = &shogi_game,
    .charset = CHARSET_UTF8,
    .bytes = true,
    .probe = games_probe,
    .read = games_read,
};

/* games_report.c: see games_report.h. */
#include "cmd/parts/games_report.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash_index.h"
#include "base/io/file.h"
#include "base/text/json.h"
#include "base/work/pool.h"
#include "formats/shogi/games_file.h"
#include "values/samples.h"

enum { DECIDED = 1500 /* hundredths of a pawn */ };

/* Nothing but numbers that are added up. */
struct games_figures {
    uint64_t games, plies, positions, quiet, decided;
    uint64_t black, white, draws;
    uint64_t damaged, blocks, bytes;
};
enum { FIGURES = sizeof(struct games_figures) / sizeof(uint64_t) };

/* A block, and what was counted in it. */
struct counted_block {
    bool ready;
    struct games_block coded;
    struct games_block_reader reader;
    struct games_figures sum;
    uint64_t *hashes; /* owned: of positions with a value */
    size_t hash_count, hash_cap;
    uint64_t *starts; /* owned: of the first of each game */
    size_t start_count, start_cap;
    uint32_t shortest, longest;
};

struct games_count {
    struct games_figures sum;
    uint64_t repeated, beginnings;
    uint32_t shortest, longest;
    struct hash_set seen, starts;
    struct buf name;
};

/* --- Counting --------------------------------------------------------------------------------- */

static bool keep(uint64_t **all, size_t *count, size_t *cap, uint64_t hash)
{
    uint64_t *grown = mem_grow(*all, *count, cap, SIZE_MAX / sizeof hash, sizeof hash);
    if (!grown)
        return false;
    *all = grown;
    grown[(*count)++] = hash;
    return true;
}

static void count_position(struct games_figures *s, const struct shogi_pos *pos, shogi_move m,
                           struct record_value value)
{
    int size = value.number < 0 ? -value.number : value.number;
    bool mate = value.kind == VALUE_MATE;
    s->positions++;
    s->decided += mate || size >= DECIDED;
    s->quiet += !mate && sample_is_quiet(pos, m);
}

static enum status count_game(void *ctx, const struct coded_game *g, struct err *err)
{
    struct counted_block *b = ctx;
    struct shogi_pos pos = g->start;
    struct shogi_undo undo;
    bool begun = false, room = true;
    b->sum.games++;
    b->sum.plies += g->plies;
    b->sum.black += g->points[0] == POINTS_WIN;
    b->sum.white += g->points[1] == POINTS_WIN;
    b->sum.draws += g->points[0] == POINTS_DRAW;
    b->shortest = g->plies < b->shortest ? g->plies : b->shortest;
    b->longest = g->plies > b->longest ? g->plies : b->longest;
    for (uint32_t i = 0; i < g->plies && room; i++) {
        if (g->values[i].kind != VALUE_NONE) {
            count_position(&b->sum, &pos, g->moves[i], g->values[i]);
            room = keep(&b->hashes, &b->hash_count, &b->hash_cap, pos.hash) &&
                   (begun || keep(&b->starts, &b->start_count, &b->start_cap, pos.hash));
            begun = true;
        }
        shogi_play(&pos, g->moves[i], &undo);
    }
    return room ? STATUS_OK : err_nomem(err);
}

static enum status count_block(void *ctx, void *item, unsigned worker, struct err *err)
{
    struct counted_block *b = item;
    (void)ctx;
    (void)worker;
    b->sum = (struct games_figures){.blocks = 1};
    b->hash_count = b->start_count = b->longest = 0;
    b->shortest = UINT32_MAX;
    enum status status = games_block_reader_read(&b->reader, &b->coded, count_game, b, err);
    b->sum.damaged = status == STATUS_SYNTAX || status == STATUS_ILLEGAL;
    return b->sum.damaged ? STATUS_OK : status;
}

static enum status add_block(void *ctx, void *item, struct err *err)
{
    struct games_count *c = ctx;
    const struct counted_block *b = item;
    uint64_t *to = (uint64_t *)&c->sum;
    const uint64_t *from = (const uint64_t *)&b->sum;
    bool room = true, is_new = true;
    for (int i = 0; i < FIGURES; i++)
        to[i] += from[i];
    for (size_t i = 0; i < b->hash_count && room; i++) {
        room = hash_set_add(&c->seen, b->hashes[i], &is_new);
        c->repeated += room && !is_new;
    }
    for (size_t i = 0; i < b->start_count && room; i++) {
        room = hash_set_add(&c->starts, b->starts[i], &is_new);
        c->beginnings += room && is_new;
    }
    c->shortest = b->shortest < c->shortest ? b->shortest : c->shortest;
    c->longest = b->longest > c->longest ? b->longest : c->longest;
    return room ? STATUS_OK : err_nomem(err);
}

static void release_block(void *ctx, void *item)
{
    struct counted_block *b = item;
    (void)ctx;
    games_block_reader_close(&b->reader);
    mem_free(b->hashes);
    mem_free(b->starts);
}

static enum status submit(struct pool *pool, const struct games_block *coded, struct err *err)
{
    void *slot;
    enum status status = pool_slot(pool, &slot, err);
    if (status != STATUS_OK)
        return status;
    struct counted_block *b = slot;
    b->coded = *coded;
    if (!b->ready)
        status = games_block_reader_open(&b->reader, err);
    b->ready = true;
    return status == STATUS_OK ? pool_submit(pool, err) : status;
}

static enum status count_blocks(struct games_count *c, struct pool *pool, struct span rest,
                                struct err *err)
{
    struct games_head head;
    c->sum.bytes = rest.n;
    enum status status = games_head_get(&rest, &head, err);
    if (status == STATUS_OK)
        buf_add_span(&c->name, head.name);
    while (rest.n && status == STATUS_OK) {
        struct games_block coded;
        struct err damage;
        if (games_block_get(&rest, &coded, &damage) == STATUS_OK)
            status = submit(pool, &coded, err);
        else
            c->sum.damaged++;
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

static enum status count_file(struct games_count *c, const char *path, struct err *err)
{
    const struct pool_ops ops = {.ctx = c,
                                 .item_bytes = sizeof(struct counted_block),
                                 .work = count_block,
                                 .consume = add_block,
                                 .release = release_block};
    struct pool *pool = NULL;
    struct buf bytes;
    buf_init(&bytes, GAMES_FILE_MOST_BYTES);
    enum status status = file_read(path, GAMES_FILE_MOST_BYTES, &bytes, err);
    if (status == STATUS_OK)
        status = pool_open(&pool, 0, &ops, err);
    if (status == STATUS_OK)
        status = count_blocks(c, pool, buf_span(&bytes), err);
    pool_close(pool);
    buf_release(&bytes);
    if (status != STATUS_OK && !err->file[0])
        err_in_file(err, span_of(path));
    return status;
}

/* --- Printing --------------------------------------------------------------------------------- */

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static void add_json(const struct games_count *c, struct buf *out)
{
    const struct games_figures *s = &c->sum;
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key(&j, "players");
    json_str(&j, buf_span(&c->name));
    json_key_u64(&j, "games", s->games);
    json_key_u64(&j, "plies", s->plies);
    json_key_u64(&j, "positions", s->positions);
    json_key_u64(&j, "quiet", s->quiet);
    json_key_u64(&j, "decided", s->decided);
    json_key_u64(&j, "repeated", c->repeated);
    json_key_u64(&j, "beginnings", c->beginnings);
    json_key_u64(&j, "black", s->black);
    json_key_u64(&j, "white", s->white);
    json_key_u64(&j, "draws", s->draws);
    json_key_u64(&j, "shortest", s->games ? c->shortest : 0);
    json_key_double(&j, "mean_plies", share(s->plies, s->games));
    json_key_u64(&j, "longest", c->longest);
    json_key_u64(&j, "blocks", s->blocks);
    json_key_u64(&j, "damaged_blocks", s->damaged);
    json_key_u64(&j, "bytes", s->bytes);
    json_key_double(&j, "bytes_per_position", share(s->bytes, s->positions));
    json_end(&j);
    json_line(&j);
}

static void add_text(const struct games_count *c, bool ja, struct buf *out)
{
    const struct games_figures *s = &c->sum;
    const struct {
        const char *en, *ja;
        uint64_t number, of;
    } ROWS[] = {
        {"  quiet       ", "　静かな局面　", s->quiet, s->positions},
        {"  decided     ", "　勝負がついた局面　", s->decided, s->positions},
        {"  repeated    ", "　既出の局面　", c->repeated, s->positions},
        {"won by Black  ", "先手勝ち　", s->black, s->games},
        {"won by White  ", "後手勝ち　", s->white, s->games},
        {"draws         ", "引き分け　", s->draws, s->games},
        {"beginnings    ", "開始局面の種類　", c->beginnings, s->games},
    };
    buf_printf(out, ja ? "対局者　%s\n" : "players       %s\n", c->name.n ? c->name.p : "");
    buf_printf(out, ja ? "棋譜　%llu\n" : "games         %llu\n", (unsigned long long)s->games);
    buf_printf(out,
               ja ? "手数　%llu（最短 %u、平均 %.1f、最長 %u）\n"
                  : "plies         %llu (shortest %u, mean %.1f, longest %u)\n",
               (unsigned long long)s->plies, s->games ? c->shortest : 0, share(s->plies, s->games),
               c->longest);
    buf_printf(out, ja ? "評価値のある局面　%llu\n" : "positions     %llu with a value\n",
               (unsigned long long)s->positions);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        buf_printf(out, ja ? "%s%llu（%.1f %%）\n" : "%s%llu (%.1f %%)\n",
                   ja ? ROWS[i].ja : ROWS[i].en, (unsigned long long)ROWS[i].number,
                   100 * share(ROWS[i].number, ROWS[i].of));
    buf_printf(out,
               ja ? "バイト数　%llu（1局面 %.2f）\n" : "bytes         %llu (%.2f a position)\n",
               (unsigned long long)s->bytes, share(s->bytes, s->positions));
    if (s->damaged)
        buf_printf(out, ja ? "壊れたブロック　%llu\n" : "damaged       %llu blocks\n",
                   (unsigned long long)s->damaged);
}

int games_report(struct cmd_env *env, const char *path)
{
    struct games_count c = {.shortest = UINT32_MAX};
    struct err err = {0};
    struct buf out;
    buf_init(&c.name, BUF_DEFAULT_MAX);
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status status = count_file(&c, path, &err);
    if (status == STATUS_OK)
        (void)buf_cstr(&c.name);
    if (status == STATUS_OK && env->json)
        add_json(&c, &out);
    else if (status == STATUS_OK)
        add_text(&c, env->lang == LANG_JA, &out);
    int code = status != STATUS_OK ? cmd_fail(env, &err) : cmd_print(env, &out);
    if (code == CMD_OK && c.sum.damaged)
        code = CMD_ERROR;
    hash_set_release(&c.seen);
    hash_set_release(&c.starts);
    buf_release(&c.name);
    buf_release(&out);
    return code;
}

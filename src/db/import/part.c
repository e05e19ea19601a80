/* part.c: see part.h. */
#include "db/import/part.h"

#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "store/entry.h"
#include "store/fingerprints.h"
#include "store/record_codec.h"

enum { ROW_BYTES = 64 };

static const struct msg OTHER_INPUT = {"this part was made from other input",
                                       "別の入力から作られた部分です"};
static const struct msg BAD_TABLE = {"the tables of this part do not match",
                                     "部分の表が一致しません"};
static const struct msg BAD_BODY = {"a game of this part is damaged", "部分の棋譜が壊れています"};
static const struct msg TOO_MUCH = {"the part is full", "部分の上限を超えました"};

/* --- Games ----------------------------------------------------------------------------------- */

uint8_t part_game_number(const struct game *game)
{
    uint8_t n = 0;
    while (all_games[n] && all_games[n] != game)
        n++;
    return n;
}

const struct game *part_game_of(uint8_t number)
{
    for (uint8_t n = 0; all_games[n]; n++)
        if (n == number)
            return all_games[n];
    return NULL;
}

void part_key(const struct record *rec, uint64_t key[2])
{
    enum { BLOCK = 64 };
    char block[BLOCK * 8];
    size_t n = 0;
    struct span start = record_start_text(rec);
    XXH128_hash_t h =
        XXH3_128bits_withSeed(start.n ? start.p : "", start.n, part_game_number(rec->game));
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move;
         node = rec->nodes[node].child) {
        le_put64(block + 8 * n++, rec->nodes[node].move);
        if (n < BLOCK)
            continue;
        uint64_t high = h.high64;
        h = XXH3_128bits_withSeed(block, 8 * n, h.low64);
        h.high64 += high;
        n = 0;
    }
    uint64_t high = h.high64;
    h = XXH3_128bits_withSeed(block, 8 * n, h.low64);
    key[0] = h.low64;
    key[1] = h.high64 + high;
}

/* --- Writing --------------------------------------------------------------------------------- */

enum status part_writer_open(struct part_writer *w, const char *path, struct err *err)
{
    *w = (struct part_writer){0};
    buf_init(&w->games, SIZE_MAX / 2);
    buf_init(&w->files, SIZE_MAX / 2);
    buf_init(&w->remarks, SIZE_MAX / 2);
    buf_init(&w->body, SIZE_MAX / 2);
    enum status st = segment_writer_open(&w->file, path, err);
    if (st == STATUS_OK)
        st = segment_writer_begin(&w->file, "bodies", err);
    if (st != STATUS_OK)
        part_writer_abort(w);
    return st;
}

static void release(struct part_writer *w)
{
    buf_release(&w->games);
    buf_release(&w->files);
    buf_release(&w->remarks);
    buf_release(&w->body);
}

void part_writer_abort(struct part_writer *w)
{
    segment_writer_abort(&w->file);
    release(w);
}

static enum status add_body(struct part_writer *w, const struct record *rec, struct span entry,
                            uint32_t plies, struct err *err)
{
    buf_clear(&w->body);
    varint_put(&w->body, entry.n);
    buf_add_span(&w->body, entry);
    varint_put(&w->body, plies);
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move;
         node = rec->nodes[node].child)
        varint_put(&w->body, rec->nodes[node].move);
    if (buf_status(&w->body) != STATUS_OK)
        return err_nomem(err);
    if (w->body.n > UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MUCH);
    return segment_writer_add(&w->file, buf_span(&w->body), err);
}

enum status part_writer_game(struct part_writer *w, const struct part_game *game,
                             const struct record *rec, struct span entry, struct span remark,
                             struct err *err)
{
    char row[ROW_BYTES] = {0};
    enum status st = STATUS_OK;
    w->body.n = 0;
    if (rec)
        st = add_body(w, rec, entry, game->plies, err);
    if (st != STATUS_OK)
        return st;
    if (remark.n > UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MUCH);
    le_put64(row, w->body_bytes);
    le_put32(row + 8, (uint32_t)w->body.n);
    le_put32(row + 12, (uint32_t)remark.n);
    le_put64(row + 16, game->key[0]);
    le_put64(row + 24, game->key[1]);
    le_put64(row + 32, game->source_hash);
    memcpy(row + 40, game->points, GAME_MAX_SEATS);
    le_put32(row + 44, game->plies);
    le_put32(row + 48, game->existing);
    row[52] = (char)game->game;
    row[53] = (char)game->flags;
    w->body_bytes += w->body.n;
    w->file_games++;
    buf_add(&w->games, row, sizeof row);
    buf_add_span(&w->remarks, remark);
    return buf_status(&w->games) == STATUS_OK && buf_status(&w->remarks) == STATUS_OK
               ? STATUS_OK
               : err_nomem(err);
}

enum status part_writer_file(struct part_writer *w, const struct part_file *file,
                             struct span remark, struct err *err)
{
    char row[ROW_BYTES] = {0};
    if (remark.n > UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MUCH);
    le_put64(row, file->hash.low);
    le_put64(row + 8, file->hash.high);
    le_put64(row + 16, file->bytes);
    le_put32(row + 24, w->file_games);
    le_put32(row + 28, (uint32_t)remark.n);
    le_put32(row + 32, file->flags);
    le_put32(row + 36, file->known.games);
    le_put32(row + 40, file->known.partial);
    le_put64(row + 48, file->known.plies);
    w->file_games = 0;
    buf_add(&w->files, row, sizeof row);
    buf_add_span(&w->remarks, remark);
    return buf_status(&w->files) == STATUS_OK && buf_status(&w->remarks) == STATUS_OK
               ? STATUS_OK
               : err_nomem(err);
}

enum status part_writer_commit(struct part_writer *w, struct span ident, bool last, struct err *err)
{
    char word[4];
    le_put32(word, last);
    enum status st = segment_writer_end(&w->file, err);
    if (st == STATUS_OK)
        st = segment_writer_section(&w->file, "ident", ident, err);
    if (st == STATUS_OK)
        st = segment_writer_section(&w->file, "last", span_make(word, sizeof word), err);
    if (st == STATUS_OK)
        st = segment_writer_section(&w->file, "files", buf_span(&w->files), err);
    if (st == STATUS_OK)
        st = segment_writer_section(&w->file, "games", buf_span(&w->games), err);
    if (st == STATUS_OK)
        st = segment_writer_section(&w->file, "remarks", buf_span(&w->remarks), err);
    if (st == STATUS_OK)
        st = segment_writer_commit(&w->file, err);
    else
        segment_writer_abort(&w->file);
    release(w);
    return st;
}

/* --- Opening --------------------------------------------------------------------------------- */

static enum status bad_table(const struct part *p, struct span at, struct err *err)
{
    return segment_damaged(&p->segment, at.p, &BAD_TABLE, err);
}

static void read_file(const char *row, struct part_file *f)
{
    *f = (struct part_file){.hash = {le_get64(row), le_get64(row + 8)},
                            .bytes = le_get64(row + 16),
                            .games = le_get32(row + 24),
                            .remark_bytes = le_get32(row + 28),
                            .flags = le_get32(row + 32),
                            .known = {.games = le_get32(row + 36),
                                      .partial = le_get32(row + 40),
                                      .plies = le_get64(row + 48)}};
    f->known.hash = f->hash;
}

void part_game_at(const struct part *p, uint32_t number, struct part_game *out)
{
    const char *row = p->games.p + (size_t)number * ROW_BYTES;
    *out = (struct part_game){.body_at = le_get64(row),
                              .body_bytes = le_get32(row + 8),
                              .remark_bytes = le_get32(row + 12),
                              .key = {le_get64(row + 16), le_get64(row + 24)},
                              .source_hash = le_get64(row + 32),
                              .plies = le_get32(row + 44),
                              .existing = le_get32(row + 48),
                              .game = (uint8_t)row[52],
                              .flags = (uint8_t)row[53]};
    memcpy(out->points, row + 40, GAME_MAX_SEATS);
}

static bool points_are_sound(const struct part_game *g)
{
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        if (g->points[seat] < POINTS_UNKNOWN || g->points[seat] > POINTS_WIN)
            return false;
    return true;
}

/* Bodies follow each other without gaps, and remarks do. */
static enum status place_games(struct part *p, const struct part_file *f, uint64_t *body,
                               uint64_t *remark, struct err *err)
{
    for (uint32_t i = f->first_game; i < f->first_game + f->games; i++) {
        struct part_game g;
        part_game_at(p, i, &g);
        bool rejected = g.flags & PART_GAME_REJECTED;
        if (g.body_at != *body || g.body_bytes > p->bodies.n - *body ||
            g.remark_bytes > p->remarks.n - *remark || (!rejected && !part_game_of(g.game)) ||
            !points_are_sound(&g))
            return bad_table(p, p->games, err);
        p->remark_at[i] = *remark;
        *body += g.body_bytes;
        *remark += g.remark_bytes;
    }
    return STATUS_OK;
}

static enum status place_files(struct part *p, struct span rows, struct err *err)
{
    uint64_t body = 0, remark = 0;
    uint32_t games = 0;
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < p->file_count && st == STATUS_OK; i++) {
        struct part_file *f = &p->files[i];
        read_file(rows.p + (size_t)i * ROW_BYTES, f);
        f->first_game = games;
        if (f->games > p->game_count - games)
            return bad_table(p, rows, err);
        games += f->games;
        st = place_games(p, f, &body, &remark, err);
        if (st == STATUS_OK && f->remark_bytes > p->remarks.n - remark)
            st = bad_table(p, rows, err);
        if (st != STATUS_OK)
            return st;
        f->remark = span_make(p->remarks.p + remark, f->remark_bytes);
        remark += f->remark_bytes;
    }
    if (st == STATUS_OK &&
        (games != p->game_count || body != p->bodies.n || remark != p->remarks.n))
        st = bad_table(p, rows, err);
    return st;
}

static enum status need_all(struct part *p, struct span ident, struct span *files, struct err *err)
{
    struct span mine, last;
    enum status st = segment_check(&p->segment, err);
    if (st == STATUS_OK)
        st = segment_need(&p->segment, "ident", &mine, err);
    if (st == STATUS_OK && !span_eq(mine, ident))
        st = segment_damaged(&p->segment, mine.p, &OTHER_INPUT, err);
    if (st == STATUS_OK)
        st = segment_need(&p->segment, "last", &last, err);
    if (st == STATUS_OK)
        st = segment_need(&p->segment, "files", files, err);
    if (st == STATUS_OK)
        st = segment_need(&p->segment, "games", &p->games, err);
    if (st == STATUS_OK)
        st = segment_need(&p->segment, "remarks", &p->remarks, err);
    if (st == STATUS_OK)
        st = segment_need(&p->segment, "bodies", &p->bodies, err);
    if (st != STATUS_OK)
        return st;
    if (last.n != 4 || le_get32(last.p) > 1 || files->n % ROW_BYTES || p->games.n % ROW_BYTES ||
        files->n / ROW_BYTES > UINT32_MAX - 1 || p->games.n / ROW_BYTES > UINT32_MAX - 1)
        return bad_table(p, last, err);
    p->last = le_get32(last.p);
    p->file_count = (uint32_t)(files->n / ROW_BYTES);
    p->game_count = (uint32_t)(p->games.n / ROW_BYTES);
    return STATUS_OK;
}

enum status part_open(struct part *p, const char *path, struct span ident, struct err *err)
{
    struct span files;
    *p = (struct part){0};
    enum status st = segment_open(&p->segment, path, err);
    if (st == STATUS_OK)
        st = need_all(p, ident, &files, err);
    if (st == STATUS_OK) {
        p->files = mem_calloc((size_t)p->file_count + 1, sizeof *p->files);
        p->remark_at = mem_calloc((size_t)p->game_count + 1, sizeof *p->remark_at);
        st = p->files && p->remark_at ? place_files(p, files, err) : err_nomem(err);
    }
    if (st != STATUS_OK)
        part_close(p);
    return st;
}

void part_close(struct part *p)
{
    segment_close(&p->segment);
    mem_free(p->files);
    mem_free(p->remark_at);
    *p = (struct part){0};
}

/* --- Reading --------------------------------------------------------------------------------- */

struct span part_game_remark(const struct part *p, uint32_t number)
{
    struct part_game g;
    part_game_at(p, number, &g);
    return span_make(p->remarks.p + p->remark_at[number], g.remark_bytes);
}

void part_reader_release(struct part_reader *r)
{
    if (r->ready) {
        record_release(&r->rec);
        arena_release(&r->arena);
    }
    mem_free(r->moves);
    *r = (struct part_reader){0};
}

static enum status read_moves(const struct part *p, struct span *body, uint32_t plies,
                              struct part_reader *r, struct err *err)
{
    uint64_t n, move;
    if (!varint_get(body, &n) || n != plies || n > body->n)
        return segment_damaged(&p->segment, body->p, &BAD_BODY, err);
    if (n >= r->move_cap) {
        game_move *grown = mem_realloc_array(r->moves, (size_t)n + 1, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        r->moves = grown;
        r->move_cap = (size_t)n + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!varint_get(body, &move) || !move)
            return segment_damaged(&p->segment, body->p, &BAD_BODY, err);
        r->moves[i] = move;
    }
    return body->n ? segment_damaged(&p->segment, body->p, &BAD_BODY, err) : STATUS_OK;
}

enum status part_record(const struct part *p, uint32_t number, const struct game *game,
                        struct part_reader *r, struct span *entry, struct err *err)
{
    struct part_game g;
    struct entry_view view;
    uint64_t n;
    part_game_at(p, number, &g);
    struct span body = span_make(p->bodies.p + g.body_at, g.body_bytes);
    if (!r->ready) {
        record_init(&r->rec);
        arena_init(&r->arena, SIZE_MAX / 2);
        r->ready = true;
    }
    if (!varint_get(&body, &n) || n > body.n)
        return segment_damaged(&p->segment, body.p, &BAD_BODY, err);
    *entry = span_make(body.p, (size_t)n);
    body = span_skip(body, (size_t)n);
    enum status st = read_moves(p, &body, g.plies, r, err);
    arena_reset(&r->arena);
    if (st == STATUS_OK)
        st = entry_parse(*entry, &r->arena, &view, err);
    if (st == STATUS_OK)
        st = record_decode(&r->rec, game, view.record, r->moves, g.plies, err);
    if (st == STATUS_SYNTAX)
        st = segment_damaged(&p->segment, entry->p, &BAD_BODY, err);
    return st;
}

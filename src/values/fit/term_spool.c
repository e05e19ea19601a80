/* term_spool.c: see term_spool.h. */
#define _POSIX_C_SOURCE 200809L
#include "values/fit/term_spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/work/pool.h"

enum {
    /* Some megabytes of coefficients for a worker. */
    PIECE_GAMES = 32,
    GAME_HEAD = 5,
    POSITION_HEAD = 4,
    COUNT_BIAS = 4,
    MOST_COUNT = 3,
    TERM_BITS = 13,
};
#define USUAL_BYTES ((size_t)4 << 30)

/* Words grow as games are walked through. */
struct spool_words {
    uint16_t *at;
    size_t count, cap;
};

struct spool_piece {
    uint32_t sheet, first, count; /* games */
    size_t at, words;             /* in the file */
    bool kept;
};

/* What a regression's worker holds of the piece it asked for last. */
struct spool_reader {
    struct spool_words words; /* of a piece that was counted anew */
    float *value;             /* coefficients */
    uint16_t *feature;
    uint32_t *first, *cluster;
    float *y;
    double *x;
    size_t coefficients, coefficient_cap, examples, example_cap;
};

struct spool_view {
    struct term_spool *spool;
    enum term_features features;
};

struct term_spool {
    const struct sheets *sheets;
    struct paper old;
    enum paper_terms set;
    unsigned held_out;
    uint32_t terms;
    uint32_t *game_base; /* by sheet: clusters count on through all of them */
    struct spool_piece *pieces;
    size_t piece_count;
    int fd;
    size_t file_words, budget_words;
    const uint16_t *map;
    struct spool_reader *readers;
    unsigned reader_count;
    uint8_t *phase;  /* by term */
    double *weights; /* by term: the old ones */
    struct spool_view views[2];
    atomic_uint_fast64_t recounts;
};

/* --- Walking along a game --------------------------------------------------------------------- */

static enum status bad_move(const struct term_walk *w, struct err *err)
{
    static const struct msg BAD_MOVE = {"game %1 contains an illegal move",
                                        "%1 番の棋譜に反則手があります"};
    err_set(err, STATUS_SYNTAX, &BAD_MOVE, SPAN_U64(game_id(&w->segment->lines, w->number)),
            (struct span){0});
    return db_segment_fault(w->segment, err);
}

enum status term_walk_begin(struct term_walk *w, const struct db_segment *segment, uint32_t number,
                            struct err *err)
{
    const struct lines *lines = &segment->lines;
    w->segment = segment;
    w->number = number;
    w->ply = 0;
    w->plies = line_plies(lines, number);
    struct span start = lines_start_text(lines, line_start(lines, number));
    shogi_pos_start(&w->pos);
    if (start.n && shogi_game.text.pos_parse(&w->pos, start, err) != STATUS_OK)
        return bad_move(w, err);
    return STATUS_OK;
}

enum status term_walk_move(const struct term_walk *w, shogi_move *m, struct err *err)
{
    game_move move = line_move(&w->segment->lines, w->number, w->ply);
    if (move > UINT16_MAX || !shogi_move_is_legal(&w->pos, (shogi_move)move))
        return bad_move(w, err);
    *m = (shogi_move)move;
    return STATUS_OK;
}

void term_walk_play(struct term_walk *w, shogi_move m)
{
    struct shogi_undo undo;
    shogi_play(&w->pos, m, &undo);
    w->ply++;
}

/* --- Counting --------------------------------------------------------------------------------- */

static bool words_room(struct spool_words *w, size_t more)
{
    if (w->count + more <= w->cap)
        return true;
    size_t cap = 2 * w->cap > w->count + more ? 2 * w->cap : w->count + more + (1 << 16);
    uint16_t *at = mem_realloc_array(w->at, cap, sizeof *at);
    if (!at)
        return false;
    w->at = at;
    w->cap = cap;
    return true;
}

static size_t pack_count(uint16_t *out, struct paper_count c)
{
    size_t n = 0;
    for (int left = c.count; left; n++) {
        int part = left > MOST_COUNT ? MOST_COUNT : left < -COUNT_BIAS ? -COUNT_BIAS : left;
        out[n] = (uint16_t)(c.term | (unsigned)(part + COUNT_BIAS) << TERM_BITS);
        left -= part;
    }
    return n;
}

static bool pack_position(const struct term_spool *s, const struct shogi_pos *pos,
                          struct spool_words *w)
{
    struct paper_count counts[PAPER_MOST_COEFFICIENTS];
    float factor[PAPER_PHASES], rest = 0;
    uint16_t halves[2];
    int whole;
    size_t n = paper_counts(s->old.rule, PAPER_TERMS_ALL, pos, counts, &whole);
    /* at most 127 / 3 entries for a count, and few are that large */
    if (!words_room(w, POSITION_HEAD + 43 * n))
        return false;
    size_t head = w->count, at = head + POSITION_HEAD;
    paper_factors(whole, factor);
    for (size_t i = 0; i < n; i++)
        if (counts[i].term < s->terms)
            at += pack_count(w->at + at, counts[i]);
        else
            rest += (float)(counts[i].count * s->weights[counts[i].term]) *
                    factor[s->phase[counts[i].term]];
    memcpy(halves, &rest, sizeof halves);
    w->at[head] = (uint16_t)whole;
    w->at[head + 1] = (uint16_t)(at - head - POSITION_HEAD);
    w->at[head + 2] = halves[0];
    w->at[head + 3] = halves[1];
    w->count = at;
    return true;
}

static bool has_chosen_row(const struct sheet *sheet, uint32_t number)
{
    uint64_t row = sheet_row(sheet, number), end = row + line_plies(&sheet->segment->lines, number);
    for (; row <= end; row++)
        if (sheet_has(sheet->chosen, row))
            return true;
    return false;
}

static enum status pack_game(const struct term_spool *s, const struct spool_piece *p,
                             uint32_t number, struct spool_words *w, struct err *err)
{
    const struct sheet *sheet = &s->sheets->at[p->sheet];
    uint64_t row = sheet_row(sheet, number);
    struct term_walk walk;
    shogi_move m = 0;
    if (!has_chosen_row(sheet, number) || sheet->points[number] > 2)
        return STATUS_OK;
    enum status status = term_walk_begin(&walk, sheet->segment, number, err);
    if (status == STATUS_OK && !words_room(w, GAME_HEAD))
        status = err_nomem(err);
    if (status != STATUS_OK)
        return status;
    size_t head = w->count;
    w->count += GAME_HEAD;
    while (status == STATUS_OK) {
        if (sheet_has(sheet->chosen, row + walk.ply) && !pack_position(s, &walk.pos, w))
            return err_nomem(err);
        if (walk.ply == walk.plies)
            break;
        status = term_walk_move(&walk, &m, err);
        if (status == STATUS_OK)
            term_walk_play(&walk, m);
    }
    size_t words = w->count - head - GAME_HEAD;
    w->at[head] = (uint16_t)words;
    w->at[head + 1] = (uint16_t)(words >> 16);
    w->at[head + 2] = (uint16_t)(number - p->first);
    w->at[head + 3] = sheet_is_held_out(sheet, number, s->held_out);
    w->at[head + 4] = sheet->points[number];
    return status;
}

static enum status pack_piece(const struct term_spool *s, const struct spool_piece *p,
                              struct spool_words *w, struct err *err)
{
    enum status status = STATUS_OK;
    w->count = 0;
    for (uint32_t i = 0; i < p->count && status == STATUS_OK; i++)
        status = pack_game(s, p, p->first + i, w, err);
    return status;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool reader_room(struct spool_reader *r, size_t coefficients)
{
    if (r->examples + 2 > r->example_cap) {
        size_t cap = 2 * r->example_cap + 4096;
        uint32_t *first = mem_realloc_array(r->first, cap, sizeof *first);
        r->first = first ? first : r->first;
        uint32_t *cluster = mem_realloc_array(r->cluster, cap, sizeof *cluster);
        r->cluster = cluster ? cluster : r->cluster;
        float *y = mem_realloc_array(r->y, cap, sizeof *y);
        r->y = y ? y : r->y;
        double *x = mem_realloc_array(r->x, cap, sizeof *x);
        r->x = x ? x : r->x;
        if (!first || !cluster || !y || !x)
            return false;
        r->example_cap = cap;
    }
    if (r->coefficients + coefficients > r->coefficient_cap) {
        size_t cap = 2 * r->coefficient_cap + coefficients + (1 << 16);
        float *value = mem_realloc_array(r->value, cap, sizeof *value);
        r->value = value ? value : r->value;
        uint16_t *feature = mem_realloc_array(r->feature, cap, sizeof *feature);
        r->feature = feature ? feature : r->feature;
        if (!value || !feature)
            return false;
        r->coefficient_cap = cap;
    }
    return true;
}

/* Appends the coefficients of a position; entries of one term follow each other. */
static void read_terms(const struct term_spool *s, const uint16_t *head, struct spool_reader *r)
{
    const uint16_t *entry = head + POSITION_HEAD;
    size_t n = r->coefficients, entries = head[1];
    float factor[PAPER_PHASES];
    uint32_t last = UINT32_MAX;
    paper_factors(head[0], factor);
    for (size_t i = 0; i < entries; i++) {
        uint32_t term = entry[i] & ((1U << TERM_BITS) - 1);
        float value = (float)((int)(entry[i] >> TERM_BITS) - COUNT_BIAS) * factor[s->phase[term]];
        if (term == last) {
            r->value[n - 1] += value;
            continue;
        }
        r->feature[n] = (uint16_t)term;
        r->value[n++] = value;
        last = term;
    }
    r->coefficients = n;
}

static float rest_of(const uint16_t *head)
{
    float rest;
    memcpy(&rest, head + 2, sizeof rest);
    return rest / TERM_PAWN;
}

static bool leaves_weights_out(const struct term_spool *s)
{
    return s->set != PAPER_TERMS_ALL;
}

static bool read_position(const struct term_spool *s, enum term_features features,
                          const uint16_t *head, struct spool_reader *r)
{
    if (!reader_room(r, (size_t)head[1] + 1))
        return false;
    size_t from = r->first[r->examples] = (uint32_t)r->coefficients;
    read_terms(s, head, r);
    if (features == TERM_FEATURE_VALUE) {
        double sum = rest_of(head);
        for (size_t i = from; i < r->coefficients; i++)
            sum += r->value[i] * s->weights[r->feature[i]] / TERM_PAWN;
        r->x[r->examples] = sum;
        r->coefficients = from;
    } else if (leaves_weights_out(s)) {
        r->feature[r->coefficients] = (uint16_t)s->terms;
        r->value[r->coefficients++] = rest_of(head);
    }
    return true;
}

static bool read_game(const struct term_spool *s, enum term_features features, uint32_t base,
                      const uint16_t *head, const uint16_t *end, struct spool_reader *r)
{
    for (const uint16_t *at = head + GAME_HEAD; at < end; at += POSITION_HEAD + at[1]) {
        if (!read_position(s, features, at, r))
            return false;
        r->y[r->examples] = (float)head[4] / 2;
        r->cluster[r->examples++] = base + head[2];
    }
    return true;
}

/* From the file, or counted anew. */
static enum status find_words(struct term_spool *s, const struct spool_piece *p,
                              struct spool_reader *r, const uint16_t **at, size_t *words,
                              struct err *err)
{
    if (p->kept) {
        *at = s->map ? s->map + p->at : NULL;
        *words = s->map ? p->words : 0;
        return STATUS_OK;
    }
    atomic_fetch_add(&s->recounts, 1);
    enum status status = pack_piece(s, p, &r->words, err);
    *at = r->words.at;
    *words = r->words.at ? r->words.count : 0;
    return status;
}

static enum status read_piece(void *ctx, enum regression_part part, size_t number, unsigned worker,
                              struct regression_piece *out, struct err *err)
{
    const struct spool_view *view = ctx;
    struct term_spool *s = view->spool;
    const struct spool_piece *p = &s->pieces[number];
    struct spool_reader *r = &s->readers[worker];
    const uint16_t *at;
    size_t words;
    enum status status = find_words(s, p, r, &at, &words, err);
    r->examples = r->coefficients = 0;
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < words;) {
        size_t end = i + GAME_HEAD + at[i] + ((size_t)at[i + 1] << 16);
        if ((at[i + 3] == 1) == (part == REGRESSION_HELD_OUT) &&
            !read_game(s, view->features, s->game_base[p->sheet] + p->first, at + i, at + end, r))
            return err_nomem(err);
        i = end;
    }
    if (!reader_room(r, 0))
        return err_nomem(err);
    r->first[r->examples] = (uint32_t)r->coefficients;
    *out = (struct regression_piece){.count = r->examples, .y = r->y, .cluster = r->cluster};
    if (view->features == TERM_FEATURE_VALUE) {
        out->x = r->x;
    } else {
        out->sparse = r->value;
        out->feature = r->feature;
        out->first = r->first;
    }
    return STATUS_OK;
}

struct regression_source term_spool_source(struct term_spool *s, enum term_features features)
{
    return (struct regression_source){
        .ctx = &s->views[features],
        .features = features == TERM_FEATURE_VALUE ? 1 : s->terms + leaves_weights_out(s),
        .pieces = s->piece_count,
        .piece = read_piece};
}

uint64_t term_spool_recounts(const struct term_spool *s)
{
    return atomic_load(&s->recounts);
}

/* --- The file --------------------------------------------------------------------------------- */

struct spool_packer {
    struct term_spool *spool;
    const atomic_bool *cancelled;
};

struct pack_item {
    struct spool_piece *piece;
    struct spool_words words;
};

static enum status pack_work(void *ctx, void *item, unsigned worker, struct err *err)
{
    const struct spool_packer *p = ctx;
    struct pack_item *i = item;
    (void)worker;
    return pack_piece(p->spool, i->piece, &i->words, err);
}

static bool write_words(int fd, const struct spool_words *w)
{
    return file_write_fd(fd, span_make((const char *)w->at, w->count * sizeof *w->at));
}

/* If the disk is full, the rest is counted again when it is asked for. */
static enum status keep_piece(void *ctx, void *item, struct err *err)
{
    struct spool_packer *p = ctx;
    struct term_spool *s = p->spool;
    struct pack_item *i = item;
    if (p->cancelled && atomic_load(p->cancelled))
        return err_cancelled(err);
    if (s->file_words + i->words.count > s->budget_words || !write_words(s->fd, &i->words)) {
        s->budget_words = 0;
        return STATUS_OK;
    }
    i->piece->at = s->file_words;
    i->piece->words = i->words.count;
    i->piece->kept = true;
    s->file_words += i->words.count;
    return STATUS_OK;
}

static void pack_release(void *ctx, void *item)
{
    (void)ctx;
    mem_free(((struct pack_item *)item)->words.at);
}

static enum status open_file(struct term_spool *s, const char *folder, struct err *err)
{
    static const struct msg NO_FILE = {"cannot create a file in %1: %2",
                                       "%1 にファイルを作れません: %2"};
    struct buf path;
    enum status status;
    buf_init(&path, 1 << 16);
    buf_printf(&path, "%s/kifu-terms-XXXXXX", folder ? folder : "/tmp");
    buf_cstr(&path);
    status = buf_status(&path) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        s->fd = mkstemp(path.p);
    if (status == STATUS_OK && s->fd < 0)
        status = err_errno(err, errno, &NO_FILE, span_of(folder ? folder : "/tmp"));
    if (s->fd >= 0)
        unlink(path.p);
    buf_release(&path);
    return status;
}

/* Pieces are counted in order until the budget is spent. */
static enum status fill_file(struct term_spool *s, const struct term_fit_options *o,
                             struct err *err)
{
    struct spool_packer p = {.spool = s, .cancelled = o->cancelled};
    const struct pool_ops ops = {.ctx = &p,
                                 .item_bytes = sizeof(struct pack_item),
                                 .work = pack_work,
                                 .consume = keep_piece,
                                 .release = pack_release};
    struct pool *pool = NULL;
    enum status status = pool_open(&pool, o->threads, &ops, err);
    for (size_t i = 0; i < s->piece_count && status == STATUS_OK && s->budget_words; i++) {
        void *slot;
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        ((struct pack_item *)slot)->piece = &s->pieces[i];
        status = pool_submit(pool, err);
    }
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}

static enum status map_file(struct term_spool *s, struct err *err)
{
    static const struct msg NO_MAP = {"cannot map a temporary file: %2",
                                      "一時ファイルをメモリに割り当てられません: %2"};
    if (!s->file_words)
        return STATUS_OK;
    void *map = mmap(NULL, s->file_words * sizeof *s->map, PROT_READ, MAP_SHARED, s->fd, 0);
    if (map == MAP_FAILED)
        return err_errno(err, errno, &NO_MAP, (struct span){0});
    s->map = map;
    return STATUS_OK;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

static bool cut_into_pieces(struct term_spool *s)
{
    uint32_t base = 0;
    for (uint32_t i = 0; i < s->sheets->count; i++)
        s->piece_count += (s->sheets->at[i].games + PIECE_GAMES - 1) / PIECE_GAMES;
    s->pieces = mem_calloc(s->piece_count + 1, sizeof *s->pieces);
    s->game_base = mem_calloc(s->sheets->count + 1U, sizeof *s->game_base);
    if (!s->pieces || !s->game_base)
        return false;
    struct spool_piece *p = s->pieces;
    for (uint32_t i = 0; i < s->sheets->count; i++) {
        uint32_t games = s->sheets->at[i].games;
        s->game_base[i] = base;
        base += games;
        for (uint32_t first = 0; first < games; first += PIECE_GAMES)
            *p++ = (struct spool_piece){.sheet = i,
                                        .first = first,
                                        .count = games - first < PIECE_GAMES ? games - first
                                                                             : PIECE_GAMES};
    }
    return true;
}

static bool list_terms(struct term_spool *s)
{
    uint32_t all = paper_term_count(PAPER_TERMS_ALL);
    s->phase = mem_calloc(all, sizeof *s->phase);
    s->weights = mem_calloc(all, sizeof *s->weights);
    if (!s->phase || !s->weights)
        return false;
    for (uint32_t t = 0; t < all; t++) {
        s->phase[t] = (uint8_t)paper_term_phase(t);
        s->weights[t] = *paper_term_weight(&s->old, t);
    }
    return true;
}

enum status term_spool_open(struct term_spool **out, const struct sheets *sheets,
                            const struct term_fit_options *o, struct err *err)
{
    *out = NULL;
    struct term_spool *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    s->sheets = sheets;
    s->old = *o->old;
    s->set = (enum paper_terms)o->set;
    s->held_out = o->held_out;
    s->terms = paper_term_count(s->set);
    s->fd = -1;
    s->budget_words = (o->spool_bytes ? o->spool_bytes : USUAL_BYTES) / sizeof *s->map;
    s->reader_count = o->threads ? o->threads : pool_cpu_count();
    s->readers = mem_calloc(s->reader_count, sizeof *s->readers);
    for (int f = 0; f < 2; f++)
        s->views[f] = (struct spool_view){.spool = s, .features = (enum term_features)f};
    enum status status =
        s->readers && cut_into_pieces(s) && list_terms(s) ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = open_file(s, o->temporary, err);
    if (status == STATUS_OK)
        status = fill_file(s, o, err);
    if (status == STATUS_OK)
        status = map_file(s, err);
    if (status == STATUS_OK)
        *out = s;
    else
        term_spool_close(s);
    return status;
}

void term_spool_close(struct term_spool *s)
{
    if (!s)
        return;
    for (unsigned i = 0; i < s->reader_count && s->readers; i++) {
        mem_free(s->readers[i].words.at);
        mem_free(s->readers[i].value);
        mem_free(s->readers[i].feature);
        mem_free(s->readers[i].first);
        mem_free(s->readers[i].cluster);
        mem_free(s->readers[i].y);
        mem_free(s->readers[i].x);
    }
    mem_free(s->readers);
    mem_free(s->pieces);
    mem_free(s->game_base);
    mem_free(s->phase);
    mem_free(s->weights);
    if (s->map)
        munmap((void *)s->map, s->file_words * sizeof *s->map);
    if (s->fd >= 0)
        close(s->fd);
    mem_free(s);
}

/* mine.c: from databases to ranked sequences; see mine.h.
 *
 * Workers encode a few hundred games at a time, each lot as a corpus of its own; the caller's
 * thread joins these in the order of the games.  So the text is the same for any number of threads.
 */
#include "text/mine/mine.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "text/mine/mine_parts.h"
#include "text/mine/near_duplicates.h"

enum { PIECE_GAMES = 256, USUAL_SIZE = 19 };

/* --- Which games ------------------------------------------------------------------------------ */

struct line_list {
    struct mined_line *at;
    size_t count, cap;
};

static enum status list_line(struct line_list *list, const struct mined_line *line, struct err *err)
{
    struct mined_line *grown =
        mem_grow(list->at, list->count, &list->cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    list->at = grown;
    list->at[list->count++] = *line;
    return STATUS_OK;
}

static enum status list_segment(struct line_list *list, const struct db_segment *s,
                                struct mined_line line, enum game_part part, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t nth = 0; nth < s->lines.games && status == STATUS_OK; nth++) {
        line.number = lines_u32(s->lines.by_id, nth);
        line.id = game_id(&s->lines, line.number);
        if (!db_is_removed(s, line.number) && game_is_in_part(&s->lines, line.number, part))
            status = list_line(list, &line, err);
    }
    return status;
}

static enum status list_all(struct line_list *list, struct db *const *dbs, uint32_t count,
                            enum game_part part, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t db = 0; db < count; db++)
        for (uint32_t i = 0; i < dbs[db]->segment_count && status == STATUS_OK; i++)
            status = list_segment(list, &dbs[db]->segments[i],
                                  (struct mined_line){.db = db, .segment = i}, part, err);
    return status;
}

/* A game may have many hits. */
static enum status list_matching(struct line_list *list, struct db *const *dbs, uint32_t count,
                                 const struct query *q, const struct mine_options *opt,
                                 struct err *err)
{
    const struct search_options how = {.limit = UINT64_MAX,
                                       .threads = opt->threads,
                                       .cancelled = opt->cancelled,
                                       .values = opt->values,
                                       .own = opt->reduction != NULL};
    struct hits hits;
    enum status status = search_run(q, dbs, count, &how, &hits, err);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < hits.count && status == STATUS_OK; i++) {
        const struct hit *h = &hits.at[i];
        const struct mined_line line = {h->db, h->segment, h->number, h->id};
        if (game_is_in_part(&dbs[h->db]->segments[h->segment].lines, h->number, opt->part))
            status = list_line(list, &line, err);
    }
    hits_release(&hits);
    return status;
}

static int by_id(const void *a, const void *b)
{
    const struct mined_line *x = a, *y = b;
    if (x->db != y->db)
        return x->db < y->db ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* Segments hold ranges of ids, so that there is next to never anything to sort. */
static bool is_sorted(const struct line_list *list)
{
    for (size_t i = 1; i < list->count; i++)
        if (by_id(&list->at[i - 1], &list->at[i]) > 0)
            return false;
    return true;
}

static void sort_lines(struct line_list *list)
{
    size_t kept = 0;
    if (list->count && !is_sorted(list))
        qsort(list->at, list->count, sizeof *list->at, by_id);
    for (size_t i = 0; i < list->count; i++)
        if (!kept || by_id(&list->at[kept - 1], &list->at[i]) != 0)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

/* --- Their start positions -------------------------------------------------------------------- */

/* One for each thread: the usual start, and the last other one, for games with the same start often
 * come one after another. */
struct mine_starts {
    void *usual, *other; /* positions; owned */
    const struct lines *lines;
    uint32_t number; /* of the other one, among those of the lines */
};

static enum status starts_open(struct mine_starts *s, const struct game *game, struct err *err)
{
    *s = (struct mine_starts){.usual = mem_calloc(1, game->pos_bytes),
                              .other = mem_calloc(1, game->pos_bytes)};
    if (!s->usual || !s->other)
        return err_nomem(err);
    game->rules.pos_start(s->usual);
    return STATUS_OK;
}

static void starts_close(struct mine_starts *s)
{
    mem_free(s->usual);
    mem_free(s->other);
}

static enum status start_of(struct mine_starts *s, const struct db_segment *segment, uint32_t line,
                            const void **out, struct err *err)
{
    const struct lines *l = &segment->lines;
    const struct game *game = l->game;
    uint32_t number = line_start(l, line);
    struct span text = lines_start_text(l, number);
    *out = text.n ? s->other : s->usual;
    if (!text.n || (l == s->lines && number == s->number))
        return STATUS_OK;
    s->lines = NULL;
    enum status status = game->text.pos_parse(s->other, text, err);
    if (status != STATUS_OK)
        return status == STATUS_SYNTAX ? db_segment_fault(segment, err) : status;
    s->lines = l;
    s->number = number;
    return STATUS_OK;
}

/* Leaves the lines on boards of the size that is asked for. */
static enum status keep_size(struct line_list *list, struct db *const *dbs,
                             const struct mine_options *opt, struct err *err)
{
    const struct encoding *e = opt->encoding;
    int width = opt->width ? opt->width : USUAL_SIZE, height = opt->height ? opt->height : width;
    struct mine_starts starts;
    size_t kept = 0;
    if (!e->on_board)
        return STATUS_OK;
    enum status status = starts_open(&starts, e->game, err);
    for (size_t i = 0; i < list->count && status == STATUS_OK; i++) {
        const struct mined_line *line = &list->at[i];
        const void *start;
        status =
            start_of(&starts, &dbs[line->db]->segments[line->segment], line->number, &start, err);
        if (status == STATUS_OK && e->on_board(start, width, height))
            list->at[kept++] = *line;
    }
    list->count = kept;
    starts_close(&starts);
    return status;
}

static enum status check_games(struct db *const *dbs, uint32_t count, const struct encoding *e,
                               struct err *err)
{
    static const struct msg OTHER = {"%1 holds %2, which this encoding does not support",
                                     "%1 は %2 のデータベースで、この符号化では扱えません"};
    for (uint32_t i = 0; i < count; i++)
        if (dbs[i]->game != e->game)
            return err_set(err, STATUS_UNSUPPORTED, &OTHER, span_of(dbs[i]->path),
                           span_of(dbs[i]->game->name));
    return STATUS_OK;
}

static enum status too_many(uint32_t most, struct err *err)
{
    static const struct msg MORE = {"more than %1 games; use a narrower query",
                                    "棋譜が %1 局を超えています。検索式で絞ってください"};
    return err_set(err, STATUS_LIMIT, &MORE, SPAN_U64(most), SPAN(""));
}

static enum status list_lines(struct line_list *list, struct db *const *dbs, uint32_t count,
                              const struct query *q, const struct mine_options *opt,
                              struct err *err)
{
    enum status status = check_games(dbs, count, opt->encoding, err);
    if (status == STATUS_OK)
        status = q ? list_matching(list, dbs, count, q, opt, err)
                   : list_all(list, dbs, count, opt->part, err);
    if (q) /* each has found those of its own segments */
        list->at =
            reduction_join(opt->reduction, &status, list->at, &list->count, sizeof *list->at, err);
    if (status == STATUS_OK) {
        sort_lines(list);
        status = keep_size(list, dbs, opt, err);
    }
    if (status == STATUS_OK && opt->most_games && list->count > opt->most_games)
        status = too_many(opt->most_games, err);
    return reduction_agree(opt->reduction, status, err);
}

static const struct scorer *scorer_of(const struct mine_options *opt)
{
    return opt->scorer ? opt->scorer : scorer_by_name(span_of(opt->encoding->method));
}

/* --- Their text ------------------------------------------------------------------------------- */

/* What one thread needs. */
struct mine_worker {
    struct mine_starts starts;
    struct encoder *encoder;
    game_move *moves;
    size_t room; /* for moves */
    bool open;
};

struct mine_reader {
    struct mine_result *m;
    struct db *const *dbs;
    const struct mine_options *opt;
    struct mine_worker *workers;
    unsigned threads;
};

/* Some games in a row and their text. */
struct mine_piece {
    uint32_t from, to; /* lines */
    struct corpus corpus;
};

static enum status worker_open(struct mine_worker *w, const struct encoding *e, struct err *err)
{
    if (w->open)
        return STATUS_OK;
    w->open = true;
    enum status status = starts_open(&w->starts, e->game, err);
    if (status == STATUS_OK && e->open)
        status = e->open(&w->encoder, err);
    return status;
}

static void worker_close(struct mine_worker *w, const struct encoding *e)
{
    starts_close(&w->starts);
    mem_free(w->moves);
    if (w->encoder && e->close)
        e->close(w->encoder);
}

static enum status room_for_moves(struct mine_worker *w, uint32_t plies, struct err *err)
{
    if (plies <= w->room)
        return STATUS_OK;
    game_move *more = mem_realloc_array(w->moves, plies, sizeof *more);
    if (!more)
        return err_nomem(err);
    w->moves = more;
    w->room = plies;
    return STATUS_OK;
}

static enum status encode_line(const struct mine_reader *r, struct mine_worker *w, uint32_t line,
                               struct corpus *out, struct err *err)
{
    const struct mined_line *at = &r->m->lines[line];
    const struct db_segment *s = &r->dbs[at->db]->segments[at->segment];
    struct encoding_input in = {.count = line_plies(&s->lines, at->number), .line = line};
    enum status status = start_of(&w->starts, s, at->number, &in.start, err);
    if (status == STATUS_OK)
        status = line_status(&s->lines, at->number, err);
    if (status == STATUS_OK)
        status = room_for_moves(w, in.count, err);
    if (status != STATUS_OK)
        return status;
    if (in.count)
        line_moves(&s->lines, at->number, w->moves);
    in.moves = w->moves;
    status = r->opt->encoding->encode(w->encoder, &in, out, err);
    return status == STATUS_SYNTAX ? db_segment_fault(s, err) : status;
}

static enum status encode_piece(void *ctx, void *item, unsigned worker, struct err *err)
{
    const struct mine_reader *r = ctx;
    struct mine_piece *p = item;
    if (r->opt->cancelled && atomic_load(r->opt->cancelled))
        return err_cancelled(err);
    enum status status = worker_open(&r->workers[worker], r->opt->encoding, err);
    p->corpus.alphabet = r->opt->encoding->alphabet;
    p->corpus.gapless = r->opt->encoding->gapless;
    corpus_clear(&p->corpus);
    for (uint32_t line = p->from; line < p->to && status == STATUS_OK; line++)
        status = encode_line(r, &r->workers[worker], line, &p->corpus, err);
    return status;
}

static enum status join_piece(void *ctx, void *item, struct err *err)
{
    const struct mine_reader *r = ctx;
    const struct mine_piece *p = item;
    if (r->opt->progress)
        r->opt->progress(r->opt->progress_ctx, p->to, r->m->line_count);
    return corpus_append(&r->m->corpus, &p->corpus, err);
}

static void release_piece(void *ctx, void *item)
{
    (void)ctx;
    struct mine_piece *p = item;
    corpus_release(&p->corpus);
}

static enum status submit_pieces(const struct mine_reader *r, struct pool *pool, struct err *err)
{
    enum status status = STATUS_OK;
    uint64_t begin, end;
    reduction_range(r->opt->reduction, r->m->line_count, &begin, &end);
    for (uint32_t from = (uint32_t)begin; from < end && status == STATUS_OK;) {
        uint32_t left = (uint32_t)end - from;
        void *item;
        status = pool_slot(pool, &item, err);
        if (status != STATUS_OK)
            break;
        struct mine_piece *p = item;
        p->from = from;
        p->to = from += left < PIECE_GAMES ? left : PIECE_GAMES;
        status = pool_submit(pool, err);
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

static enum status encode_lines(struct mine_reader *r, struct err *err)
{
    const struct pool_ops ops = {.ctx = r,
                                 .item_bytes = sizeof(struct mine_piece),
                                 .work = encode_piece,
                                 .consume = join_piece,
                                 .release = release_piece};
    struct pool *pool = NULL;
    r->threads = r->opt->threads ? r->opt->threads : pool_cpu_count();
    if (r->threads > POOL_MAX_THREADS)
        r->threads = POOL_MAX_THREADS;
    r->workers = mem_calloc(r->threads, sizeof *r->workers);
    if (!r->workers)
        return err_nomem(err);
    enum status status = pool_open(&pool, r->threads, &ops, err);
    if (status == STATUS_OK)
        status = submit_pieces(r, pool, err);
    pool_close(pool);
    for (unsigned i = 0; r->workers && i < r->threads; i++)
        worker_close(&r->workers[i], r->opt->encoding);
    mem_free(r->workers);
    if (r->opt->reduction)
        return corpus_join(&r->m->corpus, scorer_of(r->opt)->needs_pauses, r->opt->reduction,
                           status, err);
    return status == STATUS_OK ? corpus_end(&r->m->corpus, err) : status;
}

/* --- Games that are there twice ---------------------------------------------------------------- */

static enum status drop_near_duplicates(struct mine_reader *r, struct near_duplicates *seen,
                                        struct mine_worker *w, struct err *err)
{
    struct mine_result *m = r->m;
    struct corpus game;
    uint32_t kept = 0;
    corpus_init(&game, r->opt->encoding->alphabet);
    enum status status = worker_open(w, r->opt->encoding, err);
    for (uint32_t line = 0; line < m->line_count && status == STATUS_OK; line++) {
        bool found = false;
        if (r->opt->cancelled && atomic_load(r->opt->cancelled))
            status = err_cancelled(err);
        corpus_clear(&game);
        if (status == STATUS_OK)
            status = encode_line(r, w, line, &game, err);
        if (status == STATUS_OK)
            status = near_duplicates_add(seen, &game, &found, err);
        if (status == STATUS_OK && !found)
            m->lines[kept++] = m->lines[line];
    }
    corpus_release(&game);
    m->near_duplicates = m->line_count - kept;
    m->line_count = kept;
    return status;
}

/* Every part of a cluster has all lines, and leaves out the same. */
static enum status leave_out_near_duplicates(struct mine_result *m, struct db *const *dbs,
                                             const struct mine_options *opt, struct err *err)
{
    struct mine_options ordered = *opt;
    struct mine_reader reading = {.m = m, .dbs = dbs, .opt = &ordered};
    struct mine_worker worker = {0};
    struct near_duplicates *seen = NULL;
    ordered.encoding = encoding_ordered(opt->encoding->game);
    if (!opt->drop_near_duplicates || !ordered.encoding)
        return STATUS_OK;
    enum status status = near_duplicates_open(&seen, err);
    if (status == STATUS_OK)
        status = drop_near_duplicates(&reading, seen, &worker, err);
    near_duplicates_close(seen);
    worker_close(&worker, ordered.encoding);
    return status;
}

void mine_begin_stage(const struct mine_options *opt, enum mine_stage stage)
{
    if (opt->stage)
        opt->stage(opt->progress_ctx, stage);
}

static enum status number_plies(struct mine_result *m, struct err *err)
{
    uint32_t longest = 0;
    if (!m->corpus.gapless)
        return STATUS_OK;
    for (uint32_t i = 0; i < m->corpus.sentence_count; i++)
        if (m->corpus.sentences[i].count > longest)
            longest = m->corpus.sentences[i].count;
    m->plies = mem_alloc(((size_t)longest + 1) * sizeof *m->plies);
    if (!m->plies)
        return err_nomem(err);
    for (uint32_t ply = 0; ply <= longest; ply++)
        m->plies[ply] = ply;
    return STATUS_OK;
}

enum status mine_read(struct mine_result *m, struct db *const *dbs, uint32_t count,
                      const struct query *q, const struct mine_options *opt, struct err *err)
{
    struct line_list list = {0};
    struct mine_reader reading = {.m = m, .dbs = dbs, .opt = opt};
    mine_begin_stage(opt, MINE_READING);
    *m = (struct mine_result){.encoding = opt->encoding};
    corpus_init(&m->corpus, opt->encoding->alphabet);
    m->corpus.gapless = opt->encoding->gapless;
    enum status status = list_lines(&list, dbs, count, q, opt, err);
    m->lines = list.at;
    m->line_count = (uint32_t)list.count;
    if (status == STATUS_OK)
        status = reduction_agree(opt->reduction, leave_out_near_duplicates(m, dbs, opt, err), err);
    if (status == STATUS_OK)
        status = encode_lines(&reading, err);
    if (status == STATUS_OK)
        status = number_plies(m, err);
    if (status != STATUS_OK)
        mine_result_release(m);
    return status;
}

static enum status mine_alone(struct mine_result *m, const struct scorer *scorer,
                              const struct mine_options *opt, struct err *err)
{
    mine_begin_stage(opt, MINE_SORTING);
    enum status status = substring_index_build(&m->index, &m->corpus, opt->cancelled, err);
    if (status != STATUS_OK)
        return status;
    mine_begin_stage(opt, MINE_SCORING);
    return scorer->run(&m->index, &opt->scoring, &m->found, err);
}

enum status mine_run(struct mine_result *m, struct db *const *dbs, uint32_t count,
                     const struct query *q, const struct mine_options *opt, struct err *err)
{
    enum status status = mine_read(m, dbs, count, q, opt, err);
    if (status != STATUS_OK)
        return status;
    status = opt->reduction ? mine_run_parts(m, scorer_of(opt), opt, err)
                            : mine_alone(m, scorer_of(opt), opt, err);
    if (status != STATUS_OK)
        mine_result_release(m);
    return status;
}

void mine_result_release(struct mine_result *m)
{
    sequences_release(&m->found);
    substring_index_release(&m->index);
    corpus_release(&m->corpus);
    mem_free(m->plies);
    mem_free(m->lines);
    *m = (struct mine_result){0};
}

static bool has_lead(const struct mine_result *m, const struct sequence *s)
{
    return m->encoding->leads && m->encoding->leads(m->corpus.text[m->index.order[s->from]]);
}

uint32_t sequence_plies(const struct mine_result *m, const struct sequence *s)
{
    return s->length + has_lead(m, s);
}

struct occurrence_in_line sequence_occurrence(const struct mine_result *m, const struct sequence *s,
                                              uint32_t i)
{
    uint32_t at = m->index.order[s->from + i];
    const struct sentence *in = corpus_sentence(&m->corpus, at);
    return (struct occurrence_in_line){in->line, m->plies ? &m->plies[at - in->first]
                                                          : &m->corpus.ply[at - has_lead(m, s)]};
}

/* --- Processes ------------------------------------------------------------------------------------ */

/* A sequence, and a hash of how the coarser encoding would write it. */
struct coarse_sequence {
    uint64_t hash;
    uint32_t number;
};

static uint32_t coarse_symbol(const struct mine_result *m, const struct encoding *e,
                              const struct sequence *s, uint32_t i)
{
    return e->coarser(m->corpus.text[m->index.order[s->from] + i]);
}

static uint64_t coarse_hash(const struct mine_result *m, const struct encoding *e,
                            const struct sequence *s)
{
    uint64_t hash = s->length;
    for (uint32_t i = 0; i < s->length; i++) {
        hash = (hash ^ coarse_symbol(m, e, s, i)) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool coarse_equal(const struct mine_result *m, const struct encoding *e,
                         const struct sequence *a, const struct sequence *b)
{
    uint32_t i = 0;
    if (a->length != b->length)
        return false;
    while (i < a->length && coarse_symbol(m, e, a, i) == coarse_symbol(m, e, b, i))
        i++;
    return i == a->length;
}

static int by_hash(const void *a, const void *b)
{
    const struct coarse_sequence *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Those of one hash stand together, the best first; nearly always they are all equal. */
static void share_order(const struct mine_result *m, const struct encoding *e,
                        const struct coarse_sequence *list, uint32_t *orders)
{
    const struct sequence *found = m->found.at;
    for (size_t i = 1, head = 0; i < m->found.count; i++) {
        if (list[i].hash != list[head].hash) {
            head = i;
            continue;
        }
        for (size_t k = head; k < i; k++)
            if (coarse_equal(m, e, &found[list[k].number], &found[list[i].number])) {
                orders[list[i].number] = orders[list[k].number];
                break;
            }
    }
}

enum status mine_correct_order(const struct mine_result *m, uint32_t *orders, struct err *err)
{
    const struct encoding *e = m->encoding;
    size_t count = m->found.count;
    for (size_t i = 0; i < count; i++)
        orders[i] = (uint32_t)i + 1;
    if (!e->coarser || !count)
        return STATUS_OK;
    struct coarse_sequence *list = mem_calloc(count, sizeof *list);
    if (!list)
        return err_nomem(err);
    for (size_t i = 0; i < count; i++)
        list[i] = (struct coarse_sequence){coarse_hash(m, e, &m->found.at[i]), (uint32_t)i};
    qsort(list, count, sizeof *list, by_hash);
    share_order(m, e, list, orders);
    mem_free(list);
    return STATUS_OK;
}

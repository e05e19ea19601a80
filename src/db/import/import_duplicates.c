/* import_duplicates.c: the second step of import_cluster.h: which games are new, and under which ids. */
#include <inttypes.h>
#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/import/import_internal.h"
#include "db/import/import_owner.h"

static const struct msg TOO_MANY_GAMES = {"the database has used up its numbers for games",
                                          "棋譜の番号を使い切りました"};

static bool was_read(const struct part_file *f)
{
    return !(f->flags & (PART_FILE_KNOWN | PART_FILE_PROBLEM));
}

/* --- Which game ------------------------------------------------------------------------------- */

/* The first that can be used; UINT64_MAX: none. */
static uint64_t first_record(const struct import_job *t, uint8_t *game)
{
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < t->held_count; i++) {
        const struct held_part *h = &t->held[i];
        for (uint32_t n = 0; n < h->part.game_count; n++) {
            struct part_game g;
            part_game_at(&h->part, n, &g);
            bool usable =
                !(g.flags & PART_GAME_REJECTED) && (!t->game || t->game == part_game_of(g.game));
            if (usable && place_of(h->number, n) < first) {
                first = place_of(h->number, n);
                *game = g.game;
            }
            if (usable)
                break;
        }
    }
    return first;
}

/* A database holds what its first record is of, unless that is known. */
static enum status agree_on_game(struct import_job *t, struct err *err)
{
    struct byte_parts all = {0};
    uint8_t game = 0;
    char mine[9];
    uint64_t first = UINT64_MAX;
    le_put64(mine, first_record(t, &game));
    mine[8] = (char)game;
    enum status st =
        reduction_share(t->reduction, STATUS_OK, span_make(mine, sizeof mine), &all, err);
    for (uint32_t r = 0; r < all.count && st == STATUS_OK; r++) {
        if (all.at[r].n != sizeof mine)
            st = reduction_damaged(err);
        else if (le_get64(all.at[r].p) < first) {
            first = le_get64(all.at[r].p);
            game = (uint8_t)all.at[r].p[8];
        }
    }
    if (st == STATUS_OK && !t->game && first != UINT64_MAX && !(t->game = part_game_of(game)))
        st = reduction_damaged(err);
    t->first_place = t->db ? 0 : first;
    byte_parts_release(&all);
    return st;
}

static bool is_usable(const struct import_job *t, const struct part_game *g)
{
    return !(g->flags & PART_GAME_REJECTED) && part_game_of(g->game) == t->game;
}

/* --- Files of the same bytes ------------------------------------------------------------------ */

enum { FILE_BYTES = 24 };

struct seen_file {
    uint64_t hash[2], place;
    uint32_t from, number;
};

static int by_hash(const void *a, const void *b)
{
    const struct seen_file *x = a, *y = b;
    for (int i = 0; i < 2; i++)
        if (x->hash[i] != y->hash[i])
            return x->hash[i] < y->hash[i] ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

bool file_is_whole(const struct import_job *t, const struct held_part *h, const struct part_file *f)
{
    bool whole = was_read(f) && !(f->flags & PART_FILE_UNREADABLE);
    for (uint32_t n = f->first_game; n < f->first_game + f->games && whole; n++) {
        struct part_game g;
        part_game_at(&h->part, n, &g);
        whole = is_usable(t, &g);
    }
    return whole;
}

static uint32_t owner_of(const struct import_job *t, uint64_t hash)
{
    return (uint32_t)(hash % reduction_parts(t->reduction));
}

static void send_files(const struct import_job *t, struct exchange *to)
{
    for (size_t i = 0; i < t->held_count; i++) {
        const struct held_part *h = &t->held[i];
        for (uint32_t n = 0; n < h->part.file_count; n++) {
            const struct part_file *f = &h->part.files[n];
            char line[FILE_BYTES];
            if (!file_is_whole(t, h, f))
                continue;
            le_put64(line, f->hash.low);
            le_put64(line + 8, f->hash.high);
            le_put64(line + 16, place_of(h->number, n));
            exchange_add(to, owner_of(t, f->hash.low), line, sizeof line);
        }
    }
}

static enum status collect_files(struct exchange *from, struct seen_file **out, uint64_t *count,
                                 struct err *err)
{
    uint64_t n = 0;
    *count = 0;
    for (uint32_t r = 0; r < from->parts; r++)
        *count += exchange_left(from, r) / FILE_BYTES;
    struct seen_file *files = *out = mem_calloc((size_t)*count + 1, sizeof *files);
    if (!files)
        return err_nomem(err);
    for (uint32_t r = 0; r < from->parts; r++) {
        uint32_t number = 0;
        for (const char *p; (p = exchange_take(from, r, FILE_BYTES)); n++)
            files[n] = (struct seen_file){.hash = {le_get64(p), le_get64(p + 8)},
                                          .place = le_get64(p + 16),
                                          .from = r,
                                          .number = number++};
        if (exchange_left(from, r))
            return reduction_damaged(err);
    }
    return STATUS_OK;
}

/* Answers with the numbers of those that are copies. */
static void answer_files(struct seen_file *files, uint64_t count, struct exchange *to)
{
    if (count)
        qsort(files, (size_t)count, sizeof *files, by_hash);
    for (uint64_t i = 1; i < count; i++) {
        char number[4];
        if (files[i].hash[0] != files[i - 1].hash[0] || files[i].hash[1] != files[i - 1].hash[1])
            continue;
        le_put32(number, files[i].number);
        exchange_add(to, files[i].from, number, sizeof number);
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = le_get32(a), y = le_get32(b);
    return x < y ? -1 : x > y;
}

/* The n-th file that was sent to each owner is a copy if n is among the numbers it sent back. */
static enum status mark_copies(struct import_job *t, struct exchange *from, struct err *err)
{
    uint32_t *sent = mem_calloc(from->parts, sizeof *sent);
    if (!sent)
        return err_nomem(err);
    for (uint32_t r = 0; r < from->parts; r++)
        if (from->received.at[r].n)
            qsort((char *)from->received.at[r].p, from->received.at[r].n / 4, 4, by_number);
    for (size_t i = 0; i < t->held_count; i++) {
        struct held_part *h = &t->held[i];
        for (uint32_t n = 0; n < h->part.file_count; n++) {
            if (!file_is_whole(t, h, &h->part.files[n]))
                continue;
            uint32_t owner = owner_of(t, h->part.files[n].hash.low);
            struct span left = span_skip(from->received.at[owner], from->taken[owner]);
            if (left.n >= 4 && le_get32(left.p) == sent[owner])
                h->copies[n] = exchange_take(from, owner, 4) != NULL;
            sent[owner]++;
        }
    }
    mem_free(sent);
    return STATUS_OK;
}

static enum status find_copies(struct import_job *t, struct err *err)
{
    struct exchange out = {0}, back = {0};
    struct seen_file *files = NULL;
    uint64_t count = 0;
    enum status st = exchange_open(&out, t->reduction, STATUS_OK, err);
    st = exchange_open(&back, t->reduction, st, err);
    if (st == STATUS_OK)
        send_files(t, &out);
    st = exchange_run(&out, st, err);
    if (st == STATUS_OK)
        st = collect_files(&out, &files, &count, err);
    if (st == STATUS_OK)
        answer_files(files, count, &back);
    st = exchange_run(&back, st, err);
    if (st == STATUS_OK)
        st = mark_copies(t, &back, err);
    mem_free(files);
    exchange_close(&out);
    exchange_close(&back);
    return st;
}

/* --- Games ------------------------------------------------------------------------------------ */

/* Calls for each game of this process that can be used and is in no copy, in order. */
typedef enum status each_game(void *ctx, struct held_part *h, uint32_t number,
                              const struct part_game *g, struct err *err);

static enum status walk_file(struct import_job *t, struct held_part *h, uint32_t file,
                             each_game *each, void *ctx, struct err *err)
{
    const struct part_file *f = &h->part.files[file];
    enum status st = STATUS_OK;
    bool copy = h->copies[file] && t->opt.duplicates != DUP_KEEP;
    for (uint32_t n = f->first_game; n < f->first_game + f->games && st == STATUS_OK; n++) {
        struct part_game g;
        part_game_at(&h->part, n, &g);
        if (is_usable(t, &g) && !copy)
            st = each(ctx, h, n, &g, err);
        else
            h->verdicts[n].what = copy ? VERDICT_COPY : VERDICT_REJECTED;
    }
    return st;
}

static enum status walk_games(struct import_job *t, each_game *each, void *ctx, struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < t->held_count; i++)
        for (uint32_t n = 0; n < t->held[i].part.file_count && st == STATUS_OK; n++)
            st = walk_file(t, &t->held[i], n, each, ctx, err);
    return st;
}

struct owner_query {
    struct import_job *t;
    struct exchange *exchange;
};

static enum status call_new(void *ctx, struct held_part *h, uint32_t number,
                            const struct part_game *g, struct err *err)
{
    (void)ctx;
    (void)g;
    (void)err;
    h->verdicts[number].what = VERDICT_NEW;
    return STATUS_OK;
}

static enum status send_game(void *ctx, struct held_part *h, uint32_t number,
                             const struct part_game *g, struct err *err)
{
    const struct owner_query *a = ctx;
    char line[OWNED_BYTES];
    (void)err;
    owned_put(line, g, place_of(h->number, number));
    exchange_add(a->exchange, owner_of(a->t, g->key[0]), line, sizeof line);
    return STATUS_OK;
}

static enum status take_first(void *ctx, struct held_part *h, uint32_t number,
                              const struct part_game *g, struct err *err)
{
    const struct owner_query *a = ctx;
    const char *p = exchange_take(a->exchange, owner_of(a->t, g->key[0]), 1);
    if (!p || (unsigned char)*p > 1)
        return reduction_damaged(err);
    h->verdicts[number].what = *p ? VERDICT_NEW : VERDICT_SAME;
    return STATUS_OK;
}

static enum status send_id(void *ctx, struct held_part *h, uint32_t number,
                           const struct part_game *g, struct err *err)
{
    const struct owner_query *a = ctx;
    char id[4];
    (void)err;
    le_put32(id, h->verdicts[number].id);
    if (h->verdicts[number].what == VERDICT_NEW)
        exchange_add(a->exchange, owner_of(a->t, g->key[0]), id, sizeof id);
    return STATUS_OK;
}

static enum status take_reply(void *ctx, struct held_part *h, uint32_t number,
                              const struct part_game *g, struct err *err)
{
    const struct owner_query *a = ctx;
    struct verdict *v = &h->verdicts[number];
    const char *p = exchange_take(a->exchange, owner_of(a->t, g->key[0]), REPLY_BYTES);
    if (!p || (unsigned char)p[4] > 3)
        return reduction_damaged(err);
    if (v->what == VERDICT_NEW)
        return STATUS_OK;
    bool existing = g->existing != PART_NO_ID;
    bool stored = p[4] & 1 || g->flags & PART_GAME_STORED;
    v->id = existing ? g->existing : le_get32(p);
    v->conflict = existing ? g->flags & PART_GAME_CONFLICT : p[4] & 2;
    v->what = a->t->opt.duplicates == DUP_SKIP || stored ? VERDICT_SAME : VERDICT_SOURCE;
    return STATUS_OK;
}

/* --- Ids and ranges --------------------------------------------------------------------------- */

/* How many games of each part are new. */
static enum status share_counts(struct import_job *t, enum status st, struct err *err)
{
    uint64_t *added = mem_calloc((size_t)t->part_count + 1, sizeof *added);
    if (st == STATUS_OK && !added)
        st = err_nomem(err);
    for (size_t i = 0; i < t->held_count && st == STATUS_OK; i++)
        for (uint32_t n = 0; n < t->held[i].part.game_count; n++)
            added[t->held[i].number] += t->held[i].verdicts[n].what == VERDICT_NEW;
    st = reduction_sum(t->reduction, st, added, t->part_count, err);
    for (uint32_t i = 0; i < t->part_count && st == STATUS_OK; i++) {
        t->parts[i].added = (uint32_t)added[i];
        if (added[i] > t->parts[i].games)
            st = reduction_damaged(err);
    }
    mem_free(added);
    return st;
}

static uint32_t range_games(const struct import_job *t)
{
    return t->opt.segment_games ? t->opt.segment_games : DB_SEGMENT_GAMES;
}

/* Ids of this process's new games; the places of those that a range begins with, each of which one process knows. */
static enum status number_games(struct import_job *t, struct err *err)
{
    const uint32_t games = range_games(t);
    t->range_count = (uint32_t)(t->added ? (t->added - 1) / games : 0) + 1;
    t->starts = mem_calloc(t->range_count, sizeof *t->starts);
    for (size_t i = 0; i < t->held_count && t->starts; i++) {
        struct held_part *h = &t->held[i];
        uint32_t id = t->parts[h->number].first_id;
        for (uint32_t n = 0; n < h->part.game_count; n++) {
            if (h->verdicts[n].what != VERDICT_NEW)
                continue;
            if (id != t->first_id && (id - t->first_id) % games == 0)
                t->starts[(id - t->first_id) / games - 1] = place_of(h->number, n);
            h->verdicts[n].id = id++;
        }
    }
    return reduction_sum(t->reduction, t->starts ? STATUS_OK : err_nomem(err), t->starts,
                         t->range_count - 1, err);
}

static enum status give_ids(struct import_job *t, enum status st, struct err *err)
{
    st = share_counts(t, st, err);
    if (st != STATUS_OK)
        return st;
    t->first_id = t->db ? t->db->manifest.next_id : 0;
    for (uint32_t i = 0; i < t->part_count; i++) {
        t->parts[i].first_id = (uint32_t)(t->first_id + t->added);
        t->added += t->parts[i].added;
        if (t->first_id + t->added >= UINT32_MAX - 1)
            return err_plain(err, STATUS_LIMIT, &TOO_MANY_GAMES);
    }
    return number_games(t, err);
}

/* --- Deciding --------------------------------------------------------------------------------- */

static enum status ask_owners(struct import_job *t, struct exchange exchanges[4], struct owner *o,
                              struct err *err)
{
    struct owner_query a = {.t = t, .exchange = &exchanges[0]};
    enum status st = walk_games(t, send_game, &a, err);
    st = exchange_run(&exchanges[0], st, err);
    if (st == STATUS_OK)
        st = owner_collect(o, &exchanges[0], err);
    if (st == STATUS_OK)
        owner_first(o, &exchanges[1]);
    st = exchange_run(&exchanges[1], st, err);
    a.exchange = &exchanges[1];
    if (st == STATUS_OK)
        st = walk_games(t, take_first, &a, err);
    st = give_ids(t, st, err);
    a.exchange = &exchanges[2];
    if (st == STATUS_OK)
        st = walk_games(t, send_id, &a, err);
    st = exchange_run(&exchanges[2], st, err);
    if (st == STATUS_OK)
        st = owner_number(o, &exchanges[2], err);
    if (st == STATUS_OK)
        owner_reply(o, t, &exchanges[3]);
    st = exchange_run(&exchanges[3], st, err);
    a.exchange = &exchanges[3];
    return st == STATUS_OK ? walk_games(t, take_reply, &a, err) : st;
}

static enum status decide(struct import_job *t, struct err *err)
{
    struct exchange exchanges[4] = {0};
    struct owner o = {0};
    enum status st = STATUS_OK;
    if (t->opt.duplicates == DUP_KEEP) {
        st = walk_games(t, call_new, NULL, err);
        return give_ids(t, st, err);
    }
    for (int i = 0; i < 4; i++)
        st = exchange_open(&exchanges[i], t->reduction, st, err);
    st = reduction_agree(t->reduction, st, err);
    if (st == STATUS_OK)
        st = ask_owners(t, exchanges, &o, err);
    owner_release(&o);
    for (int i = 0; i < 4; i++)
        exchange_close(&exchanges[i]);
    return st;
}

/* --- The whole -------------------------------------------------------------------------------- */

static enum status sum_counts(struct import_job *t, enum status st, struct err *err)
{
    uint64_t more[] = {t->reused->parts, 0}; /* and what is to be written besides new games */
    for (size_t i = 0; i < t->held_count; i++) {
        const struct held_part *h = &t->held[i];
        for (uint32_t n = 0; n < h->part.game_count; n++)
            more[1] += h->verdicts[n].what == VERDICT_SOURCE;
        for (uint32_t n = 0; n < h->part.file_count; n++)
            more[1] += file_is_whole(t, h, &h->part.files[n]);
    }
    st = reduction_sum(t->reduction, st, (uint64_t *)t->counts,
                       sizeof *t->counts / sizeof(uint64_t), err);
    st = reduction_sum(t->reduction, st, more, 2, err);
    t->reused->parts = more[0];
    t->any = t->game && (t->added || more[1]);
    return st;
}

/* Everything that decides what the segments hold. */
static enum status make_plan(struct import_job *t, struct err *err)
{
    struct buf all;
    buf_init(&all, SIZE_MAX / 2);
    buf_printf(&all, "kifu-plan 1 %016" PRIx64 " %u %d %s\n", t->state, (unsigned)range_games(t),
               (int)t->opt.duplicates, t->game ? t->game->name : "-");
    for (uint32_t i = 0; i < t->part_count; i++)
        buf_printf(&all, "%016" PRIx64 "%016" PRIx64 " %u\n", t->parts[i].ident[0],
                   t->parts[i].ident[1], (unsigned)t->parts[i].games);
    enum status st = buf_status(&all) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK)
        t->plan = XXH3_64bits(all.p, all.n);
    buf_release(&all);
    return st;
}

enum status import_number(struct import_job *t, struct err *err)
{
    enum status st = agree_on_game(t, err);
    if (st == STATUS_OK)
        st = find_copies(t, err);
    if (st == STATUS_OK)
        st = decide(t, err);
    if (st == STATUS_OK)
        st = import_report(t, err);
    st = sum_counts(t, st, err);
    if (st == STATUS_OK)
        st = make_plan(t, err);
    for (size_t i = 0; i < t->held_count && st == STATUS_OK && t->any; i++)
        st = decisions_write(t, &t->held[i], err);
    return reduction_agree(t->reduction, st, err);
}

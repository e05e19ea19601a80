/* import_duplicates.c: the second step of import_cluster.h: which games are new, and under which
 * ids. */
#include <inttypes.h>
#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/work/exchange.h"
#include "db/import/import_cluster_internal.h"

static const struct msg TOO_MANY_GAMES = {"the database has no game numbers left",
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

struct seen_file {
    uint64_t hash[2], place;
    uint64_t number; /* in the order in which they came; of one that is sent: 0 */
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

typedef enum status each_file(void *ctx, struct held_part *h, uint32_t number, uint32_t owner,
                              struct err *err);

/* Calls for each file of this process that was read whole, in order. */
static enum status walk_files(const struct import_job *t, each_file *each, void *ctx,
                              struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < t->held_count; i++)
        for (uint32_t n = 0; n < t->held[i].part.file_count && st == STATUS_OK; n++) {
            const struct part_file *f = &t->held[i].part.files[n];
            if (file_is_whole(t, &t->held[i], f))
                st = each(ctx, &t->held[i], n, owner_of(t, f->hash.low), err);
        }
    return st;
}

static enum status send_file(void *ctx, struct held_part *h, uint32_t number, uint32_t owner,
                             struct err *err)
{
    const struct part_file *f = &h->part.files[number];
    const struct seen_file line = {{f->hash.low, f->hash.high}, place_of(h->number, number), 0};
    (void)err;
    exchange_add(ctx, owner, &line, sizeof line);
    return STATUS_OK;
}

static enum status mark_copy(void *ctx, struct held_part *h, uint32_t number, uint32_t owner,
                             struct err *err)
{
    const char *copy = exchange_take(ctx, owner, 1);
    if (!copy)
        return reduction_damaged(err);
    h->copies[number] = *copy != 0;
    return STATUS_OK;
}

/* A byte for each file, in the order in which it came: is there an earlier one of the same
 * bytes? */
static enum status answer_files(struct exchange *from, struct exchange *to, struct err *err)
{
    size_t count = 0, n = 0;
    for (uint32_t r = 0; r < from->parts; r++)
        count += exchange_left(from, r) / sizeof(struct seen_file);
    struct seen_file *files = mem_calloc(count + 1, sizeof *files);
    char *copies = mem_calloc(count + 1, 1);
    enum status st = files && copies ? STATUS_OK : err_nomem(err);
    for (uint32_t r = 0; r < from->parts && st == STATUS_OK; r++) {
        for (const char *p; (p = exchange_take(from, r, sizeof *files)); n++) {
            memcpy(&files[n], p, sizeof *files);
            files[n].number = n;
        }
        if (exchange_left(from, r))
            st = reduction_damaged(err);
    }
    if (n && st == STATUS_OK)
        qsort(files, n, sizeof *files, by_hash);
    for (size_t i = 1; i < n && st == STATUS_OK; i++)
        copies[files[i].number] =
            files[i].hash[0] == files[i - 1].hash[0] && files[i].hash[1] == files[i - 1].hash[1];
    n = 0;
    for (uint32_t r = 0; r < from->parts && st == STATUS_OK; r++) {
        size_t sent = from->received.at[r].n / sizeof *files;
        exchange_add(to, r, copies + n, sent);
        n += sent;
    }
    mem_free(files);
    mem_free(copies);
    return st;
}

static enum status find_copies(struct import_job *t, struct err *err)
{
    struct exchange out, back;
    enum status st = exchange_open(&out, t->reduction, STATUS_OK, err);
    st = exchange_open(&back, t->reduction, st, err);
    if (st == STATUS_OK)
        st = walk_files(t, send_file, &out, err);
    st = exchange_run(&out, st, err);
    if (st == STATUS_OK)
        st = answer_files(&out, &back, err);
    st = exchange_run(&back, st, err);
    if (st == STATUS_OK)
        st = walk_files(t, mark_copy, &back, err);
    exchange_close(&out);
    exchange_close(&back);
    return st;
}

/* --- Games of the same moves --------------------------------------------------------------------
 * A hash of a game's moves is owned by one process, to which every process that holds such a game sends a line about it.
 * The owner sees all games of the same moves, in the order of input, wherever they were read:
 *
 *     holder → owner   owner_collect()   key, place, hash of the source, result
 *     owner → holder   owner_first()     a byte for each: 1 if it comes first, and so is new
 *     holder → owner   owner_number()    the ids that these got
 *     owner → holder   owner_reply()     the id, 1 if its source is stored already + 2 if results conflict
 */

/* A game as it is sent: key, place, source's hash, points, 1 if it is in the database. */
enum { OWNED_BYTES = 16 + 8 + 8 + GAME_MAX_SEATS + 1, REPLY_BYTES = 5 };

struct owned {
    uint64_t key[2], place, source;
    uint64_t earliest; /* place of the first with the same source */
    uint32_t id;       /* of the game that it is the same as, or that it is */
    int8_t points[GAME_MAX_SEATS];
    bool existing; /* the game is in the database */
    bool is_new;
    bool stored;   /* its source is on disk when its turn comes */
    bool conflict; /* and the result is another */
};

struct owner {
    struct owned *games;  /* in the order in which they came */
    uint64_t *first;      /* of each process: number of its first; one more at the end */
    struct owned **order; /* by key and place */
    uint64_t count;
    uint32_t size;
};

static void owned_put(char out[OWNED_BYTES], const struct part_game *g, uint64_t place)
{
    le_put64(out, g->key[0]);
    le_put64(out + 8, g->key[1]);
    le_put64(out + 16, place);
    le_put64(out + 24, g->source_hash);
    memcpy(out + 32, g->points, GAME_MAX_SEATS);
    out[32 + GAME_MAX_SEATS] = g->existing != PART_NO_ID;
}

static void owned_get(const char *p, struct owned *g)
{
    *g = (struct owned){.key = {le_get64(p), le_get64(p + 8)},
                        .place = le_get64(p + 16),
                        .source = le_get64(p + 24),
                        .existing = p[32 + GAME_MAX_SEATS] != 0};
    memcpy(g->points, p + 32, GAME_MAX_SEATS);
    g->earliest = g->place;
}

/* --- Order ------------------------------------------------------------------------------------ */

static int compare_keys(const struct owned *x, const struct owned *y)
{
    if (x->key[0] != y->key[0])
        return x->key[0] < y->key[0] ? -1 : 1;
    return x->key[1] < y->key[1] ? -1 : x->key[1] > y->key[1];
}

static int compare_places(const struct owned *x, const struct owned *y)
{
    return x->place < y->place ? -1 : x->place > y->place;
}

static int by_key(const void *a, const void *b)
{
    const struct owned *x = *(struct owned *const *)a, *y = *(struct owned *const *)b;
    int order = compare_keys(x, y);
    return order ? order : compare_places(x, y);
}

static int by_source(const void *a, const void *b)
{
    const struct owned *x = *(struct owned *const *)a, *y = *(struct owned *const *)b;
    int order = compare_keys(x, y);
    if (order == 0 && x->source != y->source)
        order = x->source < y->source ? -1 : 1;
    return order ? order : compare_places(x, y);
}

static void find_earliest(struct owner *o)
{
    qsort(o->order, (size_t)o->count, sizeof(struct owned *), by_source);
    for (uint64_t i = 1; i < o->count; i++) {
        const struct owned *before = o->order[i - 1];
        if (compare_keys(before, o->order[i]) == 0 && before->source == o->order[i]->source)
            o->order[i]->earliest = before->earliest;
    }
    qsort(o->order, (size_t)o->count, sizeof(struct owned *), by_key);
}

/* --- What came -------------------------------------------------------------------------------- */

static enum status owner_collect(struct owner *o, struct exchange *from, struct err *err)
{
    *o = (struct owner){.size = from->parts};
    o->first = mem_calloc((size_t)from->parts + 1, sizeof *o->first);
    for (uint32_t r = 0; r < from->parts; r++) {
        if (exchange_left(from, r) % OWNED_BYTES)
            return reduction_damaged(err);
        o->count += exchange_left(from, r) / OWNED_BYTES;
    }
    o->games = mem_calloc((size_t)o->count + 1, sizeof *o->games);
    o->order = mem_calloc((size_t)o->count + 1, sizeof(struct owned *));
    if (!o->first || !o->games || !o->order)
        return err_nomem(err);
    uint64_t n = 0;
    for (uint32_t r = 0; r < from->parts; r++) {
        o->first[r] = n;
        for (const char *p; (p = exchange_take(from, r, OWNED_BYTES)); n++) {
            owned_get(p, &o->games[n]);
            o->order[n] = &o->games[n];
        }
    }
    o->first[from->parts] = n;
    if (n)
        find_earliest(o);
    return STATUS_OK;
}

static void owner_first(struct owner *o, struct exchange *to)
{
    for (uint64_t i = 0; i < o->count; i++)
        o->order[i]->is_new =
            !o->order[i]->existing && (!i || compare_keys(o->order[i - 1], o->order[i]) != 0);
    for (uint32_t r = 0; r < o->size; r++)
        for (uint64_t i = o->first[r]; i < o->first[r + 1]; i++) {
            char is_new = o->games[i].is_new;
            exchange_add(to, r, &is_new, 1);
        }
}

static enum status owner_number(struct owner *o, struct exchange *from, struct err *err)
{
    for (uint32_t r = 0; r < o->size; r++) {
        for (uint64_t i = o->first[r]; i < o->first[r + 1]; i++) {
            if (!o->games[i].is_new)
                continue;
            const char *p = exchange_take(from, r, 4);
            if (!p)
                return reduction_damaged(err);
            o->games[i].id = le_get32(p);
        }
        if (exchange_left(from, r))
            return reduction_damaged(err);
    }
    return STATUS_OK;
}

/* --- What follows from it --------------------------------------------------------------------- */

/* In which range a place is. */
static uint32_t range_of(const struct import_job *t, uint64_t place)
{
    uint32_t low = 0, high = t->range_count ? t->range_count - 1 : 0;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (t->starts[mid] <= place)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool is_unknown(const int8_t *points, int seats)
{
    for (int seat = 0; seat < seats; seat++)
        if (points[seat] != POINTS_UNKNOWN)
            return false;
    return true;
}

/* The games of one key, as an import would see them one after the other: while a game is in memory
 * its sources complete its result; once it is on disk, a source that is there as well is not stored
 * again. */
static void decide_group(struct owned **group, uint64_t n, const struct import_job *t)
{
    const struct owned *leader = group[0];
    int seats = t->game->seats;
    uint32_t range = range_of(t, leader->place);
    int8_t points[GAME_MAX_SEATS];
    memcpy(points, leader->points, sizeof points);
    for (uint64_t i = 0; i < n; i++) {
        struct owned *g = group[i];
        uint32_t now = range_of(t, g->place);
        bool on_disk = g->existing || range < now;
        if (g == leader && !g->existing)
            continue;
        g->id = leader->id;
        g->conflict = results_conflict(seats, g->points, points);
        g->stored = on_disk && g->earliest != g->place && range_of(t, g->earliest) < now;
        if (!on_disk && t->opt.duplicates == DUP_MERGE && is_unknown(points, seats))
            memcpy(points, g->points, sizeof points);
    }
}

static void owner_reply(struct owner *o, const struct import_job *t, struct exchange *to)
{
    for (uint64_t i = 0, end; i < o->count; i = end) {
        for (end = i + 1; end < o->count && compare_keys(o->order[i], o->order[end]) == 0;)
            end++;
        decide_group(&o->order[i], end - i, t);
    }
    for (uint32_t r = 0; r < o->size; r++)
        for (uint64_t i = o->first[r]; i < o->first[r + 1]; i++) {
            char reply[REPLY_BYTES];
            le_put32(reply, o->games[i].id);
            reply[4] = (char)(o->games[i].stored + 2 * o->games[i].conflict);
            exchange_add(to, r, reply, sizeof reply);
        }
}

/* --- Games of this process ---------------------------------------------------------------------- */

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
    /* Ids of this process's new games; the places of those that a range begins with, each of which
     * one process knows. */
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
    mem_free(o.games);
    mem_free(o.first);
    mem_free(o.order);
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

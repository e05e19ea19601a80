/* import_same.c: the second step of import_together.h: which games are new, and under which ids. */
#include <inttypes.h>
#include <stdlib.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/import_internal.h"
#include "db/import_owner.h"

static const struct msg BAD_ANSWER = {"what another process answered does not fit what was asked",
                                      "他のプロセスの応答が一致しません"};
static const struct msg TOO_MANY_GAMES = {"the database has used up its numbers for games",
                                          "棋譜の番号を使い切りました"};

static enum status bad_answer(struct err *err)
{
    return err_plain(err, STATUS_SYNTAX, &BAD_ANSWER);
}

static bool was_read(const struct part_file *f)
{
    return !(f->flags & (PART_FILE_KNOWN | PART_FILE_PROBLEM));
}

/* --- Which game ------------------------------------------------------------------------------- */

/* The first that can be used; UINT64_MAX: none. */
static uint64_t first_record(const struct together *t, uint8_t *game)
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
static enum status agree_on_game(struct together *t, struct err *err)
{
    struct crew_parts all = {0};
    uint8_t game = 0;
    char mine[9];
    uint64_t first = UINT64_MAX;
    le_put64(mine, first_record(t, &game));
    mine[8] = (char)game;
    enum status st = crew_share(t->crew, STATUS_OK, span_make(mine, sizeof mine), &all, err);
    for (uint32_t r = 0; r < all.count && st == STATUS_OK; r++) {
        if (all.at[r].n != sizeof mine)
            st = bad_answer(err);
        else if (le_get64(all.at[r].p) < first) {
            first = le_get64(all.at[r].p);
            game = (uint8_t)all.at[r].p[8];
        }
    }
    if (st == STATUS_OK && !t->game && first != UINT64_MAX && !(t->game = part_game_of(game)))
        st = bad_answer(err);
    t->first_place = t->db ? 0 : first;
    crew_parts_release(&all);
    return st;
}

static bool is_usable(const struct together *t, const struct part_game *g)
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

/* Nothing of it was rejected: it need not be read twice. */
static bool is_whole(const struct together *t, const struct held_part *h, const struct part_file *f)
{
    bool whole = was_read(f) && !(f->flags & PART_FILE_UNREADABLE);
    for (uint32_t n = f->first_game; n < f->first_game + f->games && whole; n++) {
        struct part_game g;
        part_game_at(&h->part, n, &g);
        whole = is_usable(t, &g);
    }
    return whole;
}

static uint32_t owner_of(const struct together *t, uint64_t hash)
{
    return (uint32_t)(hash % crew_size(t->crew));
}

static void send_files(const struct together *t, struct post *to)
{
    for (size_t i = 0; i < t->held_count; i++) {
        const struct held_part *h = &t->held[i];
        for (uint32_t n = 0; n < h->part.file_count; n++) {
            const struct part_file *f = &h->part.files[n];
            char line[FILE_BYTES];
            if (!is_whole(t, h, f))
                continue;
            le_put64(line, f->hash.low);
            le_put64(line + 8, f->hash.high);
            le_put64(line + 16, place_of(h->number, n));
            post_add(to, owner_of(t, f->hash.low), line, sizeof line);
        }
    }
}

static enum status collect_files(struct post *from, struct seen_file **out, uint64_t *count,
                                 struct err *err)
{
    uint64_t n = 0;
    *count = 0;
    for (uint32_t r = 0; r < from->size; r++)
        *count += post_left(from, r) / FILE_BYTES;
    struct seen_file *files = *out = mem_calloc((size_t)*count + 1, sizeof *files);
    if (!files)
        return err_nomem(err);
    for (uint32_t r = 0; r < from->size; r++) {
        uint32_t number = 0;
        for (const char *p; (p = post_take(from, r, FILE_BYTES)); n++)
            files[n] = (struct seen_file){.hash = {le_get64(p), le_get64(p + 8)},
                                          .place = le_get64(p + 16),
                                          .from = r,
                                          .number = number++};
        if (post_left(from, r))
            return bad_answer(err);
    }
    return STATUS_OK;
}

/* Answers with the numbers of those that are copies. */
static void answer_files(struct seen_file *files, uint64_t count, struct post *to)
{
    if (count)
        qsort(files, (size_t)count, sizeof *files, by_hash);
    for (uint64_t i = 1; i < count; i++) {
        char number[4];
        if (files[i].hash[0] != files[i - 1].hash[0] || files[i].hash[1] != files[i - 1].hash[1])
            continue;
        le_put32(number, files[i].number);
        post_add(to, files[i].from, number, sizeof number);
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = le_get32(a), y = le_get32(b);
    return x < y ? -1 : x > y;
}

/* The n-th file that was sent to each owner is a copy if n is among the numbers it sent back. */
static enum status mark_copies(struct together *t, struct post *from, struct err *err)
{
    uint32_t *sent = mem_calloc(from->size, sizeof *sent);
    if (!sent)
        return err_nomem(err);
    for (uint32_t r = 0; r < from->size; r++)
        if (from->came.at[r].n)
            qsort((char *)from->came.at[r].p, from->came.at[r].n / 4, 4, by_number);
    for (size_t i = 0; i < t->held_count; i++) {
        struct held_part *h = &t->held[i];
        for (uint32_t n = 0; n < h->part.file_count; n++) {
            if (!is_whole(t, h, &h->part.files[n]))
                continue;
            uint32_t owner = owner_of(t, h->part.files[n].hash.low);
            struct span left = span_skip(from->came.at[owner], from->taken[owner]);
            if (left.n >= 4 && le_get32(left.p) == sent[owner])
                h->copies[n] = post_take(from, owner, 4) != NULL;
            sent[owner]++;
        }
    }
    mem_free(sent);
    return STATUS_OK;
}

static enum status find_copies(struct together *t, struct err *err)
{
    struct post out = {0}, back = {0};
    struct seen_file *files = NULL;
    uint64_t count = 0;
    enum status st = post_open(&out, t->crew, err);
    if (st == STATUS_OK)
        st = post_open(&back, t->crew, err);
    if (st == STATUS_OK)
        send_files(t, &out);
    st = post_exchange(&out, st, err);
    if (st == STATUS_OK)
        st = collect_files(&out, &files, &count, err);
    if (st == STATUS_OK)
        answer_files(files, count, &back);
    st = post_exchange(&back, st, err);
    if (st == STATUS_OK)
        st = mark_copies(t, &back, err);
    mem_free(files);
    post_close(&out);
    post_close(&back);
    return st;
}

/* --- Games ------------------------------------------------------------------------------------ */

/* Calls for each game of this rank that can be used and is in no copy, in order. */
typedef enum status each_game(void *ctx, struct held_part *h, uint32_t number,
                              const struct part_game *g, struct err *err);

static enum status walk_file(struct together *t, struct held_part *h, uint32_t file,
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

static enum status walk_games(struct together *t, each_game *each, void *ctx, struct err *err)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < t->held_count; i++)
        for (uint32_t n = 0; n < t->held[i].part.file_count && st == STATUS_OK; n++)
            st = walk_file(t, &t->held[i], n, each, ctx, err);
    return st;
}

struct asking {
    struct together *t;
    struct post *post;
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
    const struct asking *a = ctx;
    char line[OWNED_BYTES];
    (void)err;
    owned_put(line, g, place_of(h->number, number));
    post_add(a->post, owner_of(a->t, g->key[0]), line, sizeof line);
    return STATUS_OK;
}

static enum status take_first(void *ctx, struct held_part *h, uint32_t number,
                              const struct part_game *g, struct err *err)
{
    const struct asking *a = ctx;
    const char *p = post_take(a->post, owner_of(a->t, g->key[0]), 1);
    if (!p || (unsigned char)*p > 1)
        return bad_answer(err);
    h->verdicts[number].what = *p ? VERDICT_NEW : VERDICT_SAME;
    return STATUS_OK;
}

static enum status send_id(void *ctx, struct held_part *h, uint32_t number,
                           const struct part_game *g, struct err *err)
{
    const struct asking *a = ctx;
    char id[4];
    (void)err;
    le_put32(id, h->verdicts[number].id);
    if (h->verdicts[number].what == VERDICT_NEW)
        post_add(a->post, owner_of(a->t, g->key[0]), id, sizeof id);
    return STATUS_OK;
}

static enum status take_told(void *ctx, struct held_part *h, uint32_t number,
                             const struct part_game *g, struct err *err)
{
    const struct asking *a = ctx;
    struct verdict *v = &h->verdicts[number];
    const char *p = post_take(a->post, owner_of(a->t, g->key[0]), TOLD_BYTES);
    if (!p || (unsigned char)p[4] > 3)
        return bad_answer(err);
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

enum { COUNT_BYTES = 8 };

static enum status share_counts(struct together *t, enum status st, struct err *err)
{
    struct crew_parts all = {0};
    struct buf mine;
    buf_init(&mine, SIZE_MAX / 2);
    for (size_t i = 0; i < t->held_count; i++) {
        const struct held_part *h = &t->held[i];
        char line[COUNT_BYTES];
        uint32_t added = 0;
        for (uint32_t n = 0; n < h->part.game_count; n++)
            added += h->verdicts[n].what == VERDICT_NEW;
        le_put32(line, h->number);
        le_put32(line + 4, added);
        buf_add(&mine, line, sizeof line);
    }
    if (st == STATUS_OK && buf_status(&mine) != STATUS_OK)
        st = err_nomem(err);
    st = crew_share(t->crew, st, buf_span(&mine), &all, err);
    for (uint32_t r = 0; r < all.count && st == STATUS_OK; r++)
        for (size_t at = 0; at < all.at[r].n && st == STATUS_OK; at += COUNT_BYTES) {
            const char *p = all.at[r].p + at;
            if (all.at[r].n - at < COUNT_BYTES || le_get32(p) >= t->part_count ||
                le_get32(p + 4) > t->parts[le_get32(p)].games)
                st = bad_answer(err);
            else
                t->parts[le_get32(p)].added = le_get32(p + 4);
        }
    crew_parts_release(&all);
    buf_release(&mine);
    return st;
}

static uint32_t range_games(const struct together *t)
{
    return t->opt.segment_games ? t->opt.segment_games : DB_SEGMENT_GAMES;
}

/* Ids of this rank's new games; the places of those that a range begins with. */
static void number_games(struct together *t, struct buf *starts)
{
    for (size_t i = 0; i < t->held_count; i++) {
        struct held_part *h = &t->held[i];
        uint32_t id = t->parts[h->number].first_id;
        for (uint32_t n = 0; n < h->part.game_count; n++) {
            char place[8];
            if (h->verdicts[n].what != VERDICT_NEW)
                continue;
            le_put64(place, place_of(h->number, n));
            if (id != t->first_id && (id - t->first_id) % range_games(t) == 0)
                buf_add(starts, place, sizeof place);
            h->verdicts[n].id = id++;
        }
    }
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static enum status share_starts(struct together *t, struct buf *mine, struct err *err)
{
    struct crew_parts all = {0};
    size_t n = 0, expected = (size_t)(t->added ? (t->added - 1) / range_games(t) : 0);
    enum status st = buf_status(mine) == STATUS_OK ? STATUS_OK : err_nomem(err);
    st = crew_share(t->crew, st, buf_span(mine), &all, err);
    if (st == STATUS_OK && !(t->starts = mem_calloc(expected + 1, sizeof *t->starts)))
        st = err_nomem(err);
    for (uint32_t r = 0; r < all.count && st == STATUS_OK; r++)
        for (size_t at = 0; at + 8 <= all.at[r].n && st == STATUS_OK; at += 8) {
            if (n == expected)
                st = bad_answer(err);
            else
                t->starts[n++] = le_get64(all.at[r].p + at);
        }
    if (st == STATUS_OK && n != expected)
        st = bad_answer(err);
    if (st == STATUS_OK && n)
        qsort(t->starts, n, sizeof *t->starts, by_value);
    t->range_count = (uint32_t)expected + 1;
    crew_parts_release(&all);
    return st;
}

static enum status give_ids(struct together *t, enum status st, struct err *err)
{
    struct buf starts;
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
    buf_init(&starts, SIZE_MAX / 2);
    number_games(t, &starts);
    st = share_starts(t, &starts, err);
    buf_release(&starts);
    return st;
}

/* --- Deciding --------------------------------------------------------------------------------- */

static enum status ask_owners(struct together *t, struct post posts[4], struct owner *o,
                              struct err *err)
{
    struct asking a = {.t = t, .post = &posts[0]};
    enum status st = walk_games(t, send_game, &a, err);
    st = post_exchange(&posts[0], st, err);
    if (st == STATUS_OK)
        st = owner_collect(o, &posts[0], err);
    if (st == STATUS_OK)
        owner_first(o, &posts[1]);
    st = post_exchange(&posts[1], st, err);
    a.post = &posts[1];
    if (st == STATUS_OK)
        st = walk_games(t, take_first, &a, err);
    st = give_ids(t, st, err);
    a.post = &posts[2];
    if (st == STATUS_OK)
        st = walk_games(t, send_id, &a, err);
    st = post_exchange(&posts[2], st, err);
    if (st == STATUS_OK)
        st = owner_number(o, &posts[2], err);
    if (st == STATUS_OK)
        owner_tell(o, t, &posts[3]);
    st = post_exchange(&posts[3], st, err);
    a.post = &posts[3];
    return st == STATUS_OK ? walk_games(t, take_told, &a, err) : st;
}

static enum status decide(struct together *t, struct err *err)
{
    struct post posts[4] = {0};
    struct owner o = {0};
    enum status st = STATUS_OK;
    if (t->opt.duplicates == DUP_KEEP) {
        st = walk_games(t, call_new, NULL, err);
        return give_ids(t, st, err);
    }
    for (int i = 0; i < 4 && st == STATUS_OK; i++)
        st = post_open(&posts[i], t->crew, err);
    st = crew_agree(t->crew, st, err);
    if (st == STATUS_OK)
        st = ask_owners(t, posts, &o, err);
    owner_release(&o);
    for (int i = 0; i < 4; i++)
        post_close(&posts[i]);
    return st;
}

/* --- What is said about it -------------------------------------------------------------------- */

struct saying {
    struct together *t;
    struct part_reading reading;
    struct buf out;
};

static void say(struct saying *s, enum problem_severity severity, const struct err *err)
{
    s->t->events->render(s->t->events->ctx, severity, err, &s->out);
}

static void count_game(struct import_counts *c, const struct part_game *g, const struct verdict *v)
{
    c->games++;
    c->partial += (g->flags & PART_GAME_PARTIAL) != 0;
    c->lost += (g->flags & PART_GAME_LOST) != 0;
    c->plies += g->plies;
    c->added += v->what == VERDICT_NEW;
    c->duplicates += v->what != VERDICT_NEW;
    c->conflicts += v->conflict;
}

static enum status say_game(struct saying *s, const struct held_part *h, uint32_t number,
                            struct err *err)
{
    const struct verdict *v = &h->verdicts[number];
    struct part_game g;
    struct span entry;
    struct err problem;
    part_game_at(&h->part, number, &g);
    buf_add_span(&s->out, part_game_remark(&h->part, number));
    bool other = !(g.flags & PART_GAME_REJECTED) && v->what == VERDICT_REJECTED;
    if (v->what == VERDICT_REJECTED)
        s->t->counts->rejected++;
    else
        count_game(s->t->counts, &g, v);
    if (!other && !v->conflict)
        return STATUS_OK;
    enum status st = part_record(&h->part, number, part_game_of(g.game), &s->reading, &entry, err);
    if (st != STATUS_OK)
        return st;
    if (other)
        import_wrong_game(&s->reading.rec, s->t->game, &problem);
    else
        import_conflict(&s->reading.rec, v->id, &problem);
    say(s, other ? PROBLEM_REJECTED : PROBLEM_NOTE, &problem);
    return STATUS_OK;
}

static void count_known(struct import_counts *c, const struct part_file *f,
                        const struct file_row *row)
{
    c->known_files++;
    c->games += row->games;
    c->duplicates += row->games;
    c->partial += row->partial;
    c->plies += row->plies;
    c->bytes += f->bytes;
}

static void count_copy(struct import_counts *c, const struct held_part *h,
                       const struct part_file *f)
{
    struct file_row row = {0};
    for (uint32_t n = f->first_game; n < f->first_game + f->games; n++) {
        struct part_game g;
        part_game_at(&h->part, n, &g);
        row.games++;
        row.partial += (g.flags & PART_GAME_PARTIAL) != 0;
        row.plies += g.plies;
    }
    count_known(c, f, &row);
}

static enum status say_file(struct saying *s, const struct held_part *h, uint32_t number,
                            struct err *err)
{
    const struct part_file *f = &h->part.files[number];
    struct import_counts *c = s->t->counts;
    enum status st = STATUS_OK;
    c->files++;
    if (f->flags & PART_FILE_KNOWN)
        count_known(c, f, &f->known);
    else if (h->copies[number] && s->t->opt.duplicates != DUP_KEEP)
        count_copy(c, h, f);
    else {
        for (uint32_t n = f->first_game; n < f->first_game + f->games && st == STATUS_OK; n++)
            st = say_game(s, h, n, err);
        c->bytes += f->bytes;
        c->rejected += (f->flags & (PART_FILE_UNREADABLE | PART_FILE_PROBLEM)) != 0;
        buf_add_span(&s->out, f->remark);
    }
    return st;
}

/* --- Remarks, to rank 0 ----------------------------------------------------------------------- */

struct said {
    uint32_t part;
    struct span text;
};

static int by_part(const void *a, const void *b)
{
    const struct said *x = a, *y = b;
    return x->part < y->part ? -1 : x->part > y->part;
}

enum { SAID_BYTES = 12 };

static enum status tell_all(const struct together *t, const struct crew_parts *all, struct err *err)
{
    uint32_t count = 0;
    struct said *said = mem_calloc((size_t)t->part_count + 1, sizeof *said);
    if (!said)
        return err_nomem(err);
    enum status st = STATUS_OK;
    for (uint32_t r = 0; r < all->count; r++)
        for (struct span s = all->at[r]; s.n && st == STATUS_OK;) {
            uint64_t n = s.n < SAID_BYTES ? UINT64_MAX : le_get64(s.p + 4);
            if (s.n < SAID_BYTES || n > s.n - SAID_BYTES || count == t->part_count) {
                st = bad_answer(err);
                break;
            }
            said[count++] = (struct said){le_get32(s.p), span_make(s.p + SAID_BYTES, (size_t)n)};
            s = span_skip(s, SAID_BYTES + (size_t)n);
        }
    if (count)
        qsort(said, count, sizeof *said, by_part);
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++)
        t->events->tell(t->events->ctx, said[i].text);
    mem_free(said);
    return st;
}

static enum status say_part(struct saying *s, const struct held_part *h, struct err *err)
{
    enum status st = STATUS_OK;
    size_t at = s->out.n;
    char head[SAID_BYTES] = {0};
    buf_add(&s->out, head, sizeof head);
    for (uint32_t n = 0; n < h->part.file_count && st == STATUS_OK; n++)
        st = say_file(s, h, n, err);
    if (st == STATUS_OK && buf_status(&s->out) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK) {
        le_put32(s->out.p + at, h->number);
        le_put64(s->out.p + at + 4, s->out.n - at - sizeof head);
    }
    return st;
}

static enum status say_all(struct together *t, struct err *err)
{
    struct saying s = {.t = t};
    struct crew_parts all = {0};
    enum status st = STATUS_OK;
    buf_init(&s.out, SIZE_MAX / 2);
    for (size_t i = 0; i < t->held_count && st == STATUS_OK; i++)
        st = say_part(&s, &t->held[i], err);
    st = crew_gather(t->crew, st, buf_span(&s.out), &all, err);
    if (st == STATUS_OK && crew_leads(t->crew))
        st = tell_all(t, &all, err);
    crew_parts_release(&all);
    part_reading_release(&s.reading);
    buf_release(&s.out);
    return st;
}

static enum status sum_counts(struct together *t, enum status st, struct err *err)
{
    struct import_counts *c = t->counts;
    uint64_t *at[] = {&c->files,      &c->known_files, &c->games, &c->added,
                      &c->duplicates, &c->partial,     &c->lost,  &c->rejected,
                      &c->conflicts,  &c->plies,       &c->bytes, &t->reused->parts};
    enum { SUMS = sizeof at / sizeof *at };
    uint64_t sums[SUMS + 1] = {0};
    for (size_t i = 0; i < SUMS; i++)
        sums[i] = *at[i];
    for (size_t i = 0; i < t->held_count; i++)
        for (uint32_t n = 0; n < t->held[i].part.game_count; n++)
            sums[SUMS] += t->held[i].verdicts[n].what == VERDICT_SOURCE;
    for (size_t i = 0; i < t->held_count; i++)
        for (uint32_t n = 0; n < t->held[i].part.file_count; n++)
            sums[SUMS] += is_whole(t, &t->held[i], &t->held[i].part.files[n]);
    st = crew_sum(t->crew, st, sums, SUMS + 1, err);
    for (size_t i = 0; i < SUMS && st == STATUS_OK; i++)
        *at[i] = sums[i];
    t->any = t->game && (t->added || sums[SUMS]);
    return st;
}

/* --- For those who write ---------------------------------------------------------------------- */

enum { TOLD_GAME = 5 };
static const struct msg BAD_TOLD = {"what was decided about a part is damaged; begin again",
                                    "部分についての記録が壊れています。もう一度実行してください"};

/* Need the file not be read again?  Those that come before a database is begun are not kept. */
static bool is_kept(const struct together *t, const struct held_part *h, uint32_t file)
{
    const struct part_file *f = &h->part.files[file];
    bool begun = t->db || place_of(h->number, f->first_game + f->games) > t->first_place;
    return begun && is_whole(t, h, f) && !h->copies[file];
}

enum status told_write(const struct together *t, const struct held_part *h, struct err *err)
{
    struct segment_writer w;
    struct buf games, files, path;
    buf_init(&games, SIZE_MAX / 2);
    buf_init(&files, SIZE_MAX / 2);
    for (uint32_t n = 0; n < h->part.game_count; n++) {
        char row[TOLD_GAME];
        le_put32(row, h->verdicts[n].id);
        row[4] = (char)h->verdicts[n].what;
        buf_add(&games, row, sizeof row);
    }
    for (uint32_t n = 0; n < h->part.file_count; n++)
        buf_add_char(&files, is_kept(t, h, n));
    const char *text = part_path(t, h->ident, ".told", &path);
    bool room = text && buf_status(&games) == STATUS_OK && buf_status(&files) == STATUS_OK;
    enum status st = room ? segment_writer_open(&w, text, err) : err_nomem(err);
    if (st == STATUS_OK) {
        st = segment_writer_section(&w, "games", buf_span(&games), err);
        if (st == STATUS_OK)
            st = segment_writer_section(&w, "files", buf_span(&files), err);
        if (st == STATUS_OK)
            st = segment_writer_commit(&w, err);
        else
            segment_writer_abort(&w);
    }
    buf_release(&path);
    buf_release(&games);
    buf_release(&files);
    return st;
}

static bool told_is_sound(const struct told *d, const struct part *p)
{
    bool sound = d->games.n == (size_t)p->game_count * TOLD_GAME && d->files.n == p->file_count;
    for (uint32_t n = 0; n < p->game_count && sound; n++)
        sound = (unsigned char)d->games.p[(size_t)n * TOLD_GAME + 4] < VERDICT_COUNT;
    return sound;
}

enum status told_open(struct told *d, const struct together *t, const struct part_row *row,
                      const struct part *p, struct err *err)
{
    struct buf path;
    *d = (struct told){0};
    const char *text = part_path(t, row->ident, ".told", &path);
    enum status st = text ? segment_open(&d->segment, text, err) : err_nomem(err);
    buf_release(&path);
    if (st == STATUS_OK)
        st = segment_check(&d->segment, err);
    if (st == STATUS_OK)
        st = segment_need(&d->segment, "games", &d->games, err);
    if (st == STATUS_OK)
        st = segment_need(&d->segment, "files", &d->files, err);
    if (st == STATUS_OK && !told_is_sound(d, p))
        st = segment_damaged(&d->segment, d->games.p, &BAD_TOLD, err);
    if (st != STATUS_OK)
        told_close(d);
    return st;
}

void told_close(struct told *d)
{
    segment_close(&d->segment);
    *d = (struct told){0};
}

void told_game(const struct told *d, uint32_t number, struct verdict *out)
{
    const char *p = d->games.p + (size_t)number * TOLD_GAME;
    *out = (struct verdict){.id = le_get32(p), .what = (uint8_t)p[4]};
}

/* Everything that decides what the segments hold. */
static enum status make_plan(struct together *t, struct err *err)
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

enum status together_number(struct together *t, struct err *err)
{
    enum status st = agree_on_game(t, err);
    if (st == STATUS_OK)
        st = find_copies(t, err);
    if (st == STATUS_OK)
        st = decide(t, err);
    if (st == STATUS_OK)
        st = say_all(t, err);
    st = sum_counts(t, st, err);
    if (st == STATUS_OK)
        st = make_plan(t, err);
    for (size_t i = 0; i < t->held_count && st == STATUS_OK && t->any; i++)
        st = told_write(t, &t->held[i], err);
    return crew_agree(t->crew, st, err);
}

/* import_said.c: what is said about the games of an import by several processes: each rank renders
 * and counts those of its parts, rank 0 says all of it in the order of input. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/import/import_internal.h"
#include "db/import/import_together_internal.h"

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
                st = together_bad_answer(err);
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

enum status together_say(struct together *t, struct err *err)
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

/* import_messages.c: what is said about the games of an import by several processes: each process
 * renders and counts those of its parts, process 0 says all of it in the order of input. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/import/import_cluster_internal.h"
#include "db/import/import_internal.h"

/* --- What is said about it -------------------------------------------------------------------- */

struct message_writer {
    struct import_job *t;
    struct part_reader reading;
    struct buf out;
};

static enum status add_game_messages(struct message_writer *s, const struct held_part *h,
                                     uint32_t number, struct err *err)
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
    else {
        s->t->counts->games++;
        s->t->counts->partial += (g.flags & PART_GAME_PARTIAL) != 0;
        s->t->counts->lost += (g.flags & PART_GAME_LOST) != 0;
        s->t->counts->plies += g.plies;
        s->t->counts->added += v->what == VERDICT_NEW;
        s->t->counts->duplicates += v->what != VERDICT_NEW;
        s->t->counts->conflicts += v->conflict;
    }
    if (!other && !v->conflict)
        return STATUS_OK;
    enum status st = part_record(&h->part, number, part_game_of(g.game), &s->reading, &entry, err);
    if (st != STATUS_OK)
        return st;
    if (other)
        import_wrong_game(&s->reading.rec, s->t->game, &problem);
    else
        import_conflict(&s->reading.rec, v->id, &problem);
    s->t->events->render(s->t->events->ctx, other ? PROBLEM_REJECTED : PROBLEM_NOTE, &problem,
                         &s->out);
    return STATUS_OK;
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
    import_count_known(c, &row, f->bytes);
}

static enum status add_file_messages(struct message_writer *s, const struct held_part *h,
                                     uint32_t number, struct err *err)
{
    const struct part_file *f = &h->part.files[number];
    struct import_counts *c = s->t->counts;
    enum status st = STATUS_OK;
    c->files++;
    if (f->flags & PART_FILE_KNOWN)
        import_count_known(c, &f->known, f->bytes);
    else if (h->copies[number] && s->t->opt.duplicates != DUP_KEEP)
        count_copy(c, h, f);
    else {
        for (uint32_t n = f->first_game; n < f->first_game + f->games && st == STATUS_OK; n++)
            st = add_game_messages(s, h, n, err);
        c->bytes += f->bytes;
        c->rejected += (f->flags & (PART_FILE_UNREADABLE | PART_FILE_PROBLEM)) != 0;
        buf_add_span(&s->out, f->remark);
    }
    return st;
}

/* --- Remarks, to process 0 ----------------------------------------------------------------------- */

struct part_messages {
    uint32_t part;
    struct span text;
};

static int by_part(const void *a, const void *b)
{
    const struct part_messages *x = a, *y = b;
    return x->part < y->part ? -1 : x->part > y->part;
}

enum { MESSAGES_HEAD = 12 };

static enum status report_all(const struct import_job *t, const struct byte_parts *all,
                              struct err *err)
{
    uint32_t count = 0;
    struct part_messages *messages = mem_calloc((size_t)t->part_count + 1, sizeof *messages);
    if (!messages)
        return err_nomem(err);
    enum status st = STATUS_OK;
    for (uint32_t r = 0; r < all->count; r++)
        for (struct span s = all->at[r]; s.n && st == STATUS_OK;) {
            uint64_t n = s.n < MESSAGES_HEAD ? UINT64_MAX : le_get64(s.p + 4);
            if (s.n < MESSAGES_HEAD || n > s.n - MESSAGES_HEAD || count == t->part_count) {
                st = reduction_damaged(err);
                break;
            }
            messages[count++] =
                (struct part_messages){le_get32(s.p), span_make(s.p + MESSAGES_HEAD, (size_t)n)};
            s = span_skip(s, MESSAGES_HEAD + (size_t)n);
        }
    if (count)
        qsort(messages, count, sizeof *messages, by_part);
    for (uint32_t i = 0; i < count && st == STATUS_OK; i++)
        t->events->report(t->events->ctx, messages[i].text);
    mem_free(messages);
    return st;
}

static enum status add_part_messages(struct message_writer *s, const struct held_part *h,
                                     struct err *err)
{
    enum status st = STATUS_OK;
    size_t at = s->out.n;
    char head[MESSAGES_HEAD] = {0};
    buf_add(&s->out, head, sizeof head);
    for (uint32_t n = 0; n < h->part.file_count && st == STATUS_OK; n++)
        st = add_file_messages(s, h, n, err);
    if (st == STATUS_OK && buf_status(&s->out) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK) {
        le_put32(s->out.p + at, h->number);
        le_put64(s->out.p + at + 4, s->out.n - at - sizeof head);
    }
    return st;
}

enum status import_report(struct import_job *t, struct err *err)
{
    struct message_writer s = {.t = t};
    struct byte_parts all = {0};
    enum status st = STATUS_OK;
    buf_init(&s.out, SIZE_MAX / 2);
    for (size_t i = 0; i < t->held_count && st == STATUS_OK; i++)
        st = add_part_messages(&s, &t->held[i], err);
    st = reduction_gather_buf(t->reduction, st, &s.out, &all, err);
    if (st == STATUS_OK && reduction_leads(t->reduction))
        st = report_all(t, &all, err);
    byte_parts_release(&all);
    part_reader_release(&s.reading);
    return st;
}

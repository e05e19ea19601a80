/* import_decisions.c: what was decided about a part, on disk for whoever writes its games. */
#include "base/le.h"
#include "db/import/import_cluster_internal.h"

enum { DECISION_BYTES = 5 };
static const struct msg BAD_DECISIONS = {
    "the record of a part is damaged; run the command again",
    "部分についての記録が壊れています。もう一度実行してください"};

/* Need the file not be read again?  Those that come before a database is begun are not kept. */
static bool is_kept(const struct import_job *t, const struct held_part *h, uint32_t file)
{
    const struct part_file *f = &h->part.files[file];
    bool begun = t->db || place_of(h->number, f->first_game + f->games) > t->first_place;
    return begun && file_is_whole(t, h, f) && !h->copies[file];
}

enum status decisions_write(const struct import_job *t, const struct held_part *h, struct err *err)
{
    struct segment_writer w;
    struct buf games, files, path;
    buf_init(&games, SIZE_MAX / 2);
    buf_init(&files, SIZE_MAX / 2);
    for (uint32_t n = 0; n < h->part.game_count; n++) {
        char row[DECISION_BYTES];
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

static bool decisions_are_sound(const struct part_decisions *d, const struct part *p)
{
    bool sound =
        d->games.n == (size_t)p->game_count * DECISION_BYTES && d->files.n == p->file_count;
    for (uint32_t n = 0; n < p->game_count && sound; n++)
        sound = (unsigned char)d->games.p[(size_t)n * DECISION_BYTES + 4] < VERDICT_COUNT;
    return sound;
}

enum status decisions_open(struct part_decisions *d, const struct import_job *t,
                           const struct part_row *row, const struct part *p, struct err *err)
{
    struct buf path;
    *d = (struct part_decisions){0};
    const char *text = part_path(t, row->ident, ".told", &path);
    enum status st = text ? segment_open(&d->segment, text, err) : err_nomem(err);
    buf_release(&path);
    if (st == STATUS_OK)
        st = segment_check(&d->segment, err);
    if (st == STATUS_OK)
        st = segment_need(&d->segment, "games", &d->games, err);
    if (st == STATUS_OK)
        st = segment_need(&d->segment, "files", &d->files, err);
    if (st == STATUS_OK && !decisions_are_sound(d, p))
        st = segment_damaged(&d->segment, d->games.p, &BAD_DECISIONS, err);
    if (st != STATUS_OK)
        decisions_close(d);
    return st;
}

void decisions_close(struct part_decisions *d)
{
    segment_close(&d->segment);
    *d = (struct part_decisions){0};
}

void decisions_game(const struct part_decisions *d, uint32_t number, struct verdict *out)
{
    const char *p = d->games.p + (size_t)number * DECISION_BYTES;
    *out = (struct verdict){.id = le_get32(p), .what = (uint8_t)p[4]};
}

/* db_edits.c: see db_edits.h. */
#include "db/db_edits.h"

#include "base/alloc.h"
#include "store/metadata/dates.h"

enum status db_edits_read(struct db *db, const struct segment *s, struct err *err)
{
    struct span bytes;
    edits_release(&db->edits);
    edits_init(&db->edits);
    enum status st = segment_need_whole(s, "edits", &bytes, err);
    if (st == STATUS_OK)
        st = edits_parse(&db->edits, bytes, err);
    if (st == STATUS_SYNTAX && err && !err->file[0])
        err_in_file(err, span_of(s->path));
    return st;
}

/* Where a game is, for changing what is known of it; NULL: it is gone. */
static struct db_segment *place_of(struct db *db, uint32_t id, uint32_t *number)
{
    const struct db_segment *s = NULL;
    struct err gone;
    if (db_find(db, id, &s, number, &gone) != STATUS_OK || !s)
        return NULL;
    return &db->segments[s - db->segments];
}

static enum status apply_tag(struct db *db, const struct id_set *ids, struct span name, bool add,
                             struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < ids->count && st == STATUS_OK; i++) {
        uint32_t number;
        const struct db_segment *s = place_of(db, ids->at[i], &number);
        if (s)
            st = metadata_edit_tag(s->metadata, number, name, add, err);
    }
    return st;
}

static bool set_date(struct db_segment *s, uint32_t number, struct span value)
{
    uint32_t date = 0;
    (void)date_parse(value, &date);
    return columns_set(&s->columns, COLUMN_DATE, number, date);
}

static enum status apply_row(struct db_segment *s, uint32_t number, const struct edited_field *row,
                             struct err *err)
{
    static const struct {
        enum meta_field field;
        enum column_id column;
    } NAMES[EDIT_FIELDS] = {[EDIT_EVENT] = {META_EVENT, COLUMN_EVENT},
                            [EDIT_PLACE] = {META_PLACE, COLUMN_PLACE},
                            [EDIT_TIME] = {META_TIME, COLUMN_TIMING}};
    enum meta_field field = NAMES[row->field].field;
    unsigned column = NAMES[row->field].column, seat = row->field;
    uint32_t name;
    if (row->field == EDIT_DATE)
        return set_date(s, number, row->value) ? STATUS_OK : err_nomem(err);
    if (row->field < EDIT_EVENT) {
        if (seat >= s->columns.seats)
            return STATUS_OK;
        field = META_SEAT;
        column = COLUMN_PLAYER + seat;
    }
    enum status st =
        metadata_edit_name(s->metadata, number, field, (int)seat, row->value, &name, err);
    if (st == STATUS_OK && !columns_set(&s->columns, (enum column_id)column, number, name))
        st = err_nomem(err);
    return st;
}

enum status db_edits_apply(struct db *db, struct err *err)
{
    const struct edits *e = &db->edits;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < e->tag_count && st == STATUS_OK; i++) {
        st = apply_tag(db, &e->tags[i].added, e->tags[i].name, true, err);
        if (st == STATUS_OK)
            st = apply_tag(db, &e->tags[i].removed, e->tags[i].name, false, err);
    }
    for (size_t i = 0; i < e->row_count && st == STATUS_OK; i++) {
        uint32_t number;
        struct db_segment *s = place_of(db, e->rows[i].id, &number);
        if (s)
            st = apply_row(s, number, &e->rows[i], err);
    }
    return st;
}

/* --- Records ---------------------------------------------------------------------------------- */

static enum record_header_id header_of(unsigned field)
{
    switch (field) {
    case EDIT_EVENT:
        return HEADER_EVENT;
    case EDIT_PLACE:
        return HEADER_SITE;
    case EDIT_DATE:
        return HEADER_START_TIME;
    case EDIT_TIME:
        return HEADER_TIME_LIMIT;
    default:
        return (enum record_header_id)(HEADER_PLAYER + field);
    }
}

/* As formats write a day; a text that is none stays as it is. */
static void add_value(const struct edited_field *row, struct buf *out)
{
    uint32_t date;
    if (row->field != EDIT_DATE || !date_parse(row->value, &date)) {
        buf_add_span(out, row->value);
        return;
    }
    buf_printf(out, "%04u", date_year(date));
    if (date_month(date))
        buf_printf(out, "/%02u", date_month(date));
    if (date_month(date) && date_day(date))
        buf_printf(out, "/%02u", date_day(date));
}

enum status db_edits_of_record(const struct db *db, uint32_t id, struct record *rec,
                               struct err *err)
{
    size_t count = 0;
    const struct edited_field *rows = edits_of_game(&db->edits, id, &count);
    struct buf value;
    bool good = true;
    buf_init(&value, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < count && good; i++) {
        buf_clear(&value);
        add_value(&rows[i], &value);
        good = buf_status(&value) == STATUS_OK &&
               record_set_header(rec, header_of(rows[i].field), buf_span(&value)) == STATUS_OK;
    }
    buf_release(&value);
    return good ? STATUS_OK : err_nomem(err);
}

/* --- Names of fields -------------------------------------------------------------------------- */

static const char *const FIELD_NAMES[EDIT_FIELDS] = {
    [EDIT_EVENT] = "event", [EDIT_PLACE] = "place", [EDIT_DATE] = "date", [EDIT_TIME] = "time"};

const char *edit_field_name(const struct game *game, unsigned field)
{
    return field < EDIT_EVENT ? game->seat_names[field] : FIELD_NAMES[field];
}

int edit_field_by_name(const struct game *game, struct span word)
{
    for (int i = 0; i < EDIT_FIELDS; i++) {
        bool is_seat = i < EDIT_EVENT;
        if ((!is_seat || i < game->seats) &&
            span_eq(word, span_of(edit_field_name(game, (unsigned)i))))
            return i;
    }
    return -1;
}

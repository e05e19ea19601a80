/* db_people.c: see db_people.h. */
#include "db/db_people.h"

#include <pthread.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/le.h"
#include "store/people/people_decisions.h"
#include "store/people/people_file.h"

/* Fewer are worked out again in some 4 ms, most of which is for the built-in list.  Going through
 * the names of 240,000 games takes four times as long as looking for one of them. */
enum { KEPT_SPELLINGS = 1000, KEPT_GAMES = 20000 };

struct db_people {
    pthread_mutex_t mutex; /* of making what follows */
    atomic_bool made;
    struct people_index index;
    struct people *all;         /* NULL: not yet */
    struct buf list, decisions; /* of a database that was fetched: its files */
};

struct db_people *db_people_new(void)
{
    struct db_people *p = mem_calloc(1, sizeof *p);
    if (!p)
        return NULL;
    pthread_mutex_init(&p->mutex, NULL);
    people_index_init(&p->index);
    buf_init(&p->list, PEOPLE_MAX_BYTES);
    buf_init(&p->decisions, BUF_DEFAULT_MAX);
    return p;
}

void db_people_free(struct db_people *p)
{
    if (!p)
        return;
    people_index_release(&p->index);
    people_free(p->all);
    buf_release(&p->list);
    buf_release(&p->decisions);
    pthread_mutex_destroy(&p->mutex);
    mem_free(p);
}

/* --- The files beside the segments ----------------------------------------------------------- */

struct people_files {
    struct buf list, decisions;
};

enum { LIST_BYTES = 8 }; /* of files that are sent: how long the list is, before both */

static enum status read_list(const char *directory, struct buf *out, struct err *err)
{
    struct buf path;
    struct err missing;
    const char *text = db_file_path(&path, directory, DB_PEOPLE_FILE, "");
    enum status status = text ? file_read(text, PEOPLE_MAX_BYTES, out, &missing) : err_nomem(err);
    if (status == STATUS_NOT_FOUND)
        status = STATUS_OK;
    else if (status != STATUS_OK && text && err)
        *err = missing;
    buf_release(&path);
    return status;
}

static enum status read_files(const struct db *db, struct people_files *f, struct err *err)
{
    buf_init(&f->list, PEOPLE_MAX_BYTES);
    buf_init(&f->decisions, BUF_DEFAULT_MAX);
    if (db->fetched) { /* they are on another host, which has sent them */
        buf_add_span(&f->list, buf_span(&db->people->list));
        buf_add_span(&f->decisions, buf_span(&db->people->decisions));
        return buf_status(&f->list) == STATUS_OK && buf_status(&f->decisions) == STATUS_OK
                   ? STATUS_OK
                   : err_nomem(err);
    }
    enum status status = read_list(db->path, &f->list, err);
    return status == STATUS_OK ? people_decisions_read(db->path, &f->decisions, err) : status;
}

static void release_files(struct people_files *f)
{
    buf_release(&f->list);
    buf_release(&f->decisions);
}

enum status db_people_pack(const struct db *db, struct buf *out, struct err *err)
{
    struct people_files files;
    char bytes[LIST_BYTES];
    enum status status = read_files(db, &files, err);
    le_put64(bytes, files.list.n);
    buf_add(out, bytes, sizeof bytes);
    buf_add_span(out, buf_span(&files.list));
    buf_add_span(out, buf_span(&files.decisions));
    release_files(&files);
    return status == STATUS_OK && buf_status(out) != STATUS_OK ? err_nomem(err) : status;
}

enum status db_people_unpack(struct db *db, struct span packed, struct err *err)
{
    struct db_people *p = db->people;
    uint64_t list = packed.n < LIST_BYTES ? UINT64_MAX : le_get64(packed.p);
    if (packed.n < LIST_BYTES || list > packed.n - LIST_BYTES)
        return STATUS_SYNTAX;
    buf_clear(&p->list);
    buf_clear(&p->decisions);
    buf_add(&p->list, packed.p + LIST_BYTES, (size_t)list);
    buf_add_span(&p->decisions, span_skip(packed, LIST_BYTES + (size_t)list));
    return buf_status(&p->list) == STATUS_OK && buf_status(&p->decisions) == STATUS_OK
               ? STATUS_OK
               : err_nomem(err);
}

/* --- Collecting ------------------------------------------------------------------------------ */

struct people_collector {
    struct people_builder *builder;
    const struct db_segment *segment;
    uint32_t *spelling; /* by row of the segment's names; UINT32_MAX: none */
    uint32_t rows;
};

static uint32_t spelling_at(const struct people_collector *c, uint32_t number, uint32_t seat)
{
    uint32_t row = column_player(&c->segment->columns, number, (int)seat);
    return row && row <= c->rows ? c->spelling[row] : UINT32_MAX;
}

/* The games of a row of names. */
struct row_use {
    uint32_t games, from, to;
};

static void use_row(struct row_use *use, uint32_t date)
{
    use->games++;
    if (date && (use->from == 0 || date < use->from))
        use->from = date;
    if (date > use->to)
        use->to = date;
}

static struct row_use *count_rows(const struct db_segment *s, uint32_t rows)
{
    struct row_use *uses = mem_calloc((size_t)rows + 1, sizeof *uses);
    const struct columns columns = columns_verify_all(&s->columns);
    for (uint32_t number = 0; number < s->lines.games && uses; number++) {
        if (db_is_removed(s, number))
            continue;
        for (uint32_t seat = 0; seat < columns.seats; seat++) {
            uint32_t row = column_player(&columns, number, (int)seat);
            if (row && row <= rows)
                use_row(&uses[row], column_date(&columns, number));
        }
    }
    return uses;
}

static enum status add_row(struct people_collector *c, uint32_t row, const struct row_use *use,
                           struct err *err)
{
    struct span name;
    c->spelling[row] = UINT32_MAX;
    enum status status = metadata_player_name(c->segment->metadata, row, &name, err);
    if (status != STATUS_OK || !use->games || !name.n)
        return status;
    status = people_add_spelling(c->builder, name, use->games, &c->spelling[row], err);
    if (status == STATUS_OK) {
        people_add_date(c->builder, c->spelling[row], use->from);
        people_add_date(c->builder, c->spelling[row], use->to);
    }
    return status;
}

static enum status add_rows(struct people_collector *c, struct err *err)
{
    enum status status = metadata_player_rows(c->segment->metadata, &c->rows, err);
    if (status != STATUS_OK)
        return status;
    struct row_use *uses = count_rows(c->segment, c->rows);
    c->spelling = mem_alloc(((size_t)c->rows + 1) * sizeof *c->spelling);
    if (!uses || !c->spelling)
        status = err_nomem(err);
    for (uint32_t row = 0; row <= c->rows && status == STATUS_OK; row++)
        status = add_row(c, row, &uses[row], err);
    mem_free(uses);
    return status;
}

/* Whether another source has the players the other way round: then two spellings in one seat are
 * two people. */
static bool is_exchanged(const struct people_collector *c, uint32_t number, uint32_t seat,
                         uint32_t spelling)
{
    for (uint32_t other = 0; other < c->segment->columns.seats; other++)
        if (other != seat && spelling_at(c, number, other) == spelling)
            return true;
    return false;
}

static enum status add_further(void *ctx, uint32_t number, uint32_t seat, struct span name,
                               struct err *err)
{
    struct people_collector *c = ctx;
    uint32_t spelling, first = spelling_at(c, number, seat);
    if (db_is_removed(c->segment, number) || name.n == 0)
        return STATUS_OK;
    enum status status = people_add_spelling(c->builder, name, 1, &spelling, err);
    if (status == STATUS_OK)
        people_add_date(c->builder, spelling, column_date(&c->segment->columns, number));
    if (status != STATUS_OK || first == UINT32_MAX || first == spelling ||
        line_plies(&c->segment->lines, number) < PEOPLE_PAIR_PLIES ||
        is_exchanged(c, number, seat, spelling))
        return status;
    return people_add_pair(c->builder, first, spelling, game_id(&c->segment->lines, number), err);
}

static enum status add_segment(struct people_builder *builder, const struct db_segment *s,
                               struct err *err)
{
    struct people_collector c = {.builder = builder, .segment = s};
    if (!s->metadata)
        return STATUS_OK;
    enum status status = add_rows(&c, err);
    if (status == STATUS_OK)
        status = metadata_further_players(s->metadata, add_further, &c, err);
    mem_free(c.spelling);
    return status;
}

/* --- Counting -------------------------------------------------------------------------------- */

struct people_counter {
    struct people *people;
    const struct db_segment *segment;
    uint32_t *person; /* by row */
    uint32_t rows;
};

static uint32_t person_at(const struct people_counter *c, uint32_t number, uint32_t seat)
{
    uint32_t row = column_player(&c->segment->columns, number, (int)seat);
    return row && row <= c->rows ? c->person[row] : PEOPLE_NOBODY;
}

static void count_game(struct person *p, uint32_t date)
{
    p->games++;
    if (!date)
        return;
    if (p->from == 0 || date < p->from)
        p->from = date;
    if (date > p->to)
        p->to = date;
}

/* Who sits at several sides of the board has played one game. */
static bool sits_before(const struct people_counter *c, uint32_t number, uint32_t seat,
                        uint32_t person)
{
    for (uint32_t other = 0; other < seat; other++)
        if (person_at(c, number, other) == person)
            return true;
    return false;
}

static void count_games(struct people_counter *c)
{
    const struct columns *columns = &c->segment->columns;
    for (uint32_t number = 0; number < c->segment->lines.games; number++)
        for (uint32_t seat = 0; seat < columns->seats && !db_is_removed(c->segment, number);
             seat++) {
            uint32_t person = person_at(c, number, seat);
            if (person != PEOPLE_NOBODY && !sits_before(c, number, seat, person))
                count_game(&c->people->at[person], column_date(columns, number));
        }
}

/* A game that only another source knows the player of. */
static enum status count_further(void *ctx, uint32_t number, uint32_t seat, struct span name,
                                 struct err *err)
{
    struct people_counter *c = ctx;
    (void)err;
    uint32_t person = name.n ? people_of(c->people, name) : PEOPLE_NOBODY;
    if (person != PEOPLE_NOBODY && !db_is_removed(c->segment, number) &&
        person_at(c, number, seat) != person &&
        !sits_before(c, number, c->segment->columns.seats, person))
        count_game(&c->people->at[person], column_date(&c->segment->columns, number));
    return STATUS_OK;
}

static enum status count_segment(struct people *people, const struct db_segment *s, struct err *err)
{
    struct people_counter c = {.people = people, .segment = s};
    if (!s->metadata)
        return STATUS_OK;
    enum status status = metadata_player_rows(s->metadata, &c.rows, err);
    c.person = mem_alloc(((size_t)c.rows + 1) * sizeof *c.person);
    if (!c.person)
        return err_nomem(err);
    for (uint32_t row = 0; row <= c.rows && status == STATUS_OK; row++) {
        struct span name;
        status = metadata_player_name(s->metadata, row, &name, err);
        c.person[row] = status == STATUS_OK && name.n ? people_of(people, name) : PEOPLE_NOBODY;
    }
    if (status == STATUS_OK) {
        count_games(&c);
        status = metadata_further_players(s->metadata, count_further, &c, err);
    }
    mem_free(c.person);
    return status;
}

static enum status count_people(const struct db *db, struct people *people, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < people->count; i++)
        people->at[i].games = 0;
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++)
        status = count_segment(people, &db->segments[i], err);
    return status;
}

/* --- All of it ------------------------------------------------------------------------------- */

/* What users wrote, by the names of their files. */
static enum status add_files(const struct db *db, struct people_builder *b,
                             const struct people_files *files, struct err *err)
{
    struct buf list, decisions;
    const char *list_path = db_file_path(&list, db->path, DB_PEOPLE_FILE, "");
    const char *decisions_path = db_file_path(&decisions, db->path, PEOPLE_DECISIONS_FILE, "");
    enum status status = list_path && decisions_path ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = people_add_list(b, buf_span(&files->list), span_of(list_path), err);
    if (status == STATUS_OK)
        status = people_add_decisions(b, buf_span(&files->decisions), span_of(decisions_path), err);
    buf_release(&list);
    buf_release(&decisions);
    return status;
}

static enum status work_out(const struct db *db, const struct people_files *files,
                            struct people **out, struct err *err)
{
    struct people_builder *b;
    enum status status = people_begin(&b, db->game, err);
    if (status == STATUS_OK)
        status = add_files(db, b, files, err);
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++)
        status = add_segment(b, &db->segments[i], err);
    if (status == STATUS_OK)
        return people_end(b, out, err);
    people_abandon(b);
    return status;
}

enum status db_people_list(const struct db *db, struct people **out, struct err *err)
{
    struct people_files files;
    *out = NULL;
    enum status status = read_files(db, &files, err);
    if (status == STATUS_OK)
        status = work_out(db, &files, out, err);
    release_files(&files);
    if (status == STATUS_OK)
        status = count_people(db, *out, err);
    if (status != STATUS_OK) {
        people_free(*out);
        *out = NULL;
    }
    return status;
}

enum status db_people_all(struct db *db, const struct people **out, struct err *err)
{
    struct db_people *p = db->people;
    enum status status = STATUS_OK;
    pthread_mutex_lock(&p->mutex);
    if (!p->all)
        status = db_people_list(db, &p->all, err);
    *out = p->all;
    pthread_mutex_unlock(&p->mutex);
    return status;
}

/* --- The index ------------------------------------------------------------------------------- */

/* Of all that the index is made from; the rules are those of a version. */
static uint64_t stamp_of(const struct db *db, const struct people_files *files)
{
    enum { RULES = 2 }; /* to be raised when other spellings are joined */
    struct buf text;
    buf_init(&text, SIZE_MAX / 2);
    manifest_print(&db->manifest, &text);
    XXH64_hash_t parts[] = {RULES, 0, 0, 0, 0};
    struct span builtin = people_builtin(db->game);
    parts[1] = XXH3_64bits(text.p, text.n);
    parts[2] = XXH3_64bits(builtin.n ? builtin.p : "", builtin.n);
    parts[3] = XXH3_64bits(files->list.n ? files->list.p : "", files->list.n);
    parts[4] = XXH3_64bits(files->decisions.n ? files->decisions.p : "", files->decisions.n);
    buf_release(&text);
    return XXH3_64bits(parts, sizeof parts);
}

static bool read_index(const struct db *db, uint64_t stamp, struct people_index *x)
{
    struct buf path, text;
    struct err ignored;
    buf_init(&text, BUF_DEFAULT_MAX);
    const char *name = db_file_path(&path, db->path, PEOPLE_INDEX_FILE, "");
    bool good = name && file_read(name, BUF_DEFAULT_MAX, &text, &ignored) == STATUS_OK &&
                people_index_parse(x, buf_span(&text), stamp, &ignored) == STATUS_OK;
    buf_release(&path);
    buf_release(&text);
    return good;
}

/* It is a cache: where it cannot be written it is made again by the next process. */
static void write_index(const struct db *db, uint64_t stamp, const struct people_index *x)
{
    struct buf path, text;
    struct err ignored;
    buf_init(&text, BUF_DEFAULT_MAX);
    const char *name = db_file_path(&path, db->path, PEOPLE_INDEX_FILE, "");
    if (name && people_index_print(x, stamp, &text))
        (void)file_replace(name, buf_span(&text), &ignored);
    buf_release(&path);
    buf_release(&text);
}

static enum status make_index(const struct db *db, struct people_index *x, struct err *err)
{
    struct people_files files;
    struct people *people = NULL;
    enum status status = read_files(db, &files, err);
    uint64_t stamp = status == STATUS_OK ? stamp_of(db, &files) : 0;
    if (status == STATUS_OK && (db->fetched || !read_index(db, stamp, x))) {
        status = work_out(db, &files, &people, err);
        if (status == STATUS_OK)
            status = people_index_make(x, people, err);
        bool large = status == STATUS_OK &&
                     (people->spelling_count >= KEPT_SPELLINGS || db->games >= KEPT_GAMES);
        if (large && !db->fetched)
            write_index(db, stamp, x);
    }
    people_free(people);
    release_files(&files);
    return status;
}

enum status db_people_index(struct db *db, const struct people_index **out, struct err *err)
{
    struct db_people *p = db->people;
    enum status status = STATUS_OK;
    *out = &p->index;
    if (atomic_load(&p->made))
        return STATUS_OK;
    pthread_mutex_lock(&p->mutex);
    if (!atomic_load(&p->made)) {
        status = make_index(db, &p->index, err);
        atomic_store(&p->made, status == STATUS_OK);
    }
    pthread_mutex_unlock(&p->mutex);
    return status;
}

void db_people_refresh(const char *path)
{
    struct db *db;
    const struct people_index *index;
    struct err ignored;
    if (db_open(&db, path, &ignored) != STATUS_OK)
        return;
    (void)(db_people_index(db, &index, &ignored) == STATUS_OK);
    db_close(db);
}

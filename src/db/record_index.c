/* record_index.c: see record_index.h. */
#include "db/record_index.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/text/utf8.h"
#include "db/segment_cache.h"
#include "store/metadata/figures.h"
#include "store/metadata/name_fold.h"
#include "store/metadata/sqlite_image.h"

enum { KOMI_UNKNOWN = INT32_MIN };

#define COMMENT_TABLE                                                                              \
    "CREATE VIRTUAL TABLE comment USING fts5(text,content='',tokenize='ascii',columnsize=0)"

/* In the order that VACUUM leaves them in. */
static const char *const SCHEMA[] = {
    "CREATE TABLE 'comment_data'(id INTEGER PRIMARY KEY, block BLOB)",
    "CREATE TABLE 'comment_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
    "CREATE TABLE 'comment_config'(k PRIMARY KEY, v) WITHOUT ROWID",
    COMMENT_TABLE,
};
enum { TABLES = sizeof SCHEMA / sizeof *SCHEMA };

/* Of a source that came later. */
struct late_record {
    uint32_t number;
    struct span comments; /* folded, a line feed between; in the arena */
    int32_t komi;
};

struct record_index {
    pthread_mutex_t mutex; /* of everything below but late */
    bool ready;
    struct segment file; /* what was read from disk, or */
    struct buf made;     /* the image that was made now */
    struct sqlite_image sqlite;
    int32_t *komi; /* owned; NULL: none is known */
    struct late_record *late;
    size_t late_count, late_cap;
    struct arena arena; /* of late comments */
};

struct record_index *record_index_new(void)
{
    struct record_index *x = mem_calloc(1, sizeof *x);
    if (!x)
        return NULL;
    pthread_mutex_init(&x->mutex, NULL);
    buf_init(&x->made, SIZE_MAX / 2);
    arena_init(&x->arena, SIZE_MAX / 2);
    return x;
}

void record_index_free(struct record_index *x)
{
    if (!x)
        return;
    sqlite_image_close(&x->sqlite);
    segment_close(&x->file);
    buf_release(&x->made);
    mem_free(x->komi);
    mem_free(x->late);
    arena_release(&x->arena);
    pthread_mutex_destroy(&x->mutex);
    mem_free(x);
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* A comment, folded, with a line feed behind it: folding leaves none. */
static void add_folded(struct span comment, struct buf *out)
{
    size_t before = out->n;
    name_fold(comment, out);
    for (size_t i = before; i < out->n; i++)
        if (out->p[i] == '\n')
            out->p[i] = ' ';
    if (out->n > before)
        buf_add_char(out, '\n');
}

static void fold_comments(const struct record *rec, struct buf *out)
{
    for (uint32_t i = 0; i < rec->node_count; i++)
        if (rec->nodes[i].note)
            add_folded(record_note_at(rec, i)->comment, out);
}

/* A character as the letters of a word. */
static void add_letters(uint32_t c, struct buf *out)
{
    buf_printf(out, "%06x", (unsigned)c);
}

/* Pairs of the characters of a text, each a word; the last character is one by itself, so that it
 * begins a word like all others.  How many characters there were. */
static size_t add_pairs(struct span text, bool last, struct buf *out)
{
    uint32_t before = 0, c;
    size_t n = 0;
    while (text.n) {
        size_t used = utf8_decode(text, &c);
        if (used == 0) {
            text = span_skip(text, 1); /* folded text has none */
            continue;
        }
        text = span_skip(text, used);
        if (n++) {
            buf_add_str(out, "u");
            add_letters(before, out);
            add_letters(c, out);
            buf_add_char(out, ' ');
        }
        before = c;
    }
    if (n && last) {
        buf_add_str(out, "u");
        add_letters(before, out);
        buf_add_char(out, ' ');
    }
    return n;
}

/* Words of all comments; what is between two of them belongs to none. */
static void add_words(struct span comments, struct buf *out)
{
    while (comments.n) {
        const char *end = memchr(comments.p, '\n', comments.n);
        size_t n = end ? (size_t)(end - comments.p) : comments.n;
        (void)add_pairs(span_make(comments.p, n), true, out);
        buf_add_str(out, "end ");
        comments = span_skip(comments, end ? n + 1 : n);
    }
}

/* What FTS5 is asked for a folded text: words one after another; of one character the beginning of
 * a word; of none the word that every comment has. */
static void add_match(struct span text, struct buf *out)
{
    struct buf words;
    buf_init(&words, BUF_DEFAULT_MAX);
    size_t n = add_pairs(text, false, &words);
    if (n == 0) {
        buf_add_str(out, "end");
    } else if (n == 1) {
        (void)add_pairs(text, true, &words);
        buf_add_str(out, "\"");
        buf_add_span(out, span_trim(buf_span(&words)));
        buf_add_str(out, "\"*");
    } else {
        buf_add_str(out, "\"");
        buf_add_span(out, span_trim(buf_span(&words)));
        buf_add_str(out, "\"");
    }
    if (buf_status(&words) != STATUS_OK)
        out->bad = buf_status(&words);
    buf_release(&words);
}

enum status record_index_add(struct record_index *x, uint32_t number, const struct record *rec,
                             struct err *err)
{
    struct late_record late = {.number = number, .komi = KOMI_UNKNOWN};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    fold_comments(rec, &text);
    bool known = record_komi(rec, &late.komi), good = true;
    if (text.n || known) {
        struct late_record *grown =
            mem_grow(x->late, x->late_count, &x->late_cap, UINT32_MAX, sizeof *grown);
        good = grown && buf_status(&text) == STATUS_OK &&
               arena_copy(&x->arena, buf_span(&text), &late.comments);
        if (grown)
            x->late = grown;
        if (good)
            x->late[x->late_count++] = late;
    }
    buf_release(&text);
    return good ? STATUS_OK : err_nomem(err);
}

/* --- Making ----------------------------------------------------------------------------------- */

/* Of one walk through the records. */
struct index_builder {
    const struct db_segment *segment;
    sqlite3 *db;
    sqlite3_stmt *insert;
    struct record rec;
    struct buf folded, words;
    int32_t *komi;
    bool comments, any_komi;
};

static enum status sqlite_fails(const struct index_builder *b, struct err *err)
{
    static const struct msg SAYS = {"cannot index comments: %1", "コメントの索引を作れません: %1"};
    if (!b->db || sqlite3_errcode(b->db) == SQLITE_NOMEM)
        return err_nomem(err);
    return err_set(err, STATUS_IO, &SAYS, span_of(sqlite3_errmsg(b->db)), (struct span){0});
}

static enum status begin_image(struct index_builder *b, struct err *err)
{
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(":memory:", &b->db, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(b->db, COMMENT_TABLE, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(b->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(b->db, "INSERT INTO comment(rowid,text)VALUES(?,?)", -1, &b->insert,
                           NULL) != SQLITE_OK)
        return sqlite_fails(b, err);
    return STATUS_OK;
}

/* Rows count from 1. */
static enum status add_row(struct index_builder *b, uint32_t number, struct err *err)
{
    buf_clear(&b->words);
    add_words(buf_span(&b->folded), &b->words);
    if (buf_status(&b->words) != STATUS_OK || buf_status(&b->folded) != STATUS_OK)
        return err_nomem(err);
    if (sqlite3_bind_int64(b->insert, 1, (sqlite3_int64)number + 1) != SQLITE_OK ||
        sqlite3_bind_text64(b->insert, 2, b->words.p, b->words.n, SQLITE_STATIC, SQLITE_UTF8) !=
            SQLITE_OK ||
        sqlite3_step(b->insert) != SQLITE_DONE || sqlite3_reset(b->insert) != SQLITE_OK)
        return sqlite_fails(b, err);
    b->comments = true;
    return STATUS_OK;
}

struct source_of_game {
    struct index_builder *b;
    uint32_t number;
};

static enum status take_source(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct source_of_game *g = ctx;
    struct index_builder *b = g->b;
    (void)id;
    enum status status = db_decode(b->segment, g->number, bytes, &b->rec, err);
    if (status != STATUS_OK)
        return status;
    fold_comments(&b->rec, &b->folded);
    if (b->komi[g->number] == KOMI_UNKNOWN)
        b->any_komi |= record_komi(&b->rec, &b->komi[g->number]);
    return STATUS_OK;
}

static enum status walk_records(struct index_builder *b, const atomic_bool *cancelled,
                                struct err *err)
{
    const struct db_segment *s = b->segment;
    struct entry_cursor cursor;
    enum status status = STATUS_OK;
    entry_cursor_init(&cursor, &s->entries);
    for (uint32_t nth = 0; nth < s->lines.games && status == STATUS_OK; nth++) {
        struct source_of_game game = {b, lines_u32(s->lines.by_id, nth)};
        struct span bytes;
        uint32_t id = game_id(&s->lines, game.number);
        buf_clear(&b->folded);
        if (cancelled && atomic_load(cancelled))
            status = err_plain(err, STATUS_CANCELLED, NULL);
        if (status == STATUS_OK)
            status = entry_cursor_get(&cursor, nth, &bytes, err);
        if (status == STATUS_OK)
            status = take_source(&game, id, bytes, err);
        if (status == STATUS_OK)
            status = entries_more(&s->entries, id, take_source, &game, err);
        if (status == STATUS_OK && b->folded.n)
            status = add_row(b, game.number, err);
    }
    entry_cursor_release(&cursor);
    return status;
}

static enum status end_image(struct index_builder *b, struct buf *out, struct err *err)
{
    sqlite3_int64 bytes = 0;
    if (!b->comments)
        return STATUS_OK;
    if (sqlite3_exec(b->db, "INSERT INTO comment(comment)VALUES('optimize');COMMIT;VACUUM", NULL,
                     NULL, NULL) != SQLITE_OK)
        return sqlite_fails(b, err);
    unsigned char *image = sqlite3_serialize(b->db, "main", &bytes, 0);
    if (image)
        buf_add(out, image, (size_t)bytes);
    sqlite3_free(image);
    return image && buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

/* Fills x->made and x->komi. */
static enum status build(struct record_index *x, const struct db_segment *s,
                         const atomic_bool *cancelled, struct err *err)
{
    struct index_builder b = {.segment = s};
    record_init(&b.rec);
    buf_init(&b.folded, SIZE_MAX / 2);
    buf_init(&b.words, SIZE_MAX / 2);
    b.komi = mem_alloc(((size_t)s->lines.games + 1) * sizeof *b.komi);
    for (uint32_t i = 0; b.komi && i < s->lines.games; i++)
        b.komi[i] = KOMI_UNKNOWN;
    enum status status = b.komi ? begin_image(&b, err) : err_nomem(err);
    if (status == STATUS_OK)
        status = walk_records(&b, cancelled, err);
    (void)sqlite3_finalize(b.insert);
    if (status == STATUS_OK)
        status = end_image(&b, &x->made, err);
    (void)sqlite3_close(b.db);
    record_release(&b.rec);
    buf_release(&b.folded);
    buf_release(&b.words);
    if (status == STATUS_OK && b.any_komi)
        x->komi = b.komi;
    else
        mem_free(b.komi);
    return status;
}

/* --- On disk ---------------------------------------------------------------------------------- */

static bool copy_komi(struct record_index *x, struct span bytes, uint32_t games)
{
    if (bytes.n == 0)
        return true;
    x->komi = bytes.n == (size_t)games * 4 ? mem_alloc(bytes.n + 1) : NULL;
    for (uint32_t i = 0; x->komi && i < games; i++)
        x->komi[i] = (int32_t)le_get32(bytes.p + 4 * (size_t)i);
    return x->komi != NULL;
}

/* Reads the file; false if there is none that counts. */
static bool read_file(struct record_index *x, const struct db_segment *s, struct span *image)
{
    struct span komi;
    if (!segment_cache_open(&x->file, s, "records"))
        return false;
    bool good = segment_find(&x->file, "comments", image) &&
                segment_find(&x->file, "komi", &komi) && copy_komi(x, komi, s->lines.games);
    if (!good)
        segment_close(&x->file);
    return good;
}

static enum status write_sections(const struct record_index *x, const struct db_segment *s,
                                  struct segment_writer *w, struct err *err)
{
    struct buf komi;
    char four[4];
    buf_init(&komi, SIZE_MAX / 2);
    for (uint32_t i = 0; x->komi && i < s->lines.games; i++) {
        le_put32(four, (uint32_t)x->komi[i]);
        buf_add(&komi, four, sizeof four);
    }
    enum status status = buf_status(&komi) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = segment_writer_section(w, "comments", buf_span(&x->made), err);
    if (status == STATUS_OK)
        status = segment_writer_section(w, "komi", buf_span(&komi), err);
    buf_release(&komi);
    return status;
}

/* If it cannot be written, the next reader makes it again. */
static void write_file(const struct record_index *x, const struct db_segment *s)
{
    struct segment_writer w;
    struct err ignored;
    if (!segment_cache_create(&w, s, "records"))
        return;
    if (write_sections(x, s, &w, &ignored) != STATUS_OK ||
        segment_writer_commit(&w, &ignored) != STATUS_OK)
        segment_writer_abort(&w);
}

/* --- Searching -------------------------------------------------------------------------------- */

static enum status image_damaged(struct err *err)
{
    static const struct msg DAMAGED = {"the index of comments is damaged",
                                       "コメントの索引が壊れています"};
    return err_plain(err, STATUS_SYNTAX, &DAMAGED);
}

static enum status open_image(struct sqlite_image *image, struct span bytes, struct err *err)
{
    int code = sqlite_image_open(image, bytes);
    if (code == SQLITE_OK)
        code = sqlite_image_check_schema(image, SCHEMA, TABLES);
    if (code == SQLITE_OK)
        return STATUS_OK;
    return code == SQLITE_NOMEM ? err_nomem(err) : image_damaged(err);
}

/* Makes sure that it is there. */
static enum status need(struct record_index *x, const struct db_segment *s,
                        const atomic_bool *cancelled, struct err *err)
{
    struct span image;
    struct err damage;
    if (x->ready)
        return STATUS_OK;
    if (read_file(x, s, &image)) {
        x->ready = image.n == 0 || open_image(&x->sqlite, image, &damage) == STATUS_OK;
        if (x->ready)
            return STATUS_OK;
        sqlite_image_close(&x->sqlite); /* what was written by another is made again */
        segment_close(&x->file);
        mem_free(x->komi);
        x->komi = NULL;
    }
    enum status status = build(x, s, cancelled, err);
    if (status == STATUS_OK && x->made.n)
        status = open_image(&x->sqlite, buf_span(&x->made), err);
    if (status == STATUS_OK)
        write_file(x, s);
    else
        buf_clear(&x->made);
    x->ready = status == STATUS_OK;
    return status;
}

static enum status match_image(struct sqlite_image *image, uint32_t games, struct span text,
                               uint64_t *bits, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    struct buf match;
    int code =
        sqlite_image_prepare(image, "SELECT rowid FROM comment WHERE comment MATCH ?", &stmt);
    buf_init(&match, BUF_DEFAULT_MAX);
    add_match(text, &match);
    if (code == SQLITE_OK && buf_status(&match) == STATUS_OK)
        code = sqlite3_bind_text64(stmt, 1, match.p, match.n, SQLITE_STATIC, SQLITE_UTF8);
    bool bad = false;
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(stmt);
        sqlite3_int64 row = code == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 1;
        bad |= row < 1 || row > games;
        if (code == SQLITE_ROW && !bad)
            bits[(row - 1) / 64] |= (uint64_t)1 << (row - 1) % 64;
        if (bad)
            break;
    }
    (void)sqlite3_finalize(stmt);
    enum status status = buf_status(&match) == STATUS_OK ? STATUS_OK : err_nomem(err);
    buf_release(&match);
    if (status == STATUS_OK && code == SQLITE_NOMEM)
        return err_nomem(err);
    return status == STATUS_OK && (bad || code != SQLITE_DONE) ? image_damaged(err) : status;
}

static void match_late(const struct record_index *x, struct span text, uint64_t *bits)
{
    for (size_t i = 0; i < x->late_count; i++)
        if (x->late[i].comments.n && span_find(x->late[i].comments, text) >= 0)
            bits[x->late[i].number / 64] |= (uint64_t)1 << x->late[i].number % 64;
}

enum status record_index_match(struct record_index *x, const struct db_segment *s, struct span text,
                               const atomic_bool *cancelled, uint64_t *bits, struct err *err)
{
    struct buf folded;
    buf_init(&folded, BUF_DEFAULT_MAX);
    name_fold(text, &folded);
    pthread_mutex_lock(&x->mutex);
    enum status status =
        buf_status(&folded) == STATUS_OK ? need(x, s, cancelled, err) : err_nomem(err);
    if (status == STATUS_OK && x->sqlite.db)
        status = match_image(&x->sqlite, s->lines.games, buf_span(&folded), bits, err);
    pthread_mutex_unlock(&x->mutex);
    if (status == STATUS_OK)
        match_late(x, buf_span(&folded), bits);
    buf_release(&folded);
    return status;
}

/* What later sources say of games that had none. */
static enum status complete_komi(struct record_index *x, uint32_t games, struct err *err)
{
    for (size_t i = 0; i < x->late_count; i++) {
        const struct late_record *late = &x->late[i];
        if (late->komi == KOMI_UNKNOWN)
            continue;
        if (!x->komi) {
            x->komi = mem_alloc(((size_t)games + 1) * sizeof *x->komi);
            for (uint32_t k = 0; x->komi && k < games; k++)
                x->komi[k] = KOMI_UNKNOWN;
        }
        if (!x->komi)
            return err_nomem(err);
        if (x->komi[late->number] == KOMI_UNKNOWN)
            x->komi[late->number] = late->komi;
    }
    return STATUS_OK;
}

enum status record_index_komi(struct record_index *x, const struct db_segment *s,
                              const atomic_bool *cancelled, const int32_t **komi, struct err *err)
{
    pthread_mutex_lock(&x->mutex);
    enum status status = need(x, s, cancelled, err);
    if (status == STATUS_OK)
        status = complete_komi(x, s->lines.games, err);
    *komi = status == STATUS_OK ? x->komi : NULL;
    pthread_mutex_unlock(&x->mutex);
    return status;
}

enum status record_index_try(struct span comments, uint32_t games, struct span text, uint64_t *bits,
                             struct err *err)
{
    struct sqlite_image image = {0};
    enum status status = open_image(&image, comments, err);
    if (status == STATUS_OK)
        status = match_image(&image, games, text, bits, err);
    sqlite_image_close(&image);
    return status;
}

/* column_file.c: see column_file.h. */
#include "db/column_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* --- A column that takes hours, kept game by game while it is being made ---------------------- */

static const char MAGIC[8] = "KIFUPRT\n";
enum {
    HEAD_BYTES = 12,
    GAME_HEAD_BYTES = 8,
    SUM_BYTES = 8,
    /* A run adds each game once at most, and only runs that were broken off leave a part: a file
     * with more than so many of them begins anew. */
    MOST_RUNS = 16,
};

/* --- Reading ---------------------------------------------------------------------------------- */

size_t column_part_read(struct span file, struct span about, column_part_game *each, void *ctx)
{
    size_t at = HEAD_BYTES + about.n;
    if (file.n < at || memcmp(file.p, MAGIC, sizeof MAGIC) != 0 ||
        le_get32(file.p + sizeof MAGIC) != about.n ||
        !span_eq(span_make(file.p + HEAD_BYTES, about.n), about))
        return 0;
    while (file.n - at >= GAME_HEAD_BYTES + SUM_BYTES) {
        const char *game = file.p + at;
        size_t n = le_get32(game + 4);
        if (n > file.n - at - GAME_HEAD_BYTES - SUM_BYTES ||
            XXH3_64bits(game, GAME_HEAD_BYTES + n) != le_get64(game + GAME_HEAD_BYTES + n) ||
            !each(ctx, le_get32(game), span_make(game + GAME_HEAD_BYTES, n)))
            break;
        at += GAME_HEAD_BYTES + n + SUM_BYTES;
    }
    return at;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static enum status begin(struct column_part *p, struct span about, struct err *err)
{
    char number[4];
    buf_clear(&p->row);
    buf_add(&p->row, MAGIC, sizeof MAGIC);
    le_put32(number, (uint32_t)about.n);
    buf_add(&p->row, number, sizeof number);
    buf_add_span(&p->row, about);
    if (buf_status(&p->row) != STATUS_OK)
        return err_nomem(err);
    enum status status = append_log_cut(&p->log, 0, err);
    return status == STATUS_OK ? append_log_add(&p->log, buf_span(&p->row), err) : status;
}

static enum status go_on(struct column_part *p, struct span about, uint64_t most,
                         column_part_game *each, void *ctx, struct err *err)
{
    struct buf file;
    buf_init(&file, (size_t)most);
    enum status status = append_log_load(&p->log, (size_t)most, &file, err);
    size_t end = status == STATUS_OK ? column_part_read(buf_span(&file), about, each, ctx) : 0;
    buf_release(&file);
    if (status != STATUS_OK && status != STATUS_LIMIT)
        return status;
    return end ? append_log_cut(&p->log, end, err) : begin(p, about, err);
}

enum status column_part_open(struct column_part *p, const struct column_key *k,
                             column_part_game *each, void *ctx, struct err *err)
{
    struct buf about;
    struct buf name;
    *p = (struct column_part){.log.fd = -1};
    buf_init(&p->row, BUF_DEFAULT_MAX);
    buf_init(&about, BUF_DEFAULT_MAX);
    column_about(k, &about);
    const char *path = column_path(k, COLUMN_PART_ENDING, &name);
    enum status status = path && buf_status(&about) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = column_folder(k->database, err);
    /* The file is written to where it lies: a link that a database from elsewhere has in its place
     * may lead to somebody's file. */
    if (path && status == STATUS_OK)
        status = append_log_open(&p->log, path, O_NOFOLLOW, err);
    uint64_t games = k->bytes + (uint64_t)k->segment->lines.games * (GAME_HEAD_BYTES + SUM_BYTES);
    uint64_t most = HEAD_BYTES + about.n + MOST_RUNS * games;
    if (status == STATUS_OK)
        status = go_on(p, buf_span(&about), most, each, ctx, err);
    buf_release(&name);
    buf_release(&about);
    if (status != STATUS_OK)
        column_part_close(p);
    return status;
}

enum status column_part_add(struct column_part *p, uint32_t number, struct span elements,
                            struct err *err)
{
    char head[GAME_HEAD_BYTES], sum[SUM_BYTES];
    le_put32(head, number);
    le_put32(head + 4, (uint32_t)elements.n);
    buf_clear(&p->row);
    buf_add(&p->row, head, sizeof head);
    buf_add_span(&p->row, elements);
    if (buf_status(&p->row) == STATUS_OK)
        le_put64(sum, XXH3_64bits(p->row.p, p->row.n));
    buf_add(&p->row, sum, sizeof sum);
    return buf_status(&p->row) == STATUS_OK ? append_log_add(&p->log, buf_span(&p->row), err)
                                            : err_nomem(err);
}

void column_part_finish(struct column_part *p)
{
    append_log_remove(&p->log); /* what stays is swept away with its segment */
    column_part_close(p);
}

void column_part_close(struct column_part *p)
{
    append_log_close(&p->log);
    buf_release(&p->row);
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTE_ORDER_NAME "le"
#else
#define BYTE_ORDER_NAME "be"
#endif

enum { TEXT_MOST = 1 << 22 }; /* a query has up to a megabyte */

/* --- Names ------------------------------------------------------------------------------------ */

/* Which bytes a segment has, by the checksums of its sections. */
static uint64_t content_hash(const struct segment *s)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < s->count; i++) {
        const struct segment_section *at = &s->sections[i];
        unsigned char row[SEGMENT_NAME_BYTES + 24] = {0};
        memcpy(row, at->name, strlen(at->name));
        le_put64(row + SEGMENT_NAME_BYTES, at->length);
        le_put64(row + SEGMENT_NAME_BYTES + 8, at->checksum);
        le_put64(row + SEGMENT_NAME_BYTES + 16, hash);
        hash = XXH3_64bits(row, sizeof row);
    }
    return hash;
}

void column_about(const struct column_key *k, struct buf *out)
{
    buf_printf(out, "kifu-column %d " BYTE_ORDER_NAME "\n", COLUMN_VERSION);
    buf_printf(out, "segment %s %016" PRIx64 "\n", k->segment->listed.name,
               content_hash(&k->segment->file));
    buf_printf(out, "column %s\nbytes %" PRIu64 "\nof ", k->column, k->bytes);
    buf_add_span(out, k->of);
    buf_add_char(out, '\n');
}

/* The name of the file, without folder and ending. */
static void column_name(const struct column_key *k, struct buf *out)
{
    struct buf about;
    buf_init(&about, TEXT_MOST);
    column_about(k, &about);
    buf_printf(out, "%s-%s-%016" PRIx64, k->segment->listed.name, k->column,
               XXH3_64bits(about.p, about.n));
    if (buf_status(&about) != STATUS_OK)
        out->bad = buf_status(&about);
    buf_release(&about);
}

const char *column_path(const struct column_key *k, const char *ending, struct buf *out)
{
    buf_init(out, BUF_DEFAULT_MAX);
    buf_printf(out, "%s/" DB_COLUMNS_FOLDER "/", k->database);
    column_name(k, out);
    buf_add_str(out, ending);
    const char *path = buf_cstr(out);
    return buf_status(out) == STATUS_OK ? path : NULL;
}

enum status column_folder(const char *database, struct err *err)
{
    static const struct msg CANNOT = {"cannot create the folder for columns: %2",
                                      "列のフォルダを作れません: %2"};
    struct buf path;
    buf_init(&path, BUF_DEFAULT_MAX);
    buf_printf(&path, "%s/" DB_COLUMNS_FOLDER, database);
    const char *name = buf_cstr(&path);
    enum status status = buf_status(&path) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK && mkdir(name, 0777) != 0 && errno != EEXIST) {
        status = err_errno(err, errno, &CANNOT, (struct span){0});
        err_in_file(err, span_of(name));
    }
    buf_release(&path);
    return status;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Is the open file the column that is asked for, undamaged? */
static bool is_column(struct column_file *f, struct span about, uint64_t bytes)
{
    struct span stored_about;
    struct err err;
    return segment_find(&f->file, "about", &stored_about) && span_eq(stored_about, about) &&
           segment_find(&f->file, "column", &f->bytes) && f->bytes.n == bytes &&
           segment_check(&f->file, &err) == STATUS_OK;
}

enum status column_file_read(struct column_file *f, const char *path, struct span about,
                             uint64_t bytes, struct err *err)
{
    *f = (struct column_file){0};
    enum status status = segment_open(&f->file, path, err);
    if (status == STATUS_NOMEM || (status == STATUS_OK && is_column(f, about, bytes)))
        return status;
    column_file_close(f);
    static const struct msg NONE = {"no such column", "その列はありません"};
    return err_plain(err, STATUS_NOT_FOUND, &NONE);
}

enum status column_file_open(struct column_file *f, const struct column_key *k, struct err *err)
{
    struct buf path, about;
    *f = (struct column_file){0};
    buf_init(&about, TEXT_MOST);
    column_about(k, &about);
    const char *name = column_path(k, COLUMN_ENDING, &path);
    enum status status = name && buf_status(&about) == STATUS_OK
                             ? column_file_read(f, name, buf_span(&about), k->bytes, err)
                             : err_nomem(err);
    buf_release(&path);
    buf_release(&about);
    return status;
}

void column_file_close(struct column_file *f)
{
    segment_close(&f->file);
    *f = (struct column_file){0};
}

/* --- Writing ---------------------------------------------------------------------------------- */

static enum status write_sections(struct segment_writer *w, const struct column_key *k,
                                  const void *bytes, struct err *err)
{
    struct buf about;
    buf_init(&about, TEXT_MOST);
    column_about(k, &about);
    enum status status = buf_status(&about) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = segment_writer_section(w, "about", buf_span(&about), err);
    buf_release(&about);
    return status == STATUS_OK
               ? segment_writer_section(w, "column", span_make(bytes, (size_t)k->bytes), err)
               : status;
}

/* A link or a pipe in a column's place, in a database from elsewhere: writing would go through it.
 */
static void clear_place(const char *path)
{
    struct stat is;
    if (lstat(path, &is) == 0 && !S_ISREG(is.st_mode))
        (void)unlink(path); /* a folder stays, and is told of */
}

enum status column_file_write(const struct column_key *k, const void *bytes, struct err *err)
{
    struct segment_writer w;
    struct buf path;
    const char *name = column_path(k, COLUMN_ENDING, &path);
    enum status status = name ? column_folder(k->database, err) : err_nomem(err);
    if (status == STATUS_OK) {
        clear_place(name);
        status = segment_writer_open(&w, name, err);
        if (status == STATUS_OK)
            status = write_sections(&w, k, bytes, err);
        if (status == STATUS_OK)
            status = segment_writer_commit(&w, err);
        else
            segment_writer_abort(&w);
    }
    buf_release(&path);
    return status;
}

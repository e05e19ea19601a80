/* column_file.c: see column_file.h. */
#include "values/sheet/column_file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

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

static enum status not_found(struct err *err)
{
    static const struct msg NONE = {"no such column", "その列はありません"};
    return err_plain(err, STATUS_NOT_FOUND, &NONE);
}

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
    return not_found(err);
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

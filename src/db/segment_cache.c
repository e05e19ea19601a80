/* segment_cache.c: see segment_cache.h. */
#include "db/segment_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "base/le.h"

/* Which bytes a segment has, by the checksums of its sections. */
static uint64_t table_hash(const struct segment *s)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < s->count; i++) {
        unsigned char row[24];
        le_put64(row, s->sections[i].length);
        le_put64(row + 8, s->sections[i].checksum);
        le_put64(row + 16, hash);
        hash = XXH3_64bits(row, sizeof row);
    }
    return hash;
}

static void make_about(const struct db_segment *s, const char *kind, struct buf *out)
{
    buf_init(out, BUF_DEFAULT_MAX);
    buf_printf(out, "kifu-%s 1\nsegment %s %016" PRIx64 "\n", kind, s->listed.name,
               table_hash(&s->file));
}

/* The folder, or the file of a kind; NULL if the segment has no place on disk. */
static const char *path_beside(const struct db_segment *s, const char *kind, struct buf *out)
{
    struct span directory = span_of(s->file.path ? s->file.path : "");
    buf_init(out, BUF_DEFAULT_MAX);
    while (directory.n && directory.p[directory.n - 1] != '/')
        directory.n--;
    buf_add_span(out, directory);
    buf_add_str(out, DB_COLUMNS_FOLDER);
    if (kind)
        buf_printf(out, "/%s-%s.idx", s->listed.name, kind);
    const char *path = buf_cstr(out);
    return buf_status(out) == STATUS_OK && directory.n ? path : NULL;
}

bool segment_cache_open(struct segment *out, const struct db_segment *s, const char *kind)
{
    struct buf path, about;
    struct span have;
    struct err ignored;
    const char *text = path_beside(s, kind, &path);
    make_about(s, kind, &about);
    bool open = text && segment_open(out, text, &ignored) == STATUS_OK;
    bool good = open && segment_check(out, &ignored) == STATUS_OK &&
                segment_find(out, "about", &have) && span_eq(have, buf_span(&about));
    if (open && !good)
        segment_close(out);
    buf_release(&about);
    buf_release(&path);
    return good;
}

bool segment_cache_create(struct segment_writer *out, const struct db_segment *s, const char *kind)
{
    struct buf path, folder, about;
    struct err ignored;
    const char *text = path_beside(s, kind, &path), *into = path_beside(s, NULL, &folder);
    make_about(s, kind, &about);
    bool open = text && into && (mkdir(into, 0777) == 0 || errno == EEXIST) &&
                segment_writer_open(out, text, &ignored) == STATUS_OK;
    bool good =
        open && segment_writer_section(out, "about", buf_span(&about), &ignored) == STATUS_OK;
    if (open && !good)
        segment_writer_abort(out);
    buf_release(&about);
    buf_release(&folder);
    buf_release(&path);
    return good;
}

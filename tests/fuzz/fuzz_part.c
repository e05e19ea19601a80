/* fuzz_part.c: any bytes as the tables of a part of an import (db/import/part.h).  A frame with the right
 * checksums is put around them; the part is refused, or every remark and game of it can be read or
 * is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/le.h"
#include "db/import/part.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

enum { HEAD_BYTES = 4, ROW_BYTES = 64 };

/* So many rows of files, so many of games, so many bytes of remarks; the rest are bodies. */
static struct span cut(struct span *rest, size_t n)
{
    struct span part = span_make(rest->p, n < rest->n ? n : rest->n);
    *rest = span_skip(*rest, part.n);
    return part;
}

static void write_part(const char *path, struct span data)
{
    struct segment_writer w;
    struct err err;
    const unsigned char *head = (const unsigned char *)data.p;
    struct span rest = span_skip(data, HEAD_BYTES);
    struct span files = cut(&rest, (size_t)head[0] * ROW_BYTES);
    struct span games = cut(&rest, (size_t)head[1] * ROW_BYTES);
    struct span remarks = cut(&rest, head[2]);
    char last[4];
    le_put32(last, head[3] & 3);
    require(segment_writer_open(&w, path, &err) == STATUS_OK &&
            segment_writer_section(&w, "bodies", rest, &err) == STATUS_OK &&
            segment_writer_section(&w, "ident", SPAN("x"), &err) == STATUS_OK &&
            segment_writer_section(&w, "last", span_make(last, 4), &err) == STATUS_OK &&
            segment_writer_section(&w, "files", files, &err) == STATUS_OK &&
            segment_writer_section(&w, "games", games, &err) == STATUS_OK &&
            segment_writer_section(&w, "remarks", remarks, &err) == STATUS_OK &&
            segment_writer_commit(&w, &err) == STATUS_OK);
}

static void read_part(struct part *p)
{
    struct part_reader r = {0};
    struct err err;
    size_t remarks = 0;
    for (uint32_t i = 0; i < p->file_count; i++)
        remarks += p->files[i].remark.n;
    for (uint32_t i = 0; i < p->game_count; i++) {
        struct part_game g;
        struct span entry;
        part_game_at(p, i, &g);
        remarks += part_game_remark(p, i).n;
        if (!(g.flags & PART_GAME_REJECTED)) {
            enum status st = part_record(p, i, part_game_of(g.game), &r, &entry, &err);
            require(st == STATUS_OK || st == STATUS_SYNTAX || st == STATUS_NOMEM ||
                    st == STATUS_LIMIT);
        }
    }
    require(remarks == p->remarks.n);
    part_reader_release(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct part p;
    struct err err;
    if (size < HEAD_BYTES)
        return 0;
    snprintf(path, sizeof path, "/tmp/kifu-fuzz-part-%d", (int)getpid());
    write_part(path, span_make((const char *)data, size));
    if (part_open(&p, path, SPAN("x"), &err) == STATUS_OK)
        read_part(&p);
    part_close(&p);
    require(part_open(&p, path, SPAN("y"), &err) == STATUS_SYNTAX);
    unlink(path);
    return 0;
}

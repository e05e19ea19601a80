/* fuzz_store.c: any bytes as a games segment.  The frame's checksum would keep nearly all of them
 * out, so the table of sections is believed as far as it stays within the bytes; then everything is
 * read that a segment can hold. */
#include "../unit/store_reader.h"
#include "base/le.h"
#include "games/shogi/shogi.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROW_BYTES = 32, TAIL_BYTES = 32 };

/* The sections that the table at the end speaks of, as segment.h draws it. */
static void believe_table(struct segment *s, struct span file)
{
    uint32_t count = file.n > TAIL_BYTES ? le_get32(file.p + file.n - TAIL_BYTES + 8) : 0;
    if (count > SEGMENT_MAX_SECTIONS || (uint64_t)count * ROW_BYTES > file.n - TAIL_BYTES)
        return;
    const char *rows = file.p + file.n - TAIL_BYTES - (size_t)count * ROW_BYTES;
    for (uint32_t i = 0; i < count; i++) {
        const char *row = rows + (size_t)i * ROW_BYTES;
        struct segment_section *section = &s->sections[s->count];
        *section =
            (struct segment_section){.offset = le_get64(row + 8), .length = le_get64(row + 16)};
        memcpy(section->name, row, SEGMENT_NAME_BYTES);
        if (section->offset <= file.n && section->length <= file.n - section->offset)
            s->count++;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[] = "fuzz.seg";
    struct segment s = {.path = path};
    if (size == 0)
        return 0;
    s.view.bytes = span_make((const char *)data, size);
    believe_table(&s, s.view.bytes);
    (void)store_read_everything(&s, &shogi_game);
    return 0;
}

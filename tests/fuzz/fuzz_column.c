/* fuzz_column.c: any bytes as a column that a database keeps, whole or in the making.  Whatever is
 * accepted has the length that was asked for and lies within the bytes; of a part no more is taken
 * than is right, and what was taken is taken again when the rest is cut off.
 *
 * Sums would keep nearly all bytes out, so those of a part are set right first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "db/column_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The seeds' column. */
static const char ABOUT[] = "kifu-column 1 le\nsegment s000001 0123456789abcdef\ncolumn values\n"
                            "bytes 16\nof static paper 0123456789abcdef\n";
enum { BYTES = 16, GAMES = 4, HEAD = 12, SUM = 8 };

static void require(bool good)
{
    if (!good)
        abort();
}

struct column_log {
    struct span file;
    unsigned games;
};

static bool see_game(void *ctx, uint32_t number, struct span elements)
{
    struct column_log *s = ctx;
    require(elements.p >= s->file.p && elements.n <= s->file.n &&
            elements.p + elements.n <= s->file.p + s->file.n);
    s->games += number < GAMES;
    return number < GAMES;
}

static void set_sums(char *p, size_t n)
{
    size_t at = HEAD + sizeof ABOUT - 1;
    while (at < n && n - at >= 8 + SUM) {
        size_t length = le_get32(p + at + 4);
        if (length > n - at - 8 - SUM)
            return;
        le_put64(p + at + 8 + length, XXH3_64bits(p + at, 8 + length));
        at += 8 + length + SUM;
    }
}

static void read_part(const uint8_t *data, size_t size)
{
    struct span about = span_make(ABOUT, sizeof ABOUT - 1);
    char *copy = mem_alloc(size);
    require(copy != NULL);
    memcpy(copy, data, size);
    set_sums(copy, size);
    struct column_log first = {.file = span_make(copy, size)},
                      again = {.file = span_make(copy, size)};
    size_t end = column_part_read(first.file, about, see_game, &first);
    require(end <= size);
    if (end) {
        again.file.n = end;
        require(column_part_read(again.file, about, see_game, &again) == end);
        require(again.games == first.games);
    }
    mem_free(copy);
}

static void read_column(const uint8_t *data, size_t size)
{
    struct column_file f;
    struct err err;
    char path[64];
    int fd = memfd_create("column", MFD_CLOEXEC);
    require(fd >= 0 && (size == 0 || write(fd, data, size) == (ssize_t)size));
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (column_file_read(&f, path, span_make(ABOUT, sizeof ABOUT - 1), BYTES, &err) == STATUS_OK) {
        require(f.bytes.n == BYTES && XXH3_64bits(f.bytes.p, f.bytes.n) != 0);
    }
    column_file_close(&f);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    read_part(data, size);
    read_column(data, size);
    return 0;
}

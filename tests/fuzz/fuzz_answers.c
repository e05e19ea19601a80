/* fuzz_answers.c: any bytes as a file of answers.  Checksums would keep nearly all out, so every
 * second input is a list of answers that get sums that fit.  What is read can be found, and added
 * to. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "values/sheet/answer_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

/* Sums for answers as far as they are whole. */
static void mend(uint8_t *bytes, size_t size)
{
    size_t at = 8;
    while (size - at >= 16) {
        size_t n = 12 + (size_t)(le_get32(bytes + at + 8) % 600) * 6;
        if (n + 4 > size - at)
            return;
        le_put32(bytes + at + 8, (uint32_t)((n - 12) / 6));
        le_put32(bytes + at + n, (uint32_t)XXH3_64bits(bytes + at, n));
        at += n + 4;
    }
}

static void use(const char *path)
{
    struct answer_line lines[ANSWER_MOST_LINES], line = {.move = 7, .value = -3};
    struct answer_file *f;
    int n;
    if (answer_file_open(&f, path, NULL) != STATUS_OK)
        return;
    size_t had = answer_file_count(f);
    bool known = answer_file_find(f, 42, lines, &n);
    require(answer_file_add(f, 42, &line, 1, NULL) == STATUS_OK);
    require(answer_file_find(f, 42, lines, &n));
    require(answer_file_count(f) == had + !known);
    answer_file_close(f);
    require(answer_file_open(&f, path, NULL) == STATUS_OK);
    require(answer_file_count(f) == had + !known && answer_file_find(f, 42, lines, &n));
    answer_file_close(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/fuzz_answers.XXXXXX";
    uint8_t *bytes = mem_alloc(size + 1);
    int fd = mkstemp(path);
    if (bytes && fd >= 0 && size > 0) {
        memcpy(bytes, data + 1, size - 1);
        if (data[0] & 1 && size > 9)
            mend(bytes, size - 1);
        require(write(fd, bytes, size - 1) == (ssize_t)(size - 1));
        use(path);
    }
    if (fd >= 0) {
        close(fd);
        unlink(path);
    }
    mem_free(bytes);
    return 0;
}

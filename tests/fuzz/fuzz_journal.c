/* fuzz_journal.c: any bytes as the file of work that was broken off.  It is refused and left alone,
 * or what is found in it can be read, folded and added to. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The seeds' work. */
static const uint64_t PRINT = 77;
enum { LOOK_AT = 16 };

static void require(bool good)
{
    if (!good)
        abort();
}

/* How many blocks are found; -1: it is refused. */
static int read_once(const char *path)
{
    struct journal *j;
    struct err err;
    struct buf out;
    enum status st = journal_open(&j, path, PRINT, &err);
    require(st == STATUS_OK || st == STATUS_RANGE || st == STATUS_SYNTAX || st == STATUS_IO);
    if (st != STATUS_OK)
        return -1;
    buf_init(&out, BUF_DEFAULT_MAX);
    for (uint64_t block = 0; block < LOOK_AT; block++)
        if (journal_has(j, block))
            require(journal_read(j, block, &out, &err) == STATUS_OK);
    int found = (int)journal_count(j);
    require(journal_add(j, UINT64_MAX, SPAN("one more"), &err) == STATUS_OK);
    buf_release(&out);
    journal_close(j);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/fuzz-journal-%ld", (long)getpid());
    FILE *f = fopen(path, "wb");
    require(f && fwrite(data, 1, size, f) == size && fclose(f) == 0);
    int first = read_once(path);
    if (first >= 0)
        require(read_once(path) == first + 1);
    unlink(path);
    return 0;
}

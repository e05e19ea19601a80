/* gen_stored.c: a file of weights with the frame of zstd in it as one of stored blocks, for builds without the
 * library: gen_stored FILE FRAME_AT SIZE_AT >COPY
 *
 * The frame begins at byte FRAME_AT; if SIZE_AT is not 0, its size is stored there in four bytes, else the frame ends
 * where the check sum of the last eight bytes begins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "../src/base/le.h"

enum { SUM_BYTES = 8, MAX_BLOCK = 128 << 10, HEAD_BYTES = 9 };

struct bytes {
    unsigned char *p;
    size_t n;
};

static void fail(const char *what)
{
    fprintf(stderr, "gen_stored: %s\n", what);
    exit(1);
}

static struct bytes read_all(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct bytes b = {malloc(1 << 24), 0};
    if (!f || !b.p)
        fail("cannot read the file");
    b.n = fread(b.p, 1, 1 << 24, f);
    fclose(f);
    return b;
}

static void add(struct bytes *out, const void *p, size_t n)
{
    memcpy(out->p + out->n, p, n);
    out->n += n;
}

static void add_frame(struct bytes *out, const unsigned char *raw, size_t n)
{
    unsigned char head[HEAD_BYTES] = {0x28, 0xB5, 0x2F, 0xFD, 0xA0};
    le_put32(head + 5, (uint32_t)n);
    add(out, head, sizeof head);
    for (size_t at = 0; at < n;) {
        size_t size = n - at < MAX_BLOCK ? n - at : MAX_BLOCK;
        unsigned block = (unsigned)size << 3 | (at + size == n);
        unsigned char bytes[3] = {(unsigned char)block, (unsigned char)(block >> 8),
                                  (unsigned char)(block >> 16)};
        add(out, bytes, sizeof bytes);
        add(out, raw + at, size);
        at += size;
    }
}

int main(int argc, char **argv)
{
    if (argc != 4)
        fail("FILE FRAME_AT SIZE_AT");
    struct bytes in = read_all(argv[1]), out = {malloc(1 << 26), 0};
    size_t frame_at = strtoul(argv[2], NULL, 10), size_at = strtoul(argv[3], NULL, 10);
    if (!out.p || in.n < frame_at + SUM_BYTES)
        fail("too short");
    size_t frame_n = size_at ? le_get32(in.p + size_at) : in.n - SUM_BYTES - frame_at;
    unsigned long long raw_n = ZSTD_getFrameContentSize(in.p + frame_at, frame_n);
    if (raw_n > 1 << 25)
        fail("no frame of zstd, or a large one");
    unsigned char *raw = malloc((size_t)raw_n);
    if (!raw || ZSTD_decompress(raw, (size_t)raw_n, in.p + frame_at, frame_n) != raw_n)
        fail("cannot decompress");
    add(&out, in.p, frame_at);
    add_frame(&out, raw, (size_t)raw_n);
    if (size_at)
        le_put32(out.p + size_at, (uint32_t)(out.n - frame_at));
    add(&out, in.p + frame_at + frame_n, in.n - SUM_BYTES - frame_at - frame_n);
    unsigned char sum[SUM_BYTES];
    le_put64(sum, XXH3_64bits(out.p, out.n));
    add(&out, sum, SUM_BYTES);
    return fwrite(out.p, 1, out.n, stdout) == out.n ? 0 : 1;
}

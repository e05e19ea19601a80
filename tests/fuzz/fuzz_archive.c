/* fuzz_archive.c: any bytes as a file that may be an archive.  Limits hold, labels are clean.
 *
 * Of an even number of bytes the archive has no name: seeds/archive/unnamed.zst is such a one, with
 * which 0 was once added to NULL.  Only clang's UBSan sees that (make fuzz NAME=archive); the replay
 * of the seeds, which gcc builds, does not. */
#include <stdint.h>
#include <stdlib.h>

#include "base/io/source.h"
#include "base/text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

struct count {
    uint64_t items, problems, bytes;
    bool named;
};

static const struct source_limits LIMITS = {
    .item_bytes = 1 << 16,
    .total_bytes = 1 << 18,
    .ratio = 100,
    .ratio_free_bytes = 1 << 16,
    .members = 50,
    .depth = 3,
};

/* Only what was given no name may have none. */
static void check_label(const struct count *c, struct span label)
{
    require(utf8_is_valid(label) && (label.n || !c->named));
    for (size_t i = 0; i < label.n; i++)
        require((unsigned char)label.p[i] >= 0x20);
}

static enum status see_item(void *ctx, const struct source_item *item)
{
    struct count *c = ctx;
    check_label(c, item->label);
    require(item->depth <= LIMITS.depth);
    if (item->depth) {
        require(item->bytes.n <= LIMITS.item_bytes);
        c->bytes += item->bytes.n;
        c->items++;
    }
    return STATUS_OK;
}

static enum status see_problem(void *ctx, struct span label, const struct err *err)
{
    struct count *c = ctx;
    check_label(c, label);
    require(err->code != STATUS_OK && err->what);
    c->problems++;
    return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct count c = {.named = size % 2};
    struct source_handler handler = {.ctx = &c, .item = see_item, .problem = see_problem};
    struct span bytes = span_make((const char *)data, size);
    require(source_walk_bytes(c.named ? SPAN("x") : SPAN(""), bytes, &LIMITS, &handler, NULL) ==
            STATUS_OK);
    require(c.items <= LIMITS.members && c.bytes <= LIMITS.total_bytes);
    return 0;
}

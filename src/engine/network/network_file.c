/* network_file.c: reading networks; the file is described in docs/formats/network.md.
 *
 * Every number of the head is compared with its limit, and every section with what is left of the
 * file, before anything is allocated for it.  Numbers that are not integers are finite and small
 * enough that nothing which is made of them can overflow: with MOST_NUMBER for all and LEAST_STEP
 * for what is divided by, the largest is below 1e34. */
#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/io/data_file.h"
#include "base/io/file.h"
#include "base/le.h"
#include "base/text/utf8.h"
#include "engine/network/network_internal.h"

#define MAGIC "KIFUNET" /* and the zero byte */
#define MOST_NUMBER 65536.0F
#define LEAST_STEP 0x1p-40F
enum {
    VERSION = 1,
    MAGIC_BYTES = 8,
    SHAPE_AT = 12,
    SHAPE_COUNT = sizeof(struct network_shape) / sizeof(uint32_t),
    STEP_AT = SHAPE_AT + 4 * SHAPE_COUNT,
    HEAD_BYTES = STEP_AT + 8,
    SUM_BYTES = 8,
    SECTION_BYTES = 16, /* sections are padded to multiples of this */
    MOST_FILE_BYTES = 128 << 20,
};
_Static_assert(HEAD_BYTES == 64, "as in docs/formats/network.md");

#define INSTALLED "natural/people.network" /* for data_file_find() */

static enum status damaged(struct err *err)
{
    static const struct msg DAMAGED = {"the network is damaged",
                                       "ネットワークのファイルが壊れています"};
    return err_plain(err, STATUS_SYNTAX, &DAMAGED);
}

/* --- Sections --------------------------------------------------------------------------------- */

struct network_reader {
    const char *p; /* what is left */
    size_t n;
    enum status status; /* the first failure; nothing is read after it */
};

/* The next section of so many bytes; NULL if the file has fewer. */
static const char *take(struct network_reader *r, size_t bytes)
{
    size_t padded = (bytes + SECTION_BYTES - 1) / SECTION_BYTES * SECTION_BYTES;
    const char *section = r->p;
    if (r->status == STATUS_OK && padded > r->n)
        r->status = STATUS_SYNTAX;
    if (r->status != STATUS_OK)
        return NULL;
    r->p += padded;
    r->n -= padded;
    return section;
}

/* Memory for something that was taken; zero bytes. */
static void *make(struct network_reader *r, size_t count, size_t size)
{
    void *p = r->status == STATUS_OK ? mem_calloc_aligned(NETWORK_ALIGN, count, size) : NULL;
    if (!p && r->status == STATUS_OK)
        r->status = STATUS_NOMEM;
    return p;
}

static float get_float(struct network_reader *r, const char *p, float least)
{
    uint32_t bits = le_get32(p);
    float x;
    memcpy(&x, &bits, sizeof x);
    if (!isfinite(x) || x < least || x > MOST_NUMBER)
        r->status = STATUS_SYNTAX;
    return x;
}

/* A section of rows * columns numbers.  In memory it is turned: [columns][stride], so that code
 * which adds up a row does so for all rows at a time.  Owned by the caller; NULL after a failure. */
static float *read_turned(struct network_reader *r, size_t rows, size_t columns)
{
    const char *section = take(r, 4 * rows * columns);
    size_t stride = network_stride((uint32_t)rows);
    float *to = make(r, columns * stride, sizeof *to);
    for (size_t i = 0; to && i < rows; i++)
        for (size_t k = 0; k < columns; k++)
            to[k * stride + i] = get_float(r, section + 4 * (i * columns + k), -MOST_NUMBER);
    return to;
}

/* A section of count numbers, with zeros up to a stride. */
static float *read_floats(struct network_reader *r, size_t count)
{
    const char *section = take(r, 4 * count);
    float *to = make(r, (count + NETWORK_STRIDE - 1) / NETWORK_STRIDE * NETWORK_STRIDE, sizeof *to);
    for (size_t i = 0; to && i < count; i++)
        to[i] = get_float(r, section + 4 * i, -MOST_NUMBER);
    return to;
}

/* --- Convolutions ----------------------------------------------------------------------------- */

static void read_weights(struct network_reader *r, struct network_conv *c, uint32_t panel)
{
    size_t pairs = (c->in + 1) / 2, panels = (c->out + panel - 1) / panel;
    const int8_t *w = (const int8_t *)take(r, (size_t)c->out * c->in * c->taps);
    c->packed = make(r, panels * c->taps * pairs * panel * 2, sizeof *c->packed);
    if (!c->packed)
        return;
    for (size_t out = 0; out < c->out; out++)
        for (size_t in = 0; in < c->in; in++)
            for (size_t tap = 0; tap < c->taps; tap++, w++)
                c->packed[((out / panel * c->taps + tap) * pairs + in / 2) * panel * 2 +
                          out % panel * 2 + in % 2] = (int16_t)*w;
}

/* What a sum is worth: the scale of its weights times the step of what they are multiplied with. */
static void read_scales(struct network_reader *r, struct network_conv *c, float step)
{
    c->mul = read_floats(r, c->out);
    for (uint32_t i = 0; c->mul && i < c->out; i++)
        c->mul[i] *= step;
}

static void conv_init(struct network_conv *c, uint32_t taps, uint32_t in, uint32_t out)
{
    *c = (struct network_conv){.taps = taps,
                               .in = in,
                               .out = out,
                               .in_stride = network_stride(in),
                               .out_stride = network_stride(out)};
}

static void conv_release(struct network_conv *c)
{
    mem_free(c->packed);
    mem_free(c->mul);
    mem_free(c->bias);
}

/* --- Parts ------------------------------------------------------------------------------------ */

static void read_input(struct network_reader *r, struct network *n)
{
    const struct network_shape *s = &n->shape;
    size_t globals = (size_t)s->globals * s->channels;
    conv_init(&n->input, NETWORK_TAPS, s->planes, s->channels);
    read_scales(r, &n->input, 1);
    n->input.bias = read_floats(r, s->channels);
    const char *section = take(r, globals);
    n->globals = make(r, globals + 1, 1);
    if (n->globals)
        memcpy(n->globals, section, globals);
    read_weights(r, &n->input, n->kernel->panel);
}

static float read_step(struct network_reader *r)
{
    const char *section = take(r, 4);
    return section ? get_float(r, section, LEAST_STEP) : 1;
}

static void read_inner(struct network_reader *r, const struct network *n, struct network_conv *c,
                       float step)
{
    conv_init(c, NETWORK_TAPS, n->shape.channels, n->shape.channels);
    read_scales(r, c, step);
    c->bias = read_floats(r, n->shape.channels);
    read_weights(r, c, n->kernel->panel);
}

static void read_block(struct network_reader *r, const struct network *n, struct network_block *b)
{
    uint32_t channels = n->shape.channels, squeezed = n->shape.squeezed;
    b->step = read_step(r);
    read_inner(r, n, &b->a, n->step);
    read_inner(r, n, &b->b, b->step);
    b->w1 = read_turned(r, squeezed, channels);
    b->b1 = read_floats(r, squeezed);
    b->w2 = read_turned(r, channels, squeezed);
    b->b2 = read_floats(r, channels);
}

static void read_heads(struct network_reader *r, struct network *n)
{
    const struct network_shape *s = &n->shape;
    conv_init(&n->policy, 1, s->channels, s->policy);
    read_scales(r, &n->policy, n->step);
    read_weights(r, &n->policy, n->kernel->panel);
    n->policy_bias = read_floats(r, (size_t)s->policy * network_points(s));
    n->v1 = read_turned(r, s->units, s->channels);
    n->c1 = read_floats(r, s->units);
    n->v2 = read_floats(r, s->units);
    n->c2 = read_floats(r, 1);
    n->temperature = read_floats(r, s->classes);
}

/* The last section, after which there is nothing. */
static void read_text(struct network_reader *r, struct network *n)
{
    size_t length = r->status == STATUS_OK && r->n >= 4 ? le_get32(r->p) : 0;
    if (length > NETWORK_MOST_TEXT)
        r->status = STATUS_LIMIT;
    const char *section = take(r, 4 + length);
    if (section && (r->n > 0 || utf8_valid_prefix(span_make(section + 4, length)) < length))
        r->status = STATUS_SYNTAX;
    if (r->status != STATUS_OK)
        return;
    buf_add(&n->text, section + 4, length);
    r->status = buf_status(&n->text);
}

static void read_parts(struct network_reader *r, struct network *n)
{
    n->blocks = make(r, n->shape.blocks + 1, sizeof *n->blocks);
    read_input(r, n);
    for (uint32_t i = 0; i < n->shape.blocks && r->status == STATUS_OK; i++)
        read_block(r, n, &n->blocks[i]);
    read_heads(r, n);
    read_text(r, n);
}

/* --- The head --------------------------------------------------------------------------------- */

static enum status too_large(struct err *err)
{
    static const struct msg TOO_LARGE = {"the network is too large", "ネットワークが大きすぎます"};
    return err_plain(err, STATUS_LIMIT, &TOO_LARGE);
}

static enum status check_shape(const struct network_shape *s, struct err *err)
{
    if (!s->width || !s->height || !s->planes || !s->channels || !s->squeezed || !s->policy ||
        !s->units || !s->classes)
        return damaged(err);
    if (s->width > NETWORK_MOST_SIDE || s->height > NETWORK_MOST_SIDE ||
        s->planes > NETWORK_MOST_PLANES || s->globals > NETWORK_MOST_GLOBALS ||
        s->channels > NETWORK_MOST_CHANNELS || s->blocks > NETWORK_MOST_BLOCKS ||
        s->squeezed > NETWORK_MOST_UNITS || s->policy > NETWORK_MOST_POLICY ||
        s->units > NETWORK_MOST_UNITS || s->classes > NETWORK_MOST_CLASSES)
        return too_large(err);
    return STATUS_OK;
}

static enum status read_head(struct network_shape *s, float *step, struct span bytes,
                             struct err *err)
{
    static const struct msg NONE = {"this is not a network",
                                    "ネットワークのファイルではありません"};
    static const struct msg OTHER = {"the network is of version %1; this program reads version 1",
                                     "ネットワークの版は %1 です（読めるのは版 1 だけです）"};
    struct network_reader r = {.status = STATUS_OK};
    uint32_t *const fields[SHAPE_COUNT] = {&s->game,    &s->width,    &s->height, &s->planes,
                                           &s->globals, &s->channels, &s->blocks, &s->squeezed,
                                           &s->policy,  &s->units,    &s->classes};
    if (bytes.n < HEAD_BYTES + SUM_BYTES || memcmp(bytes.p, MAGIC, MAGIC_BYTES) != 0)
        return err_plain(err, STATUS_SYNTAX, &NONE);
    uint32_t version = le_get32(bytes.p + MAGIC_BYTES);
    if (version != VERSION)
        return err_set(err, STATUS_UNSUPPORTED, &OTHER, SPAN_U64(version), span_make(NULL, 0));
    if (le_get64(bytes.p + bytes.n - SUM_BYTES) != XXH3_64bits(bytes.p, bytes.n - SUM_BYTES))
        return damaged(err);
    for (size_t i = 0; i < SHAPE_COUNT; i++)
        *fields[i] = le_get32(bytes.p + SHAPE_AT + 4 * i);
    *step = get_float(&r, bytes.p + STEP_AT, LEAST_STEP);
    return r.status == STATUS_OK ? check_shape(s, err) : damaged(err);
}

/* --- Opening ---------------------------------------------------------------------------------- */

static const struct network_kernel *kernel_of_processor(void)
{
#if NETWORK_HAVE_X86
    if (cpu_level() >= CPU_V4)
        return &network_kernel_v4;
    if (cpu_level() >= CPU_V3)
        return &network_kernel_v3;
#endif
    return &network_kernel_base;
}

enum status network_read(struct network **out, struct span bytes, struct err *err)
{
    struct network_shape shape;
    float step;
    *out = NULL;
    enum status status = read_head(&shape, &step, bytes, err);
    if (status != STATUS_OK)
        return status;
    struct network *n = mem_calloc(1, sizeof *n);
    if (!n)
        return err_nomem(err);
    n->shape = shape;
    n->step = step;
    n->checksum = le_get64(bytes.p + bytes.n - SUM_BYTES);
    n->kernel = kernel_of_processor();
    buf_init(&n->text, NETWORK_MOST_TEXT + 1);
    struct network_reader r = {.p = bytes.p + HEAD_BYTES, .n = bytes.n - HEAD_BYTES - SUM_BYTES};
    read_parts(&r, n);
    if (r.status == STATUS_OK) {
        *out = n;
        return STATUS_OK;
    }
    network_close(n);
    return r.status == STATUS_NOMEM   ? err_nomem(err)
           : r.status == STATUS_LIMIT ? too_large(err)
                                      : damaged(err);
}

static enum status find_installed(struct buf *path, struct err *err)
{
    static const struct msg NOT_INSTALLED = {
        "no network of people's moves is installed (%1): the package kifu and `make install` have "
        "it, and scripts/people-network makes one",
        "人の指し手のネットワークがありません（%1）。kifu パッケージか make install "
        "で入ります（scripts/people-network で作ることもできます）"};
    buf_init(path, BUF_DEFAULT_MAX);
    return data_file_find(INSTALLED, path)
               ? STATUS_OK
               : err_set(err, STATUS_NOT_FOUND, &NOT_INSTALLED, SPAN(INSTALLED), (struct span){0});
}

enum status network_file_checksum(uint64_t *out, const char *path, struct err *err)
{
    static const struct msg NONE = {"this is not a network",
                                    "ネットワークのファイルではありません"};
    struct file_view file;
    if (!path) {
        struct buf found;
        enum status installed = find_installed(&found, err);
        if (installed == STATUS_OK)
            installed = network_file_checksum(out, found.p, err);
        buf_release(&found);
        return installed;
    }
    enum status status = file_view_open(&file, path, MOST_FILE_BYTES, err);
    if (status == STATUS_OK && file.bytes.n < HEAD_BYTES + SUM_BYTES) {
        status = err_plain(err, STATUS_SYNTAX, &NONE);
        err_in_file(err, span_of(path));
    }
    if (status == STATUS_OK)
        *out = le_get64(file.bytes.p + file.bytes.n - SUM_BYTES);
    file_view_close(&file);
    return status;
}

enum status network_open(struct network **out, const char *path, struct err *err)
{
    struct buf file, found;
    *out = NULL;
    if (!path) {
        enum status installed = find_installed(&found, err);
        if (installed == STATUS_OK)
            installed = network_open(out, found.p, err);
        buf_release(&found);
        return installed;
    }
    buf_init(&file, MOST_FILE_BYTES);
    enum status status = file_read(path, MOST_FILE_BYTES, &file, err);
    if (status == STATUS_OK)
        status = network_read(out, buf_span(&file), err);
    if (status != STATUS_OK && err && !err->file[0])
        err_in_file(err, span_of(path));
    buf_release(&file);
    return status;
}

void network_close(struct network *n)
{
    if (!n)
        return;
    for (uint32_t i = 0; n->blocks && i < n->shape.blocks; i++) {
        struct network_block *b = &n->blocks[i];
        conv_release(&b->a);
        conv_release(&b->b);
        mem_free(b->w1);
        mem_free(b->b1);
        mem_free(b->w2);
        mem_free(b->b2);
    }
    mem_free(n->blocks);
    conv_release(&n->input);
    mem_free(n->globals);
    conv_release(&n->policy);
    mem_free(n->policy_bias);
    mem_free(n->v1);
    mem_free(n->c1);
    mem_free(n->v2);
    mem_free(n->c2);
    mem_free(n->temperature);
    buf_release(&n->text);
    mem_free(n);
}

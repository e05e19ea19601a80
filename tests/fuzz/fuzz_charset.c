/* fuzz_charset.c: any bytes as a text.  The first byte chooses family and declaration; the rest is
 * the file.  What comes out is UTF-8, the counts agree with it, places go forward to the end, and
 * decoding at once gives the same as character by character. */
#include <stdint.h>
#include <stdlib.h>

#include "base/text/charset.h"
#include "base/text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_places(const struct text *t)
{
    struct text_map map;
    text_map_init(&map, t);
    size_t before = 0;
    for (size_t at = 0; at <= t->utf8.n; at++) {
        size_t place = text_map_offset(&map, at);
        require(place >= before && place <= t->raw.n);
        before = place;
    }
    require(before == t->raw.n);
    text_map_release(&map);
}

static void check_detection(struct span raw, unsigned choice, struct buf *scratch)
{
    struct text t;
    struct span declared = {NULL, 0};
    if (choice / 2 % 16 < CHARSET_COUNT)
        declared = span_of(charset_name((enum charset)(choice / 2 % 16)));
    enum charset_family family = choice & 1 ? CHARSET_FAMILY_SGF : CHARSET_FAMILY_JAPANESE;
    require(charset_decode_text(raw, declared, family, scratch, &t, NULL) == STATUS_OK);
    require(utf8_is_valid(t.utf8));
    require(t.bad_bytes <= raw.n && (t.bad_bytes == 0 || t.first_bad < raw.n));
    require(!t.declared || t.bad_bytes == 0);
    check_places(&t);
}

static void check_steps(enum charset cs, struct span raw, struct buf *whole)
{
    struct charset_loss loss;
    struct charset_stepper stepper;
    buf_clear(whole);
    require(charset_decode(cs, raw, CHARSET_LENIENT, whole, &loss, NULL) == STATUS_OK);
    require(charset_stepper_init(&stepper, cs, NULL) == STATUS_OK);
    size_t made = 0, bad = 0;
    while (raw.n) {
        char out[CHARSET_STEP_BYTES];
        struct charset_step step = charset_stepper_next(&stepper, raw, out);
        require(step.taken >= 1 && step.taken <= raw.n && step.made <= CHARSET_STEP_BYTES);
        require(span_starts(span_skip(buf_span(whole), made), span_make(out, step.made)));
        made += step.made;
        bad += step.bad ? step.taken : 0;
        raw = span_skip(raw, step.taken);
    }
    charset_stepper_release(&stepper);
    require(made == whole->n && bad == loss.count);
}

/* What was encoded without loss reads back the same. */
static void check_encoding(enum charset cs, struct span text, struct buf *bytes, struct buf *back)
{
    struct charset_loss loss;
    buf_clear(bytes);
    buf_clear(back);
    require(charset_encode(cs, text, bytes, &loss, NULL) == STATUS_OK);
    if (loss.count || loss.folded)
        return;
    charset_decode(cs, buf_span(bytes), CHARSET_LENIENT, back, &loss, NULL);
    /* EUC-JP has private-use code positions that we read as the characters vendors put there. */
    if (cs != CHARSET_EUC_JP && cs != CHARSET_ISO_2022_JP)
        require(span_eq(text, buf_span(back)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct span raw = span_make((const char *)data + 1, size - 1);
    struct buf a, b;
    buf_init(&a, 1 << 26);
    buf_init(&b, 1 << 26);
    check_detection(raw, data[0], &a);
    enum charset cs = (enum charset)(data[0] % CHARSET_COUNT);
    check_steps(cs, raw, &a);
    check_encoding(cs, raw, &a, &b);
    buf_release(&a);
    buf_release(&b);
    return 0;
}

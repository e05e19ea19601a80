/* usi_output.c: see usi_output.h. */
#include "engine/usi/usi_output.h"

#include "base/text/utf8.h"

enum { MOST_MESSAGE = 400 }; /* bytes: what a GUI shows in one line of its log */

void usi_put(struct usi_output *out, struct span lines)
{
    pthread_mutex_lock(&out->lock);
    out->write(out->ctx, lines);
    pthread_mutex_unlock(&out->lock);
}

/* Controls of C0 and C1, of lines and of writing direction: they would change what stands around
 * them. */
static bool is_printable(uint32_t c)
{
    return c >= ' ' && !(c >= 0x7F && c < 0xA0) && !(c >= 0x200B && c <= 0x200F) &&
           !(c >= 0x2028 && c <= 0x202E) && !(c >= 0x2066 && c <= 0x2069) && c != 0xFEFF;
}

void usi_add_clean(struct buf *out, struct span text, size_t most)
{
    size_t from = out->n;
    while (text.n) {
        uint32_t c;
        size_t n = utf8_decode(text, &c);
        if (out->n - from + UTF8_MAX_BYTES > most) {
            buf_add_str(out, "…");
            return;
        }
        if (n && is_printable(c))
            buf_add_span(out, span_make(text.p, n));
        else
            buf_add_char(out, '?');
        text = span_skip(text, n ? n : 1);
    }
}

void usi_add_message(struct buf *out, const struct err *err, enum lang lang)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    err_format(err, lang, &text);
    buf_add_str(out, "info string ");
    usi_add_clean(out, buf_span(&text), MOST_MESSAGE);
    buf_add_char(out, '\n');
    if (buf_status(&text) != STATUS_OK)
        out->bad = STATUS_NOMEM;
    buf_release(&text);
}

void usi_put_error(struct usi_output *out, const struct err *err)
{
    struct buf line;
    buf_init(&line, BUF_DEFAULT_MAX);
    usi_add_message(&line, err, LANG_EN);
    if (buf_status(&line) == STATUS_OK) /* not sent in part */
        usi_put(out, buf_span(&line));
    buf_release(&line);
}

void usi_put_message(struct usi_output *out, const struct msg *what, struct span arg1,
                     struct span arg2)
{
    struct err err;
    err_set(&err, STATUS_RANGE, what, arg1, arg2);
    usi_put_error(out, &err);
}

/* writer.c: from a record to the bytes of a file. */
#include "formats/cursor.h"
#include "formats/format.h"

/* "'CSA encoding=UTF-8" or "#KIF version=2.0 encoding=Shift_JIS" on the first line. */
struct span format_declared_charset(struct span text)
{
    struct cursor cursor = cursor_over(span_make(text.p, text.n < 256 ? text.n : 256));
    struct span line;
    if (!cursor_next(&cursor, &line) || !line.n || (line.p[0] != '\'' && line.p[0] != '#'))
        return (struct span){0};
    ptrdiff_t at = span_find(line, SPAN("encoding="));
    if (at < 0)
        return (struct span){0};
    struct span name = span_trim(span_skip(line, (size_t)at + sizeof "encoding=" - 1));
    size_t n = 0;
    while (n < name.n && name.p[n] != ' ')
        n++;
    return span_make(name.p, n);
}

/* As the specifications of the formats spell it. */
static struct span name_to_declare(enum charset cs, bool csa)
{
    if (cs == CHARSET_CP932)
        return csa ? SPAN("SHIFT_JIS") : SPAN("Shift_JIS");
    return span_of(charset_name(cs));
}

/* Writers declare their format's own charset; puts the one that is used in its place. */
static bool redeclare(struct buf *utf8, enum charset cs)
{
    struct span text = buf_span(utf8), declared = format_declared_charset(text);
    enum charset written;
    if (!declared.n || (charset_by_name(declared, &written) && written == cs))
        return true;
    struct buf changed;
    buf_init(&changed, utf8->max);
    buf_add(&changed, text.p, (size_t)(declared.p - text.p));
    buf_add_span(&changed, name_to_declare(cs, text.p[0] == '\''));
    buf_add_span(&changed, span_skip(text, (size_t)(declared.p - text.p) + declared.n));
    bool ok = buf_status(&changed) == STATUS_OK;
    if (ok) {
        struct buf old = *utf8;
        *utf8 = changed;
        changed = old;
    }
    buf_release(&changed);
    return ok;
}

enum status format_write(const struct format *f, const struct record *rec, enum charset cs,
                         struct buf *utf8, struct buf *out, unsigned *losses, struct err *err)
{
    struct charset_loss lost = {0};
    buf_clear(utf8);
    enum status st = f->write(rec, utf8, losses, err);
    if (st != STATUS_OK)
        return st;
    if (!redeclare(utf8, cs))
        return err_nomem(err);
    st = charset_encode(cs, buf_span(utf8), out, &lost, err);
    if (lost.count)
        *losses |= LOSS_CHARACTERS;
    return st;
}

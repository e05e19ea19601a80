/* format_write.c: from a record to the bytes of a file. */
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/go/sgf_lexer.h"

/* CA in the first node of an SGF. */
static struct span declared_in_sgf(struct span text)
{
    struct span head = span_make(text.p, text.n < 4096 ? text.n : 4096);
    const char *tree = head.n ? sgf_find_tree(head.p, head.p + head.n) : NULL;
    if (!tree)
        return (struct span){0};
    struct sgf_lexer lexer =
        sgf_lexer_over(span_make(tree + 1, (size_t)(head.p + head.n - tree) - 1));
    struct sgf_property prop;
    int nodes = 0;
    for (enum sgf_kind kind; (kind = sgf_next(&lexer, &prop)) != SGF_END;) {
        if (kind == SGF_PROPERTY && prop.id == SGF_ID('C', 'A'))
            return span_trim(prop.first);
        if (kind != SGF_PROPERTY && (kind != SGF_NODE || nodes++))
            break;
    }
    return (struct span){0};
}

/* "'CSA encoding=UTF-8" or "#KIF version=2.0 encoding=Shift_JIS" on the first line. */
static struct span declared_on_first_line(struct span text)
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

struct span format_declared_charset(struct span text)
{
    struct span name = declared_on_first_line(text);
    return name.n ? name : declared_in_sgf(text);
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

enum status format_check_game(const struct format *f, const struct record *rec, struct err *err)
{
    static const struct msg other = {"%2 is not a format for %1", "%2 は %1 の形式ではありません"};
    if (f->game == rec->game)
        return STATUS_OK;
    return err_set(err, STATUS_UNSUPPORTED, &other, span_of(rec->game->title.en),
                   span_of(f->title.en));
}

enum status format_write(const struct format *f, const struct record *rec, enum charset cs,
                         struct buf *utf8, struct buf *out, unsigned *losses, struct err *err)
{
    struct charset_loss lost = {0};
    buf_clear(utf8);
    enum status st = format_check_game(f, rec, err);
    if (st != STATUS_OK)
        return st;
    if (f->bytes)
        return f->write(rec, out, losses, err);
    st = f->write(rec, utf8, losses, err);
    if (st != STATUS_OK)
        return st;
    if (!redeclare(utf8, cs))
        return err_nomem(err);
    st = charset_encode(cs, buf_span(utf8), out, &lost, err);
    if (lost.count)
        *losses |= LOSS_CHARACTERS;
    return st;
}

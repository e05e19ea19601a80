/* err.c: see err.h. */
#include "base/err.h"

#include "base/buf.h"

static const struct msg NO_MEMORY = {"out of memory", "メモリが足りません"};
static const char ELLIPSIS[] = "…";

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Copies s into out, whole or cut at a character boundary with an ellipsis. */
static void copy_head(char *out, size_t cap, struct span s)
{
    size_t n = s.n;
    bool cut = n > cap - 1;
    if (cut) {
        n = cap - sizeof ELLIPSIS;
        while (n && is_continuation(s.p[n]))
            n--;
    }
    if (n)
        memcpy(out, s.p, n);
    if (cut)
        memcpy(out + n, ELLIPSIS, sizeof ELLIPSIS);
    else
        out[n] = '\0';
}

/* The same, but keeps the end: of a long path the file's name matters. */
static void copy_tail(char *out, size_t cap, struct span s)
{
    if (s.n <= cap - 1) {
        copy_head(out, cap, s);
        return;
    }
    size_t from = s.n - (cap - sizeof ELLIPSIS);
    while (from < s.n && is_continuation(s.p[from]))
        from++;
    memcpy(out, ELLIPSIS, sizeof ELLIPSIS - 1);
    memcpy(out + sizeof ELLIPSIS - 1, s.p + from, s.n - from);
    out[sizeof ELLIPSIS - 1 + s.n - from] = '\0';
}

/* Arguments come out of files.  A line end would break a message in two, and a control character
 * could take over the terminal it is shown on. */
static void hide_controls(char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        bool c1 = c == 0xC2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] < 0xA0;
        if (c < 0x20 || c == 0x7F)
            *text = '?';
        else if (c1)
            *text = text[1] = '?';
    }
}

static void copy_argument(char out[ERR_LIST_BYTES], struct span s)
{
    copy_head(out, ERR_ARG_BYTES, s);
    hide_controls(out);
}

void err_list(struct err *err, struct span list)
{
    if (err) {
        copy_head(err->arg[1], ERR_LIST_BYTES, list);
        hide_controls(err->arg[1]);
    }
}

void err_fill(struct err *err, enum status code, const struct msg *what, struct span arg1,
              struct span arg2)
{
    if (err) {
        err->code = code;
        err->line = 0;
        err->byte = 0;
        err->what = what;
        err->file[0] = '\0';
        copy_argument(err->arg[0], arg1);
        copy_argument(err->arg[1], arg2);
    }
}

enum status err_errno(struct err *err, int errnum, const struct msg *what, struct span arg1)
{
    return err_set(err, STATUS_IO, what, arg1, span_of(strerror(errnum)));
}

void err_fill_nomem(struct err *err)
{
    err_plain(err, STATUS_NOMEM, &NO_MEMORY);
}

void err_fill_cancelled(struct err *err)
{
    static const struct msg STOPPED = {"stopped", "中止しました"};
    err_plain(err, STATUS_CANCELLED, &STOPPED);
}

void err_at(struct err *err, uint32_t line, uint64_t byte)
{
    if (err) {
        err->line = line;
        err->byte = byte;
    }
}

void err_in_file(struct err *err, struct span file)
{
    if (err)
        copy_tail(err->file, ERR_FILE_BYTES, file);
}

const char *status_name(enum status code)
{
    static const char *const names[] = {
        [STATUS_OK] = "ok",
        [STATUS_NOMEM] = "nomem",
        [STATUS_IO] = "io",
        [STATUS_SYNTAX] = "syntax",
        [STATUS_ILLEGAL] = "illegal",
        [STATUS_CHARSET] = "charset",
        [STATUS_LIMIT] = "limit",
        [STATUS_UNSUPPORTED] = "unsupported",
        [STATUS_RANGE] = "range",
        [STATUS_NOT_FOUND] = "not-found",
        [STATUS_CANCELLED] = "cancelled",
    };
    return names[code];
}

void msg_format(const struct msg *m, enum lang lang, struct span arg1, struct span arg2,
                struct buf *out)
{
    for (const char *t = msg_in(m, lang); *t; t++) {
        if (t[0] == '%' && (t[1] == '1' || t[1] == '2'))
            buf_add_span(out, *++t == '1' ? arg1 : arg2);
        else if (t[0] == '%' && t[1] == '%')
            buf_add_char(out, *++t);
        else
            buf_add_char(out, *t);
    }
}

void err_message(const struct err *err, enum lang lang, struct buf *out)
{
    if (err->what)
        msg_format(err->what, lang, span_of(err->arg[0]), span_of(err->arg[1]), out);
    else
        buf_add_str(out, status_name(err->code));
}

void err_format(const struct err *err, enum lang lang, struct buf *out)
{
    if (err->file[0])
        buf_printf(out, "%s:", err->file);
    if (err->line) {
        buf_printf(out, "%u:", err->line);
        buf_printf(out, lang == LANG_JA ? " %llu バイト目:" : " byte %llu:",
                   (unsigned long long)err->byte);
    }
    if (out->n && (err->file[0] || err->line))
        buf_add_char(out, ' ');
    err_message(err, lang, out);
}

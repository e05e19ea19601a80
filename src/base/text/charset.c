/* charset.c: names, decoding and encoding; see charset.h.  Japanese and Unicode are decoded here
 * and in charset_ja.c, the rest by iconv. */
#include "base/text/charset.h"

#include <errno.h>
#include <iconv.h>

#include "base/text/charset_internal.h"
#include "base/text/utf8.h"

static const struct msg BAD_BYTE = {"invalid byte for %1", "%1 ではないバイトがあります"};
static const struct msg NO_CONVERTER = {"this system cannot convert %1",
                                        "このシステムは %1 を変換できません"};

/* What each charset is called here and in iconv. */
static const struct charset_names {
    const char *name;
    const char *iconv;
} NAMES[CHARSET_COUNT] = {
    [CHARSET_UTF8] = {"UTF-8", "UTF-8"},
    [CHARSET_UTF16LE] = {"UTF-16LE", "UTF-16LE"},
    [CHARSET_UTF16BE] = {"UTF-16BE", "UTF-16BE"},
    [CHARSET_CP932] = {"CP932", "CP932"},
    [CHARSET_EUC_JP] = {"EUC-JP", "EUC-JP-MS"},
    [CHARSET_ISO_2022_JP] = {"ISO-2022-JP", "ISO-2022-JP"},
    [CHARSET_GB18030] = {"GB18030", "GB18030"},
    [CHARSET_BIG5] = {"Big5", "BIG5"},
    [CHARSET_EUC_KR] = {"EUC-KR", "CP949"},
    [CHARSET_LATIN1] = {"ISO-8859-1", "ISO-8859-1"},
    [CHARSET_CP1252] = {"Windows-1252", "CP1252"},
    [CHARSET_CP1251] = {"Windows-1251", "CP1251"},
    [CHARSET_KOI8_R] = {"KOI8-R", "KOI8-R"},
    [CHARSET_ISO_8859_2] = {"ISO-8859-2", "ISO-8859-2"},
    [CHARSET_ISO_8859_3] = {"ISO-8859-3", "ISO-8859-3"},
    [CHARSET_ISO_8859_15] = {"ISO-8859-15", "ISO-8859-15"},
};

/* Spellings in lower case without separators. */
static const struct charset_alias {
    const char *spelling;
    enum charset cs;
} ALIASES[] = {
    {"utf8", CHARSET_UTF8},
    {"unicode", CHARSET_UTF8},
    {"ascii", CHARSET_UTF8},
    {"usascii", CHARSET_UTF8},
    {"utf16", CHARSET_UTF16LE},
    {"utf16le", CHARSET_UTF16LE},
    {"ucs2", CHARSET_UTF16LE},
    {"ucs2le", CHARSET_UTF16LE},
    {"utf16be", CHARSET_UTF16BE},
    {"ucs2be", CHARSET_UTF16BE},
    {"cp932", CHARSET_CP932},
    {"932", CHARSET_CP932},
    {"ms932", CHARSET_CP932},
    {"mskanji", CHARSET_CP932},
    {"cswindows31j", CHARSET_CP932},
    {"windows31j", CHARSET_CP932},
    {"windows932", CHARSET_CP932},
    {"shiftjis", CHARSET_CP932},
    {"csshiftjis", CHARSET_CP932},
    {"shiftjiscp932", CHARSET_CP932},
    {"sjis", CHARSET_CP932},
    {"sjiswin", CHARSET_CP932},
    {"xsjis", CHARSET_CP932},
    {"shjis", CHARSET_CP932},
    {"eucjp", CHARSET_EUC_JP},
    {"xeucjp", CHARSET_EUC_JP},
    {"eucjpms", CHARSET_EUC_JP},
    {"eucjpwin", CHARSET_EUC_JP},
    {"eucjpopen", CHARSET_EUC_JP},
    {"eucjis", CHARSET_EUC_JP},
    {"euc", CHARSET_EUC_JP},
    {"ujis", CHARSET_EUC_JP},
    {"cp51932", CHARSET_EUC_JP},
    {"iso2022jp", CHARSET_ISO_2022_JP},
    {"csiso2022jp", CHARSET_ISO_2022_JP},
    {"iso2022jp1", CHARSET_ISO_2022_JP},
    {"iso2022jpms", CHARSET_ISO_2022_JP},
    {"cp50220", CHARSET_ISO_2022_JP},
    {"cp50221", CHARSET_ISO_2022_JP},
    {"jis", CHARSET_ISO_2022_JP},
    {"gb18030", CHARSET_GB18030},
    {"gb2312", CHARSET_GB18030},
    {"gb231280", CHARSET_GB18030},
    {"csgb2312", CHARSET_GB18030},
    {"gbk", CHARSET_GB18030},
    {"xgbk", CHARSET_GB18030},
    {"gb", CHARSET_GB18030},
    {"cp936", CHARSET_GB18030},
    {"ms936", CHARSET_GB18030},
    {"windows936", CHARSET_GB18030},
    {"euccn", CHARSET_GB18030},
    {"big5", CHARSET_BIG5},
    {"csbig5", CHARSET_BIG5},
    {"cnbig5", CHARSET_BIG5},
    {"big5eten", CHARSET_BIG5},
    {"big5hkscs", CHARSET_BIG5},
    {"cp950", CHARSET_BIG5},
    {"ms950", CHARSET_BIG5},
    {"windows950", CHARSET_BIG5},
    {"euckr", CHARSET_EUC_KR},
    {"cseuckr", CHARSET_EUC_KR},
    {"ksc5601", CHARSET_EUC_KR},
    {"ksc56011987", CHARSET_EUC_KR},
    {"ksx1001", CHARSET_EUC_KR},
    {"korean", CHARSET_EUC_KR},
    {"uhc", CHARSET_EUC_KR},
    {"cp949", CHARSET_EUC_KR},
    {"ms949", CHARSET_EUC_KR},
    {"windows949", CHARSET_EUC_KR},
    {"iso88591", CHARSET_LATIN1},
    {"latin1", CHARSET_LATIN1},
    {"l1", CHARSET_LATIN1},
    {"cp1252", CHARSET_CP1252},
    {"windows1252", CHARSET_CP1252},
    {"cp1251", CHARSET_CP1251},
    {"windows1251", CHARSET_CP1251},
    {"koi8r", CHARSET_KOI8_R},
    {"koi8", CHARSET_KOI8_R},
    {"iso88592", CHARSET_ISO_8859_2},
    {"latin2", CHARSET_ISO_8859_2},
    {"iso88593", CHARSET_ISO_8859_3},
    {"iso885915", CHARSET_ISO_8859_15},
    {"latin9", CHARSET_ISO_8859_15},
};

const char *charset_name(enum charset cs)
{
    return NAMES[cs].name;
}

bool charset_by_name(struct span name, enum charset *out)
{
    char plain[32];
    size_t n = 0;
    for (size_t i = 0; i < name.n; i++) {
        unsigned char c = (unsigned char)name.p[i];
        if (c == '-' || c == '_' || c == ' ' || c == '.' || c == ':' || c == '\t' || c == '"')
            continue;
        if (n == sizeof plain)
            return false;
        plain[n++] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    }
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++) {
        if (span_eq(span_make(plain, n), span_of(ALIASES[i].spelling))) {
            *out = ALIASES[i].cs;
            return true;
        }
    }
    return false;
}

static bool needs_iconv(enum charset cs)
{
    return cs == CHARSET_GB18030 || cs == CHARSET_BIG5 || cs == CHARSET_EUC_KR ||
           cs > CHARSET_LATIN1;
}

enum status charset_stepper_init(struct charset_stepper *s, enum charset cs, struct err *err)
{
    *s = (struct charset_stepper){.cs = cs};
    if (!needs_iconv(cs))
        return STATUS_OK;
    iconv_t cd = iconv_open("UTF-8", NAMES[cs].iconv);
    if (cd == (iconv_t)-1)
        return err_set(err, STATUS_UNSUPPORTED, &NO_CONVERTER, span_of(NAMES[cs].name),
                       span_make(NULL, 0));
    s->iconv = cd;
    return STATUS_OK;
}

void charset_stepper_release(struct charset_stepper *s)
{
    if (s->iconv)
        iconv_close(s->iconv);
    s->iconv = NULL;
}

static struct charset_step bad(size_t taken, char *out)
{
    memcpy(out, UTF8_REPLACEMENT_TEXT, 3);
    return (struct charset_step){.taken = taken, .made = 3, .bad = true};
}

static struct charset_step utf8_step(struct span rest, char *out)
{
    uint32_t c;
    size_t n = utf8_decode(rest, &c);
    if (n == 0)
        return bad(1, out);
    memcpy(out, rest.p, n);
    return (struct charset_step){.taken = n, .made = n};
}

static uint32_t utf16_unit(const char *p, bool big_endian)
{
    uint32_t a = (unsigned char)p[0], b = (unsigned char)p[1];
    return big_endian ? a << 8 | b : b << 8 | a;
}

static struct charset_step utf16_step(struct span rest, bool big_endian, char *out)
{
    if (rest.n < 2)
        return bad(1, out);
    uint32_t c = utf16_unit(rest.p, big_endian);
    if (c < 0xD800 || c > 0xDFFF)
        return (struct charset_step){.taken = 2, .made = utf8_encode(c, out)};
    uint32_t low = c < 0xDC00 && rest.n >= 4 ? utf16_unit(rest.p + 2, big_endian) : 0;
    if (low < 0xDC00 || low > 0xDFFF)
        return bad(2, out);
    c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    return (struct charset_step){.taken = 4, .made = utf8_encode(c, out)};
}

/* A character of these charsets has 1, 2 or 4 bytes; iconv says when it is whole. */
static struct charset_step iconv_step(iconv_t cd, struct span rest, char *out)
{
    if ((unsigned char)rest.p[0] < 0x80) { /* all of them have ASCII */
        out[0] = rest.p[0];
        return (struct charset_step){.taken = 1, .made = 1};
    }
    for (size_t n = 1; n <= 4 && n <= rest.n; n++) {
        char *in = (char *)(uintptr_t)rest.p, *to = out;
        size_t in_left = n, out_left = CHARSET_STEP_BYTES;
        if (iconv(cd, &in, &in_left, &to, &out_left) != (size_t)-1 && in_left == 0)
            return (struct charset_step){.taken = n, .made = CHARSET_STEP_BYTES - out_left};
        int why = errno;
        iconv(cd, NULL, NULL, NULL, NULL);
        if (why != EINVAL)
            break;
    }
    return bad(1, out);
}

struct charset_step charset_stepper_next(struct charset_stepper *s, struct span rest,
                                         char out[CHARSET_STEP_BYTES])
{
    switch (s->cs) {
    case CHARSET_UTF16LE:
    case CHARSET_UTF16BE:
        return utf16_step(rest, s->cs == CHARSET_UTF16BE, out);
    case CHARSET_CP932:
        return cp932_step(rest, out);
    case CHARSET_EUC_JP:
        return euc_jp_step(rest, out);
    case CHARSET_ISO_2022_JP:
        return iso_2022_jp_step(&s->state, rest, out);
    case CHARSET_LATIN1:
        return (struct charset_step){.taken = 1,
                                     .made = utf8_encode((unsigned char)rest.p[0], out)};
    case CHARSET_GB18030:
    case CHARSET_BIG5:
    case CHARSET_EUC_KR:
    case CHARSET_CP1252:
    case CHARSET_CP1251:
    case CHARSET_KOI8_R:
    case CHARSET_ISO_8859_2:
    case CHARSET_ISO_8859_3:
    case CHARSET_ISO_8859_15:
        return iconv_step(s->iconv, rest, out);
    case CHARSET_UTF8:
    case CHARSET_COUNT:
        break;
    }
    return utf8_step(rest, out);
}

enum { CHUNK_BYTES = 1 << 15, WORST_EXPANSION = 3, CHUNK_SLACK = 16 };

/* Decodes quickly as far as that is possible, and returns how many bytes that was; the caller
 * steps over what stopped it. */
static size_t decode_quickly(struct charset_stepper *s, struct span rest, struct buf *out)
{
    if (rest.n > CHUNK_BYTES)
        rest.n = CHUNK_BYTES;
    size_t room = WORST_EXPANSION * rest.n + CHUNK_SLACK;
    if (room > out->max - out->n)
        return 0; /* near the limit the worst case must not be what fails */
    if (!buf_reserve(out, room))
        return 0;
    if (s->cs == CHARSET_CP932) {
        size_t made = 0, half_width = 0;
        size_t taken = cp932_decode_run(rest, out->p + out->n, &made, &half_width);
        out->n += made;
        return taken;
    }
    if (s->cs == CHARSET_UTF8) {
        size_t n = utf8_valid_prefix(rest);
        buf_add(out, rest.p, n);
        return n;
    }
    if (s->iconv) {
        char *in = (char *)(uintptr_t)rest.p;
        size_t in_left = rest.n, out_left = room;
        char *to = out->p + out->n;
        bool bad_bytes =
            iconv(s->iconv, &in, &in_left, &to, &out_left) == (size_t)-1 && errno == EILSEQ;
        iconv(s->iconv, NULL, NULL, NULL, NULL);
        if (bad_bytes)
            return 0; /* glibc's UHC may have swallowed a byte: nothing of it is kept */
        out->n = (size_t)(to - out->p);
        return rest.n - in_left;
    }
    if (s->cs == CHARSET_UTF16LE || s->cs == CHARSET_UTF16BE || s->state)
        return 0;
    if (s->cs == CHARSET_ISO_2022_JP) {
        const char *escape = memchr(rest.p, 0x1B, rest.n);
        rest.n = escape ? (size_t)(escape - rest.p) : rest.n;
    }
    size_t n = utf8_ascii_prefix(rest);
    buf_add(out, rest.p, n);
    return n;
}

static enum status decode_all(struct charset_stepper *s, struct span raw, enum charset_mode mode,
                              struct buf *out, struct charset_loss *loss)
{
    size_t at = 0, slow_until = 0;
    while (at < raw.n) {
        if (at >= slow_until) {
            size_t taken = decode_quickly(s, span_skip(raw, at), out);
            at += taken;
            if (s->iconv && !taken) /* there is a bad byte within a chunk */
                slow_until = at + CHUNK_BYTES;
        }
        if (at == raw.n || buf_status(out) != STATUS_OK || !buf_reserve(out, CHARSET_STEP_BYTES))
            break;
        struct charset_step step = charset_stepper_next(s, span_skip(raw, at), out->p + out->n);
        if (step.bad) {
            if (loss->count == 0)
                loss->first = at;
            loss->count += step.taken;
            if (mode == CHARSET_STRICT)
                return STATUS_CHARSET;
        }
        out->n += step.made;
        at += step.taken;
    }
    return buf_status(out);
}

static enum status buf_error(const struct buf *out, struct err *err)
{
    static const struct msg TOO_LARGE = {"the text is larger than %1 bytes",
                                         "テキストが %1 バイトを超えています"};
    if (buf_status(out) != STATUS_LIMIT)
        return err_nomem(err);
    return err_set(err, STATUS_LIMIT, &TOO_LARGE, SPAN_U64(out->max), span_make(NULL, 0));
}

enum status charset_decode(enum charset cs, struct span raw, enum charset_mode mode,
                           struct buf *out, struct charset_loss *loss, struct err *err)
{
    struct charset_loss mine;
    if (!loss)
        loss = &mine;
    *loss = (struct charset_loss){0};
    struct charset_stepper stepper;
    enum status status = charset_stepper_init(&stepper, cs, err);
    if (status != STATUS_OK)
        return status;
    status = decode_all(&stepper, raw, mode, out, loss);
    charset_stepper_release(&stepper);
    if (status == STATUS_CHARSET) {
        err_set(err, status, &BAD_BYTE, span_of(charset_name(cs)), span_make(NULL, 0));
        err_at(err, 0, loss->first);
    } else if (status != STATUS_OK) {
        buf_error(out, err);
    }
    return status;
}

/* Encoding */

struct charset_encoder {
    enum charset cs;
    iconv_t cd; /* (iconv_t)-1 where we encode ourselves */
    struct buf *out;
    struct charset_loss *loss;
};

static bool put_iconv(struct charset_encoder *e, struct span character)
{
    if (!buf_reserve(e->out, 16))
        return true; /* remembered by the buffer */
    char *in = (char *)(uintptr_t)character.p, *to = e->out->p + e->out->n;
    size_t in_left = character.n, out_left = 16;
    size_t r = iconv(e->cd, &in, &in_left, &to, &out_left);
    if (r == (size_t)-1)
        return false;
    e->out->n = (size_t)(to - e->out->p);
    return true;
}

static void put_utf16(struct buf *out, uint32_t unit, bool big_endian)
{
    buf_add_char(out, (char)(big_endian ? unit >> 8 : unit & 0xFF));
    buf_add_char(out, (char)(big_endian ? unit & 0xFF : unit >> 8));
}

static bool put_cp932(struct charset_encoder *e, uint32_t c)
{
    unsigned code = cp932_encode(c);
    if (code == 0 && c != 0)
        return false;
    if (code > 0xFF)
        buf_add_char(e->out, (char)(code >> 8));
    buf_add_char(e->out, (char)code);
    e->loss->folded += cp932_code_point(code) != c;
    return true;
}

/* Appends character c, whose UTF-8 is given too; false if the charset has no such character. */
static bool put_character(struct charset_encoder *e, uint32_t c, struct span utf8)
{
    bool big_endian = e->cs == CHARSET_UTF16BE;
    switch (e->cs) {
    case CHARSET_UTF16LE:
    case CHARSET_UTF16BE:
        if (c >= 0x10000) {
            put_utf16(e->out, 0xD800 + ((c - 0x10000) >> 10), big_endian);
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        put_utf16(e->out, c, big_endian);
        return true;
    case CHARSET_CP932:
        return put_cp932(e, c);
    case CHARSET_LATIN1:
        if (c < 0x100)
            buf_add_char(e->out, (char)c);
        return c < 0x100;
    case CHARSET_EUC_JP:
    case CHARSET_ISO_2022_JP:
    case CHARSET_GB18030:
    case CHARSET_BIG5:
    case CHARSET_EUC_KR:
    case CHARSET_CP1252:
    case CHARSET_CP1251:
    case CHARSET_KOI8_R:
    case CHARSET_ISO_8859_2:
    case CHARSET_ISO_8859_3:
    case CHARSET_ISO_8859_15:
        return put_iconv(e, utf8);
    case CHARSET_UTF8:
    case CHARSET_COUNT:
        break;
    }
    buf_add_span(e->out, utf8);
    return true;
}

static void put_replacement(struct charset_encoder *e)
{
    static const uint32_t GETA = 0x3013;
    if (!put_character(e, GETA, SPAN("〓")))
        put_character(e, '?', SPAN("?"));
}

static void encode_all(struct charset_encoder *e, struct span utf8)
{
    bool ascii_is_itself = e->cs != CHARSET_UTF16LE && e->cs != CHARSET_UTF16BE;
    size_t at = 0;
    while (at < utf8.n && buf_status(e->out) == STATUS_OK) {
        struct span rest = span_skip(utf8, at);
        size_t n = 0;
        if (ascii_is_itself && e->cs != CHARSET_ISO_2022_JP)
            n = utf8_ascii_prefix(rest);
        buf_add(e->out, rest.p, n);
        at += n;
        if (at == utf8.n)
            break;
        rest = span_skip(utf8, at);
        uint32_t c;
        n = utf8_decode(rest, &c);
        if (n == 0 || !put_character(e, c, span_make(rest.p, n))) {
            if (e->loss->count++ == 0)
                e->loss->first = at;
            put_replacement(e);
        }
        at += n ? n : 1;
    }
}

/* Back to ASCII at the end, where the charset shifts. */
static void flush_iconv(struct charset_encoder *e)
{
    if (!buf_reserve(e->out, 16))
        return;
    char *to = e->out->p + e->out->n;
    size_t left = 16;
    iconv(e->cd, NULL, NULL, &to, &left);
    e->out->n = (size_t)(to - e->out->p);
}

enum status charset_encode(enum charset cs, struct span utf8, struct buf *out,
                           struct charset_loss *loss, struct err *err)
{
    struct charset_loss mine;
    struct charset_encoder e = {
        .cs = cs, .cd = (iconv_t)-1, .out = out, .loss = loss ? loss : &mine};
    *e.loss = (struct charset_loss){0};
    bool by_iconv = needs_iconv(cs) || cs == CHARSET_EUC_JP || cs == CHARSET_ISO_2022_JP;
    if (by_iconv) {
        e.cd = iconv_open(NAMES[cs].iconv, "UTF-8");
        if (e.cd == (iconv_t)-1)
            return err_set(err, STATUS_UNSUPPORTED, &NO_CONVERTER, span_of(NAMES[cs].name),
                           span_make(NULL, 0));
    }
    encode_all(&e, utf8);
    if (by_iconv) {
        flush_iconv(&e);
        iconv_close(e.cd);
    }
    return buf_status(out) == STATUS_OK ? STATUS_OK : buf_error(out, err);
}

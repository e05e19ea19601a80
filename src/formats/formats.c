/* formats.c: the list of formats, and names. */
#include "formats/format.h"

extern const struct format bod_format;
extern const struct format csa_format;
extern const struct format ki2_format;
extern const struct format ki2u_format;
extern const struct format kif_format;
extern const struct format kifu_format;
extern const struct format usi_format;
extern const struct format jkf_format;
extern const struct format psn_format;
extern const struct format sgf_format;
extern const struct format gib_format;
extern const struct format ngf_format;
extern const struct format ugf_format;
extern const struct format chaturanga_format;

const struct format *const all_formats[] = {
    &csa_format, &kif_format, &kifu_format, &ki2_format,        &ki2u_format,
    &bod_format, &usi_format, &jkf_format,  &psn_format,        &sgf_format,
    &gib_format, &ngf_format, &ugf_format,  &chaturanga_format, NULL,
};

const char *const format_names[] = {
    "csa", "kif", "kifu", "ki2", "ki2u", "bod",        "usi", "jkf",
    "psn", "sgf", "gib",  "ngf", "ugf",  "chaturanga", NULL,
};

const char *const format_names_written[] = {
    "csa", "kif", "kifu", "ki2", "ki2u", "bod", "usi", "jkf", "sgf", "chaturanga", NULL,
};

const struct format *format_by_name(struct span name)
{
    for (const struct format *const *f = all_formats; *f; f++)
        if (span_eq_nocase(name, span_of((*f)->name)))
            return *f;
    return NULL;
}

static bool has_extension(const struct format *f, struct span extension)
{
    for (int i = 0; i < FORMAT_MAX_EXTENSIONS && f->extensions[i]; i++)
        if (span_eq_nocase(extension, span_of(f->extensions[i])))
            return true;
    return false;
}

const struct format *format_by_path(struct span path)
{
    size_t dot = path.n;
    while (dot && path.p[dot - 1] != '.' && path.p[dot - 1] != '/')
        dot--;
    if (!dot || path.p[dot - 1] != '.')
        return NULL;
    for (const struct format *const *f = all_formats; *f; f++)
        if (has_extension(*f, span_skip(path, dot)))
            return *f;
    return NULL;
}

const struct msg *record_loss_name(int bit)
{
    static const struct msg names[LOSS_BITS] = {
        {"variations", "変化手順"},
        {"comments", "コメント"},
        {"times", "消費時間"},
        {"fractions of seconds", "1秒未満の時間"},
        {"headers", "見出し"},
        {"bookmarks", "しおり"},
        {"remarks", "注記"},
        {"how it ended", "終局の仕方"},
        {"moves", "指し手"},
        {"characters", "文字"},
        {"number of moves before the start", "開始局面の手数"},
    };
    return &names[bit];
}

void record_loss_names(unsigned losses, enum lang lang, struct buf *out)
{
    const char *between = "";
    for (int bit = 0; bit < LOSS_BITS; bit++)
        if (losses >> bit & 1) {
            buf_add_str(out, between);
            buf_add_str(out, msg_in(record_loss_name(bit), lang));
            between = lang == LANG_JA ? "、" : ", ";
        }
}

/* formats.c: the list of formats, and names. */
#include "formats/format.h"

/* The table: a row for each format, whose file has it as NAME_format.  Ties of probes go to who
 * stands first. */
#define FORMATS(WRITTEN, ONLY_READ)                                                                \
    WRITTEN(csa)                                                                                   \
    WRITTEN(kif)                                                                                   \
    WRITTEN(kifu)                                                                                  \
    WRITTEN(ki2)                                                                                   \
    WRITTEN(ki2u)                                                                                  \
    WRITTEN(bod)                                                                                   \
    WRITTEN(usi)                                                                                   \
    WRITTEN(jkf)                                                                                   \
    ONLY_READ(psn)                                                                                 \
    WRITTEN(psv)                                                                                   \
    WRITTEN(hcpe)                                                                                  \
    ONLY_READ(games)                                                                               \
    WRITTEN(sgf)                                                                                   \
    ONLY_READ(gib)                                                                                 \
    ONLY_READ(ngf)                                                                                 \
    ONLY_READ(ugf)                                                                                 \
    WRITTEN(chaturanga)

#define DECLARED(name) extern const struct format name##_format;
#define ADDRESS(name) &name##_format,
#define NAME(name) #name,
#define NOTHING(name)

FORMATS(DECLARED, DECLARED)
const struct format *const all_formats[] = {FORMATS(ADDRESS, ADDRESS) NULL};
const char *const format_names[] = {FORMATS(NAME, NAME) NULL};
const char *const format_names_written[] = {FORMATS(NAME, NOTHING) NULL};

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
        {"annotations", "注記"},
        {"ending", "終局の仕方"},
        {"moves", "指し手"},
        {"characters", "文字"},
        {"number of moves before the start", "開始局面の手数"},
        {"result", "勝敗"},
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

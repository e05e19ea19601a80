/* charset_ja.c: the Japanese charsets, by tables made from iconv at build time.
 *
 * Shift-JIS is what most shogi records are written in, and a converter that is called through the
 * C library for each file and each few kilobytes costs more than parsing the moves.  So: one table
 * of pairs that holds finished UTF-8, copied four bytes at a time; ASCII, eight bytes at a time.
 *
 * EUC-JP and ISO-2022-JP are two dresses of the same character sets, JIS X 0208 and 0212, rows and
 * cells of 94 by 94, and use one table for each set. */
#include "base/text/charset_internal.h"

#include "base/text/utf8.h"
#include "base/word.h"

#include "japanese_tables.h"

static bool is_half_width(unsigned char c)
{
    return c >= 0xA1 && c <= 0xDF;
}

/* Leads are 81-9F and E0-FC; turning one bit makes that a single range. */
static unsigned lead_row(unsigned char c)
{
    return (c ^ 0x20U) - 0xA1U;
}

enum { LEAD_ROWS = 60, TRAIL_COLUMNS = 192, FIRST_TRAIL = 0x40, JIS_CELLS = 94 };

/* The cell of a pair, or NULL if the bytes cannot be a pair. */
static const struct utf8_cell *pair_cell(unsigned char lead, unsigned char trail)
{
    unsigned row = lead_row(lead), column = trail - (unsigned)FIRST_TRAIL;
    if (row >= LEAD_ROWS || column >= TRAIL_COLUMNS || CP932_PAIRS[row][column].n == 0)
        return NULL;
    return &CP932_PAIRS[row][column];
}

/* Half-width katakana U+FF61 + c - A1: EF BD A1 … EF BE 9F. */
static void put_half_width(unsigned char c, char *out)
{
    out[0] = '\xEF';
    out[1] = c < 0xC0 ? '\xBD' : '\xBE';
    out[2] = (char)(c < 0xC0 ? c : c - 0x40);
}

size_t cp932_decode_run(struct span in, char *out, size_t *made, size_t *half_width)
{
    const unsigned char *p = (const unsigned char *)in.p, *end = p + in.n;
    char *o = out;
    while (p < end) {
        if (end - p >= 8) {
            uint64_t v = word_load(p);
            memcpy(o, &v, 8);
            unsigned ascii = word_ascii_bytes(v);
            p += ascii;
            o += ascii;
            if (ascii == 8)
                continue;
        } else if (*p < 0x80) {
            *o++ = (char)*p++;
            continue;
        }
        do {
            const struct utf8_cell *cell;
            if (end - p >= 2 && (cell = pair_cell(p[0], p[1]))) {
                memcpy(o, cell, 4);
                o += cell->n;
                p += 2;
            } else if (is_half_width(*p)) {
                put_half_width(*p++, o);
                o += 3;
                ++*half_width;
            } else {
                goto stop;
            }
        } while (p < end && *p >= 0x80);
    }
stop:
    *made = (size_t)(o - out);
    return (size_t)(p - (const unsigned char *)in.p);
}

static struct charset_step bad_byte(char *out)
{
    memcpy(out, UTF8_REPLACEMENT_TEXT, 3);
    return (struct charset_step){.taken = 1, .made = 3, .bad = true};
}

static struct charset_step character(size_t taken, uint32_t c, char *out)
{
    return (struct charset_step){.taken = taken, .made = utf8_encode(c, out)};
}

struct charset_step cp932_step(struct span rest, char *out)
{
    unsigned char lead = (unsigned char)rest.p[0];
    if (lead < 0x80)
        return character(1, lead, out);
    if (is_half_width(lead))
        return character(1, lead - 0xA1U + 0xFF61U, out);
    const struct utf8_cell *cell = rest.n < 2 ? NULL : pair_cell(lead, (unsigned char)rest.p[1]);
    if (!cell)
        return bad_byte(out);
    memcpy(out, cell->utf8, 3);
    return (struct charset_step){.taken = 2, .made = cell->n};
}

/* The character of row and cell, counted from first; 0 if there is none. */
static uint32_t jis_character(const uint16_t *table, const char *pair, unsigned first)
{
    unsigned row = (unsigned char)pair[0] - first, cell = (unsigned char)pair[1] - first;
    return row < JIS_CELLS && cell < JIS_CELLS ? table[row * JIS_CELLS + cell] : 0;
}

enum { EUC_SINGLE_SHIFT_2 = 0x8E, EUC_SINGLE_SHIFT_3 = 0x8F };

struct charset_step euc_jp_step(struct span rest, char *out)
{
    unsigned char lead = (unsigned char)rest.p[0];
    if (lead < 0x80)
        return character(1, lead, out);
    uint32_t c = 0;
    size_t taken = 2;
    if (lead == EUC_SINGLE_SHIFT_2) {
        if (rest.n >= 2 && is_half_width((unsigned char)rest.p[1]))
            c = (unsigned char)rest.p[1] - 0xA1U + 0xFF61U;
    } else if (lead == EUC_SINGLE_SHIFT_3) {
        taken = 3;
        if (rest.n >= 3)
            c = jis_character(JIS_X_0212, rest.p + 1, 0xA1);
    } else if (rest.n >= 2) {
        c = jis_character(JIS_X_0208, rest.p, 0xA1);
    }
    return c ? character(taken, c, out) : bad_byte(out);
}

enum iso2022_shift { SHIFT_ASCII, SHIFT_KANJI, SHIFT_KANA, SHIFT_SUPPLEMENT };

/* Longer sequences first, where one is the beginning of another.  JIS-Roman is read as ASCII: it
 * differs in two characters (¥ and ‾) that nobody meant. */
static const struct iso2022_escape {
    struct span bytes;
    enum iso2022_shift to;
} ESCAPES[] = {
    {{"\x1B(B", 3}, SHIFT_ASCII},       {{"\x1B(J", 3}, SHIFT_ASCII},  {{"\x1B$@", 3}, SHIFT_KANJI},
    {{"\x1B$B", 3}, SHIFT_KANJI},       {{"\x1B$(B", 4}, SHIFT_KANJI}, {{"\x1B(I", 3}, SHIFT_KANA},
    {{"\x1B$(D", 4}, SHIFT_SUPPLEMENT},
};

static const struct iso2022_escape *find_escape(struct span s)
{
    for (size_t i = 0; i < sizeof ESCAPES / sizeof *ESCAPES; i++)
        if (span_starts(s, ESCAPES[i].bytes))
            return &ESCAPES[i];
    return NULL;
}

size_t iso_2022_jp_escape(struct span s)
{
    const struct iso2022_escape *e = find_escape(s);
    return e ? e->bytes.n : 0;
}

struct charset_step iso_2022_jp_step(unsigned *state, struct span rest, char *out)
{
    unsigned char lead = (unsigned char)rest.p[0];
    if (lead == 0x1B) {
        const struct iso2022_escape *e = find_escape(rest);
        if (!e)
            return bad_byte(out);
        *state = (unsigned)e->to;
        return (struct charset_step){.taken = e->bytes.n};
    }
    if (lead == '\n')
        *state = SHIFT_ASCII; /* every line starts in ASCII: a lost escape costs one line */
    if (lead <= ' ')
        return character(1, lead, out);
    uint32_t c = 0;
    size_t taken = 2;
    if (*state == SHIFT_ASCII) {
        taken = 1;
        c = lead < 0x80 ? lead : 0;
    } else if (*state == SHIFT_KANA) {
        taken = 1;
        c = lead <= 0x5F ? lead - 0x21U + 0xFF61U : 0;
    } else if (rest.n >= 2) {
        c = jis_character(*state == SHIFT_KANJI ? JIS_X_0208 : JIS_X_0212, rest.p, 0x21);
    }
    return c ? character(taken, c, out) : bad_byte(out);
}

unsigned cp932_encode(uint32_t c)
{
    return c < 0x10000 ? CP932_CODE[CP932_PAGE[c >> 8]][c & 0xFF] : 0;
}

uint32_t cp932_code_point(unsigned code)
{
    if (code < 0x80)
        return code;
    char pair[2] = {(char)(code >> 8), (char)code}, out[4];
    struct span bytes = code > 0xFF ? span_make(pair, 2) : span_make(pair + 1, 1);
    struct charset_step step = cp932_step(bytes, out);
    uint32_t c = 0;
    if (!step.bad)
        utf8_decode(span_make(out, step.made), &c);
    return c;
}

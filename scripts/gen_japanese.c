/* gen_japanese.c: writes the tables of src/base/text/charset_ja.c from what the C library's iconv does.
 *
 *     gen_japanese > build/gen/japanese_tables.h
 *
 * Run by the build.  Four tables: Shift-JIS pairs to UTF-8 (the fast one), JIS X 0208 and 0212 to
 * code points (for EUC-JP and ISO-2022-JP), and code points to Shift-JIS. */
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEADS = 60, TRAILS = 192, CELLS = 94 };

static iconv_t open_or_die(const char *to, const char *from)
{
    iconv_t cd = iconv_open(to, from);
    if (cd == (iconv_t)-1) {
        fprintf(stderr, "gen_japanese: this C library cannot convert %s to %s\n", from, to);
        exit(1);
    }
    return cd;
}

/* The one code point that these bytes stand for, or 0. */
static uint32_t decode(iconv_t cd, unsigned char *bytes, size_t n)
{
    uint32_t out[4];
    char *in = (char *)bytes, *to = (char *)out;
    size_t left = sizeof out;
    iconv(cd, NULL, NULL, NULL, NULL);
    if (iconv(cd, &in, &n, &to, &left) != 0 || n || left != sizeof out - 4)
        return 0;
    return out[0];
}

static void print_utf8(uint32_t c)
{
    if (c == 0)
        printf("{{0,0,0},0},");
    else if (c < 0x80)
        printf("{{%u,0,0},1},", c);
    else if (c < 0x800)
        printf("{{%u,%u,0},2},", 0xC0 | c >> 6, 0x80 | (c & 63));
    else if (c < 0x10000)
        printf("{{%u,%u,%u},3},", 0xE0 | c >> 12, 0x80 | (c >> 6 & 63), 0x80 | (c & 63));
    else
        exit(1); /* no such character in CP932 */
}

static uint32_t cp932_cell(iconv_t cp932, unsigned row, unsigned cell)
{
    unsigned lead = row / 2 + 0x81;
    if (lead > 0x9F)
        lead += 0x40;
    unsigned trail = row % 2 ? cell + 0x9F : cell + 0x40 + (cell >= 63);
    return decode(cp932, (unsigned char[]){(unsigned char)lead, (unsigned char)trail}, 2);
}

static int is_private(uint32_t c)
{
    return c >= 0xE000 && c <= 0xF8FF;
}

static void print_shift_jis(iconv_t cp932)
{
    printf("static const struct utf8_cell CP932_PAIRS[%d][%d] = {\n", LEADS, TRAILS);
    for (unsigned row = 0; row < LEADS; row++) {
        printf("{");
        unsigned lead = row + (row < 31 ? 0x81 : 0xC1);
        for (unsigned t = 0; t < TRAILS; t++)
            print_utf8(decode(
                cp932, (unsigned char[]){(unsigned char)lead, (unsigned char)(t + 0x40)}, 2));
        printf("},\n");
    }
    printf("};\n");
}

/* Where the vendor's set has only private use but Shift-JIS a character, take the character. */
static void print_jis(const char *name, iconv_t euc, iconv_t cp932, int supplementary)
{
    printf("static const uint16_t %s[%d] = {\n", name, CELLS * CELLS);
    for (unsigned row = 0; row < CELLS; row++) {
        for (unsigned cell = 0; cell < CELLS; cell++) {
            unsigned char bytes[3] = {0x8F, (unsigned char)(row + 0xA1),
                                      (unsigned char)(cell + 0xA1)};
            uint32_t c = supplementary ? decode(euc, bytes, 3) : decode(euc, bytes + 1, 2);
            uint32_t sjis = supplementary ? 0 : cp932_cell(cp932, row, cell);
            if (sjis && (c == 0 || (is_private(c) && !is_private(sjis))))
                c = sjis;
            printf("%u,", c);
        }
        printf("\n");
    }
    printf("};\n");
}

static unsigned encode(iconv_t cd, uint32_t c)
{
    unsigned char out[4];
    char *in = (char *)&c, *to = (char *)out;
    size_t n = 4, left = sizeof out;
    iconv(cd, NULL, NULL, NULL, NULL);
    if (iconv(cd, &in, &n, &to, &left) != 0)
        return 0;
    return left == 3 ? out[0] : (unsigned)(out[0] << 8 | out[1]);
}

static void print_reverse(iconv_t to_cp932)
{
    static uint16_t code[65536];
    unsigned page_number[256] = {0}, pages = 1; /* page 0 is the empty one */
    for (uint32_t c = 1; c < 65536; c++) {
        code[c] = (uint16_t)encode(to_cp932, c);
        if (code[c] && !page_number[c >> 8])
            page_number[c >> 8] = pages++;
    }
    printf("static const uint8_t CP932_PAGE[256] = {");
    for (unsigned i = 0; i < 256; i++)
        printf("%u,", page_number[i]);
    printf("};\nstatic const uint16_t CP932_CODE[%u][256] = {{0},\n", pages);
    for (unsigned i = 0; i < 256; i++) {
        if (!page_number[i])
            continue;
        printf("{");
        for (unsigned k = 0; k < 256; k++)
            printf("%u,", code[i << 8 | k]);
        printf("},\n");
    }
    printf("};\n");
}

int main(void)
{
    iconv_t cp932 = open_or_die("UTF-32LE", "CP932");
    iconv_t euc = open_or_die("UTF-32LE", "EUC-JP-MS");
    iconv_t to_cp932 = open_or_die("CP932", "UTF-32LE");
    printf("/* Made by scripts/gen_japanese.c; see there. */\n"
           "struct utf8_cell {\n    unsigned char utf8[3];\n    unsigned char n;\n};\n");
    print_shift_jis(cp932);
    print_jis("JIS_X_0208", euc, cp932, 0);
    print_jis("JIS_X_0212", euc, cp932, 1);
    print_reverse(to_cp932);
    return ferror(stdout) || fclose(stdout) ? 1 : 0;
}

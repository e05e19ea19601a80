/* kana.c: see kana.h. */
#include "base/text/kana.h"

#include "base/text/utf8.h"

void kana_fold(struct span text, struct buf *out)
{
    while (text.n) {
        char bytes[UTF8_MAX_BYTES];
        uint32_t c;
        size_t n = utf8_decode(text, &c);
        if (n && c >= 0x30A1 && c <= 0x30F6) /* ァ … ヶ lie 0x60 above ぁ … ゖ */
            buf_add(out, bytes, utf8_encode(c - 0x60, bytes));
        else
            buf_add(out, text.p, n ? n : 1);
        text = span_skip(text, n ? n : 1);
    }
}

/* In the order of Unicode, from U+3041 ぁ on.  Small ya, yu, yo change what stands before them. */
static const char SYLLABLES[][4] = {
    "a",  "a",  "i",  "i",  "u",   "u",  "e",  "e",   "o",   "o",  "ka", "ga", "ki", "gi",
    "ku", "gu", "ke", "ge", "ko",  "go", "sa", "za",  "shi", "ji", "su", "zu", "se", "ze",
    "so", "zo", "ta", "da", "chi", "ji", "",   "tsu", "zu",  "te", "de", "to", "do", "na",
    "ni", "nu", "ne", "no", "ha",  "ba", "pa", "hi",  "bi",  "pi", "fu", "bu", "pu", "he",
    "be", "pe", "ho", "bo", "po",  "ma", "mi", "mu",  "me",  "mo", "ya", "ya", "yu", "yu",
    "yo", "yo", "ra", "ri", "ru",  "re", "ro", "wa",  "wa",  "i",  "e",  "o",  "n",  "vu"};
enum {
    FIRST_KANA = 0x3041,
    SMALL_TSU = 0x3063,
    SMALL_YA = 0x3083,
    SMALL_YU = 0x3085,
    SMALL_YO = 0x3087,
    LONG_VOWEL = 0x30FC
};

/* ki and ゃ: kya; shi and ゃ: sha. */
static bool add_small_y(uint32_t c, size_t begin, struct buf *out)
{
    if (out->n < begin + 2 || out->p[out->n - 1] != 'i')
        return false;
    out->n--;
    char last = out->p[out->n - 1], before = out->n >= begin + 2 ? out->p[out->n - 2] : ' ';
    bool soft = last == 'j' || (last == 'h' && (before == 's' || before == 'c'));
    buf_add_str(out, soft ? "" : "y");
    buf_add_char(out, c == SMALL_YA ? 'a' : c == SMALL_YU ? 'u' : 'o');
    return true;
}

bool kana_romaji(struct span text, struct buf *out)
{
    size_t begin = out->n;
    bool doubled = false, good = text.n > 0;
    while (text.n && good) {
        uint32_t c = 0;
        size_t n = utf8_decode(text, &c), at = c - FIRST_KANA;
        if (c == SMALL_TSU) {
            doubled = true;
        } else if (c == LONG_VOWEL) {
            good = out->n > begin;
            if (good)
                buf_add_char(out, out->p[out->n - 1]);
        } else if (c == SMALL_YA || c == SMALL_YU || c == SMALL_YO) {
            good = add_small_y(c, begin, out);
        } else {
            good = n > 0 && c >= FIRST_KANA && at < sizeof SYLLABLES / sizeof *SYLLABLES;
            if (good && doubled)
                buf_add_char(out, SYLLABLES[at][0]);
            if (good)
                buf_add_str(out, SYLLABLES[at]);
            doubled = false;
        }
        good = good && buf_status(out) == STATUS_OK;
        text = span_skip(text, n ? n : 1);
    }
    return good && !doubled;
}

/* romaji.c: see romaji.h. */
#include "store/people/romaji.h"

/* Consonants that a vowel may follow; longer ones before those that they begin with. */
static const struct span ONSETS[] = {
    SPAN_INIT("tch"), SPAN_INIT("ssh"), SPAN_INIT("tts"), SPAN_INIT("kky"), SPAN_INIT("ppy"),
    SPAN_INIT("ch"),  SPAN_INIT("sh"),  SPAN_INIT("ts"),  SPAN_INIT("ky"),  SPAN_INIT("gy"),
    SPAN_INIT("ny"),  SPAN_INIT("hy"),  SPAN_INIT("by"),  SPAN_INIT("py"),  SPAN_INIT("my"),
    SPAN_INIT("ry"),  SPAN_INIT("jy"),  SPAN_INIT("sy"),  SPAN_INIT("ty"),  SPAN_INIT("zy"),
    SPAN_INIT("dz"),  SPAN_INIT("kk"),  SPAN_INIT("pp"),  SPAN_INIT("tt"),  SPAN_INIT("ss"),
    SPAN_INIT("k"),   SPAN_INIT("g"),   SPAN_INIT("s"),   SPAN_INIT("z"),   SPAN_INIT("j"),
    SPAN_INIT("t"),   SPAN_INIT("d"),   SPAN_INIT("n"),   SPAN_INIT("h"),   SPAN_INIT("f"),
    SPAN_INIT("b"),   SPAN_INIT("p"),   SPAN_INIT("m"),   SPAN_INIT("y"),   SPAN_INIT("r"),
    SPAN_INIT("w"),
};

static bool is_vowel(char c)
{
    return c == 'a' || c == 'i' || c == 'u' || c == 'e' || c == 'o';
}

/* An n or m that closes a syllable, or the h of "oh". */
static bool eat_coda(struct span *s, bool after_vowel)
{
    char c = s->p[0], next = s->n > 1 ? s->p[1] : 0;
    bool closes = (c == 'n' && !is_vowel(next) && next != 'y') ||
                  (c == 'm' && (next == 'b' || next == 'p' || next == 'm')) ||
                  (c == 'h' && after_vowel && s->p[-1] == 'o' && !is_vowel(next) && next != 'y');
    if (closes)
        *s = span_skip(*s, 1);
    return closes;
}

static bool eat_syllable(struct span *s, bool after_vowel)
{
    if (eat_coda(s, after_vowel))
        return true;
    for (size_t i = 0; i < sizeof ONSETS / sizeof *ONSETS; i++)
        if (s->n > ONSETS[i].n && span_starts(*s, ONSETS[i]) && is_vowel(s->p[ONSETS[i].n])) {
            *s = span_skip(*s, ONSETS[i].n + 1);
            return true;
        }
    if (!is_vowel(s->p[0]))
        return false;
    *s = span_skip(*s, 1);
    return true;
}

bool romaji_is_japanese(struct span key)
{
    bool after_vowel = false;
    while (key.n) {
        if (key.p[0] == ' ') {
            key = span_skip(key, 1);
            after_vowel = false;
            continue;
        }
        if (!eat_syllable(&key, after_vowel))
            return false;
        after_vowel = is_vowel(key.p[-1]);
    }
    return true;
}

/* --- One way of writing ---------------------------------------------------------------------- */

static const struct {
    struct span from, to;
} RULES[] = {
    {SPAN_INIT("sya"), SPAN_INIT("sha")}, {SPAN_INIT("syu"), SPAN_INIT("shu")},
    {SPAN_INIT("syo"), SPAN_INIT("sho")}, {SPAN_INIT("tya"), SPAN_INIT("cha")},
    {SPAN_INIT("tyu"), SPAN_INIT("chu")}, {SPAN_INIT("tyo"), SPAN_INIT("cho")},
    {SPAN_INIT("zya"), SPAN_INIT("ja")},  {SPAN_INIT("zyu"), SPAN_INIT("ju")},
    {SPAN_INIT("zyo"), SPAN_INIT("jo")},  {SPAN_INIT("jya"), SPAN_INIT("ja")},
    {SPAN_INIT("jyu"), SPAN_INIT("ju")},  {SPAN_INIT("jyo"), SPAN_INIT("jo")},
    {SPAN_INIT("cch"), SPAN_INIT("tch")}, {SPAN_INIT("dzu"), SPAN_INIT("zu")},
    {SPAN_INIT("tsu"), SPAN_INIT("tsu")}, {SPAN_INIT("shi"), SPAN_INIT("shi")},
    {SPAN_INIT("chi"), SPAN_INIT("chi")}, {SPAN_INIT("si"), SPAN_INIT("shi")},
    {SPAN_INIT("ti"), SPAN_INIT("chi")},  {SPAN_INIT("tu"), SPAN_INIT("tsu")},
    {SPAN_INIT("hu"), SPAN_INIT("fu")},   {SPAN_INIT("zi"), SPAN_INIT("ji")},
    {SPAN_INIT("mb"), SPAN_INIT("nb")},   {SPAN_INIT("mp"), SPAN_INIT("np")},
    {SPAN_INIT("mm"), SPAN_INIT("nm")},
};

/* Bytes that lengthen the vowel before s: the u of "ou", the h of "oh". */
static size_t lengthening(struct span s, char vowel)
{
    char c = s.n ? s.p[0] : 0, next = s.n > 1 ? s.p[1] : 0;
    if (vowel == 'o' && (c == 'u' || c == 'o'))
        return 1;
    if (vowel == 'o' && c == 'h' && !is_vowel(next) && next != 'y')
        return 1;
    return (vowel == 'u' && c == 'u') || (vowel == 'i' && c == 'i') ? 1 : 0;
}

static size_t add_rule(struct span s, struct buf *out)
{
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++)
        if (span_starts(s, RULES[i].from)) {
            buf_add_span(out, RULES[i].to);
            return RULES[i].from.n;
        }
    buf_add_char(out, s.p[0]);
    return 1;
}

static void add_plain(struct span key, bool front_too, struct buf *out)
{
    bool front = true;
    while (key.n) {
        bool begins = front;
        front = key.p[0] == ' ';
        size_t used = add_rule(key, out);
        char vowel = key.p[used - 1];
        key = span_skip(key, used);
        if (!begins || used != 1 || vowel != 'o' || front_too)
            key = span_skip(key, lengthening(key, vowel));
    }
}

void romaji_plain(struct span key, struct buf *out)
{
    add_plain(key, false, out);
}

void romaji_plainest(struct span key, struct buf *out)
{
    add_plain(key, true, out);
}

/* spelling.c: see spelling.h. */
#include "store/people/spelling.h"

#include "base/text/utf8.h"
#include "store/metadata/name_fold.h"

enum { MOST_WORDS = 4 };

#define COUNT_OF(table) (sizeof(table) / sizeof(table)[0])

static bool is_one_of(struct span word, const struct span *table, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (span_eq(word, table[i]))
            return true;
    return false;
}

/* --- Characters ------------------------------------------------------------------------------ */

/* U+00C0 … U+017F without their marks, as far as they have one; blank: no letter. */
static const char PLAIN_LETTERS[] =
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static bool is_separator(uint32_t c)
{
    return c <= 0x20 || c == '_' || c == ',' || c == 0xA0 || c == 0x3000 || c == 0x30FB ||
           c == 0xB7 || c == 0xFF3F || c == 0xFF0C || c == 0xFF65 || (c >= 0x2000 && c <= 0x200B);
}

/* Marks within romanised names: Cho Hun-hyun, Kim Ch'an-u, S. Sato. */
static bool is_mark(uint32_t c)
{
    return c == '-' || c == '\'' || c == '`' || c == '.' || c == 0x2019 || c == 0x2018 ||
           c == 0x2010 || c == 0x2011;
}

static void add_character(struct buf *out, struct span at, size_t used)
{
    char bytes[FOLD_MAX_BYTES];
    size_t n;
    uint32_t c;
    (void)fold_next(span_make(at.p, used), bytes, &n);
    size_t decoded = utf8_decode(span_make(bytes, n), &c);
    if (!decoded || is_mark(c))
        return;
    if (c >= 0xC0 && c <= 0x17F && PLAIN_LETTERS[c - 0xC0] != ' ')
        buf_add_char(out, PLAIN_LETTERS[c - 0xC0]);
    else
        buf_add(out, bytes, n);
}

/* Appends the name in words. */
static void add_words(struct span name, struct buf *out)
{
    size_t from = out->n;
    while (name.n) {
        uint32_t c = 0;
        char bytes[FOLD_MAX_BYTES];
        size_t n;
        (void)utf8_decode(name, &c);
        size_t used = fold_next(name, bytes, &n); /* a kana with its mark: two characters */
        if (!is_separator(c))
            add_character(out, name, used);
        else if (out->n > from && out->p[out->n - 1] != ' ')
            buf_add_char(out, ' ');
        name = span_skip(name, used);
    }
    if (buf_status(out) == STATUS_OK && out->n > from && out->p[out->n - 1] == ' ')
        out->n--;
}

/* --- Ranks and titles ------------------------------------------------------------------------ */

/* Of Go, and of cups, behind names; other titles of shogi are name_fold.h's. */
static const struct span GO_TITLES[] = {
    SPAN_INIT("名誉本因坊"),    SPAN_INIT("女流本因坊"), SPAN_INIT("本因坊"), SPAN_INIT("名誉天元"),
    SPAN_INIT("天元"),          SPAN_INIT("名誉碁聖"),   SPAN_INIT("碁聖"),   SPAN_INIT("名誉棋聖"),
    SPAN_INIT("女流棋聖"),      SPAN_INIT("名誉名人"),   SPAN_INIT("女流"),   SPAN_INIT("名誉王座"),
    SPAN_INIT("王冠"),          SPAN_INIT("名誉十段"),   SPAN_INIT("鶴聖"),   SPAN_INIT("名誉"),
    SPAN_INIT("nhk杯選手権者"), SPAN_INIT("nhk杯覇者"),  SPAN_INIT("nhk杯"),  SPAN_INIT("jt杯覇者"),
    SPAN_INIT("jt杯"),          SPAN_INIT("朝日杯"),
};
static const struct span NUMERALS[] = {
    SPAN_INIT("初"), SPAN_INIT("一"), SPAN_INIT("二"), SPAN_INIT("三"), SPAN_INIT("四"),
    SPAN_INIT("五"), SPAN_INIT("六"), SPAN_INIT("七"), SPAN_INIT("八"), SPAN_INIT("九"),
    SPAN_INIT("十"), SPAN_INIT("准"), SPAN_INIT("準"),
};
static const struct span UNITS[] = {
    SPAN_INIT("段"), SPAN_INIT("級"),  SPAN_INIT("级"),  SPAN_INIT("dan"),
    SPAN_INIT("d"),  SPAN_INIT("kyu"), SPAN_INIT("pro"), SPAN_INIT("p"),
    SPAN_INIT("k"),  SPAN_INIT("단"),  SPAN_INIT("급"),
};
/* In brackets or behind a comma only: Honinbo is also the beginning of names. */
static const struct span TITLE_WORDS[] = {
    SPAN_INIT("meijin"),  SPAN_INIT("ryuo"),  SPAN_INIT("oi"),     SPAN_INIT("oza"),
    SPAN_INIT("kio"),     SPAN_INIT("osho"),  SPAN_INIT("kisei"),  SPAN_INIT("eio"),
    SPAN_INIT("judan"),   SPAN_INIT("gosei"), SPAN_INIT("tengen"), SPAN_INIT("honinbo"),
    SPAN_INIT("amateur"), SPAN_INIT("ama"),   SPAN_INIT("pro"),
};
/* Before a title that is behind a comma. */
static const struct span TITLE_PREFIXES[] = {
    SPAN_INIT("honorary"),
    SPAN_INIT("womens"),
    SPAN_INIT("former"),
};

static size_t eat_digits(struct span *s)
{
    size_t n = 0;
    while (n < s->n && s->p[n] >= '0' && s->p[n] <= '9')
        n++;
    *s = span_skip(*s, n);
    return n;
}

static bool eat_number(struct span *s)
{
    size_t digits = eat_digits(s);
    for (size_t i = 0; i < COUNT_OF(NUMERALS) && !digits; i++)
        if (span_eat(s, NUMERALS[i]))
            return true;
    return digits == 1 || digits == 2;
}

/* 9p, 5dan, 三段, 1級, lv17 */
static bool is_rank(struct span word)
{
    if (span_eat(&word, SPAN("lv")))
        return eat_digits(&word) > 0 && word.n == 0;
    (void)span_eat(&word, SPAN("アマ"));
    return eat_number(&word) && is_one_of(word, UNITS, COUNT_OF(UNITS));
}

/* What is behind the last blank of s, and s without it; all of s if it has none. */
static struct span cut_last_word(struct span *s)
{
    size_t n = s->n;
    while (n && s->p[n - 1] != ' ')
        n--;
    struct span word = span_skip(*s, n);
    s->n = n ? n - 1 : 0;
    return word;
}

static struct span cut_first_word(struct span *s)
{
    const char *blank = s->n ? memchr(s->p, ' ', s->n) : NULL;
    struct span word = span_make(s->p, blank ? (size_t)(blank - s->p) : s->n);
    *s = span_skip(*s, word.n + (blank ? 1 : 0));
    return word;
}

/* "5 dan": two words that are one rank. */
static bool is_number_and_unit(struct span text)
{
    struct span number = cut_first_word(&text);
    return eat_number(&number) && number.n == 0 && is_one_of(text, UNITS, COUNT_OF(UNITS));
}

/* Removes a rank from the end of several words. */
static bool cut_rank_behind(struct span *s)
{
    struct span rest = *s, word = cut_last_word(&rest), shorter = rest;
    if (rest.n && is_rank(word)) {
        *s = rest;
        return true;
    }
    (void)cut_last_word(&shorter);
    if (!shorter.n || !is_number_and_unit(span_skip(*s, shorter.n + 1)))
        return false;
    *s = shorter;
    return true;
}

static bool cut_rank_before(struct span *s)
{
    struct span rest = *s, word = cut_first_word(&rest);
    if (!rest.n || !is_rank(word))
        return false;
    *s = rest;
    return true;
}

/* "(5 dan)", "[4D]", "(R910)", "(Meijin)" say nothing of who it is. */
static bool is_rank_or_title(struct span in_brackets)
{
    unsigned rating;
    return in_brackets.n == 0 || rating_parse(in_brackets, &rating) || is_rank(in_brackets) ||
           is_number_and_unit(in_brackets) ||
           is_one_of(in_brackets, TITLE_WORDS, COUNT_OF(TITLE_WORDS));
}

/* The part in brackets that s ends with; empty if there is none, or nothing before it. */
static struct span brackets_behind(struct span s)
{
    char close = s.n ? s.p[s.n - 1] : 0, open = close == ')' ? '(' : '[';
    if (close != ')' && close != ']')
        return (struct span){0};
    for (size_t i = s.n - 1; i > 1; i--)
        if (s.p[i - 1] == open)
            return span_skip(s, i - 1);
    return (struct span){0};
}

/* "(or Kiwara)", "(later Shusai)": what the same person is called besides. */
static bool is_other_name(struct span in_brackets)
{
    static const struct span WORDS[] = {
        SPAN_INIT("or"),   SPAN_INIT("sometimes"), SPAN_INIT("later"),
        SPAN_INIT("also"), SPAN_INIT("formerly"),  SPAN_INIT("aka"),
    };
    struct span word = cut_first_word(&in_brackets);
    return in_brackets.n && is_one_of(word, WORDS, COUNT_OF(WORDS));
}

/* Appends the words without such brackets, wherever they stand. */
static void add_without_other_names(struct span words, struct buf *out)
{
    while (words.n) {
        const char *end = words.p[0] == '(' ? memchr(words.p, ')', words.n) : NULL;
        size_t n = end ? (size_t)(end - words.p) : 0;
        if (!end || !is_other_name(span_make(words.p + 1, n - 1))) {
            buf_add_char(out, words.p[0]);
            words = span_skip(words, 1);
            continue;
        }
        words = span_skip(words, n + 1);
        if (words.n && words.p[0] == ' ')
            words = span_skip(words, 1);
    }
    if (buf_status(out) == STATUS_OK && out->n && out->p[out->n - 1] == ' ')
        out->n--;
}

static bool cut_brackets(struct span *s)
{
    struct span brackets = brackets_behind(*s);
    if (brackets.n < 2 || !is_rank_or_title(span_make(brackets.p + 1, brackets.n - 2)))
        return false;
    s->n -= brackets.n;
    if (s->n && s->p[s->n - 1] == ' ')
        s->n--;
    return true;
}

static struct span without_ranks(struct span words)
{
    while (cut_brackets(&words) || cut_rank_behind(&words) || cut_rank_before(&words))
        ;
    return words;
}

/* Whether words, with blanks or slashes between, are titles and ranks, the last one no prefix:
 * "women's honinbo/meijin". */
static bool are_titles(struct span words)
{
    bool title = false;
    while (words.n) {
        size_t n = 0;
        while (n < words.n && words.p[n] != ' ' && words.p[n] != '/')
            n++;
        struct span word = span_make(words.p, n);
        title = is_one_of(word, TITLE_WORDS, COUNT_OF(TITLE_WORDS)) || is_rank(word);
        if (!title && !is_one_of(word, TITLE_PREFIXES, COUNT_OF(TITLE_PREFIXES)))
            return false;
        words = span_skip(words, n < words.n ? n + 1 : n);
    }
    return title;
}

/* The name without titles behind its last comma: "Cho U, Meijin/Oza". */
static struct span without_titles_behind_comma(struct span name)
{
    const char *comma = name.n ? memrchr(name.p, ',', name.n) : NULL;
    if (!comma)
        return name;
    size_t n = (size_t)(comma - name.p);
    struct buf words;
    buf_init(&words, BUF_DEFAULT_MAX);
    add_words(span_skip(name, n + 1), &words);
    bool titles = buf_status(&words) == STATUS_OK && are_titles(buf_span(&words));
    buf_release(&words);
    return titles ? span_make(name.p, n) : name;
}

/* --- Those who are nobody -------------------------------------------------------------------- */

static const struct span NOBODIES[] = {
    SPAN_INIT("先手"),
    SPAN_INIT("後手"),
    SPAN_INIT("上手"),
    SPAN_INIT("下手"),
    SPAN_INIT("黒"),
    SPAN_INIT("白"),
    SPAN_INIT("黑"),
    SPAN_INIT("相手"),
    SPAN_INIT("自分"),
    SPAN_INIT("匿名"),
    SPAN_INIT("名無し"),
    SPAN_INIT("不明"),
    SPAN_INIT("対局者"),
    SPAN_INIT("ゲスト"),
    SPAN_INIT("プレイヤー"),
    SPAN_INIT("プレーヤー"),
    SPAN_INIT("あなた"),
    SPAN_INIT("人間"),
    SPAN_INIT("コンピュータ"),
    SPAN_INIT("コンピューター"),
    SPAN_INIT("先手太郎"),
    SPAN_INIT("後手次郎"),
    SPAN_INIT("black"),
    SPAN_INIT("white"),
    SPAN_INIT("sente"),
    SPAN_INIT("gote"),
    SPAN_INIT("player"),
    SPAN_INIT("player1"),
    SPAN_INIT("player2"),
    SPAN_INIT("enemy"),
    SPAN_INIT("opponent"),
    SPAN_INIT("guest"),
    SPAN_INIT("unknown"),
    SPAN_INIT("anonymous"),
    SPAN_INIT("anon"),
    SPAN_INIT("nn"),
    SPAN_INIT("you"),
    SPAN_INIT("me"),
    SPAN_INIT("human"),
    SPAN_INIT("computer"),
    SPAN_INIT("cpu"),
    SPAN_INIT("com"),
    SPAN_INIT("?"),
    SPAN_INIT("-"),
    SPAN_INIT("na"),
    SPAN_INIT("n/a"),
    SPAN_INIT("none"),
    SPAN_INIT("red"),
    SPAN_INIT("green"),
    SPAN_INIT("yellow"),
};

/* Several players at one side of the board. */
static bool is_team(struct span words)
{
    static const struct span JOINTS[] = {
        SPAN_INIT("&"), SPAN_INIT("+"),     SPAN_INIT("、"),     SPAN_INIT("/"),
        SPAN_INIT(";"), SPAN_INIT(" and "), SPAN_INIT("moves "),
    };
    for (size_t i = 0; i < COUNT_OF(JOINTS); i++)
        if (span_find(words, JOINTS[i]) > 0)
            return true;
    return false;
}

static bool is_nobody(struct span words)
{
    return is_one_of(words, NOBODIES, COUNT_OF(NOBODIES)) || is_team(words);
}

/* --- Keys ------------------------------------------------------------------------------------ */

static bool is_ascii(struct span s)
{
    return utf8_ascii_prefix(s) == s.n;
}

static bool has_digit(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    return false;
}

static int compare_words(struct span a, struct span b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

static void add_joined(struct span words, struct buf *out)
{
    for (size_t i = 0; i < words.n; i++)
        if (words.p[i] != ' ')
            buf_add_char(out, words.p[i]);
}

/* The first word and the others, joined, in alphabetical order: whoever writes the family name
 * first and whoever writes it last mean the same, and a given name may be written in parts. */
static enum spelling_kind latin_key(struct span words, struct buf *key)
{
    struct span rest = words, first = cut_first_word(&rest);
    size_t blanks = 0;
    for (size_t i = 0; i < words.n; i++)
        blanks += words.p[i] == ' ';
    if (!rest.n || has_digit(words) || blanks >= MOST_WORDS) {
        add_joined(words, key);
        return SPELLING_WORD;
    }
    struct buf others;
    buf_init(&others, BUF_DEFAULT_MAX);
    add_joined(rest, &others);
    bool swap = compare_words(first, buf_span(&others)) > 0;
    buf_add_span(key, swap ? buf_span(&others) : first);
    buf_add_char(key, ' ');
    buf_add_span(key, swap ? first : buf_span(&others));
    if (buf_status(&others) != STATUS_OK)
        key->bad = buf_status(&others);
    buf_release(&others);
    return SPELLING_LATIN;
}

/* 五段小島常明: a rank before the name without a blank. */
static void eat_front_rank(struct span *s)
{
    struct span rest = *s;
    (void)span_eat(&rest, SPAN("アマ"));
    if (eat_number(&rest) && (span_eat(&rest, SPAN("段")) || span_eat(&rest, SPAN("級"))) && rest.n)
        *s = rest;
}

/* 이세돌9단: a rank in hangul behind the name without a blank. */
static bool cut_hangul_rank(struct span *s)
{
    struct span rest = *s;
    if (!span_ends(rest, SPAN("단")) && !span_ends(rest, SPAN("급")))
        return false;
    rest.n -= strlen("단");
    size_t n = rest.n;
    while (n && rest.p[n - 1] >= '0' && rest.p[n - 1] <= '9')
        n--;
    if (n == 0 || n == rest.n)
        return false;
    s->n = n;
    return true;
}

static bool cut_title(struct span *s)
{
    if (cut_hangul_rank(s))
        return true;
    for (size_t i = 0; i < COUNT_OF(GO_TITLES); i++)
        if (s->n > GO_TITLES[i].n && span_ends(*s, GO_TITLES[i])) {
            s->n -= GO_TITLES[i].n;
            return true;
        }
    return false;
}

/* Titles of both games behind a name without blanks; *held is where the result lies. */
static struct span without_titles(struct span words, struct buf *held)
{
    add_joined(words, held);
    struct span rest = buf_span(held);
    struct buf shorter;
    buf_init(&shorter, BUF_DEFAULT_MAX);
    eat_front_rank(&rest);
    size_t before;
    do {
        before = rest.n;
        buf_clear(&shorter);
        player_fold(rest, &shorter);
        rest.n = shorter.n; /* it cuts the end alone: what it is given is folded */
        while (cut_title(&rest))
            ;
    } while (rest.n < before);
    buf_release(&shorter);
    return rest;
}

static void add_hiragana(struct span text, struct buf *out)
{
    while (text.n) {
        uint32_t c;
        char bytes[UTF8_MAX_BYTES];
        size_t used = utf8_decode(text, &c);
        if (!used)
            return;
        if (c >= 0x30A1 && c <= 0x30F6)
            c -= 0x60;
        buf_add(out, bytes, utf8_encode(c, bytes));
        text = span_skip(text, used);
    }
}

static enum spelling_kind other_key(struct span words, struct buf *key)
{
    struct buf held;
    buf_init(&held, BUF_DEFAULT_MAX);
    struct span rest = without_titles(words, &held);
    enum spelling_kind kind = is_ascii(rest)                                  ? SPELLING_WORD
                              : is_one_of(rest, NOBODIES, COUNT_OF(NOBODIES)) ? SPELLING_NOBODY
                                                                              : SPELLING_OTHER;
    add_hiragana(rest, key);
    if (buf_status(&held) != STATUS_OK)
        key->bad = buf_status(&held);
    buf_release(&held);
    return kind;
}

/* Yasui Sanchi II, Nakagawa Kamesaburo I, Yasui Santetsu jr.: several of one name. */
static bool is_generation(struct span word)
{
    static const struct span WORDS[] = {
        SPAN_INIT("i"),  SPAN_INIT("ii"),  SPAN_INIT("iii"),  SPAN_INIT("iv"),  SPAN_INIT("v"),
        SPAN_INIT("vi"), SPAN_INIT("vii"), SPAN_INIT("viii"), SPAN_INIT("ix"),  SPAN_INIT("x"),
        SPAN_INIT("xi"), SPAN_INIT("xii"), SPAN_INIT("xiii"), SPAN_INIT("xiv"), SPAN_INIT("xv"),
        SPAN_INIT("jr"), SPAN_INIT("sr"),
    };
    return is_one_of(word, WORDS, COUNT_OF(WORDS));
}

/* Cuts a generation off a name of two words or more. */
static struct span cut_generation(struct span *words)
{
    struct span rest = *words, word = cut_last_word(&rest);
    if (!is_generation(word) || !memchr(rest.p, ' ', rest.n))
        return (struct span){0};
    *words = rest;
    return word;
}

/* rest is the name, note what stands in brackets behind it and tells people apart. */
static enum spelling_kind add_key(struct span rest, struct span note, struct buf *key)
{
    struct span generation = is_ascii(rest) && rest.n ? cut_generation(&rest) : (struct span){0};
    enum spelling_kind kind = is_nobody(rest)  ? SPELLING_NOBODY
                              : is_ascii(rest) ? latin_key(rest, key)
                                               : other_key(rest, key);
    if (is_nobody(rest))
        buf_add_span(key, rest);
    if (generation.n) {
        buf_add_char(key, '(');
        buf_add_span(key, generation);
        buf_add_char(key, ')');
    }
    add_joined(note, key);
    return kind;
}

enum spelling_kind spelling_key(struct span name, struct buf *key)
{
    struct buf all, words;
    buf_init(&all, BUF_DEFAULT_MAX);
    buf_init(&words, BUF_DEFAULT_MAX);
    add_words(without_titles_behind_comma(name), &all);
    add_without_other_names(buf_span(&all), &words);
    struct span rest = without_ranks(buf_span(&words));
    struct span note = brackets_behind(rest);
    enum spelling_kind kind;
    if (is_team(buf_span(&words))) {
        add_words(name, key);
        kind = SPELLING_NOBODY;
    } else {
        rest.n -= note.n;
        if (rest.n && rest.p[rest.n - 1] == ' ')
            rest.n--;
        kind = add_key(without_ranks(rest), note, key);
    }
    if (buf_status(&all) != STATUS_OK || buf_status(&words) != STATUS_OK)
        key->bad = STATUS_NOMEM;
    buf_release(&words);
    buf_release(&all);
    return kind;
}

void spelling_fold(struct span text, struct buf *out)
{
    struct buf words, held;
    buf_init(&words, BUF_DEFAULT_MAX);
    buf_init(&held, BUF_DEFAULT_MAX);
    add_words(text, &words);
    add_joined(without_ranks(buf_span(&words)), &held);
    struct span rest = is_ascii(buf_span(&held)) ? buf_span(&held) : (struct span){0};
    if (!rest.n) {
        buf_clear(&held);
        rest = without_titles(without_ranks(buf_span(&words)), &held);
    }
    add_hiragana(rest, out);
    if (buf_status(&words) != STATUS_OK || buf_status(&held) != STATUS_OK)
        out->bad = STATUS_NOMEM;
    buf_release(&held);
    buf_release(&words);
}

/* --- As it was written ----------------------------------------------------------------------- */

static bool has_key(struct span name, struct span key, struct buf *scratch)
{
    buf_clear(scratch);
    (void)spelling_key(name, scratch);
    return buf_status(scratch) == STATUS_OK && span_eq(buf_span(scratch), key);
}

/* Bytes of the character at `at`; 1 of what is none. */
static size_t character_bytes(struct span at)
{
    uint32_t c;
    size_t n = utf8_decode(at, &c);
    return n ? n : 1;
}

void spelling_trim(struct span name, struct buf *out)
{
    enum { LONGEST = 120 }; /* all beginnings are tried */
    struct buf key, scratch;
    buf_init(&key, BUF_DEFAULT_MAX);
    buf_init(&scratch, BUF_DEFAULT_MAX);
    (void)spelling_key(name, &key);
    struct span rest = span_trim(name);
    for (size_t n = 0; n < rest.n && rest.n <= LONGEST; n += character_bytes(span_skip(rest, n)))
        if (n && has_key(span_make(rest.p, n), buf_span(&key), &scratch))
            rest.n = n;
    for (struct span end = rest; end.n && rest.n <= LONGEST;) {
        end = span_skip(end, character_bytes(end));
        if (end.n && has_key(end, buf_span(&key), &scratch))
            rest = end;
    }
    buf_add_span(out, span_trim(rest));
    buf_release(&scratch);
    buf_release(&key);
}

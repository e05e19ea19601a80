/* go_rank.c: see go_rank.h. */
#include "games/go/go_rank.h"

enum go_rank_unit { UNIT_NONE, UNIT_KYU, UNIT_DAN, UNIT_PRO };
enum { MOST_KYU = 30, MOST_DAN = 9 };

static const struct {
    struct span word;
    enum go_rank_unit unit;
} UNITS[] = {
    {SPAN_INIT("dan"), UNIT_DAN}, {SPAN_INIT("d"), UNIT_DAN},   {SPAN_INIT("段"), UNIT_DAN},
    {SPAN_INIT("단"), UNIT_DAN},  {SPAN_INIT("kyu"), UNIT_KYU}, {SPAN_INIT("k"), UNIT_KYU},
    {SPAN_INIT("級"), UNIT_KYU},  {SPAN_INIT("级"), UNIT_KYU},  {SPAN_INIT("급"), UNIT_KYU},
    {SPAN_INIT("pro"), UNIT_PRO}, {SPAN_INIT("p"), UNIT_PRO},
};
/* Makes a dan a professional's, wherever it stands. */
static const struct span PRO_WORDS[] = {
    SPAN_INIT("pro"),  SPAN_INIT("プロ"), SPAN_INIT("职业"),
    SPAN_INIT("職業"), SPAN_INIT("프로"), SPAN_INIT("棋士"),
};
static const struct span DIGITS[] = {
    SPAN_INIT("〇"), SPAN_INIT("一"), SPAN_INIT("二"), SPAN_INIT("三"), SPAN_INIT("四"),
    SPAN_INIT("五"), SPAN_INIT("六"), SPAN_INIT("七"), SPAN_INIT("八"), SPAN_INIT("九"),
};
static const struct span WIDE_DIGITS[] = {
    SPAN_INIT("０"), SPAN_INIT("１"), SPAN_INIT("２"), SPAN_INIT("３"), SPAN_INIT("４"),
    SPAN_INIT("５"), SPAN_INIT("６"), SPAN_INIT("７"), SPAN_INIT("８"), SPAN_INIT("９"),
};

static bool starts_nocase(struct span s, struct span word)
{
    return s.n >= word.n && span_eq_nocase(span_make(s.p, word.n), word);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool contains(struct span text, struct span word)
{
    for (; text.n >= word.n; text = span_skip(text, 1))
        if (starts_nocase(text, word))
            return true;
    return false;
}

static bool eat_digit(struct span *s, unsigned *digit)
{
    for (unsigned i = 0; i < 10; i++)
        if (span_eat(s, DIGITS[i]) || span_eat(s, WIDE_DIGITS[i])) {
            *digit = i;
            return true;
        }
    if (!s->n || s->p[0] < '0' || s->p[0] > '9')
        return false;
    *digit = (unsigned)(s->p[0] - '0');
    *s = span_skip(*s, 1);
    return true;
}

/* 12, １２, 十二, 二十; 初 is 1. */
static bool eat_number(struct span *s, unsigned *number)
{
    unsigned n = 0, digit;
    size_t before = s->n;
    if (span_eat(s, SPAN("初")) || span_eat(s, SPAN("초"))) {
        *number = 1;
        return true;
    }
    while (n < 100) {
        if (eat_digit(s, &digit))
            n = n % 10 == 0 && n ? n + digit : n * 10 + digit;
        else if (span_eat(s, SPAN("十")))
            n = n ? n * 10 : 10;
        else
            break;
    }
    *number = n;
    return s->n < before;
}

static enum go_rank_unit eat_unit(struct span *s)
{
    while (s->n && (s->p[0] == ' ' || s->p[0] == '-'))
        *s = span_skip(*s, 1);
    for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++) {
        struct span word = UNITS[i].word;
        if (!starts_nocase(*s, word) ||
            (is_letter(word.p[0]) && s->n > word.n && is_letter(s->p[word.n])))
            continue;
        *s = span_skip(*s, word.n);
        return UNITS[i].unit;
    }
    return UNIT_NONE;
}

static bool is_pro(struct span text)
{
    for (size_t i = 0; i < sizeof PRO_WORDS / sizeof PRO_WORDS[0]; i++)
        if (contains(text, PRO_WORDS[i]))
            return true;
    return false;
}

static bool rating_of(unsigned grade, enum go_rank_unit unit, unsigned *rating)
{
    if (grade < 1 || grade > (unit == UNIT_KYU ? MOST_KYU : MOST_DAN))
        return false;
    if (unit == UNIT_PRO)
        *rating = 2705 + 30 * (grade - 1);
    else if (unit == UNIT_DAN)
        *rating = 2000 + 100 * grade;
    else
        *rating = grade <= 20 ? 2100 - 100 * grade : 200 - 5 * grade;
    return true;
}

bool go_rank_parse(struct span text, unsigned *rating)
{
    bool in_word = false; /* behind a letter or a digit */
    if (contains(text, SPAN("&")))
        return false;
    for (struct span s = text; s.n;) {
        struct span rest = s;
        unsigned grade;
        if (!in_word && eat_number(&rest, &grade)) {
            enum go_rank_unit unit = eat_unit(&rest);
            if (unit == UNIT_DAN && is_pro(text))
                unit = UNIT_PRO;
            if (unit != UNIT_NONE)
                return rating_of(grade, unit, rating);
        }
        in_word = is_letter(s.p[0]) || (s.p[0] >= '0' && s.p[0] <= '9');
        s = span_skip(s, 1);
    }
    return false;
}

bool go_rank_print(unsigned rating, struct buf *out)
{
    static const char letters[] = {[UNIT_KYU] = 'k', [UNIT_DAN] = 'd', [UNIT_PRO] = 'p'};
    for (int unit = UNIT_KYU; unit <= UNIT_PRO; unit++)
        for (unsigned grade = 1; grade <= MOST_KYU; grade++) {
            unsigned its;
            if (rating_of(grade, (enum go_rank_unit)unit, &its) && its == rating) {
                buf_add_u64(out, grade);
                buf_add_char(out, letters[unit]);
                return true;
            }
        }
    return false;
}

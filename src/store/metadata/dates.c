/* dates.c: see dates.h. */
#include "store/metadata/dates.h"

#include "base/text/utf8.h"
#include "store/metadata/columns.h"
#include "store/metadata/name_fold.h"

enum { FIRST_YEAR = 1000, LAST_YEAR = 2999 };

struct era {
    struct span name; /* folded */
    unsigned first;   /* its first year */
    unsigned years;
    bool lunar;
};

static const struct era ERAS[] = {
    {SPAN_INIT("令和"), 2019, 99, false}, {SPAN_INIT("平成"), 1989, 31, false},
    {SPAN_INIT("昭和"), 1926, 64, false}, {SPAN_INIT("大正"), 1912, 15, false},
    {SPAN_INIT("明治"), 1868, 45, false}, {SPAN_INIT("慶応"), 1865, 4, true},
    {SPAN_INIT("元治"), 1864, 2, true},   {SPAN_INIT("文久"), 1861, 4, true},
    {SPAN_INIT("万延"), 1860, 2, true},   {SPAN_INIT("安政"), 1854, 7, true},
    {SPAN_INIT("嘉永"), 1848, 7, true},   {SPAN_INIT("弘化"), 1844, 5, true},
    {SPAN_INIT("天保"), 1830, 15, true},  {SPAN_INIT("文政"), 1818, 13, true},
    {SPAN_INIT("文化"), 1804, 15, true},  {SPAN_INIT("享和"), 1801, 4, true},
    {SPAN_INIT("寛政"), 1789, 13, true},  {SPAN_INIT("天明"), 1781, 9, true},
    {SPAN_INIT("安永"), 1772, 10, true},  {SPAN_INIT("明和"), 1764, 9, true},
    {SPAN_INIT("宝暦"), 1751, 14, true},  {SPAN_INIT("寛延"), 1748, 4, true},
    {SPAN_INIT("延享"), 1744, 5, true},   {SPAN_INIT("寛保"), 1741, 4, true},
    {SPAN_INIT("元文"), 1736, 6, true},   {SPAN_INIT("享保"), 1716, 21, true},
    {SPAN_INIT("正徳"), 1711, 6, true},   {SPAN_INIT("宝永"), 1704, 8, true},
    {SPAN_INIT("元禄"), 1688, 17, true},  {SPAN_INIT("貞享"), 1684, 5, true},
    {SPAN_INIT("天和"), 1681, 4, true},   {SPAN_INIT("延宝"), 1673, 9, true},
    {SPAN_INIT("寛文"), 1661, 13, true},  {SPAN_INIT("万治"), 1658, 4, true},
    {SPAN_INIT("明暦"), 1655, 4, true},   {SPAN_INIT("承応"), 1652, 4, true},
    {SPAN_INIT("慶安"), 1648, 5, true},   {SPAN_INIT("正保"), 1644, 5, true},
    {SPAN_INIT("寛永"), 1624, 21, true},  {SPAN_INIT("元和"), 1615, 10, true},
    {SPAN_INIT("慶長"), 1596, 20, true}, /* and China's, as games of Go have them */
    {SPAN_INIT("民国"), 1912, 99, false}, {SPAN_INIT("民國"), 1912, 99, false},
    {SPAN_INIT("宣统"), 1909, 3, true},   {SPAN_INIT("宣統"), 1909, 3, true},
    {SPAN_INIT("光绪"), 1875, 34, true},  {SPAN_INIT("光緒"), 1875, 34, true},
    {SPAN_INIT("同治"), 1862, 13, true},  {SPAN_INIT("咸丰"), 1851, 11, true},
    {SPAN_INIT("咸豐"), 1851, 11, true},  {SPAN_INIT("道光"), 1821, 30, true},
    {SPAN_INIT("嘉庆"), 1796, 25, true},  {SPAN_INIT("嘉慶"), 1796, 25, true},
    {SPAN_INIT("乾隆"), 1736, 60, true},  {SPAN_INIT("雍正"), 1723, 13, true},
    {SPAN_INIT("康熙"), 1662, 61, true},  {SPAN_INIT("顺治"), 1644, 18, true},
    {SPAN_INIT("順治"), 1644, 18, true},  {SPAN_INIT("r"), 2019, 99, false},
    {SPAN_INIT("h"), 1989, 31, false},    {SPAN_INIT("s"), 1926, 64, false},
    {SPAN_INIT("t"), 1912, 15, false},    {SPAN_INIT("m"), 1868, 45, false},
};

static const char *const MONTHS[12] = {"jan", "feb", "mar", "apr", "may", "jun",
                                       "jul", "aug", "sep", "oct", "nov", "dec"};

static const struct span KANJI_DIGITS[10] = {
    SPAN_INIT("〇"), SPAN_INIT("一"), SPAN_INIT("二"), SPAN_INIT("三"), SPAN_INIT("四"),
    SPAN_INIT("五"), SPAN_INIT("六"), SPAN_INIT("七"), SPAN_INIT("八"), SPAN_INIT("九"),
};

/* --- Parts ----------------------------------------------------------------------------------- */

static bool is_digit(struct span s)
{
    return s.n && s.p[0] >= '0' && s.p[0] <= '9';
}

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static void skip_blanks(struct span *s)
{
    while (s->n && s->p[0] == ' ')
        *s = span_skip(*s, 1);
}

/* Decimal digits, as many as there are but no more than `most`; says how many. */
static unsigned eat_digits(struct span *s, unsigned most, unsigned *v)
{
    unsigned n = 0;
    *v = 0;
    for (; n < most && is_digit(*s); n++) {
        *v = *v * 10 + (unsigned)(s->p[0] - '0');
        *s = span_skip(*s, 1);
    }
    return n;
}

/* 二〇〇四, 五十, 元 … below 10,000. */
static bool eat_kanji(struct span *s, unsigned *v)
{
    unsigned total = 0, tail = 0, read = 0;
    if (span_eat(s, SPAN("元"))) {
        *v = 1;
        return true;
    }
    for (;; read++) {
        int digit = -1;
        for (int i = 0; i < 10 && digit < 0; i++)
            if (span_eat(s, KANJI_DIGITS[i]))
                digit = i;
        if (digit >= 0) {
            tail = tail * 10 + (unsigned)digit;
        } else if (span_eat(s, SPAN("十"))) {
            total += (tail ? tail : 1) * 10;
            tail = 0;
        } else if (span_eat(s, SPAN("百"))) {
            total += (tail ? tail : 1) * 100;
            tail = 0;
        } else {
            break;
        }
        if (total + tail > 9999)
            return false;
    }
    *v = total + tail;
    return read > 0;
}

static bool eat_number(struct span *s, unsigned *v)
{
    return is_digit(*s) ? eat_digits(s, 4, v) > 0 && !is_digit(*s) : eat_kanji(s, v);
}

static unsigned days_in(unsigned year, unsigned month)
{
    static const unsigned char DAYS[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return DAYS[month - 1] + (month == 2 && leap ? 1U : 0U);
}

/* As much of it as the calendar has; false if not even the year is possible. */
static bool make(unsigned year, unsigned month, unsigned day, uint32_t *date)
{
    if (year < FIRST_YEAR || year > LAST_YEAR)
        return false;
    if (month < 1 || month > 12)
        month = day = 0;
    else if (day < 1 || day > days_in(year, month))
        day = 0;
    *date = date_make(year, month, day);
    return true;
}

/* --- Forms ----------------------------------------------------------------------------------- */

/* One of the signs between numbers. */
static bool eat_sign(struct span *s)
{
    if (s->n && (s->p[0] == '/' || s->p[0] == '-' || s->p[0] == '.')) {
        *s = span_skip(*s, 1);
        return true;
    }
    return false;
}

/* The sign for a year, month or day in Chinese characters, or in Korean ones. */
static bool eat_unit(struct span *s, struct span chinese, struct span korean)
{
    return span_eat(s, chinese) || span_eat(s, korean);
}

/* "7月12日" after a year. */
static void eat_kanji_days(struct span s, unsigned *month, unsigned *day)
{
    unsigned v;
    skip_blanks(&s);
    if (!eat_number(&s, &v))
        return;
    skip_blanks(&s);
    if (!eat_unit(&s, SPAN("月"), SPAN("월")))
        return;
    *month = v;
    skip_blanks(&s);
    if (eat_number(&s, &v)) {
        skip_blanks(&s);
        *day = eat_unit(&s, SPAN("日"), SPAN("일")) ? v : 0;
    }
}

/* What follows a year: "/07/12", "年7月12日", or nothing of use. */
static bool after_year(struct span s, unsigned year, bool lunar, uint32_t *date)
{
    unsigned month = 0, day = 0;
    skip_blanks(&s);
    if (eat_unit(&s, SPAN("年"), SPAN("년")))
        eat_kanji_days(s, &month, &day);
    else if (eat_sign(&s) && eat_digits(&s, 2, &month) && eat_sign(&s))
        (void)eat_digits(&s, 2, &day);
    return make(year, lunar ? 0 : month, lunar ? 0 : day, date);
}

static bool eat_month_name(struct span *s, unsigned *month)
{
    for (unsigned i = 0; i < 12; i++)
        if (span_starts(*s, span_make(MONTHS[i], 3))) {
            while (s->n && is_letter(s->p[0]))
                *s = span_skip(*s, 1);
            *month = i + 1;
            return true;
        }
    return false;
}

static void skip_signs(struct span *s)
{
    while (s->n && (s->p[0] == ' ' || s->p[0] == '.' || s->p[0] == ',' || s->p[0] == '-'))
        *s = span_skip(*s, 1);
}

/* "jul. 12, 2004", "july 2004" */
static bool from_month_name(struct span s, uint32_t *date)
{
    unsigned month, day = 0, year = 0;
    if (!eat_month_name(&s, &month))
        return false;
    skip_signs(&s);
    unsigned digits = eat_digits(&s, 4, &year);
    if (digits == 4)
        return make(year, month, 0, date);
    day = year;
    while (s.n && is_letter(s.p[0])) /* 12th */
        s = span_skip(s, 1);
    skip_signs(&s);
    return digits && eat_digits(&s, 4, &year) == 4 && make(year, month, day, date);
}

/* "12 july 2004", "12/07/2004", "99/07/12" */
static bool from_short_number(struct span s, unsigned first, uint32_t *date)
{
    unsigned second, third, month;
    struct span named = s;
    while (named.n && is_letter(named.p[0]) &&
           !eat_month_name(&(struct span){named.p, named.n}, &month))
        named = span_skip(named, 1); /* th, nd … */
    skip_signs(&named);
    if (eat_month_name(&named, &month)) {
        skip_signs(&named);
        return eat_digits(&named, 4, &third) == 4 && make(third, month, first, date);
    }
    if (!eat_sign(&s) || !eat_digits(&s, 2, &second) || !eat_sign(&s))
        return false;
    unsigned digits = eat_digits(&s, 4, &third);
    if (digits == 4) {
        if (first > 12 && second <= 12)
            return make(third, second, first, date);
        if (second > 12 && first <= 12)
            return make(third, first, second, date);
        return make(third, first == second ? first : 0, first == second ? second : 0, date);
    }
    return digits && first >= 50 && make(1900 + first, second, third, date);
}

static bool from_digits(struct span s, uint32_t *date)
{
    unsigned run = 0, year, month, day;
    while (run < s.n && s.p[run] >= '0' && s.p[run] <= '9')
        run++;
    if (run == 8 || run == 12 || run == 14) {
        (void)eat_digits(&s, 4, &year);
        (void)eat_digits(&s, 2, &month);
        (void)eat_digits(&s, 2, &day);
        return make(year, month, day, date);
    }
    (void)eat_digits(&s, 4, &year);
    if (run == 4)
        return after_year(s, year, false, date);
    return run <= 2 && from_short_number(s, year, date);
}

/* An era and its year.  A letter alone must have digits behind it and no letter before. */
static bool from_era(struct span s, bool letter_before, uint32_t *date)
{
    for (size_t i = 0; i < sizeof ERAS / sizeof ERAS[0]; i++) {
        struct span rest = s;
        unsigned year;
        bool letter = ERAS[i].name.n == 1;
        if (!span_eat(&rest, ERAS[i].name) || (letter && (letter_before || !is_digit(rest))))
            continue;
        skip_blanks(&rest);
        if (eat_number(&rest, &year) && year >= 1 && year <= ERAS[i].years)
            return after_year(rest, ERAS[i].first + year - 1, ERAS[i].lunar, date);
    }
    return false;
}

/* 二〇〇四年: kanji are numbers only where it says that they are a year. */
static bool from_kanji(struct span s, uint32_t *date)
{
    unsigned year;
    return eat_kanji(&s, &year) && year >= FIRST_YEAR && span_starts(s, SPAN("年")) &&
           after_year(s, year, false, date);
}

static bool parse_folded(struct span s, uint32_t *date)
{
    bool letter_before = false;
    while (s.n) {
        if (is_digit(s))
            return from_digits(s, date);
        if (from_era(s, letter_before, date) || from_kanji(s, date) ||
            (!letter_before && from_month_name(s, date)))
            return true;
        uint32_t c;
        size_t n = utf8_decode(s, &c);
        letter_before = is_letter(s.p[0]);
        s = span_skip(s, n ? n : 1);
    }
    return false;
}

bool date_parse(struct span text, uint32_t *date)
{
    struct buf folded;
    buf_init(&folded, BUF_DEFAULT_MAX);
    while (text.n) {
        char bytes[FOLD_MAX_BYTES];
        size_t n, used = fold_next(text, bytes, &n);
        if (n)
            buf_add(&folded, bytes, n);
        else
            buf_add_char(&folded, ' ');
        text = span_skip(text, used);
    }
    bool good = buf_status(&folded) == STATUS_OK && parse_folded(buf_span(&folded), date);
    buf_release(&folded);
    return good;
}

void date_print(uint32_t date, struct buf *out)
{
    if (date)
        buf_printf(out, "%04u", date_year(date));
    if (date && date_month(date))
        buf_printf(out, "-%02u", date_month(date));
    if (date && date_month(date) && date_day(date))
        buf_printf(out, "-%02u", date_day(date));
}

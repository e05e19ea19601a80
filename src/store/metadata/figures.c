/* figures.c: see figures.h. */
#include "store/metadata/figures.h"

#include "base/text/num.h"
#include "base/text/utf8.h"
#include "games/go/go_rank.h"
#include "store/metadata/dates.h"
#include "store/metadata/name_fold.h"

static struct span cut(struct span s)
{
    s = span_trim(s);
    if (s.n > FIGURE_MAX_BYTES) {
        s.n = FIGURE_MAX_BYTES;
        while (s.n && ((unsigned char)s.p[s.n] & 0xC0) == 0x80)
            s.n--;
    }
    return s;
}

/* Names that say that nothing is known. */
static struct span known(struct span s)
{
    s = cut(s);
    size_t marks = 0;
    while (marks < s.n && s.p[marks] == '?')
        marks++;
    return marks == s.n || span_eq(s, SPAN("不明")) ? (struct span){0} : s;
}

/* Headers that no format has a number for. */
struct seat_key {
    struct span key;
    int seat;
};
static const struct seat_key FULL_NAMES[] = {
    {SPAN_INIT("先手詳細"), 0},
    {SPAN_INIT("後手詳細"), 1},
    {SPAN_INIT("下手詳細"), 0},
    {SPAN_INIT("上手詳細"), 1},
};
static const struct seat_key RATINGS[] = {
    {SPAN_INIT("先手レート"), 0},
    {SPAN_INIT("後手レート"), 1},
    {SPAN_INIT("先手レーティング"), 0},
    {SPAN_INIT("後手レーティング"), 1},
    {SPAN_INIT("先手R"), 0},
    {SPAN_INIT("後手R"), 1},
    {SPAN_INIT("下手レート"), 0},
    {SPAN_INIT("上手レート"), 1},
    {SPAN_INIT("BlackElo"), 0},
    {SPAN_INIT("WhiteElo"), 1},
    {SPAN_INIT("SenteElo"), 0},
    {SPAN_INIT("GoteElo"), 1},
    {SPAN_INIT("BlackRating"), 0},
    {SPAN_INIT("WhiteRating"), 1},
    {SPAN_INIT("Black_Rate"), 0},
    {SPAN_INIT("White_Rate"), 1},
    {SPAN_INIT("BR"), 0}, /* SGF: a rating, or a rank */
    {SPAN_INIT("WR"), 1},
};

/* The seat that a key speaks of, or -1. */
static int seat_of(struct span key, const struct seat_key *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (span_eq_nocase(key, rows[i].key))
            return rows[i].seat;
    return -1;
}

static void set_rating(struct figures *f, int seat, struct span text)
{
    unsigned rating;
    if (!f->rating[seat] && (rating_parse(text, &rating) || go_rank_parse(cut(text), &rating)))
        f->rating[seat] = rating;
}

static void other_header(const struct record_header *h, struct figures *f)
{
    struct span key = span_trim(h->key);
    int named = seat_of(key, FULL_NAMES, sizeof FULL_NAMES / sizeof FULL_NAMES[0]);
    int rated = seat_of(key, RATINGS, sizeof RATINGS / sizeof RATINGS[0]);
    if (named >= 0)
        f->player_also[named] = known(h->value);
    else if (rated >= 0)
        set_rating(f, rated, span_trim(h->value));
    else if (span_eq(key, SPAN("棋戦詳細")))
        f->event_also = known(h->value);
    else if (!f->date && (span_eq(key, SPAN("日付")) || span_eq_nocase(key, SPAN("UTCDate"))))
        (void)date_parse(cut(h->value), &f->date);
}

static void one_header(const struct record_header *h, struct figures *f)
{
    if (h->id >= HEADER_PLAYER && h->id <= HEADER_PLAYER_LAST) {
        struct span *name = &f->player[h->id - HEADER_PLAYER];
        *name = name->n ? *name : known(h->value);
    } else if (h->id == HEADER_EVENT) {
        f->event = f->event.n ? f->event : known(h->value);
    } else if (h->id == HEADER_SITE) {
        f->place = f->place.n ? f->place : known(h->value);
    } else if (h->id == HEADER_TIME_LIMIT) {
        f->timing = f->timing.n ? f->timing : known(h->value);
    } else if (h->id == HEADER_OTHER) {
        other_header(h, f);
    }
}

/* "'black_rate:NAME:3526.0", as Floodgate writes it; remarks come with or without the sign. */
static void one_remark(struct span line, struct figures *f)
{
    int seat;
    (void)span_eat(&line, SPAN("'"));
    if (span_eat(&line, SPAN("black_rate:")))
        seat = 0;
    else if (span_eat(&line, SPAN("white_rate:")))
        seat = 1;
    else
        return;
    size_t at = line.n;
    while (at && line.p[at - 1] != ':')
        at--;
    set_rating(f, seat, span_trim(span_skip(line, at)));
}

static void remarks(struct span text, struct figures *f)
{
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        one_remark(span_make(text.p, n), f);
        text = span_skip(text, end ? n + 1 : n);
    }
}

static void date_of(const struct record *rec, int header, struct figures *f)
{
    if (!f->date)
        (void)date_parse(cut(record_header(rec, header)), &f->date);
}

void record_figures(const struct record *rec, struct figures *out)
{
    *out = (struct figures){0};
    date_of(rec, HEADER_START_TIME, out);
    for (uint32_t i = 0; i < rec->header_count; i++)
        one_header(&rec->headers[i], out);
    date_of(rec, HEADER_END_TIME, out);
    remarks(record_note_at(rec, 0)->remark, out);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        unsigned rating;
        if (!out->rating[seat] && player_rating(out->player[seat], &rating))
            out->rating[seat] = rating;
    }
}

/* --- Komi ------------------------------------------------------------------------------------ */

bool komi_parse(struct span text, int32_t *komi)
{
    uint64_t whole = 0, digit;
    int64_t part = 0;
    text = cut(text);
    bool negative = span_eat(&text, SPAN("-")), digits;
    if (!negative)
        (void)span_eat(&text, SPAN("+"));
    digits = num_eat_u64(&text, KOMI_MOST / 100, &whole);
    bool point = span_eat(&text, SPAN(".")) || span_eat(&text, SPAN(","));
    for (int place = 10; point && text.n && num_parse_u64(span_make(text.p, 1), 9, &digit);
         place /= 10) {
        part += (int64_t)digit * place;
        text = span_skip(text, 1);
        digits = true;
    }
    if (!digits || text.n)
        return false;
    int64_t value = (int64_t)whole * 100 + part;
    *komi = (int32_t)(negative ? -value : value);
    return true;
}

bool record_komi(const struct record *rec, int32_t *komi)
{
    for (uint32_t i = 0; i < rec->header_count; i++)
        if (rec->headers[i].id == HEADER_OTHER &&
            span_eq(span_trim(rec->headers[i].key), SPAN("KM")) &&
            komi_parse(rec->headers[i].value, komi))
            return true;
    return false;
}

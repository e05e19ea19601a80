/* hit_order.c: see hit_order.h. */
#include "query/run/hit_order.h"

#include "query/language/tree.h"

static const struct {
    const char *word;
    enum hit_order_by by;
} WORDS[] = {
    {"date", ORDER_DATE},     {"event", ORDER_EVENT},     {"id", ORDER_ID},
    {"length", ORDER_LENGTH}, {"players", ORDER_PLAYERS}, {"plies", ORDER_PLIES},
    {"rating", ORDER_RATING}, {"result", ORDER_RESULT},   {"score", ORDER_SCORE},
};

const char *hit_order_words(void)
{
    return "date event id length players plies rating result score";
}

enum status hit_order_parse(struct span text, struct hit_order *out, struct err *err)
{
    static const struct msg unknown = {
        "cannot sort by '%1'; use one of: %2; a leading - reverses the order",
        "'%1' では並べ替えられません。使えるもの: %2。先頭の - で逆順"};
    struct span word = span_trim(text);
    *out = (struct hit_order){0};
    if (word.n == 0)
        return STATUS_OK;
    out->descending = span_eat(&word, SPAN("-"));
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (span_eq(word, span_of(WORDS[i].word))) {
            out->by = WORDS[i].by;
            return STATUS_OK;
        }
    return err_set(err, STATUS_RANGE, &unknown, text, span_of(hit_order_words()));
}

enum status hit_order_check(const struct hit_order *order, const struct query *q, struct err *err)
{
    static const struct msg no_score = {"only hits of like have a score to sort by",
                                        "点数で並べ替えられるのは like の一致だけです"};
    if (order->by == ORDER_SCORE && !query_ranked(q))
        return err_plain(err, STATUS_UNSUPPORTED, &no_score);
    return STATUS_OK;
}

/* The mean of the ratings that are known; 12 can be divided by any number of seats. */
static uint64_t mean_rating(const struct columns *c, uint32_t number)
{
    uint64_t sum = 0, known = 0;
    for (uint32_t seat = 0; seat < c->seats; seat++) {
        unsigned rating = column_rating(c, number, (int)seat);
        sum += rating;
        known += rating > 0;
    }
    return known ? sum * 12 / known : 0;
}

/* The first seat's wins, the second's and so on, then draws. */
static uint64_t result_class(const struct columns *c, uint32_t number)
{
    bool known = false;
    for (uint32_t seat = 0; seat < c->seats; seat++) {
        int points = column_points(c, number, (int)seat);
        if (points == POINTS_WIN)
            return seat + 1;
        known |= points != POINTS_UNKNOWN;
    }
    return known ? c->seats + 1 : 0;
}

/* 0: not known. */
static uint64_t number_of(const struct hit_order *order, const struct db_segment *s,
                          const struct hit *h)
{
    switch (order->by) {
    case ORDER_ID:
        return ((uint64_t)h->db << 32 | h->id) + 1;
    case ORDER_DATE:
        return column_date(&s->columns, h->number);
    case ORDER_LENGTH:
        return (uint64_t)line_plies(&s->lines, h->number) + 1;
    case ORDER_PLIES:
        return (uint64_t)h->plies + 1;
    case ORDER_RATING:
        return mean_rating(&s->columns, h->number);
    case ORDER_RESULT:
        return result_class(&s->columns, h->number);
    case ORDER_SCORE:
        return (uint64_t)((int64_t)h->score - INT32_MIN) + 1;
    case ORDER_USUAL:
    case ORDER_PLAYERS:
    case ORDER_EVENT:
        break;
    }
    return 0;
}

enum status hit_order_key(const struct hit_order *order, const struct db_segment *s, struct hit *h,
                          struct buf *scratch, struct err *err)
{
    if (order->by == ORDER_USUAL)
        return STATUS_OK;
    if (order->by != ORDER_PLAYERS && order->by != ORDER_EVENT) {
        h->key = number_of(order, s, h);
        if (h->key == 0 && !order->descending)
            h->key = UINT64_MAX;
        return STATUS_OK;
    }
    buf_clear(scratch);
    /* no text of UTF-8 is behind the first of these, none before the second */
    enum status status = metadata_order_text(
        s->metadata, h->number, order->by == ORDER_PLAYERS ? META_PLAYER : META_EVENT,
        order->descending ? SPAN("") : SPAN("\xff"), scratch, err);
    h->text = buf_span(scratch);
    return status;
}

int hit_order_compare(const struct hit_order *order, const struct hit *a, const struct hit *b)
{
    int sign = order->descending ? -1 : 1;
    if (a->key != b->key)
        return a->key < b->key ? -sign : sign;
    return sign * span_compare(a->text, b->text);
}

/* invented.c: see invented.h. */
#include "sim/generate/invented.h"

#include <stdio.h>

#include "base/rng.h"

static const char *const FAMILY[] = {
    "青木", "石川", "上田", "遠藤", "大島", "加藤", "木下", "工藤", "小林", "斎藤", "清水",
    "杉本", "高橋", "田村", "千葉", "土屋", "中川", "西田", "野口", "橋本", "平野", "藤原",
    "堀",   "松本", "三浦", "村上", "森",   "安田", "山口", "横田", "吉田", "渡部",
};
static const char *const GIVEN[] = {
    "明",   "一郎", "修",   "恵美", "薫", "和也", "健",   "浩二", "誠",   "智子", "直樹", "信夫",
    "春香", "秀樹", "真一", "美咲", "実", "康夫", "由紀", "良平", "茂雄", "純",   "大介", "隆",
};
static const char *const EVENT[] = {"名人杯",       "新人戦",       "市民大会", "定例会",
                                    "早指し選手権", "秋季リーグ戦", "対抗戦",   "研究会"};

enum {
    FAMILIES = sizeof FAMILY / sizeof FAMILY[0],
    GIVENS = sizeof GIVEN / sizeof GIVEN[0],
    PLAYERS = FAMILIES * GIVENS,
    EVENTS = sizeof EVENT / sizeof EVENT[0],
    FIRST_YEAR = 1980,
    YEARS = 45,
};

/* Twice drawn below: low numbers come more often, the lowest several times as often as others. */
static unsigned draw_player(struct rng *rng)
{
    return (unsigned)rng_below(rng, 1 + rng_below(rng, PLAYERS));
}

static enum status add_text(struct record *rec, int id, const char *key, const char *text)
{
    return record_add_header(rec, (enum record_header_id)id, span_of(key), span_of(text));
}

static enum status add_player(struct record *rec, int seat, unsigned player)
{
    char name[64];
    /* Players next to each other in number share neither name. */
    snprintf(name, sizeof name, "%s%s", FAMILY[player % FAMILIES],
             GIVEN[(player / FAMILIES + player % FAMILIES) % GIVENS]);
    return add_text(rec, HEADER_PLAYER + seat, seat ? "後手" : "先手", name);
}

enum status invented_headers(uint64_t seed, uint64_t number, struct record *rec)
{
    struct rng rng;
    char day[48];
    /* Not the stream that the moves come from: headers say nothing about them. */
    rng_seed_stream(&rng, seed ^ 0x6E616D6573U, number);
    unsigned black = draw_player(&rng), white = draw_player(&rng);
    if (white == black)
        white = (black + 1) % PLAYERS;
    snprintf(day, sizeof day, "%04d/%02d/%02d", FIRST_YEAR + (int)rng_below(&rng, YEARS),
             1 + (int)rng_below(&rng, 12), 1 + (int)rng_below(&rng, 28));
    enum status status = add_text(rec, HEADER_START_TIME, "開始日時", day);
    if (status == STATUS_OK)
        status = add_text(rec, HEADER_EVENT, "棋戦", EVENT[rng_below(&rng, EVENTS)]);
    if (status == STATUS_OK)
        status = add_player(rec, 0, black);
    return status == STATUS_OK ? add_player(rec, 1, white) : status;
}

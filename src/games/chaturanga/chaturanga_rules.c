/* chaturanga_rules.c: the table of readings, and sets of them as text. */
#include "games/chaturanga/chaturanga_rules.h"

#include <stddef.h>

const struct chaturanga_reading chaturanga_readings[CHATURANGA_READINGS] = {
    {"setup",
     {"standard", "swapped"},
     {"starting squares of horse and elephant: horse beside the boat, or the other way round",
      "馬と象の初期配置（標準では馬が船の隣）"}},
    {"order",
     {"asc", "any", "rolled", "desc", "both"},
     {"order of two moves by different dice: lower first; any order, each set listed once; as "
      "rolled; higher first; both orders listed",
      "二つの目で動かす順序（小さい目から、順不同、振った順、大きい目から、両方を別に数える）"}},
    {"doubles",
     {"samepiece", "samekind"},
     {"two moves by equal dice: by the same piece, or by any pieces of that number",
      "ゾロ目の二手（同一の駒か、同じ目の駒ならよいか）"}},
    {"ally",
     {"none", "any", "not-raja"},
     {"partner's pieces that may be captured while both teams play",
      "チーム戦の間に味方のどの駒を取れるか"}},
    {"bare",
     {"any", "all", "final", "team", "never"},
     {"bare raja that makes a draw: anyone's; all survivors'; only in the final game; only in the "
      "team game; nobody's",
      "裸のラージャーによる引き分け（一人でも、残り全員、最終戦だけ、チーム戦だけ、なし）"}},
    {"promotion",
     {"raja", "no-raja", "none"},
     {"promotion of a pawn on the last rank: also to a raja; to anything but a raja; none",
      "最終列のパダチの成り（ラージャーにも、ラージャー以外、なし）"}},
    {"exchange",
     {"yes", "no"},
     {"captive rajas may be exchanged and come back", "ラージャーの交換と復活"}},
    {"sinhasana",
     {"yes", "no"},
     {"a raja on the partner's throne moves the partner's pieces",
      "味方の王座に入ったラージャーは味方の駒も動かせる"}},
    {"triumph",
     {"yes", "no"},
     {"a boat that completes a block of four captures the others", "ロカの総取り"}},
    {"sum", {"yes", "no"}, {"one move by the sum of both dice", "目の合計で一手動かせる"}},
    {"pass",
     {"free", "forced"},
     {"pass: always allowed, or only if there is no other turn",
      "パス（いつでも、または他に手がないときだけ）"}},
    {"partners",
     {"fight", "share"},
     {"when a team is out, the winners play on against each other, or share the win",
      "チーム戦に勝った二人は（互いに戦う、勝ちを分け合う）"}},
    {"back",
     {"allowed", "forbidden"},
     {"a piece may move back to its square within one turn",
      "一つの手番で動かした駒をすぐ元の升に戻すこと"}},
    {"ending",
     {"whole", "at-once"},
     {"when the first of two moves ends the game: list the sets of two all the same, or only the "
      "one move",
      "一手目で勝負が決まる二手の組（それでも数える、一手目だけにする）"}},
};

uint8_t *chaturanga_rule(struct chaturanga_rules *rules, int reading)
{
    static const size_t PLACES[CHATURANGA_READINGS] = {
        offsetof(struct chaturanga_rules, setup),    offsetof(struct chaturanga_rules, order),
        offsetof(struct chaturanga_rules, doubles),  offsetof(struct chaturanga_rules, ally),
        offsetof(struct chaturanga_rules, bare),     offsetof(struct chaturanga_rules, promotion),
        offsetof(struct chaturanga_rules, exchange), offsetof(struct chaturanga_rules, sinhasana),
        offsetof(struct chaturanga_rules, triumph),  offsetof(struct chaturanga_rules, sum),
        offsetof(struct chaturanga_rules, pass),     offsetof(struct chaturanga_rules, partners),
        offsetof(struct chaturanga_rules, back),     offsetof(struct chaturanga_rules, ending),
    };
    return (uint8_t *)rules + PLACES[reading];
}

int chaturanga_rule_values(int reading)
{
    int n = 0;
    while (n < CHATURANGA_MAX_VALUES && chaturanga_readings[reading].values[n])
        n++;
    return n;
}

static int reading_named(struct span name)
{
    for (int i = 0; i < CHATURANGA_READINGS; i++)
        if (span_eq_nocase(name, span_of(chaturanga_readings[i].name)))
            return i;
    return -1;
}

static int value_named(int reading, struct span name)
{
    for (int i = 0; i < chaturanga_rule_values(reading); i++)
        if (span_eq_nocase(name, span_of(chaturanga_readings[reading].values[i])))
            return i;
    return -1;
}

/* The next word, ended by blanks, the end of a line, '=' or a comment. */
static struct span eat_word(struct span *s)
{
    while (s->n && (is_blank(*s->p) || *s->p == '#')) {
        if (*s->p == '#')
            while (s->n && *s->p != '\n')
                *s = span_skip(*s, 1);
        else
            *s = span_skip(*s, 1);
    }
    size_t n = 0;
    while (n < s->n && !is_blank(s->p[n]) && s->p[n] != '=' && s->p[n] != '#')
        n++;
    struct span word = span_make(s->p, n);
    *s = span_skip(*s, n);
    return word;
}

static void eat_equals(struct span *s)
{
    while (s->n && (*s->p == ' ' || *s->p == '\t'))
        *s = span_skip(*s, 1);
    if (s->n && *s->p == '=')
        *s = span_skip(*s, 1);
}

enum status chaturanga_rules_parse(struct chaturanga_rules *out, struct span text, struct err *err)
{
    static const struct msg UNKNOWN = {"unknown rule \"%1\"", "「%1」という規則はありません"};
    static const struct msg BAD_VALUE = {"rule \"%1\" cannot be \"%2\"",
                                         "規則「%1」は「%2」にできません"};
    struct chaturanga_rules rules = {0};
    for (;;) {
        struct span name = eat_word(&text);
        if (!name.n && !text.n)
            break;
        int reading = reading_named(name);
        if (reading < 0)
            return err_set(err, STATUS_SYNTAX, &UNKNOWN, name, (struct span){0});
        eat_equals(&text);
        struct span word = eat_word(&text);
        int value = value_named(reading, word);
        if (value < 0)
            return err_set(err, STATUS_SYNTAX, &BAD_VALUE, name, word);
        *chaturanga_rule(&rules, reading) = (uint8_t)value;
    }
    *out = rules;
    return STATUS_OK;
}

void chaturanga_rules_print(const struct chaturanga_rules *rules, struct buf *out)
{
    struct chaturanga_rules copy = *rules;
    const char *between = "";
    for (int i = 0; i < CHATURANGA_READINGS; i++) {
        unsigned value = *chaturanga_rule(&copy, i);
        if (!value)
            continue;
        buf_add_str(out, between);
        buf_add_str(out, chaturanga_readings[i].name);
        buf_add_char(out, '=');
        buf_add_str(out, chaturanga_readings[i].values[value]);
        between = " ";
    }
}

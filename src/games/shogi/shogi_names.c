/* shogi_names.c: see shogi_names.h. */
#include "games/shogi/shogi_names.h"

#include "games/shogi/shogi.h"

struct kind_names {
    char csa[3];
    const char *sfen, *kanji, *kanji1, *english;
};

static const struct kind_names KINDS[SHOGI_KINDS] = {
    [SHOGI_NONE] = {"", "", "", "", ""},
    [SHOGI_PAWN] = {"FU", "P", "歩", "歩", "pawn"},
    [SHOGI_LANCE] = {"KY", "L", "香", "香", "lance"},
    [SHOGI_KNIGHT] = {"KE", "N", "桂", "桂", "knight"},
    [SHOGI_SILVER] = {"GI", "S", "銀", "銀", "silver"},
    [SHOGI_BISHOP] = {"KA", "B", "角", "角", "bishop"},
    [SHOGI_ROOK] = {"HI", "R", "飛", "飛", "rook"},
    [SHOGI_GOLD] = {"KI", "G", "金", "金", "gold"},
    [SHOGI_KING] = {"OU", "K", "玉", "玉", "king"},
    [SHOGI_PRO_PAWN] = {"TO", "+P", "と", "と", "promoted pawn"},
    [SHOGI_PRO_LANCE] = {"NY", "+L", "成香", "杏", "promoted lance"},
    [SHOGI_PRO_KNIGHT] = {"NK", "+N", "成桂", "圭", "promoted knight"},
    [SHOGI_PRO_SILVER] = {"NG", "+S", "成銀", "全", "promoted silver"},
    [SHOGI_HORSE] = {"UM", "+B", "馬", "馬", "horse"},
    [SHOGI_DRAGON] = {"RY", "+R", "龍", "龍", "dragon"},
};

/* Longer names first, so that 成銀 is not read as something promoted. */
static const struct {
    struct span name;
    int kind;
} KANJI_SPELLINGS[] = {
    {SPAN_INIT("成香"), SHOGI_PRO_LANCE},  {SPAN_INIT("成桂"), SHOGI_PRO_KNIGHT},
    {SPAN_INIT("成銀"), SHOGI_PRO_SILVER}, {SPAN_INIT("歩"), SHOGI_PAWN},
    {SPAN_INIT("銀"), SHOGI_SILVER},       {SPAN_INIT("金"), SHOGI_GOLD},
    {SPAN_INIT("桂"), SHOGI_KNIGHT},       {SPAN_INIT("玉"), SHOGI_KING},
    {SPAN_INIT("飛"), SHOGI_ROOK},         {SPAN_INIT("角"), SHOGI_BISHOP},
    {SPAN_INIT("香"), SHOGI_LANCE},        {SPAN_INIT("と"), SHOGI_PRO_PAWN},
    {SPAN_INIT("馬"), SHOGI_HORSE},        {SPAN_INIT("龍"), SHOGI_DRAGON},
    {SPAN_INIT("竜"), SHOGI_DRAGON},       {SPAN_INIT("王"), SHOGI_KING},
    {SPAN_INIT("全"), SHOGI_PRO_SILVER},   {SPAN_INIT("圭"), SHOGI_PRO_KNIGHT},
    {SPAN_INIT("杏"), SHOGI_PRO_LANCE},    {SPAN_INIT("今"), SHOGI_PRO_KNIGHT},
    {SPAN_INIT("仝"), SHOGI_PRO_LANCE},    {SPAN_INIT("ス"), SHOGI_PRO_PAWN},
};

static const struct {
    const char *kanji, *english;
} HANDICAPS[SHOGI_HANDICAPS + 1] = {
    [SHOGI_EVEN] = {"平手", "even"},
    [SHOGI_HANDICAP_LANCE] = {"香落ち", "lance"},
    [SHOGI_HANDICAP_RIGHT_LANCE] = {"右香落ち", "right lance"},
    [SHOGI_HANDICAP_BISHOP] = {"角落ち", "bishop"},
    [SHOGI_HANDICAP_ROOK] = {"飛車落ち", "rook"},
    [SHOGI_HANDICAP_ROOK_LANCE] = {"飛香落ち", "rook and lance"},
    [SHOGI_HANDICAP_2] = {"二枚落ち", "two pieces"},
    [SHOGI_HANDICAP_3] = {"三枚落ち", "three pieces"},
    [SHOGI_HANDICAP_4] = {"四枚落ち", "four pieces"},
    [SHOGI_HANDICAP_5] = {"五枚落ち", "five pieces"},
    [SHOGI_HANDICAP_LEFT_5] = {"左五枚落ち", "left five pieces"},
    [SHOGI_HANDICAP_6] = {"六枚落ち", "six pieces"},
    [SHOGI_HANDICAP_LEFT_7] = {"左七枚落ち", "left seven pieces"},
    [SHOGI_HANDICAP_RIGHT_7] = {"右七枚落ち", "right seven pieces"},
    [SHOGI_HANDICAP_8] = {"八枚落ち", "eight pieces"},
    [SHOGI_HANDICAP_10] = {"十枚落ち", "ten pieces"},
    [SHOGI_HANDICAP_OTHER] = {"その他", "other"},
};

static const char WIDE_DIGITS[10][4] = {"０", "１", "２", "３", "４", "５", "６", "７", "８", "９"};
static const char KANJI_DIGITS[10][4] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

const char *shogi_kind_csa(int kind)
{
    return KINDS[kind].csa;
}

/* Two letters as one number: reading CSA asks for every move, so one switch instead of a search. */
#define PAIR(a, b) ((unsigned char)(a) << 8 | (unsigned char)(b))

int shogi_kind_by_csa(char a, char b)
{
    switch (PAIR(a, b)) {
    case PAIR('F', 'U'):
        return SHOGI_PAWN;
    case PAIR('O', 'U'):
        return SHOGI_KING;
    case PAIR('G', 'I'):
        return SHOGI_SILVER;
    case PAIR('K', 'I'):
        return SHOGI_GOLD;
    case PAIR('H', 'I'):
        return SHOGI_ROOK;
    case PAIR('K', 'Y'):
        return SHOGI_LANCE;
    case PAIR('R', 'Y'):
        return SHOGI_DRAGON;
    case PAIR('N', 'Y'):
        return SHOGI_PRO_LANCE;
    case PAIR('K', 'E'):
        return SHOGI_KNIGHT;
    case PAIR('K', 'A'):
        return SHOGI_BISHOP;
    case PAIR('T', 'O'):
        return SHOGI_PRO_PAWN;
    case PAIR('N', 'K'):
        return SHOGI_PRO_KNIGHT;
    case PAIR('N', 'G'):
        return SHOGI_PRO_SILVER;
    case PAIR('U', 'M'):
        return SHOGI_HORSE;
    default:
        return SHOGI_NONE;
    }
}

const char *shogi_kind_kanji(int kind)
{
    return KINDS[kind].kanji;
}

const char *shogi_kind_kanji1(int kind)
{
    return KINDS[kind].kanji1;
}

const char *shogi_kind_sfen(int kind)
{
    return KINDS[kind].sfen;
}

const char *shogi_kind_english(int kind)
{
    return KINDS[kind].english;
}

int shogi_eat_kanji_kind(struct span *s)
{
    const size_t n = sizeof KANJI_SPELLINGS / sizeof KANJI_SPELLINGS[0];
    for (size_t i = 0; i < n; i++)
        if (span_eat(s, KANJI_SPELLINGS[i].name))
            return KANJI_SPELLINGS[i].kind;
    return SHOGI_NONE;
}

const char *shogi_handicap_kanji(int handicap)
{
    return HANDICAPS[handicap].kanji;
}

const char *shogi_handicap_english(int handicap)
{
    return HANDICAPS[handicap].english;
}

const char *shogi_wide_digit(int n)
{
    return WIDE_DIGITS[n];
}

const char *shogi_kanji_digit(int n)
{
    return KANJI_DIGITS[n];
}

static int eat_three_bytes(struct span *s, const char table[10][4])
{
    for (int n = 1; n <= 9; n++)
        if (span_eat(s, span_make(table[n], 3)))
            return n;
    return 0;
}

int shogi_eat_any_digit(struct span *s)
{
    if (s->n && s->p[0] >= '1' && s->p[0] <= '9') {
        int n = s->p[0] - '0';
        *s = span_skip(*s, 1);
        return n;
    }
    if (s->n < 3)
        return 0;
    int n = eat_three_bytes(s, WIDE_DIGITS);
    return n ? n : eat_three_bytes(s, KANJI_DIGITS);
}

static struct span without_kana(struct span s)
{
    const struct span kana = SPAN_INIT("ち");
    bool ends_so = s.n >= kana.n && span_eq(span_skip(s, s.n - kana.n), kana);
    return ends_so ? span_make(s.p, s.n - kana.n) : s;
}

static bool eat_ten(struct span *s)
{
    return span_eat(s, SPAN("十")) || span_eat(s, SPAN("10")) || span_eat(s, SPAN("１０"));
}

/* Is it the name, in digits of any kind (6枚落ち) and with the kana or without it (六枚落)? */
static bool spells(struct span text, struct span name)
{
    bool left = span_eat(&name, SPAN("左")), right = span_eat(&name, SPAN("右"));
    if (left != span_eat(&text, SPAN("左")) || right != span_eat(&text, SPAN("右")))
        return false;
    if (eat_ten(&name) != eat_ten(&text) ||
        shogi_eat_any_digit(&name) != shogi_eat_any_digit(&text))
        return false;
    return span_eq(without_kana(text), without_kana(name));
}

int shogi_handicap_by_kanji(struct span name)
{
    name = span_trim(name);
    if (span_eq(without_kana(name), SPAN("飛落")))
        return SHOGI_HANDICAP_ROOK;
    for (int i = 0; i <= SHOGI_HANDICAPS; i++)
        if (spells(name, span_of(HANDICAPS[i].kanji)))
            return i;
    return -1;
}

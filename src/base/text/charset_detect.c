/* charset_detect.c: which charset is it, and the decoded file; see charset.h for the order of
 * evidence.
 *
 * The guess.  Double-byte charsets overlap so much that nearly every text in one is valid in
 * another; what differs is what the text then says.  So each candidate decodes the bytes, and each
 * character is scored: by the region of the charset it comes from (frequent characters were put
 * together by the makers of all these charsets), by a list of characters usual in records of that
 * language, and by a few words.  Mojibake comes out as rare characters from odd regions and scores
 * below zero.
 *
 * The usual case is quick: a record in Shift-JIS is decoded straight away, and if that worked and
 * its first characters are of the usual kind, there is nothing to guess. */
#include "base/text/charset.h"

#include <limits.h>
#include <stdint.h>

#include "base/text/charset_internal.h"
#include "base/text/utf8.h"

enum {
    SAMPLE_CHARACTERS = 4096, /* characters beyond ASCII that are scored */
    SCORE_BAD_BYTE = -6,
    SCORE_USUAL = 3,
    SCORE_KANA = 2,
    SCORE_WORD = 8,
    SCORE_DECLARED = 12,
    SCORE_EUC_JP_IN_SGF = -6 /* it overlaps with GB18030 most, and is rarest */
};

static const char USUAL_JAPANESE[] =
    "先手後平香落角飛車金銀桂歩玉王将棋戦開始日時終了持間秒読消費場所掲載備考型表題投中断千詰勝負反"
    "則切変化成不打同上下左右直寄引行一二三四五六七八九十段級名人位聖竜龍馬全圭杏本田村山川井藤佐木"
    "高"
    "橋大小林原野島谷森石松清水渡辺加伊吉斎池阿部岡羽生東京都道会館第回局年月火土予選決準優順組対合"
    "割"
    "指駒番盤作者品手数定跡振居矢倉美濃穴熊囲急戦右四間相懸換黒白目半押碁院杯最強";
static const char USUAL_SIMPLIFIED[] =
    "的一是不了在人有我他这中大来上国和地到以说时要就出会可也你对生能而子那得着下自之年过发后作里用"
    "道行"
    "所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日"
    "军者"
    "意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政"
    "美相"
    "见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比"
    "员解"
    "水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必"
    "场件"
    "围棋黑白盘胜负贴段杯赛李王张陈刘杨赵周吴徐孙马朱胡林郭罗决名韩芮乃常昊古力聂卫俞斌决半强届局";
static const char USUAL_TRADITIONAL[] =
    "的一是不了在人有我他這中大來上國和地到以說時要就出會可也你對生能而子那得著下自之年過發後作裡用"
    "道行"
    "所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日"
    "軍者"
    "意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政"
    "美相"
    "見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比"
    "員解"
    "水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必"
    "場件"
    "圍棋黑白盤勝負貼段杯盃賽李王張陳劉楊趙周吳徐孫馬朱胡林郭羅決名韓屆局半強";
static const char USUAL_KOREAN[] =
    "이다의는에을가고를은한로하기지도사자시대인리나어서아있그정것수부일들제보라과해전주상여조만장구"
    "으관게"
    "국면와동성경원화공적무선중년용생우모위소유연방니물세없실미스까마때았세오당산안신비문김박최강윤"
    "임한황"
    "송류홍창호훈현철석진바둑흑백승단불계집반결본배왕명국수프로기원회차번덤공제한일";

/* Words that tell, beyond what their characters do. */
static const char *const WORDS_JAPANESE[] = {"先手",   "後手", "手合割",   "まで",     "投了",
                                             "平手",   "棋戦", "消費時間", "開始日時", "変化",
                                             "の持駒", "勝ち", "中押し",   "目半",     NULL};
static const char *const WORDS_SIMPLIFIED[] = {"中盘胜", "围棋", "九段", "贴",
                                               "杯",     "黑",   "决赛", NULL};
static const char *const WORDS_TRADITIONAL[] = {"中盤勝", "圍棋", "九段", "貼", "盃", "黑", NULL};
static const char *const WORDS_KOREAN[] = {"불계승", "바둑", "기전", "결승",
                                           "흑",     "백",   "九단", NULL};

static const struct charset_language {
    const char *usual;
    const char *const *words;
} LANGUAGES[CHARSET_COUNT] = {
    [CHARSET_CP932] = {USUAL_JAPANESE, WORDS_JAPANESE},
    [CHARSET_EUC_JP] = {USUAL_JAPANESE, WORDS_JAPANESE},
    [CHARSET_ISO_2022_JP] = {USUAL_JAPANESE, WORDS_JAPANESE},
    [CHARSET_GB18030] = {USUAL_SIMPLIFIED, WORDS_SIMPLIFIED},
    [CHARSET_BIG5] = {USUAL_TRADITIONAL, WORDS_TRADITIONAL},
    [CHARSET_EUC_KR] = {USUAL_KOREAN, WORDS_KOREAN},
};

/* A set of characters of the basic plane. */
struct char_set {
    uint64_t bits[1024];
};

static void char_set_fill(struct char_set *set, const char *text)
{
    memset(set, 0, sizeof *set);
    struct span rest = span_of(text);
    uint32_t c;
    for (size_t n; (n = utf8_decode(rest, &c)); rest = span_skip(rest, n))
        set->bits[c >> 6 & 1023] |= (uint64_t)1 << (c & 63);
}

static bool char_set_has(const struct char_set *set, uint32_t c)
{
    return c < 0x10000 && (set->bits[c >> 6] >> (c & 63) & 1);
}

static bool is_kana(uint32_t c)
{
    return (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FC);
}

static bool is_between(unsigned c, unsigned low, unsigned high)
{
    return c >= low && c <= high;
}

/* Regions of the charsets: symbols 0, frequent characters 1, others less. */

static int region_cp932(unsigned lead, unsigned trail)
{
    if (lead <= 0x87)
        return 0;
    if (lead <= 0x97 || (lead == 0x98 && trail < 0x9F))
        return 1;
    return is_between(lead, 0xF0, 0xF9) ? -6 : -1;
}

static int region_euc_jp(unsigned lead)
{
    if (lead == 0x8E || lead == 0x8F)
        return -3;
    if (lead <= 0xA8 || lead == 0xAD)
        return 0;
    if (is_between(lead, 0xB0, 0xCF))
        return 1;
    return is_between(lead, 0xD0, 0xF4) ? -1 : -3;
}

static int region_gb18030(size_t taken, unsigned lead, unsigned trail)
{
    if (taken == 4 || lead < 0xA1 || trail < 0xA1)
        return -2;
    if (lead <= 0xA9)
        return 0;
    if (is_between(lead, 0xB0, 0xD7))
        return 1;
    return is_between(lead, 0xD8, 0xF7) ? -1 : -6;
}

static int region_big5(unsigned lead)
{
    if (is_between(lead, 0xA1, 0xA3))
        return 0;
    if (is_between(lead, 0xA4, 0xC6))
        return 1;
    return is_between(lead, 0xC9, 0xF9) ? -1 : -3;
}

static int region_euc_kr(unsigned lead, unsigned trail)
{
    if (lead < 0xA1 || trail < 0xA1)
        return -2;
    if (lead <= 0xAC)
        return 0;
    return is_between(lead, 0xB0, 0xC8) ? 1 : -1;
}

/* Half-width katakana: a voicing mark belongs after a few of them; the punctuation is what EUC-JP's
 * hiragana and katakana rows look like. */
static int score_half_width(unsigned char before, unsigned char c)
{
    if (c == 0xDE || c == 0xDF) {
        bool voiced =
            before == 0xB3 || is_between(before, 0xB6, 0xC4) || is_between(before, 0xCA, 0xCE);
        return voiced ? 1 : -3;
    }
    return c <= 0xA5 ? -2 : 0;
}

/* Letters with accents stand alone among plain ones. */
static int score_latin1(struct span raw, size_t at)
{
    unsigned char c = (unsigned char)raw.p[at];
    bool alone = (at == 0 || (unsigned char)raw.p[at - 1] < 0x80) &&
                 (at + 1 == raw.n || (unsigned char)raw.p[at + 1] < 0x80);
    if (c < 0xA0)
        return -4;
    return alone ? 1 : -2;
}

static int score_region(enum charset cs, struct span raw, size_t at, size_t taken)
{
    unsigned char before = at ? (unsigned char)raw.p[at - 1] : 0;
    unsigned char lead = (unsigned char)raw.p[at];
    unsigned char trail = taken > 1 ? (unsigned char)raw.p[at + 1] : 0;
    switch (cs) {
    case CHARSET_CP932:
        return taken == 1 ? score_half_width(before, lead) : region_cp932(lead, trail);
    case CHARSET_EUC_JP:
        return region_euc_jp(lead);
    case CHARSET_GB18030:
        return region_gb18030(taken, lead, trail);
    case CHARSET_BIG5:
        return region_big5(lead);
    case CHARSET_EUC_KR:
        return region_euc_kr(lead, trail);
    case CHARSET_LATIN1:
        return score_latin1(raw, at);
    default:
        return 2; /* whole characters of UTF-8 hardly come about by chance */
    }
}

static int score_character(enum charset cs, const struct char_set *usual, uint32_t c)
{
    if (char_set_has(usual, c))
        return SCORE_USUAL;
    bool japanese = cs == CHARSET_CP932 || cs == CHARSET_EUC_JP;
    return japanese && is_kana(c) ? SCORE_KANA : 0;
}

static long score_words(enum charset cs, struct span text)
{
    long score = 0;
    for (const char *const *w = LANGUAGES[cs].words; w && *w; w++)
        if (span_find(text, span_of(*w)) >= 0)
            score += SCORE_WORD;
    return score;
}

/* How well raw reads as cs.  Uses the scratch, and leaves its failures in it. */
static long score_as(enum charset cs, struct span raw, struct buf *scratch)
{
    struct charset_stepper stepper;
    if (charset_stepper_init(&stepper, cs, NULL) != STATUS_OK)
        return LONG_MIN;
    struct char_set usual;
    char_set_fill(&usual, LANGUAGES[cs].usual ? LANGUAGES[cs].usual : "");
    buf_clear(scratch);
    long score = 0;
    size_t scored = 0;
    for (size_t at = 0; scored < SAMPLE_CHARACTERS;) {
        char out[CHARSET_STEP_BYTES];
        at += utf8_ascii_prefix(span_skip(raw, at)); /* the same in all candidates */
        if (at == raw.n)
            break;
        struct charset_step step = charset_stepper_next(&stepper, span_skip(raw, at), out);
        uint32_t c = 0;
        utf8_decode(span_make(out, step.made), &c);
        if (step.bad)
            score += SCORE_BAD_BYTE * (long)step.taken;
        else if (c >= 0x80)
            score += score_region(cs, raw, at, step.taken) + score_character(cs, &usual, c);
        scored += c >= 0x80;
        if (c >= 0x80)
            buf_add(scratch, out, step.made);
        at += step.taken;
    }
    charset_stepper_release(&stepper);
    return score + score_words(cs, buf_span(scratch));
}

static const enum charset JAPANESE_CANDIDATES[] = {CHARSET_CP932, CHARSET_EUC_JP, CHARSET_UTF8,
                                                   CHARSET_LATIN1};
static const enum charset SGF_CANDIDATES[] = {CHARSET_GB18030, CHARSET_CP932,  CHARSET_EUC_KR,
                                              CHARSET_BIG5,    CHARSET_EUC_JP, CHARSET_UTF8,
                                              CHARSET_LATIN1};

struct charset_candidates {
    const enum charset *cs;
    size_t n;
};

static struct charset_candidates family_candidates(enum charset_family family)
{
    if (family == CHARSET_FAMILY_JAPANESE)
        return (struct charset_candidates){JAPANESE_CANDIDATES, sizeof JAPANESE_CANDIDATES /
                                                                    sizeof *JAPANESE_CANDIDATES};
    return (struct charset_candidates){SGF_CANDIDATES,
                                       sizeof SGF_CANDIDATES / sizeof *SGF_CANDIDATES};
}

/* The best of the family; the first listed among equals. */
static enum charset guess(struct span raw, struct span declared, enum charset_family family,
                          struct buf *scratch)
{
    struct charset_candidates candidates = family_candidates(family);
    enum charset hint = CHARSET_COUNT, best = candidates.cs[0];
    charset_by_name(declared, &hint);
    long best_score = LONG_MIN;
    for (size_t i = 0; i < candidates.n; i++) {
        long score = score_as(candidates.cs[i], raw, scratch);
        if (score != LONG_MIN && candidates.cs[i] == hint)
            score += SCORE_DECLARED;
        if (candidates.cs[i] == CHARSET_EUC_JP && family == CHARSET_FAMILY_SGF)
            score += SCORE_EUC_JP_IN_SGF;
        if (score > best_score) {
            best = candidates.cs[i];
            best_score = score;
        }
    }
    return best;
}

/* Evidence that needs no scoring */

static bool find_bom(struct span raw, enum charset *cs, size_t *bytes)
{
    static const struct {
        struct span mark;
        enum charset cs;
    } MARKS[] = {
        {{"\xEF\xBB\xBF", 3}, CHARSET_UTF8},
        {{"\xFF\xFE", 2}, CHARSET_UTF16LE},
        {{"\xFE\xFF", 2}, CHARSET_UTF16BE},
    };
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
        if (span_starts(raw, MARKS[i].mark)) {
            *cs = MARKS[i].cs;
            *bytes = MARKS[i].mark.n;
            return true;
        }
    }
    return false;
}

/* UTF-16 without a mark: Western letters, digits and line ends have a zero half, always the same
 * one.  Other text has no zero bytes at all. */
static bool find_utf16(struct span raw, enum charset *cs)
{
    if (!raw.n || !memchr(raw.p, '\0', raw.n))
        return false;
    size_t zeros[2] = {0, 0};
    for (size_t i = 0; i < raw.n; i++)
        zeros[i & 1] += raw.p[i] == '\0';
    size_t units = raw.n / 2, more = zeros[1] > zeros[0] ? 1 : 0;
    if (zeros[more] * 8 < units || zeros[1 - more] * 16 > zeros[more])
        return false;
    *cs = more == 1 ? CHARSET_UTF16LE : CHARSET_UTF16BE;
    return true;
}

/* Seven-bit bytes with escape sequences that switch to a Japanese set. */
static bool is_iso_2022_jp(struct span raw)
{
    struct span rest = raw;
    const char *escape;
    bool found = false;
    while (!found && rest.n && (escape = memchr(rest.p, 0x1B, rest.n))) {
        rest = span_skip(rest, (size_t)(escape - rest.p));
        found = iso_2022_jp_escape(rest) && !span_starts(rest, SPAN("\x1B(B"));
        rest = span_skip(rest, 1);
    }
    return found && utf8_ascii_prefix(raw) == raw.n;
}

/* Latin-1 is often declared (it is SGF's default) and never fails, so it has to look like it. */
static bool is_plausible_latin1(struct span raw)
{
    long score = 0;
    for (size_t i = 0; i < raw.n; i++)
        if ((unsigned char)raw.p[i] >= 0x80)
            score += score_latin1(raw, i);
    return score >= 0 && !utf8_is_valid(raw);
}

/* UTF-8 for certain: Chinese, Japanese and Korean characters take three bytes each in it, and what
 * is strictly that is nothing else, whatever the file says.  (Two bytes may be a character of
 * GB 2312, too.) */
static bool is_evident_utf8(struct span raw)
{
    for (size_t at = utf8_ascii_prefix(raw); at < raw.n; at++)
        if (is_between((unsigned char)raw.p[at], 0xE3, 0xED))
            return utf8_is_valid(raw);
    return false;
}

/* May the declared charset be tried?  A declaration that could be read as bytes is not UTF-16. */
static bool is_credible(enum charset cs, struct span raw)
{
    if (cs == CHARSET_UTF16LE || cs == CHARSET_UTF16BE)
        return false;
    if (cs > CHARSET_LATIN1) /* hardly ever fails either, but nobody says so by default */
        return !utf8_is_valid(raw);
    if (cs == CHARSET_LATIN1)
        return is_plausible_latin1(raw);
    return cs == CHARSET_UTF8 || !is_evident_utf8(raw);
}

/* Decoding the file */

static enum status borrow_utf8(struct text *out)
{
    out->utf8 = span_skip(out->raw, out->bom_bytes);
    return STATUS_OK;
}

static enum status decode_as(struct text *out, enum charset_mode mode, struct buf *scratch,
                             struct err *err)
{
    struct span body = span_skip(out->raw, out->bom_bytes);
    bool shifts = out->charset == CHARSET_ISO_2022_JP;
    bool wide = out->charset == CHARSET_UTF16LE || out->charset == CHARSET_UTF16BE;
    if (out->charset == CHARSET_UTF8 ? utf8_is_valid(body)
                                     : !shifts && !wide && utf8_ascii_prefix(body) == body.n)
        return borrow_utf8(out);
    struct charset_loss loss;
    buf_clear(scratch);
    enum status status = charset_decode(out->charset, body, mode, scratch, &loss, err);
    out->utf8 = buf_span(scratch);
    out->bad_bytes = loss.count;
    out->first_bad = loss.first + out->bom_bytes;
    return status;
}

/* Is this plainly CP932?  Frequent kanji and kana have leads 81-98, bytes that EUC-JP does not
 * use, but for 8E and 8F, which therefore say nothing.  EUC-JP read as CP932 is mostly half-width
 * katakana; UTF-8 is full of leads E3 and up. */
static bool is_evident_cp932(struct span raw)
{
    enum { LOOK_AT = 256, AT_LEAST = 4, FACTOR = 4 };
    size_t usual = 0, unusual = 0, at = 0;
    for (int i = 0; i < LOOK_AT; i++) {
        at += utf8_ascii_prefix(span_skip(raw, at));
        if (at >= raw.n)
            break;
        unsigned char lead = (unsigned char)raw.p[at];
        if (lead > 0x98)
            unusual++;
        else if (lead != 0x8E && lead != 0x8F)
            usual++;
        at += is_between(lead, 0xA0, 0xDF) ? 1 : 2;
    }
    return usual >= AT_LEAST && unusual * FACTOR <= usual;
}

/* The usual case of a shogi record: CP932 with nothing odd about it, or hardly anything. */
static enum status try_plain_cp932(struct text *out, struct buf *scratch, struct err *err,
                                   bool *done)
{
    enum { GOOD_BYTES_PER_BAD = 500 };
    *done = false;
    if (!is_evident_cp932(out->raw))
        return STATUS_OK;
    out->charset = CHARSET_CP932;
    enum status status = decode_as(out, CHARSET_LENIENT, scratch, err);
    *done = status == STATUS_OK && out->bad_bytes <= out->raw.n / GOOD_BYTES_PER_BAD;
    return status;
}

static enum status decode_guess(struct text *out, struct span declared, enum charset_family family,
                                struct buf *scratch, struct err *err)
{
    bool done = false;
    out->guessed = true;
    if (family == CHARSET_FAMILY_JAPANESE) {
        enum status status = try_plain_cp932(out, scratch, err, &done);
        if (status != STATUS_OK || done)
            return status;
    }
    out->charset = guess(out->raw, declared, family, scratch);
    out->bad_bytes = 0;
    return decode_as(out, CHARSET_LENIENT, scratch, err);
}

static bool try_declared(struct text *out, struct span declared, struct buf *scratch,
                         enum status *status, struct err *err)
{
    enum charset cs;
    if (!charset_by_name(declared, &cs) || !is_credible(cs, out->raw))
        return false;
    out->charset = cs;
    *status = decode_as(out, CHARSET_STRICT, scratch, err);
    out->declared = *status != STATUS_CHARSET && *status != STATUS_UNSUPPORTED;
    return out->declared;
}

enum status charset_decode_text(struct span raw, struct span declared, enum charset_family family,
                                struct buf *scratch, struct text *out, struct err *err)
{
    *out = (struct text){.raw = raw};
    buf_clear(scratch);
    if (find_bom(raw, &out->charset, &out->bom_bytes))
        return decode_as(out, CHARSET_LENIENT, scratch, err);
    enum status status;
    if (try_declared(out, declared, scratch, &status, err))
        return status;
    out->bad_bytes = 0;
    if (is_iso_2022_jp(raw))
        out->charset = CHARSET_ISO_2022_JP;
    else if (!find_utf16(raw, &out->charset)) {
        out->charset = CHARSET_UTF8;
        if (!utf8_is_valid(raw))
            return decode_guess(out, declared, family, scratch, err);
        return borrow_utf8(out);
    }
    return decode_as(out, CHARSET_LENIENT, scratch, err);
}

enum status charset_decode_text_as(struct span raw, enum charset cs, struct buf *scratch,
                                   struct text *out, struct err *err)
{
    *out = (struct text){.raw = raw, .charset = cs, .declared = true};
    buf_clear(scratch);
    enum charset marked;
    size_t bytes;
    if (find_bom(raw, &marked, &bytes) && marked == cs)
        out->bom_bytes = bytes;
    return decode_as(out, CHARSET_LENIENT, scratch, err);
}

/* Places */

void text_map_init(struct text_map *m, const struct text *text)
{
    *m = (struct text_map){.text = text, .raw_at = text->bom_bytes};
    /* The text was decoded with this charset, so the converter exists; were it gone, steps give
     * bad bytes and the place is off, no more. */
    if (charset_stepper_init(&m->stepper, text->charset, NULL) != STATUS_OK)
        m->stepper.cs = CHARSET_LATIN1;
}

void text_map_release(struct text_map *m)
{
    charset_stepper_release(&m->stepper);
}

static bool is_borrowed(const struct text *t)
{
    return t->utf8.p == span_skip(t->raw, t->bom_bytes).p;
}

size_t text_map_offset(struct text_map *m, size_t utf8_offset)
{
    const struct text *t = m->text;
    if (is_borrowed(t)) {
        while (utf8_offset < t->utf8.n && utf8_offset &&
               ((unsigned char)t->utf8.p[utf8_offset] & 0xC0) == 0x80)
            utf8_offset--;
        return t->bom_bytes + utf8_offset;
    }
    if (utf8_offset < m->utf8_at) {
        m->utf8_at = 0;
        m->raw_at = t->bom_bytes;
        m->stepper.state = 0;
    }
    while (m->raw_at < t->raw.n) {
        char out[CHARSET_STEP_BYTES];
        unsigned state = m->stepper.state;
        struct charset_step step =
            charset_stepper_next(&m->stepper, span_skip(t->raw, m->raw_at), out);
        if (m->utf8_at + step.made > utf8_offset) {
            m->stepper.state = state;
            break;
        }
        m->utf8_at += step.made;
        m->raw_at += step.taken;
    }
    return m->raw_at;
}

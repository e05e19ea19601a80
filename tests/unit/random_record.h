/* random_record.h: shogi records from a seed, for "written and read again it is the same".
 *
 * A record gets a start (even, a handicap, anything), headers, a main line of random legal moves,
 * nested variations, and whatever nodes may carry.  What the format under test can't hold is left
 * out by naming its bits of enum record_loss. */
#ifndef KIFU_TESTS_UNIT_RANDOM_RECORD_H
#define KIFU_TESTS_UNIT_RANDOM_RECORD_H

#include "format_dump.h"
#include "formats/shogi/shogi_line.h"
#include "shogi_random.h"

/* A header that the format writes with exactly this key. */
struct random_header {
    int id;
    const char *key;
};

struct random_style {
    unsigned without;                    /* bits of enum record_loss */
    const struct random_header *headers; /* may be NULL */
    unsigned header_count;
    const enum record_end *ends; /* ends that the format tells apart; may be NULL */
    unsigned end_count;
    bool end_times; /* an end may carry a time */
};

struct random_maker {
    struct record *rec;
    struct shogi_line line;
    uint64_t state;
    const struct random_style *style;
};

static inline unsigned maker_below(struct random_maker *m, unsigned n)
{
    return random_below(&m->state, n);
}

static inline bool maker_may(struct random_maker *m, unsigned loss, unsigned one_in)
{
    return !(m->style->without & loss) && maker_below(m, one_in) == 0;
}

static inline void maker_start(struct random_maker *m)
{
    struct shogi_pos pos;
    unsigned kind = maker_below(m, 8);
    if (kind == 0)
        random_throw(&pos, &m->state, 1 + maker_below(m, 3));
    else if (kind <= 2)
        shogi_pos_handicap(&pos, (enum shogi_handicap)maker_below(m, SHOGI_HANDICAPS));
    else
        shogi_pos_start(&pos);
    assert_int_equal(shogi_line_start(&m->line, &pos), STATUS_OK);
    if (maker_may(m, LOSS_START_PLY, 8))
        m->rec->start_ply = 1 + maker_below(m, 300);
}

static inline void maker_headers(struct random_maker *m)
{
    static const char *const values[] = {"",       "羽生 善治", " blank at both ends ",
                                         "a:b：c", "#1",        "髙橋①"};
    if (m->style->without & LOSS_HEADERS)
        return;
    for (unsigned i = 0; i < m->style->header_count; i++)
        if (maker_below(m, 2))
            assert_int_equal(record_add_header(m->rec,
                                               (enum record_header_id)m->style->headers[i].id,
                                               span_of(m->style->headers[i].key),
                                               span_of(values[maker_below(m, 6)])),
                             STATUS_OK);
}

/* Texts that look like something else in one format or another. */
static inline struct span maker_text(struct random_maker *m)
{
    static const char *const texts[] = {
        "好手。",
        "",
        "* 94",
        "*解析 0  候補1 深さ 12/20 ノード数 123 評価値 -61 読み筋 ▲７六歩(77)",
        "まで3手で先手の勝ち",
        "変化：3手",
        "  blanks  ",
        "#hash",
        "   1 ７六歩(77)",
        "+7776FU",
        "\"quoted\\ {text}",
        "手合割：平手",
    };
    return span_of(texts[maker_below(m, sizeof texts / sizeof texts[0])]);
}

static inline void maker_notes(struct random_maker *m)
{
    if (maker_may(m, LOSS_COMMENTS, 6))
        for (unsigned i = 1 + maker_below(m, 3); i > 0; i--)
            assert_true(shogi_line_comment(&m->line, maker_text(m)));
    if (maker_may(m, LOSS_REMARKS, 20))
        assert_true(shogi_line_remark(&m->line, maker_text(m)));
    if (maker_may(m, LOSS_BOOKMARKS, 30))
        assert_true(shogi_line_bookmark(&m->line, maker_text(m)));
}

static inline void maker_time(struct random_maker *m)
{
    if (m->style->without & LOSS_TIMES || maker_below(m, 4) == 0)
        return;
    uint64_t ms = maker_below(m, 8) ? maker_below(m, 100) : maker_below(m, 20000);
    ms *= 1000;
    if (!(m->style->without & LOSS_TIME_FRACTIONS) && maker_below(m, 4) == 0)
        ms += maker_below(m, 1000);
    shogi_line_time(&m->line, ms);
}

static inline void maker_end(struct random_maker *m)
{
    if (m->style->without & LOSS_END || !m->style->end_count || maker_below(m, 4) == 0)
        return;
    enum record_end end = m->style->ends[maker_below(m, m->style->end_count)];
    int seat = end == END_ILLEGAL_ACTION ? 1 - shogi_turn(&m->line.pos) : -1;
    struct span text = end == END_OTHER ? SPAN("指し掛け") : (struct span){0};
    assert_int_equal(shogi_line_end(&m->line, end, seat, text), STATUS_OK);
    if (m->style->end_times)
        maker_time(m);
    maker_notes(m);
}

static inline void maker_play(struct random_maker *m, unsigned plies)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    while (plies--) {
        int n = shogi_legal_moves(&m->line.pos, moves);
        if (n == 0)
            break;
        assert_int_equal(shogi_line_move(&m->line, moves[maker_below(m, (unsigned)n)]), STATUS_OK);
        maker_time(m);
        maker_notes(m);
    }
    maker_end(m);
}

/* Each branches off somewhere on the line last made, as in a KIF file. */
static inline void maker_variations(struct random_maker *m)
{
    if (m->style->without & LOSS_VARIATIONS)
        return;
    for (unsigned i = maker_below(m, 8); i > 0 && m->line.plies; i--) {
        assert_int_equal(shogi_line_flush(&m->line), STATUS_OK);
        shogi_line_back_to(&m->line, maker_below(m, m->line.plies));
        maker_play(m, 1 + maker_below(m, 12));
    }
}

/* Fills rec, which must be initialised. */
static inline void random_record(struct record *rec, uint64_t seed,
                                 const struct random_style *style)
{
    struct random_maker m = {.rec = rec, .state = seed * 2 + 1, .style = style};
    assert_int_equal(record_clear(rec, &shogi_game), STATUS_OK);
    shogi_line_init(&m.line);
    shogi_line_clear(&m.line, rec);
    for (int i = 0; i < 8; i++) /* neighbouring seeds begin alike */
        maker_below(&m, 2);
    maker_start(&m);
    maker_headers(&m);
    maker_notes(&m);
    maker_play(&m, maker_below(&m, 100));
    maker_variations(&m);
    assert_int_equal(shogi_line_finish(&m.line), STATUS_OK);
    shogi_line_release(&m.line);
}

/* Writes random records of some seeds in a format, reads them again, compares all but
 * style->without, and requires that no loss was reported beyond those bits. */
static inline void expect_identity(const char *name, const struct random_style *style,
                                   uint64_t first_seed, uint64_t seeds)
{
    const struct format *format = format_by_name(span_of(name));
    struct record rec;
    record_init(&rec);
    for (uint64_t seed = first_seed; seed < first_seed + seeds; seed++) {
        struct buf utf8, raw, before;
        struct dump_sink after;
        struct charset_loss loss;
        struct err err;
        unsigned losses = 0;
        buf_init(&utf8, BUF_DEFAULT_MAX);
        buf_init(&raw, BUF_DEFAULT_MAX);
        buf_init(&before, BUF_DEFAULT_MAX);
        random_record(&rec, seed, style);
        assert_int_equal(format->write(&rec, &utf8, &losses, &err), STATUS_OK);
        assert_int_equal(charset_encode(format->charset, buf_span(&utf8), &raw, &loss, &err),
                         STATUS_OK);
        assert_int_equal(loss.count, 0);
        dump_record(&rec, style->without, &before);
        dump_read(buf_span(&raw), name, style->without, &after);
        if (strcmp(buf_cstr(&before), buf_cstr(&after.text)) != 0)
            print_message("%s, seed %llu, wrote:\n%s\n", name, (unsigned long long)seed,
                          buf_cstr(&utf8));
        assert_string_equal(buf_cstr(&after.text), buf_cstr(&before));
        assert_int_equal(losses & ~style->without, 0);
        buf_release(&utf8);
        buf_release(&raw);
        buf_release(&before);
        buf_release(&after.text);
    }
    record_release(&rec);
}

#endif

/* gib.c: GIB, the format of the Tygem server; read only.
 *
 *     \HS
 *     \[GAMEBLACKNAME=jy512 (15K)\]
 *     \[GAMEINFOMAIN=GBKIND:3,…,GRLT:255,ZIPSU:0,DUM:5,GONGJE:65,…\]   result, margin, komi (x 10)
 *     \HE
 *     \GS
 *     2 1 0
 *     119 0 &4
 *     INI 0 1 3 &4                     the fourth number: handicap stones
 *     STO 0 2 2 15 15                  a stone: 0, number, colour (1 Black), column, row
 *     SKI 0 3                          a pass
 *     \GE
 *
 * The box of the game holds texts in whatever the client's machine used.  Handicap stones stand
 * where servers put them. */
#include "base/text/num.h"
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/go/go_server.h"

static const struct {
    struct span key;
    enum record_header_id id;
    const char *name; /* as SGF calls it */
} KEYS[] = {
    {SPAN_INIT("GAMEBLACKNAME"), HEADER_PLAYER, "PB"},
    {SPAN_INIT("GAMEWHITENAME"), HEADER_PLAYER + 1, "PW"},
    {SPAN_INIT("GAMENAME"), HEADER_EVENT, "EV"},
    {SPAN_INIT("GAMEPLACE"), HEADER_SITE, "PC"},
    {SPAN_INIT("GAMEDATE"), HEADER_START_TIME, "DT"},
    {SPAN_INIT("GAMETIME"), HEADER_TIME_LIMIT, "TM"},
    {SPAN_INIT("GAMECOMMENT"), HEADER_NOTE, "GC"},
    {SPAN_INIT("GAMERESULT"), HEADER_OTHER, "RE"},
};

struct gib_reader {
    struct reader *r;
    struct cursor cursor;
    struct span result; /* in words */
    bool has_result;    /* in numbers */
};

/* "name (7D)": the rank is a header of its own. */
static enum status add_player(struct gib_reader *g, int seat, struct span value)
{
    struct span rank = {0};
    if (value.n && value.p[value.n - 1] == ')') {
        size_t at = value.n;
        while (at && value.p[at - 1] != '(')
            at--;
        if (at) {
            rank = span_make(value.p + at, value.n - 1 - at);
            value = span_trim(span_make(value.p, at - 1));
        }
    }
    enum status st = go_server_header(g->r->rec, (enum record_header_id)(HEADER_PLAYER + seat),
                                      seat ? "PW" : "PB", value);
    if (st == STATUS_OK && rank.n)
        st = go_server_header(g->r->rec, HEADER_OTHER, seat ? "WR" : "BR", rank);
    return st;
}

/* The value of NAME in "…,NAME:value,…". */
static bool find_number(struct span list, struct span name, int64_t *out)
{
    ptrdiff_t at = span_find(list, name);
    if (at < 0)
        return false;
    struct span rest = span_skip(list, (size_t)at + name.n);
    size_t n = 0;
    while (n < rest.n && rest.p[n] != ',')
        n++;
    return num_parse_i64(span_trim(span_make(rest.p, n)), -1000000, 1000000, out);
}

/* GRLT: 0 and 1 a count, for Black and White; 3, 4 resignation; 7, 8 time. */
static enum status read_main(struct gib_reader *g, struct span list)
{
    int64_t komi, result, margin = 0;
    struct buf text;
    enum status st = STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (find_number(list, SPAN("GONGJE:"), &komi)) {
        buf_printf(&text, "%.1f", (double)komi / 10);
        st = go_server_header(g->r->rec, HEADER_OTHER, "KM", buf_span(&text));
        buf_clear(&text);
    }
    (void)find_number(list, SPAN("ZIPSU:"), &margin);
    if (st == STATUS_OK && find_number(list, SPAN("GRLT:"), &result)) {
        bool white = result == 1 || result == 4 || result == 8;
        bool resigned = result == 3 || result == 4, timed = result == 7 || result == 8;
        if (result == 0 || white || resigned || timed) {
            buf_add_str(&text, white ? "W+" : "B+");
            if (resigned || timed)
                buf_add_char(&text, resigned ? 'R' : 'T');
            else
                buf_printf(&text, "%.1f", (double)margin / 10);
            g->has_result = true;
            st = go_server_result(g->r->rec, buf_span(&text));
        }
    }
    buf_release(&text);
    return st;
}

/* "2010- 3-24-10-30-00" becomes "2010-03-24 10:30:00"; what is not like that stays as it is. */
static enum status add_date(struct gib_reader *g, struct span value)
{
    enum { PARTS = 6 };
    uint64_t part[PARTS] = {0};
    unsigned n = 0;
    struct span rest = value;
    struct buf text;
    while (n < PARTS && num_eat_u64(&rest, 9999, &part[n])) {
        n++;
        rest = span_trim(rest);
        if (!span_eat(&rest, SPAN("-")))
            break;
        rest = span_trim(rest);
    }
    if (rest.n || (n != 3 && n != PARTS))
        return go_server_header(g->r->rec, HEADER_START_TIME, "DT", value);
    buf_init(&text, 128);
    buf_printf(&text, "%04u-%02u-%02u", (unsigned)part[0], (unsigned)part[1], (unsigned)part[2]);
    if (n == PARTS)
        buf_printf(&text, " %02u:%02u:%02u", (unsigned)part[3], (unsigned)part[4],
                   (unsigned)part[5]);
    enum status st = buf_status(&text);
    if (st == STATUS_OK)
        st = go_server_header(g->r->rec, HEADER_START_TIME, "DT", buf_span(&text));
    buf_release(&text);
    return st;
}

/* "\[KEY=value\]" */
static enum status read_header(struct gib_reader *g, struct span line)
{
    struct span s = span_skip(line, 2);
    if (span_ends(s, SPAN("\\]")))
        s.n -= 2;
    const char *equals = s.n ? memchr(s.p, '=', s.n) : NULL;
    if (!equals)
        return STATUS_OK;
    struct span key = span_make(s.p, (size_t)(equals - s.p));
    struct span value = span_trim(span_skip(s, key.n + 1));
    if (span_eq(key, SPAN("GAMEINFOMAIN")))
        return read_main(g, value);
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        if (!span_eq(key, KEYS[i].key) || !value.n)
            continue;
        if (KEYS[i].id <= HEADER_PLAYER_LAST && KEYS[i].id >= HEADER_PLAYER)
            return add_player(g, (int)KEYS[i].id - HEADER_PLAYER, value);
        if (span_eq(span_of(KEYS[i].name), SPAN("RE"))) {
            g->result = value;
            return STATUS_OK;
        }
        if (KEYS[i].id == HEADER_START_TIME)
            return add_date(g, value);
        return go_server_header(g->r->rec, KEYS[i].id, KEYS[i].name, value);
    }
    return STATUS_OK;
}

/* "STO 0 2 2 15 15": numbers behind the word. */
static size_t read_numbers(struct span line, int64_t *out, size_t max)
{
    size_t n = 0;
    uint64_t value;
    for (struct span s = span_trim(span_skip(line, 3)); n < max && num_eat_u64(&s, 10000, &value);
         s = span_trim(s))
        out[n++] = (int64_t)value;
    return n;
}

static enum status read_stone(struct gib_reader *g, struct span line)
{
    int64_t v[5] = {0};
    if (read_numbers(line, v, 5) < 5 || v[2] < 1 || v[2] > 2)
        return go_server_bad_move(g->r, line, line.p, g->cursor.line);
    return go_server_move(g->r, (int)v[2] - 1, (int)v[3], (int)v[4], line.p, g->cursor.line);
}

static enum status read_line(struct gib_reader *g, struct span line)
{
    int64_t v[3] = {0};
    if (span_starts(line, SPAN("\\[")))
        return read_header(g, line);
    if (span_starts(line, SPAN("STO ")))
        return read_stone(g, line);
    if (span_starts(line, SPAN("SKI ")))
        return go_server_pass(g->r, line.p, g->cursor.line);
    if (span_starts(line, SPAN("INI ")) && read_numbers(line, v, 3) == 3)
        return go_server_start(g->r, 19, (int)v[2], THIRD_UPPER_LEFT);
    return STATUS_OK;
}

static enum status gib_read(struct reader *r, struct err *err)
{
    struct gib_reader g = {.r = r, .cursor = cursor_over(r->text)};
    struct span line;
    enum status st = reader_begin(r, r->text.p, err);
    if (st == STATUS_OK)
        st = go_server_start(r, 19, 0, THIRD_UPPER_LEFT);
    while (st == STATUS_OK && cursor_next(&g.cursor, &line))
        st = read_line(&g, span_trim(line));
    if (st == STATUS_OK && !g.has_result && g.result.n)
        st = go_server_result(r->rec, g.result);
    return go_server_finish(r, st, err);
}

static int probe(struct span head)
{
    head = span_trim(head);
    if (span_starts(head, SPAN("\\HS")))
        return 100;
    return span_find(head, SPAN("\\[GAME")) >= 0 ? 80 : 0;
}

const struct format gib_format = {
    .name = "gib",
    .title = {"GIB (Tygem)", "GIB（タイジェム）"},
    .extensions = {"gib"},
    .game = &go_game,
    .charset = CHARSET_UTF8,
    .family = CHARSET_FAMILY_SGF,
    .probe = probe,
    .read = gib_read,
};

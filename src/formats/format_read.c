/* format_read.c: from the bytes of a file to the games in it.
 *
 *  1. format_declared_charset() looks for a line in which the file names its character set.
 *  2. charset_decode_text() makes UTF-8 of it, from that hint and from the bytes.
 *  3. Every format probes the text; the best one's read() goes over it, and for each game calls
 *     reader_begin(), reader_problem() as often as need be, and reader_emit(), which hands the
 *     record to the caller's sink. */
#include "base/text/utf8.h"
#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/shogi/position_file.h"

/* Decoded text of one file; a million-game CSA file is about a gigabyte. */
#define MAX_TEXT_BYTES ((size_t)4 << 30)

/* A probe looks at this much: the longest header blocks seen before the first move are 3 kB.  If no
 * format knows the text by that, it looks again at more. */
enum { PROBE_BYTES = 8192, PROBE_AGAIN_BYTES = 1 << 20 };
/* What the extension adds to a probe's score: it may break a tie, never outvote content. */
enum { EXTENSION_BONUS = 5 };
/* The highest score a probe gives. */
enum { CERTAIN = 100 };

static const struct msg UNKNOWN_FORMAT = {"unknown format", "知らない形式のファイルです"};
static const struct msg BINARY_FILE = {"binary file, not a game record",
                                       "棋譜ではなくバイナリファイルです"};
static const struct msg EMPTY_FILE = {"empty file", "空のファイルです"};
static const struct msg NO_GAME = {"no game in this file", "棋譜が含まれていません"};
static const struct msg BAD_BYTES = {
    "%1 bytes are not valid %2; replaced by U+FFFD",
    "%2 として不正なバイトが %1 個あります（U+FFFD に置き換えました）"};
static const struct msg MORE_PROBLEMS = {"%1 more problems in this game not listed",
                                         "この棋譜にはほかに %1 個の問題があります"};
static const struct msg LARGE_RECORD = {"record of more than %1 bytes; skipped",
                                        "%1 バイトを超える棋譜です（読み飛ばしました）"};
static const struct msg LONG_COMMENT = {"comments of more than 1 MB; the rest is ignored",
                                        "コメントが1MBを超えたため、以降を省きました"};

void reader_init(struct reader *r)
{
    memset(r, 0, sizeof *r);
    record_init(&r->record);
    record_init(&r->held);
    shogi_line_init(&r->line);
    go_line_init(&r->go_line);
    chaturanga_line_init(&r->chaturanga_line);
    buf_init(&r->decoded, MAX_TEXT_BYTES);
}

void reader_release(struct reader *r)
{
    record_release(&r->record);
    record_release(&r->held);
    shogi_line_release(&r->line);
    go_line_release(&r->go_line);
    chaturanga_line_release(&r->chaturanga_line);
    buf_release(&r->decoded);
    reader_init(r);
}

/* --- What the file says about itself ------------------------------------------------------- */

static struct span head_of(struct span text, size_t bytes)
{
    return span_make(text.p, text.n < bytes ? text.n : bytes);
}

static const struct format *best_format(struct span head, struct span label)
{
    const struct format *by_name = format_by_path(label);
    const struct format *best = NULL;
    int best_score = 0;
    /* Probing every format took as long as reading a short game; nobody outvotes certainty. */
    if (by_name && by_name->probe(head) >= CERTAIN)
        return by_name;
    for (const struct format *const *f = all_formats; *f && best_score < CERTAIN; f++) {
        int score = (*f)->bytes ? 0 : (*f)->probe(head); /* these are no text */
        if (score > 0 && *f == by_name)
            score += EXTENSION_BONUS;
        if (score > best_score) {
            best = *f;
            best_score = score;
        }
    }
    return best;
}

/* Formats of Go have their marks in ASCII, which all the charsets that files are in hold, so they
 * are known before the text is decoded. */
static enum charset_family family_of(struct span raw, const struct format *format)
{
    enum { LIKELY = 60 };
    if (format)
        return format->family;
    for (const struct format *const *f = all_formats; *f; f++)
        if ((*f)->family != CHARSET_FAMILY_JAPANESE &&
            (*f)->probe(head_of(raw, PROBE_BYTES)) >= LIKELY)
            return (*f)->family;
    return CHARSET_FAMILY_JAPANESE;
}

static bool looks_binary(struct span raw)
{
    return memchr(raw.p, '\0', raw.n < PROBE_BYTES ? raw.n : PROBE_BYTES) != NULL;
}

/* A file that is no text is known by its bytes, or by its name if some of them are damaged; NULL if it
 * is none. */
static const struct format *bytes_format(struct span raw, struct span label)
{
    const struct format *by_name = format_by_path(label);
    const struct span head = head_of(raw, PROBE_BYTES);
    int score = by_name && by_name->bytes ? by_name->probe(head) : 0;
    for (const struct format *const *f = all_formats; *f && score < CERTAIN; f++)
        if ((*f)->bytes && (*f)->probe(head) >= CERTAIN)
            return *f;
    return score > 0 ? by_name : NULL;
}

static bool is_utf16(const struct text *t)
{
    return t->charset == CHARSET_UTF16LE || t->charset == CHARSET_UTF16BE;
}

/* --- Reading -------------------------------------------------------------------------------- */

static enum status fail_plain(enum status code, const struct msg *what, struct span label,
                              struct err *err)
{
    err_plain(err, code, what);
    err_in_file(err, label);
    return code;
}

static enum status choose_format(struct reader *r, const struct format *format, struct err *err)
{
    /* A byte of zeros in the text of an SGF is an accident. */
    if (!format && looks_binary(r->source.raw) && !is_utf16(&r->source) &&
        family_of(r->source.raw, NULL) == CHARSET_FAMILY_JAPANESE)
        return fail_plain(STATUS_UNSUPPORTED, &BINARY_FILE, r->label, err);
    r->format = format ? format : best_format(head_of(r->text, PROBE_BYTES), r->label);
    if (!r->format && r->text.n > PROBE_BYTES)
        r->format = best_format(head_of(r->text, PROBE_AGAIN_BYTES), r->label);
    return r->format ? STATUS_OK : fail_plain(STATUS_UNSUPPORTED, &UNKNOWN_FORMAT, r->label, err);
}

/* Decodes the piece.  ASCII decides nothing: what follows may be in any charset. */
static enum status decode(struct reader *r, struct reader_stream *s, struct span raw,
                          const struct format *format, struct err *err)
{
    if (s->format && s->format->bytes) {
        r->source = (struct text){.raw = raw, .utf8 = raw, .charset = CHARSET_UTF8};
        return STATUS_OK;
    }
    if (s->decided) {
        enum status st = charset_decode_text_as(raw, s->charset, &r->decoded, &r->source, err);
        r->source.guessed = s->guessed;
        return st;
    }
    struct span declared = s->bytes ? (struct span){0} : format_declared_charset(raw);
    enum status st =
        charset_decode_text(raw, declared, family_of(raw, format), &r->decoded, &r->source, err);
    s->decided = r->source.charset != CHARSET_UTF8 || r->source.bom_bytes || r->source.declared ||
                 utf8_ascii_prefix(raw) < raw.n;
    s->charset = r->source.charset;
    s->guessed = r->source.guessed;
    return st;
}

/* The bytes of a piece up to its last whole line, so that no character is cut; none if there is no
 * whole line and more bytes can come.  If none can, all bytes count. */
static struct span whole_lines(const struct reader_piece *piece, const struct reader_stream *s)
{
    struct span raw = piece->raw;
    size_t n = raw.n;
    if (!piece->last && s->format && s->format->positions)
        return span_make(raw.p, n - n % s->format->positions->bytes);
    if (!piece->last && s->format && s->format->bytes) /* read whole, or refused */
        return span_make(raw.p, piece->full ? n : 0);
    bool wide = s->decided ? s->charset == CHARSET_UTF16LE || s->charset == CHARSET_UTF16BE
                           : memchr(raw.p, '\0', raw.n) != NULL;
    if (piece->last)
        return raw;
    if (wide)
        return span_make(raw.p, n & ~(size_t)1);
    if (piece->full)
        while (n > 1 && (unsigned char)raw.p[n - 1] >= 0x80)
            n--;
    else
        while (n && raw.p[n - 1] != '\n')
            n--;
    return span_make(raw.p, n);
}

static uint32_t count_lines(const char *from, const char *to)
{
    uint32_t n = 0;
    for (const char *p = from; p < to; p++)
        n += cursor_is_line_end(p, to);
    return n;
}

/* The next piece begins at `at`. */
static void use_up_to(struct reader *r, struct reader_stream *s, struct reader_piece *piece,
                      const char *at)
{
    struct text_map map; /* of its own: that of the problems only goes ahead */
    const struct position_codec *positions = r->format->positions;
    size_t n = (size_t)(at - r->text.p);
    piece->used = n;
    if (n == 0)
        return;
    text_map_init(&map, &r->source);
    if (!r->format->bytes)
        piece->used = text_map_offset(&map, n);
    text_map_release(&map);
    s->bytes += piece->used;
    s->lines += positions          ? (uint32_t)(n / positions->bytes)
                : r->format->bytes ? 0
                                   : count_lines(r->text.p, at);
}

static enum status deliver(struct reader *r, struct record *rec, struct err *err)
{
    enum status st = r->sink(r->ctx, rec);
    r->sink_failed |= st != STATUS_OK;
    return st == STATUS_OK ? STATUS_OK : err_plain(err, st, NULL);
}

/* A record that no piece has room for is given as rejected. */
static enum status reject_large(struct reader *r, struct reader_stream *s, size_t bytes,
                                struct err *err)
{
    enum status st = reader_begin(r, r->text.p, err);
    if (st != STATUS_OK)
        return st;
    reader_problem(r, PROBLEM_REJECTED, STATUS_LIMIT, &LARGE_RECORD, SPAN_U64(bytes), r->text.p, 1);
    s->skipping = true;
    s->count++;
    return deliver(r, r->rec, err);
}

/* What to make of a piece that is not the last, once it has been read. */
static enum status settle(struct reader *r, struct reader_stream *s, struct reader_piece *piece,
                          enum status st, struct err *err)
{
    const char *next = r->held_begins ? r->held_begins : r->text.p;
    if (s->skipping && r->emitted > 0)
        s->skipping = false;
    bool stuck = next == r->text.p && !s->skipping;
    if (stuck && st != STATUS_OK && piece->full) { /* it is not for want of bytes that it fails */
        struct err ignored;
        enum status given = r->held_begins ? deliver(r, &r->held, &ignored) : STATUS_OK;
        s->count = r->count;
        return r->sink_failed ? given : st;
    }
    r->count -= r->held_begins != NULL;
    s->count = r->count;
    st = STATUS_OK;
    if (stuck && piece->full)
        st = reject_large(r, s, piece->raw.n, err);
    if (s->skipping)
        next = r->text.p + r->text.n;
    use_up_to(r, s, piece, next);
    return st;
}

static enum status read_text(struct reader *r, struct reader_stream *s, struct reader_piece *piece,
                             struct err *err)
{
    struct err why;
    r->holds_back = !piece->last;
    r->dropping = false;
    r->held_begins = NULL;
    r->sink_failed = false;
    r->emitted = 0;
    if (s->skipping && r->format->resume) {
        const char *next = r->format->resume(r->text);
        if (!next) {
            use_up_to(r, s, piece, r->text.p + r->text.n);
            return STATUS_OK;
        }
        r->lines_before += count_lines(r->text.p, next);
        r->text = span_skip(r->text, (size_t)(next - r->text.p));
    } else {
        r->dropping = s->skipping;
    }
    enum status st = r->format->read(r, &why);
    r->lines_before = s->lines;
    r->text = r->source.utf8;
    if (r->sink_failed || st == STATUS_NOMEM) {
        *err = why;
        return st;
    }
    if (!piece->last)
        st = settle(r, s, piece, st, &why);
    else if (st == STATUS_OK && r->count == 0)
        st = err_plain(&why, STATUS_SYNTAX, &NO_GAME);
    if (st != STATUS_OK) {
        err_in_file(&why, r->label);
        if (err)
            *err = why;
    }
    return st;
}

enum status reader_read_piece(struct reader *r, struct reader_stream *stream,
                              struct reader_piece *piece, struct span label,
                              const struct format *format, record_sink *sink, void *ctx,
                              struct err *err)
{
    r->label = label;
    r->sink = sink;
    r->ctx = ctx;
    r->count = stream->count;
    r->rec = &r->record;
    r->bytes_before = stream->bytes;
    r->lines_before = stream->lines;
    piece->used = piece->last ? piece->raw.n : 0;
    if (!piece->raw.n)
        return stream->bytes ? STATUS_OK : fail_plain(STATUS_SYNTAX, &EMPTY_FILE, label, err);
    if (!stream->format)
        stream->format = format && format->bytes ? format : bytes_format(piece->raw, label);
    struct span raw = whole_lines(piece, stream);
    if (!raw.n)
        return STATUS_OK;
    enum status st = decode(r, stream, raw, format, err);
    if (st != STATUS_OK)
        return st;
    r->text = r->source.utf8;
    r->format = stream->format;
    if (!r->format)
        st = choose_format(r, format, err);
    if (st != STATUS_OK)
        return st;
    stream->format = r->format;
    text_map_init(&r->map, &r->source);
    st = read_text(r, stream, piece, err);
    text_map_release(&r->map);
    return st;
}

enum status reader_read(struct reader *r, struct span raw, struct span label,
                        const struct format *format, record_sink *sink, void *ctx, struct err *err)
{
    struct reader_stream stream = {0};
    struct reader_piece piece = {.raw = raw, .last = true};
    return reader_read_piece(r, &stream, &piece, label, format, sink, ctx, err);
}

/* --- For the formats' read functions --------------------------------------------------------- */

/* Once a file, or a piece of one, with its first game: bytes that are in no character. */
static void report_bad_bytes(struct reader *r)
{
    struct err err;
    err_set(&err, STATUS_CHARSET, &BAD_BYTES, SPAN_U64(r->source.bad_bytes),
            span_of(charset_name(r->source.charset)));
    err_in_file(&err, r->label);
    uint32_t line = r->lines_before + 1;
    for (size_t i = 0; i < r->source.first_bad; i++)
        line += cursor_is_line_end(r->source.raw.p + i, r->source.raw.p + r->source.raw.n);
    err_at(&err, line, r->bytes_before + r->source.first_bad);
    record_add_problem(r->rec, PROBLEM_LOST, &err);
}

/* --- Lines of play ---------------------------------------------------------------------------- */

static void clear_shogi(struct reader *r)
{
    shogi_line_clear(&r->line, r->rec);
}

static enum status finish_shogi(struct reader *r)
{
    return shogi_line_finish(&r->line);
}

static void clear_go(struct reader *r)
{
    go_line_clear(&r->go_line, r->rec);
}

static void clear_chaturanga(struct reader *r)
{
    chaturanga_line_clear(&r->chaturanga_line, r->rec);
}

/* What the line of play of a game needs before and after a record. */
struct reader_line {
    const struct game *game;
    void (*clear)(struct reader *r);
    enum status (*finish)(struct reader *r); /* NULL: nothing */
};

/* NULL: the formats of the game keep no line in the reader. */
static const struct reader_line *line_of_game(const struct game *game)
{
    static const struct reader_line LINES[] = {{&shogi_game, clear_shogi, finish_shogi},
                                               {&go_game, clear_go, NULL},
                                               {&chaturanga_game, clear_chaturanga, NULL}};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        if (LINES[i].game == game)
            return &LINES[i];
    return NULL;
}

enum status reader_begin(struct reader *r, const char *at, struct err *err)
{
    struct record *rec = r->rec;
    r->begins = at;
    if (record_clear(rec, r->format->game) != STATUS_OK)
        return err_nomem(err);
    const struct reader_line *line = line_of_game(rec->game);
    if (line)
        line->clear(r);
    rec->format = r->format->name;
    rec->charset = charset_name(r->source.charset);
    rec->charset_guessed = r->source.guessed;
    rec->label = r->label;
    rec->number_in_file = r->count;
    if (r->emitted == 0 && r->source.bad_bytes)
        report_bad_bytes(r);
    return STATUS_OK;
}

/* If a record has more problems than are kept, the last one says how many. */
static void report_dropped(struct reader *r)
{
    struct err err;
    if (r->rec->problem_count == RECORD_MAX_PROBLEMS)
        record_drop_least(r->rec);
    err_set(&err, STATUS_LIMIT, &MORE_PROBLEMS, SPAN_U64(r->rec->problems_dropped),
            (struct span){0});
    err_in_file(&err, r->label);
    record_add_problem(r->rec, r->rec->worst > PROBLEM_NOTE ? PROBLEM_LOST : PROBLEM_NOTE, &err);
}

/* The record before the present one was whole, for there is a present one. */
static enum status hold(struct reader *r, struct err *err)
{
    enum status st = r->held_begins ? deliver(r, &r->held, err) : STATUS_OK;
    struct record whole = r->held;
    r->held = *r->rec;
    *r->rec = whole; /* cleared for the next game */
    r->held_begins = r->begins;
    return st;
}

enum status reader_emit(struct reader *r, struct err *err)
{
    enum status st = STATUS_OK;
    if (r->rec->problems_dropped)
        report_dropped(r);
    const struct reader_line *line = line_of_game(r->format->game);
    if (line && line->finish)
        st = line->finish(r);
    if (st != STATUS_OK)
        return err_nomem(err);
    if (r->dropping) {
        r->dropping = false;
        return STATUS_OK;
    }
    r->count++;
    r->emitted++;
    return r->holds_back ? hold(r, err) : deliver(r, r->rec, err);
}

static void place(struct reader *r, struct err *err, const char *at, uint32_t line)
{
    err_in_file(err, r->label);
    struct span text = r->source.utf8;
    if (!at || at < text.p || at > text.p + text.n)
        return;
    size_t n = (size_t)(at - text.p);
    err_at(err, r->lines_before + line,
           r->bytes_before + (r->format->bytes ? n : text_map_offset(&r->map, n)));
}

void reader_problem_at(struct reader *r, enum problem_severity severity, const struct err *why,
                       const char *at, uint32_t line)
{
    if (severity == PROBLEM_NOTE && r->rec->problem_count >= RECORD_MAX_PROBLEMS) {
        record_drop_problem(r->rec, severity);
        return;
    }
    struct err err = *why;
    place(r, &err, at, line);
    uint32_t before = r->rec->problem_count;
    record_add_problem(r->rec, severity, &err);
    if (r->rec->problem_count > before && r->rec->game == &shogi_game && r->line.started)
        r->rec->problems[before].node = shogi_line_last_node(&r->line);
}

void reader_problem2(struct reader *r, enum problem_severity severity, enum status code,
                     const struct msg *what, struct span arg1, struct span arg2, const char *at,
                     uint32_t line)
{
    struct err err;
    err_set(&err, code, what, arg1, arg2);
    reader_problem_at(r, severity, &err, at, line);
}

void reader_problem(struct reader *r, enum problem_severity severity, enum status code,
                    const struct msg *what, struct span arg, const char *at, uint32_t line)
{
    reader_problem2(r, severity, code, what, arg, (struct span){0}, at, line);
}

void reader_no_room(struct reader *r, const char *at, uint32_t line)
{
    reader_problem(r, PROBLEM_LOST, STATUS_LIMIT, &LONG_COMMENT, (struct span){0}, at, line);
}

enum status reader_fail(struct reader *r, enum status code, const struct msg *what, struct span arg,
                        const char *at, uint32_t line, struct err *err)
{
    err_set(err, code, what, arg, (struct span){0});
    place(r, err, at, line);
    return code;
}

/* book_file.c: see book_file.h.
 *
 * In a text, lines of positions are compared without the number of the move at their end: a blank
 * comes before all that boards and hands are written with, so that lines that are sorted are sorted
 * without it, too, and those of one position are neighbours.  Whether they are sorted is looked up
 * when the book is opened, everywhere in a small file and in a few thousand places of a large one. */
#include "formats/shogi/book_file.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/text/num.h"
#include "formats/shogi/hcpe.h"

enum {
    ALL_BYTES = 64 << 20, /* of a file this large or smaller every position is looked at */
    LOOKS = 4096,         /* and of a larger one so many */
    MOST_INDEXED = 1 << 30,
};

/* The file is named by err->file. */
static const struct msg NOT_SORTED = {
    "not an opening book (not YaneuraOu's text; Apery's entries would be sorted by key)",
    "定跡ファイルではありません（やねうら王のテキストではなく、Apery の定跡ならキー順のはずです）"};
static const struct msg NO_BOOK = {
    "not an opening book (neither YaneuraOu's text nor Apery's entries of 16 bytes), or cut short",
    "定跡ファイルではないか、途中で切れています（やねうら王のテキストでも 16 バイト単位の Apery "
    "の定跡でもありません）"};
static const struct msg NO_POSITIONS = {"opening book has no positions", "定跡に局面がありません"};
static const struct msg CUT = {"opening book was cut short while it was used",
                               "定跡ファイルが使用中に切り詰められました"};

/* --- Moves of a position ---------------------------------------------------------------------- */

static void add_move(struct book_file_moves *out, const struct shogi_pos *pos,
                     const struct book_file_move *m)
{
    if (!m->move || !shogi_move_is_legal(pos, m->move)) {
        out->refused++;
        return;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        struct book_file_move *known = &out->at[i];
        if (known->move == m->move) {
            known->games += m->games < UINT32_MAX - known->games ? m->games : 0;
            return;
        }
    }
    if (out->count < SHOGI_MAX_MOVES) /* there are no more that are legal */
        out->at[out->count++] = *m;
}

/* --- YaneuraOu's text ------------------------------------------------------------------------- */

/* The line at an offset, without its end; *next is where the one after it begins.  A last line that
 * has no end is cut short: it counts as empty. */
static struct span line_at(struct span bytes, size_t at, size_t *next)
{
    const char *begin = bytes.p + at, *end = memchr(begin, '\n', bytes.n - at);
    *next = end ? (size_t)(end - bytes.p) + 1 : bytes.n;
    return end ? span_trim(span_make(begin, (size_t)(end - begin))) : span_make(begin, 0);
}

/* The first line of a position that begins at an offset or after it and before `limit`; false if
 * there is none. */
static bool position_from(struct span bytes, size_t at, size_t limit, size_t *found)
{
    size_t next;
    if (at > 0)
        line_at(bytes, at - 1, &at);
    for (; at < limit; at = next) {
        struct span line = line_at(bytes, at, &next);
        if (span_starts(line, SPAN(BOOK_YANEURAOU_POSITION))) {
            *found = at;
            return true;
        }
    }
    return false;
}

/* Board, side to move and hands of a line, without the number of the move. */
static struct span key_of_line(struct span line)
{
    struct span rest = span_skip(line, sizeof BOOK_YANEURAOU_POSITION - 1);
    const char *begin = rest.p;
    size_t end = 0;
    for (int field = 0; field < 3; field++) {
        struct span word = span_eat_word(&rest);
        if (!word.n)
            break;
        if (field == 0)
            begin = word.p;
        end = (size_t)(word.p + word.n - begin);
    }
    return span_make(begin, end);
}

static struct span key_at(struct span bytes, size_t at)
{
    size_t next;
    return key_of_line(line_at(bytes, at, &next));
}

/* The whole word is a number; anything else is `otherwise`. */
static int64_t number_of(struct span word, int64_t min, int64_t max, int64_t otherwise)
{
    int64_t n;
    return num_parse_i64(word, min, max, &n) ? n : otherwise;
}

/* "7g7f 3c3d 98 32 207", of which anything but the first may be missing. */
static void read_move(struct span line, const struct shogi_pos *pos, struct book_file_moves *out)
{
    struct book_file_move m = {0};
    struct span move = span_eat_word(&line), reply = span_eat_word(&line);
    if (!move.n || move.p[0] == '#' || span_starts(move, SPAN("//")) ||
        span_eq(move, SPAN("none")) || span_eq(move, SPAN("resign")))
        return;
    if (!shogi_usi_parse(move, &m.move))
        m.move = 0;
    if (!shogi_usi_parse(reply, &m.reply))
        m.reply = 0;
    m.value = (int32_t)number_of(span_eat_word(&line), INT32_MIN, INT32_MAX, 0);
    m.depth = (int32_t)number_of(span_eat_word(&line), 0, INT32_MAX, 0);
    m.games = (uint32_t)number_of(span_eat_word(&line), 1, UINT32_MAX, 1);
    add_move(out, pos, &m);
}

/* The moves behind the line of a position; returns where they end. */
static size_t read_moves(struct span bytes, size_t at, const struct shogi_pos *pos,
                         struct book_file_moves *out)
{
    size_t next;
    line_at(bytes, at, &at);
    for (; at < bytes.n; at = next) {
        struct span line = line_at(bytes, at, &next);
        if (span_starts(line, SPAN(BOOK_YANEURAOU_POSITION)))
            break;
        read_move(line, pos, out);
    }
    return at;
}

/* The first position whose key is not less; false if there is none. */
static bool lower_bound(struct span bytes, struct span key, size_t *found)
{
    size_t low = 0, high = bytes.n, at;
    bool any = false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (!position_from(bytes, middle, high, &at)) {
            high = middle;
        } else if (span_compare(key_at(bytes, at), key) < 0) {
            low = at + 1;
        } else {
            *found = at;
            any = true;
            high = middle;
        }
    }
    return any;
}

static void find_sorted(struct span bytes, struct span key, const struct shogi_pos *pos,
                        struct book_file_moves *out)
{
    size_t at;
    if (!lower_bound(bytes, key, &at))
        return;
    while (at < bytes.n && span_eq(key_at(bytes, at), key))
        at = read_moves(bytes, at, pos, out);
}

/* By key, those of one position in the order of the file. */
static int compare_index(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    int order = span_compare(*x, *y);
    return order ? order : (x->p > y->p) - (x->p < y->p);
}

static void find_indexed(const struct book_file *f, struct span key, const struct shogi_pos *pos,
                         struct book_file_moves *out)
{
    size_t low = 0, high = f->index_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (span_compare(f->index[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < f->index_count && span_eq(f->index[low], key); low++)
        read_moves(f->bytes, (size_t)(f->index[low].p - f->bytes.p), pos, out);
}

static enum status find_text(const struct book_file *f, const struct shogi_pos *pos,
                             struct book_file_moves *out, struct err *err)
{
    struct buf line;
    size_t next;
    buf_init(&line, BUF_DEFAULT_MAX);
    buf_add_str(&line, BOOK_YANEURAOU_POSITION);
    shogi_sfen_print(pos, 1, &line);
    buf_add_char(&line, '\n');
    enum status st = buf_status(&line) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK) {
        struct span key = key_of_line(line_at(buf_span(&line), 0, &next));
        if (f->index_count)
            find_indexed(f, key, pos, out);
        else
            find_sorted(f->bytes, key, pos, out);
    }
    buf_release(&line);
    return st;
}

/* Looks at the positions in turn, or at some of them. */
static bool is_text_sorted(struct span bytes, size_t *positions)
{
    size_t step = bytes.n <= ALL_BYTES ? 0 : bytes.n / LOOKS, at = 0;
    struct span last = {NULL, 0};
    *positions = 0;
    for (size_t from = 0; position_from(bytes, from, bytes.n, &at); from = at + 1 + step) {
        struct span key = key_at(bytes, at);
        if (*positions && span_compare(last, key) > 0)
            return false;
        last = key;
        ++*positions;
        if (at + step >= bytes.n)
            break;
    }
    return true;
}

static enum status make_index(struct book_file *f, struct err *err)
{
    size_t cap = 0, at = 0;
    for (size_t from = 0; position_from(f->bytes, from, f->bytes.n, &at); from = at + 1) {
        struct span *grown = mem_grow(f->index, f->index_count, &cap, MOST_INDEXED, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        f->index = grown;
        grown[f->index_count++] = key_at(f->bytes, at);
    }
    qsort(f->index, f->index_count, sizeof *f->index, compare_index);
    return STATUS_OK;
}

/* --- Apery's entries -------------------------------------------------------------------------- */

static uint64_t entry_key(struct span bytes, size_t entry)
{
    return le_get64(bytes.p + entry * BOOK_APERY_BYTES);
}

static bool are_entries_sorted(struct span bytes)
{
    size_t count = bytes.n / BOOK_APERY_BYTES;
    size_t step = bytes.n <= ALL_BYTES ? 1 : count / LOOKS;
    for (size_t i = step; i < count; i += step)
        if (entry_key(bytes, i - step) > entry_key(bytes, i))
            return false;
    return true;
}

static void find_entries(const struct book_file *f, const struct shogi_pos *pos,
                         struct book_file_moves *out)
{
    uint64_t key = apery_key(f->keys, pos);
    size_t count = f->bytes.n / BOOK_APERY_BYTES, low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entry_key(f->bytes, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && entry_key(f->bytes, low) == key; low++) {
        const char *entry = f->bytes.p + low * BOOK_APERY_BYTES;
        uint16_t games = le_get16(entry + 10);
        const struct book_file_move m = {.move = hcpe_move_parse(le_get16(entry + 8)),
                                         .games = games ? games : 1,
                                         .value = (int32_t)le_get32(entry + 12)};
        add_move(out, pos, &m);
    }
}

/* --- Opening and finding ---------------------------------------------------------------------- */

static enum status open_text(struct book_file *f, struct err *err)
{
    size_t positions;
    if (!is_text_sorted(f->bytes, &positions))
        return make_index(f, err);
    return positions ? STATUS_OK : err_plain(err, STATUS_SYNTAX, &NO_POSITIONS);
}

static enum status open_entries(struct book_file *f, struct err *err)
{
    if (!f->bytes.n || f->bytes.n % BOOK_APERY_BYTES)
        return err_plain(err, STATUS_SYNTAX, &NO_BOOK);
    if (!are_entries_sorted(f->bytes))
        return err_plain(err, STATUS_SYNTAX, &NOT_SORTED);
    f->keys = mem_alloc(sizeof *f->keys);
    if (!f->keys)
        return err_nomem(err);
    apery_keys_make(f->keys);
    return STATUS_OK;
}

static enum status open_book(struct book_file *f, struct err *err)
{
    struct span head = f->bytes;
    span_eat(&head, SPAN("\xEF\xBB\xBF"));
    bool is_text = span_starts(head, SPAN("#YANEURAOU-DB")) ||
                   span_starts(head, SPAN(BOOK_YANEURAOU_POSITION));
    if (!is_text)
        return open_entries(f, err);
    f->bytes = head;
    return open_text(f, err);
}

enum status book_file_open_bytes(struct book_file *f, struct span bytes, struct err *err)
{
    *f = (struct book_file){.bytes = bytes};
    enum status st = open_book(f, err);
    if (st != STATUS_OK)
        book_file_close(f);
    return st;
}

enum status book_file_open(struct book_file *f, const char *path, struct err *err)
{
    *f = (struct book_file){0};
    enum status st = file_view_open(&f->view, path, SIZE_MAX / 2, err);
    if (st == STATUS_OK) {
        f->bytes = f->view.bytes;
        st = open_book(f, err);
        if (st != STATUS_OK)
            err_in_file(err, span_of(path));
    }
    if (st != STATUS_OK)
        book_file_close(f);
    return st;
}

void book_file_close(struct book_file *f)
{
    mem_free(f->index);
    mem_free(f->keys);
    file_view_close(&f->view);
    *f = (struct book_file){0};
}

enum status book_file_find(const struct book_file *f, const struct shogi_pos *pos,
                           struct book_file_moves *out, struct err *err)
{
    enum status st = STATUS_OK;
    out->count = out->refused = 0;
    if (f->keys)
        find_entries(f, pos, out);
    else
        st = find_text(f, pos, out, err);
    if (st == STATUS_OK && file_view_is_lost(&f->view))
        st = err_plain(err, STATUS_IO, &CUT);
    return st;
}

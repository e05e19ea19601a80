#include "text/mine/truth.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"

const uint32_t truth_cutoffs[TRUTH_CUTOFFS] = {1000, 5000, 10000, 25000};

static const struct msg BAD_POINT = {"%1 is not a point; write two letters, such as pd",
                                     "%1 は点ではありません。pd のように 2 文字で書いてください"};
static const struct msg TOO_LONG = {"line of more than 512 stones", "512 手を超える行です"};

struct truth_form {
    const uint8_t *bytes; /* 3 * count: truth_canonical() */
    uint32_t count, line;
};

/* ---- the same up to symmetry ---- */

enum { SYMMETRIES = 8, STONE_BYTES = 3 };

/* The vector (across, up) under a symmetry: bits 0 and 1 turn the axes around, bit 2 exchanges
 * them. */
static void turn(unsigned symmetry, int *across, int *up)
{
    int a = symmetry & 1 ? -*across : *across, u = symmetry & 2 ? -*up : *up;
    *across = symmetry & 4 ? u : a;
    *up = symmetry & 4 ? a : u;
}

static void write_image(unsigned symmetry, const struct truth_stone *stones, size_t count,
                        uint8_t *out)
{
    int least_across = INT32_MAX, least_up = INT32_MAX;
    for (size_t i = 0; i < count; i++) {
        int across = stones[i].column, up = stones[i].row;
        turn(symmetry, &across, &up);
        least_across = across < least_across ? across : least_across;
        least_up = up < least_up ? up : least_up;
    }
    for (size_t i = 0; i < count; i++, out += STONE_BYTES) {
        int across = stones[i].column, up = stones[i].row;
        turn(symmetry, &across, &up);
        out[0] = (uint8_t)(across - least_across);
        out[1] = (uint8_t)(up - least_up);
        out[2] = stones[i].colour != stones[0].colour;
    }
}

void truth_canonical(const struct truth_stone *stones, size_t count, uint8_t *out)
{
    uint8_t image[STONE_BYTES * TRUTH_LONGEST];
    write_image(0, stones, count, out);
    for (unsigned symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        write_image(symmetry, stones, count, image);
        if (memcmp(image, out, STONE_BYTES * count) < 0)
            memcpy(out, image, STONE_BYTES * count);
    }
}

static int compare_forms(const void *a, const void *b)
{
    const struct truth_form *f = a, *g = b;
    if (f->count != g->count)
        return f->count < g->count ? -1 : 1;
    return memcmp(f->bytes, g->bytes, STONE_BYTES * (size_t)f->count);
}

/* ---- reading ---- */

static bool read_column(char c, uint8_t *out)
{
    if (c >= 'a' && c <= 'z')
        *out = (uint8_t)(c - 'a');
    else if (c >= 'A' && c <= 'Z')
        *out = (uint8_t)(c - 'A' + 26);
    else
        return false;
    return true;
}

static enum status add_stone(struct truth *t, struct truth_line *line, struct span word,
                             struct err *err)
{
    struct truth_stone stone = {.colour = line->count & 1};
    if (word.n != 2 || !read_column(word.p[0], &stone.column) ||
        !read_column(word.p[1], &stone.row))
        return err_set(err, STATUS_SYNTAX, &BAD_POINT, word, (struct span){0});
    if (line->count == TRUTH_LONGEST)
        return err_plain(err, STATUS_LIMIT, &TOO_LONG);
    struct truth_stone *grown =
        mem_grow(t->stones, t->stone_count, &t->stone_cap, SIZE_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    t->stones = grown;
    t->stones[t->stone_count++] = stone;
    line->count++;
    return STATUS_OK;
}

/* The stones of one line of the file, which begins at text.p[at] and ends before text.p[end]. */
static enum status read_line(struct truth *t, struct span text, size_t at, size_t end,
                             uint32_t number, struct err *err)
{
    struct truth_line line = {.first = t->stone_count, .number = number};
    while (at < end) {
        size_t word = at;
        while (word < end && !is_blank(text.p[word]))
            word++;
        enum status s = STATUS_OK;
        if (word > at)
            s = add_stone(t, &line, span_make(text.p + at, word - at), err);
        if (s != STATUS_OK) {
            err_at(err, number, at);
            return s;
        }
        at = word + 1;
    }
    if (line.count == 0)
        return STATUS_OK;
    struct truth_line *grown =
        mem_grow(t->lines, t->line_count, &t->line_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    t->lines = grown;
    t->lines[t->line_count++] = line;
    return STATUS_OK;
}

static bool is_comment(struct span text, size_t at, size_t end)
{
    while (at < end && is_blank(text.p[at]))
        at++;
    return at < end && text.p[at] == '#';
}

static enum status read_lines(struct truth *t, struct span text, struct err *err)
{
    static const struct span BYTE_ORDER_MARK = SPAN_INIT("\xEF\xBB\xBF");
    size_t at = span_starts(text, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.n : 0;
    for (uint32_t number = 1; at < text.n; number++) {
        const char *newline = memchr(text.p + at, '\n', text.n - at);
        size_t end = newline ? (size_t)(newline - text.p) : text.n;
        enum status s =
            is_comment(text, at, end) ? STATUS_OK : read_line(t, text, at, end, number, err);
        if (s != STATUS_OK)
            return s;
        at = end + 1;
    }
    return STATUS_OK;
}

static void add_form(struct truth *t, uint32_t line, uint32_t skip)
{
    const struct truth_line *l = &t->lines[line];
    uint32_t count = l->count - skip;
    uint8_t *bytes = t->bytes + t->byte_count;
    truth_canonical(t->stones + l->first + skip, count, bytes);
    t->forms[t->form_count++] = (struct truth_form){bytes, count, line};
    t->byte_count += STONE_BYTES * (size_t)count;
}

static enum status make_forms(struct truth *t, struct err *err)
{
    t->forms = mem_calloc(2 * t->line_count + 1, sizeof *t->forms);
    t->bytes = mem_calloc(2 * t->stone_count + 1, STONE_BYTES);
    if (!t->forms || !t->bytes)
        return err_nomem(err);
    for (uint32_t i = 0; i < t->line_count; i++) {
        if (t->lines[i].count < TRUTH_SHORTEST)
            continue;
        add_form(t, i, 0);
        add_form(t, i, 1);
    }
    qsort(t->forms, t->form_count, sizeof *t->forms, compare_forms);
    return STATUS_OK;
}

enum status truth_read(struct truth *t, struct span text, struct err *err)
{
    *t = (struct truth){0};
    enum status s = read_lines(t, text, err);
    if (s == STATUS_OK)
        s = make_forms(t, err);
    if (s != STATUS_OK)
        truth_release(t);
    return s;
}

void truth_release(struct truth *t)
{
    mem_free(t->stones);
    mem_free(t->lines);
    mem_free(t->forms);
    mem_free(t->bytes);
    *t = (struct truth){0};
}

/* ---- what was found ---- */

size_t truth_note(struct truth *t, const struct truth_stone *stones, size_t count, uint32_t nth)
{
    uint8_t bytes[STONE_BYTES * TRUTH_LONGEST];
    if (count == 0 || count > TRUTH_LONGEST || nth == 0)
        return 0;
    truth_canonical(stones, count, bytes);
    struct truth_form key = {.bytes = bytes, .count = (uint32_t)count};
    size_t from = 0, to = t->form_count;
    while (from < to) { /* the first that is not below */
        size_t middle = from + (to - from) / 2;
        if (compare_forms(&t->forms[middle], &key) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    size_t same = 0;
    for (; from < t->form_count && compare_forms(&t->forms[from], &key) == 0; from++, same++) {
        struct truth_line *line = &t->lines[t->forms[from].line];
        line->nth = line->nth && line->nth < nth ? line->nth : nth;
    }
    return same;
}

size_t truth_count_found(const struct truth *t, uint32_t nth)
{
    size_t found = 0;
    for (size_t i = 0; i < t->line_count; i++)
        found += t->lines[i].nth && t->lines[i].nth <= nth;
    return found;
}

void truth_clear(struct truth *t)
{
    for (size_t i = 0; i < t->line_count; i++)
        t->lines[i].nth = 0;
}

/* How many stones the two have in common under a symmetry, their first ones put on each other. */
static size_t common(const struct truth_stone *a, size_t a_count, const struct truth_stone *b,
                     size_t b_count, unsigned symmetry)
{
    size_t n = a_count < b_count ? a_count : b_count, i = 0;
    for (; i < n; i++) {
        int across = a[i].column - a[0].column, up = a[i].row - a[0].row;
        turn(symmetry, &across, &up);
        if (across != b[i].column - b[0].column || up != b[i].row - b[0].row ||
            (a[i].colour != a[0].colour) != (b[i].colour != b[0].colour))
            break;
    }
    return i;
}

size_t truth_path(const struct truth *t, const struct truth_stone *stones, size_t count)
{
    size_t best = 0;
    for (size_t i = 0; i < t->line_count; i++)
        for (unsigned k = 0; k < 2 * SYMMETRIES; k++) {
            const struct truth_line *line = &t->lines[i];
            uint32_t skip = k >= SYMMETRIES && line->count > 1;
            size_t n = common(stones, count, t->stones + line->first + skip, line->count - skip,
                              k % SYMMETRIES);
            best = n > best ? n : best;
        }
    return best;
}

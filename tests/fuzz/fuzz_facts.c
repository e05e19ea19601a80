/* fuzz_facts.c: any bytes as a fact index of four facts over 500 lines.  Whatever the lists say,
 * cursors and intersections give lines and plies that exist, or an error.
 *
 *     u16 length of the skip table, the directory, the skip table, the lists */
#include <stdio.h>
#include <stdlib.h>

#include "facts/intersect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    FACTS = 4,
    LINES = 500,
    GAMES = 400,
    PLIES = 90,
    BYTES = FACT_HEAD_BYTES + 5 * FACT_ROW_BYTES
};

static void require(bool good)
{
    if (!good)
        abort();
}

/* Lines of PLIES moves, the last hundred of them variations from ply 10 on. */
static struct lines make_lines(char *first, char *variation)
{
    for (uint32_t i = 0; i <= LINES; i++)
        le_put32(first + 4 * i, i * PLIES);
    for (uint32_t i = 0; i < LINES - GAMES; i++) {
        le_put32(variation + 8 * i, i);
        le_put32(variation + 8 * i + 4, 10);
    }
    return (struct lines){
        .games = GAMES, .count = LINES, .move_bytes = 2, .first = first, .variation = variation};
}

static void add_section(struct segment *s, const char *name, size_t offset, size_t length)
{
    struct segment_section *section = &s->sections[s->count++];
    snprintf(section->name, sizeof section->name, "%s", name);
    section->offset = offset;
    section->length = length;
}

static void use_lists(const struct fact_index *x)
{
    for (uint32_t fact = 0; fact < FACTS; fact++) {
        struct fact_cursor c;
        uint32_t line = 0;
        fact_cursor_open(&c, x, fact);
        for (uint32_t i = 0; i < 3000 && fact_cursor_next(&c); i++)
            require(fact_cursor_get(&c)->line < LINES && fact_cursor_get(&c)->to <= PLIES + 1);
        fact_cursor_open(&c, x, fact);
        while (fact_cursor_seek(&c, line)) {
            require(fact_cursor_line(&c) >= line && fact_cursor_line(&c) < LINES);
            line = fact_cursor_line(&c) + 1 + line % 7;
        }
    }
}

static void use_candidates(const struct lines *l, struct fact_candidates *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const struct fact_candidate *w = &found->at[i];
        require(w->line < LINES && w->from < w->to && w->to <= PLIES + 1 &&
                w->from >= line_fresh(l, w->line));
    }
    candidates_release(found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t WANTED[FACTS] = {0, 1, 2, 3};
    static char first[4 * (LINES + 1)], variation[8 * (LINES - GAMES)];
    struct game game = {.name = "toy", .fact_count = FACTS};
    struct lines l = make_lines(first, variation);
    struct segment s = {.path = "fuzz", .view.bytes = span_make((const char *)data, size)};
    struct fact_index x;
    struct err err;
    size_t skips = size < 2 ? 0 : le_get16(data);
    if (size < 2 + BYTES + skips)
        return 0;
    add_section(&s, FACT_DIRECTORY_SECTION, 2, BYTES);
    add_section(&s, FACT_SKIPS_SECTION, 2 + BYTES, skips);
    add_section(&s, FACT_LISTS_SECTION, 2 + BYTES + skips, size - 2 - BYTES - skips);
    if (fact_index_open(&x, &game, &l, &s, &err) != STATUS_OK)
        return 0;
    for (uint32_t fact = 0; fact < FACTS; fact++)
        if (fact_list_length(&x, fact) > 100000)
            return 0; /* postings can cost next to nothing: let's not wait for them */
    use_lists(&x);
    for (size_t n = 1; n <= FACTS; n++) {
        struct fact_candidates found = {0};
        enum status st = fact_intersect(&x, WANTED, n, NULL, &l, &found, &err);
        require(st == STATUS_OK || st == STATUS_SYNTAX);
        use_candidates(&l, &found);
        st = fact_union_at_least(&x, WANTED, FACTS, n, NULL, &l, &found, &err);
        require(st == STATUS_OK || st == STATUS_SYNTAX);
        use_candidates(&l, &found);
    }
    return 0;
}

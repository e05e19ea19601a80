/* fuzz_people.c: any bytes as a list of people, as decisions on them, as the index of people, as
 * spellings of names; the first byte says which. */
#include <stdlib.h>
#include <xxhash.h>

#include "store/people/people.h"
#include "store/people/people_decisions.h"
#include "store/people/people_file.h"
#include "store/people/people_index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

/* --- A list ---------------------------------------------------------------------------------- */

static enum status add_spellings(void *ctx, const struct people_line *person, struct err *err)
{
    enum status status = STATUS_OK;
    require(person->count > 0 && person->line > 0);
    for (uint32_t i = 0; i < person->count && status == STATUS_OK; i++) {
        uint32_t number;
        require(person->spellings[i].n > 0);
        status = people_add_spelling(ctx, person->spellings[i], i + 1, &number, err);
    }
    return status;
}

/* All spellings of a line are one person, whatever else is true. */
static enum status check_line(void *ctx, const struct people_line *person, struct err *err)
{
    (void)err;
    uint32_t first = people_of(ctx, person->spellings[0]);
    require(first != PEOPLE_NOBODY);
    for (uint32_t i = 1; i < person->count; i++)
        require(people_of(ctx, person->spellings[i]) == first);
    return STATUS_OK;
}

static void check_index(const struct people *p)
{
    struct people_index made, read;
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    require(people_index_make(&made, p, &err) == STATUS_OK);
    if (people_index_print(&made, 1, &text)) {
        require(people_index_parse(&read, buf_span(&text), 1, &err) == STATUS_OK);
        require(read.count == made.count && read.spellings.count == made.spellings.count);
        people_index_release(&read);
    }
    people_index_release(&made);
    buf_release(&text);
}

static void try_list(struct span text)
{
    struct people_builder *b;
    struct people *p;
    struct err err = {0};
    require(people_begin(&b, &chaturanga_game, &err) == STATUS_OK);
    enum status status = people_file_parse(text, SPAN("fuzz"), add_spellings, b, &err);
    if (status != STATUS_OK) {
        require(status == STATUS_SYNTAX && err.line > 0 && err.byte <= text.n);
        people_abandon(b);
        return;
    }
    require(people_add_list(b, text, SPAN("fuzz"), &err) == STATUS_OK);
    require(people_end(b, &p, &err) == STATUS_OK);
    require(people_file_parse(text, SPAN("fuzz"), check_line, p, &err) == STATUS_OK);
    check_index(p);
    people_free(p);
}

/* --- Decisions and the index: with a checksum that is right ------------------------------------ */

static void add_checksum(struct buf *text)
{
    buf_printf(text, "checksum %016llx\n", (unsigned long long)XXH3_64bits(text->p, text->n));
}

static enum status check_decision(void *ctx, const struct people_decision *d, struct err *err)
{
    (void)ctx, (void)err;
    require(d->a.n > 0 && (d->b.n > 0) == d->merge);
    return STATUS_OK;
}

static void try_decisions(struct span lines)
{
    struct buf text;
    struct err err = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, "kifu-people-decisions 1\n");
    buf_add_span(&text, lines);
    add_checksum(&text);
    enum status status =
        people_decisions_parse(buf_span(&text), SPAN("fuzz"), check_decision, NULL, &err);
    require(status == STATUS_OK || (status == STATUS_SYNTAX && err.line > 0));
    status = people_decisions_parse(lines, SPAN("fuzz"), check_decision, NULL, &err);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    buf_release(&text);
}

static void try_index(struct span rows)
{
    struct buf text;
    struct err err = {0};
    struct people_index x;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_add_str(&text, "kifu-people-index 1\nmade-from 0000000000000007\n");
    buf_add_span(&text, rows);
    add_checksum(&text);
    enum status status = people_index_parse(&x, buf_span(&text), 7, &err);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    if (status == STATUS_OK) {
        bool *wanted = calloc((size_t)x.count + 1, sizeof *wanted), any;
        require(wanted && people_index_match(&x, SPAN("a"), wanted, &any, &err) == STATUS_OK);
        for (uint32_t i = 0; i < x.count; i++)
            (void)people_index_name(&x, i);
        free(wanted);
    }
    people_index_release(&x);
    buf_release(&text);
}

/* --- Spellings ------------------------------------------------------------------------------- */

/* A name without its rank is the same name, and no shorter one is left in it. */
static void try_spelling(struct span name)
{
    struct buf key, trimmed, again;
    buf_init(&key, BUF_DEFAULT_MAX);
    buf_init(&trimmed, BUF_DEFAULT_MAX);
    buf_init(&again, BUF_DEFAULT_MAX);
    enum spelling_kind kind = spelling_key(name, &key);
    spelling_trim(name, &trimmed);
    require(trimmed.n <= name.n);
    require(spelling_key(buf_span(&trimmed), &again) == kind || key.n == 0);
    require(span_eq(buf_span(&again), buf_span(&key)) || key.n == 0);
    buf_clear(&again);
    spelling_fold(name, &again);
    buf_release(&key);
    buf_release(&trimmed);
    buf_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 20000)
        return 0;
    struct span rest = span_make((const char *)data + 1, size - 1);
    switch (data[0] % 4) {
    case 0:
        try_list(rest);
        break;
    case 1:
        try_decisions(rest);
        break;
    case 2:
        try_index(rest);
        break;
    default:
        try_spelling(rest);
        break;
    }
    return 0;
}

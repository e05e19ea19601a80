/* people_index.c: see people_index.h. */
#include "store/people/people_index.h"

#include <xxhash.h>

#include "base/alloc.h"

#define HEAD "kifu-people-index 1\nmade-from "

enum { HEX = 16, CHECKSUM_BYTES = sizeof "checksum 0123456789abcdef\n" - 1 };

static const struct msg DAMAGED = {"the index of people is damaged", "人物の索引が壊れています"};
static const struct msg STALE = {"the index of people was made from other games",
                                 "人物の索引は別の棋譜から作られています"};

void people_index_init(struct people_index *x)
{
    *x = (struct people_index){0};
    text_table_init(&x->names);
    text_table_init(&x->spellings);
    person_text_init(&x->texts);
}

void people_index_release(struct people_index *x)
{
    text_table_release(&x->names);
    text_table_release(&x->spellings);
    person_text_release(&x->texts);
    mem_free(x->person);
    people_index_init(x);
}

/* --- Making ---------------------------------------------------------------------------------- */

/* Two persons may have one usual spelling; a zero byte and a number keep them two rows. */
static bool add_person(struct people_index *x, struct span name)
{
    struct buf row;
    uint32_t number;
    buf_init(&row, BUF_DEFAULT_MAX);
    buf_add_span(&row, name);
    buf_add_char(&row, '\0');
    buf_add_u64(&row, x->count);
    bool good = buf_status(&row) == STATUS_OK && text_table_add(&x->names, buf_span(&row), &number);
    buf_release(&row);
    x->count += good;
    return good;
}

/* Of the person added last. */
static bool add_spelling(struct people_index *x, struct span spelling)
{
    uint32_t number;
    uint32_t *grown =
        mem_grow(x->person, x->spellings.count, &x->person_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return false;
    x->person = grown;
    if (!text_table_add(&x->spellings, spelling, &number))
        return false;
    x->person[number] = x->count - 1;
    return true;
}

static bool is_needed(const struct people *p, const struct person *person)
{
    return person->count > 1 || person->aliases > 0 ||
           p->spellings[person->first].kind == SPELLING_LATIN;
}

/* Where the keys of each person are: first[person] … first[person + 1] of keys. */
struct keys_by_person {
    uint32_t *first, *keys;
};

static bool sort_keys(const struct people *p, struct keys_by_person *k)
{
    k->first = mem_calloc((size_t)p->count + 2, sizeof *k->first);
    k->keys = mem_calloc((size_t)p->keys.count + 1, sizeof *k->keys);
    if (!k->first || !k->keys)
        return false;
    for (uint32_t i = 0; i < p->keys.count; i++)
        if (p->of_key[i] != PEOPLE_NOBODY)
            k->first[p->of_key[i] + 2]++;
    for (uint32_t i = 2; i <= p->count + 1; i++)
        k->first[i] += k->first[i - 1];
    for (uint32_t i = 0; i < p->keys.count; i++)
        if (p->of_key[i] != PEOPLE_NOBODY)
            k->keys[k->first[p->of_key[i] + 1]++] = i;
    return true;
}

static bool add_all(struct people_index *x, const struct people *p, uint32_t number,
                    const struct keys_by_person *k)
{
    const struct person *person = &p->at[number];
    bool good = add_person(x, person->name);
    for (uint32_t i = 0; i < person->count && good; i++)
        good = add_spelling(x, p->spellings[person->first + i].name);
    for (uint32_t i = k->first[number]; i < k->first[number + 1] && good; i++)
        good = person_text_add(&x->texts, text_table_get(&p->keys, k->keys[i]), x->count - 1);
    return good;
}

enum status people_index_make(struct people_index *x, const struct people *p, struct err *err)
{
    struct keys_by_person keys = {0};
    people_index_init(x);
    bool good = sort_keys(p, &keys);
    for (uint32_t i = 0; i < p->count && good; i++)
        if (is_needed(p, &p->at[i]))
            good = add_all(x, p, i, &keys);
    mem_free(keys.first);
    mem_free(keys.keys);
    if (good)
        return STATUS_OK;
    people_index_release(x);
    return err_nomem(err);
}

/* --- The file -------------------------------------------------------------------------------- */

static void add_hex(struct buf *out, const char *word, uint64_t number)
{
    buf_printf(out, "%s%016llx\n", word, (unsigned long long)number);
}

static bool add_row(struct buf *out, const char *head, struct span text)
{
    buf_add_str(out, head);
    buf_add_span(out, text);
    buf_add_char(out, '\n');
    return text.n == 0 || (!memchr(text.p, '\n', text.n) && !memchr(text.p, '\t', text.n));
}

/* The rows of a list whose owners ascend that belong to one person. */
static bool print_person(const struct people_index *x, uint32_t person, uint32_t *spelling,
                         uint32_t *text, struct buf *out)
{
    bool good = add_row(out, "person\t", people_index_name(x, person));
    for (; *spelling < x->spellings.count && x->person[*spelling] == person; ++*spelling)
        good &= add_row(out, "=\t", text_table_get(&x->spellings, *spelling));
    for (; *text < x->texts.count && x->texts.person[*text] == person; ++*text) {
        size_t from = *text ? x->texts.ends[*text - 1] : 0;
        good &= add_row(out, "~\t",
                        span_make(x->texts.bytes.p + from, x->texts.ends[*text] - from - 1));
    }
    return good;
}

bool people_index_print(const struct people_index *x, uint64_t stamp, struct buf *out)
{
    size_t from = out->n;
    uint32_t spelling = 0, text = 0;
    bool good = true;
    add_hex(out, HEAD, stamp);
    for (uint32_t i = 0; i < x->count; i++)
        good &= print_person(x, i, &spelling, &text, out);
    if (buf_status(out) == STATUS_OK)
        add_hex(out, "checksum ", XXH3_64bits(out->p + from, out->n - from));
    return good && buf_status(out) == STATUS_OK;
}

static bool frame_is_whole(struct span text)
{
    struct buf sum;
    if (text.n < CHECKSUM_BYTES)
        return false;
    size_t n = text.n - CHECKSUM_BYTES;
    buf_init(&sum, 64);
    add_hex(&sum, "checksum ", XXH3_64bits(text.p, n));
    bool same = span_eq(buf_span(&sum), span_skip(text, n));
    buf_release(&sum);
    return same;
}

/* Adds a line; the texts of the file are keys and keys in the other order: each one row. */
static bool parse_row(struct people_index *x, struct span line)
{
    if (span_eat(&line, SPAN("person\t")))
        return add_person(x, line);
    if (x->count == 0)
        return false;
    if (span_eat(&line, SPAN("=\t")))
        return add_spelling(x, line);
    return span_eat(&line, SPAN("~\t")) && !(line.n && memchr(line.p, ' ', line.n)) &&
           person_text_add(&x->texts, line, x->count - 1);
}

static bool parse_rows(struct people_index *x, struct span rows)
{
    while (rows.n) {
        const char *end = memchr(rows.p, '\n', rows.n);
        if (!end || !parse_row(x, span_make(rows.p, (size_t)(end - rows.p))))
            return false;
        rows = span_skip(rows, (size_t)(end - rows.p) + 1);
    }
    return true;
}

enum status people_index_parse(struct people_index *x, struct span text, uint64_t stamp,
                               struct err *err)
{
    struct buf head;
    people_index_init(x);
    buf_init(&head, 128);
    add_hex(&head, HEAD, stamp);
    bool same = span_starts(text, buf_span(&head));
    struct span rows = span_skip(text, head.n);
    buf_release(&head);
    if (!same)
        return err_plain(err, STATUS_NOT_FOUND, &STALE);
    if (frame_is_whole(text) && rows.n >= CHECKSUM_BYTES &&
        parse_rows(x, span_make(rows.p, rows.n - CHECKSUM_BYTES)))
        return STATUS_OK;
    people_index_release(x);
    return err_plain(err, STATUS_SYNTAX, &DAMAGED);
}

/* --- Looking up ------------------------------------------------------------------------------ */

uint32_t people_index_person(const struct people_index *x, struct span spelling)
{
    uint32_t number;
    return text_table_find(&x->spellings, spelling, &number) ? x->person[number] : PEOPLE_NOBODY;
}

struct span people_index_name(const struct people_index *x, uint32_t person)
{
    struct span row = text_table_get(&x->names, person);
    const char *end = memchr(row.p, '\0', row.n);
    return end ? span_make(row.p, (size_t)(end - row.p)) : row;
}

enum text_part { ANY_PART, WORD_BEGIN, WHOLE_WORD, ALL_OF_IT };

static enum status match(const struct people_index *x, struct span text, enum text_part part,
                         bool *wanted, bool *any, struct err *err)
{
    struct buf folded;
    *any = false;
    buf_init(&folded, BUF_DEFAULT_MAX);
    spelling_fold(text, &folded);
    enum status status = buf_status(&folded) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK && folded.n) {
        if (part == ANY_PART)
            person_text_match(&x->texts, buf_span(&folded), false, wanted);
        else if (part == ALL_OF_IT)
            person_text_match_whole(&x->texts, buf_span(&folded), wanted);
        else
            person_text_match_words(&x->texts, buf_span(&folded), part == WHOLE_WORD, wanted);
        for (uint32_t i = 0; i < x->count && !*any; i++)
            *any = wanted[i];
    }
    buf_release(&folded);
    return status;
}

enum status people_index_match(const struct people_index *x, struct span text, bool *wanted,
                               bool *any, struct err *err)
{
    return match(x, text, ANY_PART, wanted, any, err);
}

enum status people_index_match_words(const struct people_index *x, struct span text, bool whole,
                                     bool *wanted, bool *any, struct err *err)
{
    return match(x, text, whole ? WHOLE_WORD : WORD_BEGIN, wanted, any, err);
}

enum status people_index_find(const struct people_index *x, struct span name, bool *wanted,
                              bool *any, struct err *err)
{
    *any = false;
    for (uint32_t i = 0; i < x->count; i++) {
        wanted[i] = span_eq(people_index_name(x, i), name);
        *any |= wanted[i];
    }
    uint32_t person = people_index_person(x, name);
    if (*any)
        return STATUS_OK;
    if (person == PEOPLE_NOBODY)
        return match(x, name, ALL_OF_IT, wanted, any, err);
    wanted[person] = *any = true;
    return STATUS_OK;
}

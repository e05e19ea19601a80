/* name_table_fill.c: rows of a table of names from definitions and databases. */
#include "base/alloc.h"
#include "base/text/utf8.h"
#include "db/db_people.h"
#include "query/groups/name_table_internal.h"
#include "query/language/lexer.h"
#include "store/people/romaji.h"

static bool is_ascii(struct span s)
{
    return utf8_ascii_prefix(s) == s.n;
}

/* --- Definitions ------------------------------------------------------------------------------ */

static enum name_kind kind_of(struct span group)
{
    static const struct span GROUPS[] = {[NAME_CASTLE] = SPAN_INIT("castle"),
                                         [NAME_OPENING] = SPAN_INIT("opening"),
                                         [NAME_JOSEKI] = SPAN_INIT("joseki"),
                                         [NAME_SHAPE] = SPAN_INIT("shape")};
    for (size_t i = 0; i < sizeof GROUPS / sizeof *GROUPS; i++)
        if (span_eq(group, GROUPS[i]))
            return (enum name_kind)i;
    return group.n ? NAME_OTHER : NAME_SEARCH;
}

/* "kata-mino" is also found by "mino". */
static enum status add_parts(struct name_table *t, uint32_t row, struct span name, char mark,
                             struct err *err)
{
    enum status status = STATUS_OK;
    const char *at;
    while (status == STATUS_OK && name.n && (at = memchr(name.p, mark, name.n))) {
        name = span_skip(name, (size_t)(at - name.p) + 1);
        status = name_table_add_name(t, row, name, true, err);
    }
    return status;
}

static enum status add_definition(struct name_table *t, const struct named_queries *named,
                                  size_t nth, struct err *err)
{
    const struct named_query *n = &named->at[nth];
    struct name_row row = {.kind = kind_of(n->group), .definition = (uint32_t)nth};
    struct buf word, title;
    uint32_t number;
    bool is_new;
    buf_init(&word, BUF_DEFAULT_MAX);
    buf_init(&title, BUF_DEFAULT_MAX);
    named_add_word(n, &word);
    named_add_title(n, &title);
    row.group = n->group.n ? n->group : SPAN("search");
    row.name = n->name;
    row.word = buf_span(&word);
    row.en = buf_span(&title);
    row.ja = named_japanese_title(n);
    enum status status = name_table_add(t, &row, &number, &is_new, err);
    if (status == STATUS_OK)
        status = name_table_add_name(t, number, n->name, false, err);
    if (status == STATUS_OK)
        status = add_parts(t, number, n->name, '-', err);
    for (uint32_t i = 0; i < n->label_count && status == STATUS_OK; i++)
        status = name_table_add_name(t, number, n->labels[i], false, err);
    buf_release(&word);
    buf_release(&title);
    return status;
}

/* --- Players ---------------------------------------------------------------------------------- */

/* The first name of a person in Latin letters, or in others. */
static struct span title_of(const struct people *p, const struct person *person, bool latin)
{
    if (is_ascii(person->name) == latin)
        return person->name;
    for (uint32_t i = 0; i < person->count; i++)
        if (is_ascii(p->spellings[person->first + i].name) == latin)
            return p->spellings[person->first + i].name;
    for (uint32_t i = 0; i < person->aliases; i++)
        if (is_ascii(p->aliases[person->first_alias + i]) == latin)
            return p->aliases[person->first_alias + i];
    return person->name;
}

/* All spellings of a person, or the only one. */
static void add_player_word(const struct people *p, const struct person *person, struct buf *out)
{
    bool several = person->count > 1 || person->aliases > 0 ||
                   p->spellings[person->first].kind == SPELLING_LATIN;
    buf_add_str(out, several ? "player:" : "player:=");
    lexer_quote(person->name, out);
}

static enum status add_person(struct name_table *t, const struct people *p, uint32_t nth,
                              uint32_t *rows, struct err *err)
{
    const struct person *person = &p->at[nth];
    struct name_row row = {.kind = NAME_PLAYER,
                           .group = SPAN("player"),
                           .name = person->name,
                           .definition = UINT32_MAX};
    struct buf word, en, ja;
    bool is_new;
    buf_init(&word, BUF_DEFAULT_MAX);
    buf_init(&en, BUF_DEFAULT_MAX);
    buf_init(&ja, BUF_DEFAULT_MAX);
    add_player_word(p, person, &word);
    spelling_trim(title_of(p, person, true), &en);
    spelling_trim(title_of(p, person, false), &ja);
    row.word = buf_span(&word);
    row.en = buf_span(&en);
    row.ja = buf_span(&ja);
    enum status status = buf_status(&word) == STATUS_OK && buf_status(&en) == STATUS_OK &&
                                 buf_status(&ja) == STATUS_OK
                             ? name_table_add(t, &row, &rows[nth], &is_new, err)
                             : err_nomem(err);
    if (status == STATUS_OK)
        t->rows[rows[nth]].games += person->games;
    buf_release(&word);
    buf_release(&en);
    buf_release(&ja);
    return status;
}

/* "habu yoshiharu" in both orders, and with one way of romanising. */
static enum status add_person_key(struct name_table *t, uint32_t row, struct span key,
                                  struct err *err)
{
    struct buf text;
    const char *blank = key.n ? memchr(key.p, ' ', key.n) : NULL;
    struct span one = blank ? span_make(key.p, (size_t)(blank - key.p)) : key;
    struct span other = blank ? span_skip(key, one.n + 1) : (struct span){0};
    enum status status = STATUS_OK;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int order = 0; order < (blank ? 2 : 1) && status == STATUS_OK; order++) {
        buf_clear(&text);
        buf_add_span(&text, order ? other : one);
        buf_add_span(&text, order ? one : other);
        status = name_table_add_text(t, row, buf_span(&text), false, err);
        size_t n = text.n;
        romaji_plain(order ? other : one, &text);
        romaji_plain(order ? one : other, &text);
        struct span plain = span_skip(buf_span(&text), n);
        if (status == STATUS_OK && is_ascii(key) && !span_eq(plain, span_make(text.p, n)))
            status = name_table_add_text(t, row, plain, false, err);
    }
    if (buf_status(&text) != STATUS_OK)
        status = err_nomem(err);
    buf_release(&text);
    return status;
}

static enum status add_people(struct name_table *t, struct db *db, struct err *err)
{
    const struct people *p;
    enum status status = db_people_all(db, &p, err);
    if (status != STATUS_OK)
        return status;
    uint32_t *rows = mem_alloc(((size_t)p->count + 1) * sizeof *rows);
    if (!rows)
        return err_nomem(err);
    for (uint32_t i = 0; i < p->count && status == STATUS_OK; i++)
        status = add_person(t, p, i, rows, err);
    for (uint32_t key = 0; key < p->keys.count && status == STATUS_OK; key++)
        if (p->of_key[key] != PEOPLE_NOBODY)
            status = add_person_key(t, rows[p->of_key[key]], text_table_get(&p->keys, key), err);
    mem_free(rows);
    return status;
}

/* --- Events and tags -------------------------------------------------------------------------- */

static enum status add_text_row(struct name_table *t, enum name_kind kind, struct span name,
                                uint64_t games, struct err *err)
{
    struct name_row row = {.kind = kind,
                           .group = kind == NAME_EVENT ? SPAN("event") : SPAN("tag"),
                           .name = name,
                           .en = name,
                           .ja = name,
                           .definition = UINT32_MAX};
    struct buf word;
    uint32_t number;
    bool is_new;
    buf_init(&word, BUF_DEFAULT_MAX);
    buf_add_str(&word, kind == NAME_EVENT ? "event:=" : "tag:=");
    lexer_quote(name, &word);
    row.word = buf_span(&word);
    enum status status = buf_status(&word) == STATUS_OK
                             ? name_table_add(t, &row, &number, &is_new, err)
                             : err_nomem(err);
    if (status == STATUS_OK)
        t->rows[number].games += games;
    if (status == STATUS_OK && is_new)
        status = name_table_add_name(t, number, name, false, err);
    if (status == STATUS_OK && is_new)
        status = add_parts(t, number, name, ' ', err);
    buf_release(&word);
    return status;
}

static enum status add_events(struct name_table *t, const struct db_segment *s, struct err *err)
{
    const struct columns whole = columns_verify(&s->columns, COLUMN_EVENT, COLUMN_EVENT + 1);
    const struct column *c = &whole.column[COLUMN_EVENT];
    uint32_t most = 0;
    for (uint32_t n = 0; n < s->lines.games; n++)
        most = column_value(c, n) > most ? column_value(c, n) : most;
    uint64_t *games = mem_calloc((size_t)most + 1, sizeof *games);
    if (!games)
        return err_nomem(err);
    for (uint32_t n = 0; n < s->lines.games; n++)
        if (!db_is_removed(s, n))
            games[column_value(c, n)]++;
    enum status status = STATUS_OK;
    for (uint32_t row = 1; row <= most && status == STATUS_OK; row++) {
        struct span name;
        if (!games[row])
            continue;
        status = metadata_event_name(s->metadata, row, &name, err);
        if (status == STATUS_OK && name.n)
            status = add_text_row(t, NAME_EVENT, name, games[row], err);
    }
    mem_free(games);
    return status;
}

struct tag_collector {
    struct name_table *t;
    const struct db_segment *segment;
    enum status status;
    struct err *err;
};

static bool add_tag(void *ctx, struct span name)
{
    struct tag_collector *c = ctx;
    const struct db_segment *s = c->segment;
    size_t words = ((size_t)s->lines.games + 63) / 64;
    uint64_t *bits = mem_calloc(words + 1, sizeof *bits), games = 0;
    c->status = bits ? metadata_match(s->metadata, META_TAG, -1, name, true, bits, c->err)
                     : err_nomem(c->err);
    for (size_t w = 0; w < words && c->status == STATUS_OK; w++)
        games += (uint64_t)__builtin_popcountll(bits[w] & ~(s->removed ? s->removed[w] : 0));
    if (c->status == STATUS_OK && games)
        c->status = add_text_row(c->t, NAME_TAG, name, games, c->err);
    mem_free(bits);
    return c->status == STATUS_OK;
}

static enum status add_segment(struct name_table *t, const struct db_segment *s, struct err *err)
{
    struct tag_collector c = {.t = t, .segment = s, .err = err};
    if (!s->metadata)
        return STATUS_OK;
    enum status status = add_events(t, s, err);
    if (status == STATUS_OK)
        status = metadata_all_tags(s->metadata, add_tag, &c, err);
    return status == STATUS_OK ? c.status : status;
}

enum status name_table_fill(struct name_table *t, const struct named_queries *named,
                            struct db *const *dbs, uint32_t count, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < named->count && status == STATUS_OK; i++)
        status = add_definition(t, named, i, err);
    for (uint32_t d = 0; d < count && status == STATUS_OK; d++) {
        status = add_people(t, dbs[d], err);
        for (uint32_t i = 0; i < dbs[d]->segment_count && status == STATUS_OK; i++)
            status = add_segment(t, &dbs[d]->segments[i], err);
    }
    return status;
}

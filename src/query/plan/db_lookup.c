/* db_lookup.c: see db_lookup.h. */
#include "query/plan/db_lookup.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "db/db_people.h"
#include "store/metadata/name_fold.h"
#include "store/metadata/text_table.h"

struct db_lookup {
    struct name_lookup base; /* first */
    struct db *const *dbs;
    uint32_t count;
};

/* Who has the text in a name, in all databases so far. */
struct player_finder {
    struct span text, folded;
    bool words; /* Latin letters: whole words */
    struct text_table names;
    struct found_player {
        struct span name; /* the usual spelling, in the arena */
        uint64_t games;
        bool whole; /* the text is all of a spelling of this one */
    } * at;
    size_t cap;
    struct arena *arena;
};

static bool is_ascii(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] >= 0x80)
            return false;
    return true;
}

static bool is_letter(char c)
{
    return (unsigned char)c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the name has the text: letters of the alphabet only as words or beginnings of words, so
 * that a mistyped word is not found inside of a name by chance. */
static bool name_has(struct span name, struct span text, bool words)
{
    struct buf folded;
    bool has = false;
    buf_init(&folded, BUF_DEFAULT_MAX);
    if (!is_ascii(text)) {
        player_fold(name, &folded);
        has = span_find(buf_span(&folded), text) >= 0;
    }
    for (size_t i = 0; is_ascii(text) && i < name.n && !has; i++) {
        if (!is_letter(name.p[i]) || (i > 0 && is_letter(name.p[i - 1])))
            continue;
        for (size_t end = i + 1; end <= name.n && !has; end++) {
            if (words && end < name.n && is_letter(name.p[end]))
                continue;
            buf_clear(&folded);
            name_fold(span_make(name.p + i, end - i), &folded);
            if (folded.n > text.n)
                break;
            has = span_eq(buf_span(&folded), text);
        }
    }
    buf_release(&folded);
    return has;
}

static int compare_words(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    int order = memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);
    return order ? order : (x->n > y->n) - (x->n < y->n);
}

static enum status add_player(struct player_finder *f, struct span name, uint32_t *number,
                              struct err *err)
{
    uint32_t known = f->names.count;
    bool good = text_table_add(&f->names, name, number);
    if (good && *number == known) {
        struct found_player *grown =
            mem_grow(f->at, known, &f->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
        good = grown != NULL;
        f->at = good ? grown : f->at;
        if (good) {
            f->at[*number] = (struct found_player){0};
            good = arena_copy(f->arena, name, &f->at[*number].name);
        }
    }
    return good ? STATUS_OK : err_nomem(err);
}

/* One segment: games by row of its table of players. */
struct player_rows {
    const struct people_index *people;
    const bool *wanted;      /* by person */
    const uint64_t *matches; /* bit row - 1: the text is in the name */
    const uint64_t *games;   /* by row */
    uint32_t count;
};

static enum status add_row(struct player_finder *f, struct metadata *m, const struct player_rows *r,
                           uint32_t row, struct err *err)
{
    struct span name;
    struct buf key;
    uint32_t number;
    enum status status = metadata_player_name(m, row, &name, err);
    if (status != STATUS_OK || !name.n)
        return status;
    uint32_t person = people_index_person(r->people, name);
    bool alone = person == PEOPLE_NOBODY;
    bool matches = alone ? r->matches[(row - 1) / 64] >> (row - 1) % 64 & 1 &&
                               name_has(name, f->folded, f->words)
                         : r->wanted[person];
    if (!matches)
        return STATUS_OK;
    status = add_player(f, alone ? name : people_index_name(r->people, person), &number, err);
    if (status != STATUS_OK)
        return status;
    buf_init(&key, BUF_DEFAULT_MAX);
    player_fold(name, &key);
    f->at[number].games += r->games[row];
    f->at[number].whole |= span_eq(buf_span(&key), f->folded);
    buf_release(&key);
    return STATUS_OK;
}

static void count_games(const struct db_segment *s, uint64_t *games, uint32_t rows)
{
    struct columns c = columns_verify(&s->columns, COLUMN_PLAYER, COLUMN_COUNT);
    for (uint32_t number = 0; number < s->lines.games; number++)
        for (uint32_t seat = 0; seat < c.seats && !db_is_removed(s, number); seat++) {
            uint32_t row = column_value(&c.column[COLUMN_PLAYER + seat], number);
            games[row <= rows ? row : 0]++;
        }
}

static enum status find_rows(struct player_finder *f, const struct db_segment *s,
                             struct player_rows *r, struct err *err)
{
    enum status status = metadata_player_rows(s->metadata, &r->count, err);
    uint64_t *games = mem_calloc((size_t)r->count + 1, sizeof *games);
    uint64_t *matches = mem_calloc((size_t)r->count / 64 + 1, sizeof *matches);
    if (status == STATUS_OK && (!games || !matches))
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = metadata_match_rows(s->metadata, f->text, matches, err);
    if (status == STATUS_OK)
        count_games(s, games, r->count);
    r->games = games;
    r->matches = matches;
    for (uint32_t row = 1; row <= r->count && status == STATUS_OK; row++)
        if (games[row])
            status = add_row(f, s->metadata, r, row, err);
    mem_free(games);
    mem_free(matches);
    return status;
}

static enum status find_players(struct player_finder *f, struct db *db, struct err *err)
{
    struct player_rows r = {0};
    bool any;
    enum status status = db_people_index(db, &r.people, err);
    bool *wanted =
        status == STATUS_OK ? mem_calloc((size_t)r.people->count + 1, sizeof *wanted) : NULL;
    if (status == STATUS_OK && !wanted)
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = is_ascii(f->text)
                     ? people_index_match_words(r.people, f->text, f->words, wanted, &any, err)
                     : people_index_match(r.people, f->text, wanted, &any, err);
    uint32_t person = status == STATUS_OK ? people_index_person(r.people, f->text) : PEOPLE_NOBODY;
    if (person != PEOPLE_NOBODY)
        wanted[person] = true; /* keys leave out what stands in brackets */
    r.wanted = wanted;
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++)
        status = find_rows(f, &db->segments[i], &r, err);
    mem_free(wanted);
    return status;
}

static void leave_out_removed(const struct db_segment *s, uint64_t *bits, size_t words)
{
    for (size_t w = 0; s->removed && w < words; w++)
        bits[w] &= ~s->removed[w];
}

static bool any_set(const uint64_t *bits, size_t words)
{
    for (size_t w = 0; w < words; w++)
        if (bits[w])
            return true;
    return false;
}

/* Whether the event or a tag of one of the games has the text where a word begins.  So many games
 * are looked at. */
enum { MOST_READ = 1000 };
static enum status has_word(struct db_segment *s, enum meta_field field, const uint64_t *bits,
                            const struct player_finder *f, bool *any, struct err *err)
{
    enum status status = STATUS_OK;
    uint32_t read = 0;
    struct arena arena;
    arena_init(&arena, BUF_DEFAULT_MAX);
    for (uint32_t number = 0;
         number < s->lines.games && read < MOST_READ && !*any && status == STATUS_OK; number++) {
        struct game_summary summary;
        if (!(bits[number / 64] >> number % 64 & 1))
            continue;
        read++;
        status = metadata_summary(s->metadata, number, &arena, &summary, err);
        if (status == STATUS_OK)
            *any = name_has(field == META_TAG ? summary.tags : summary.event, f->folded, f->words);
    }
    arena_release(&arena);
    return status;
}

/* Events and tags: whether there is any. */
static enum status find_in_segment(struct db_segment *s, enum meta_field field,
                                   const struct player_finder *f, bool *any, struct err *err)
{
    size_t words = ((size_t)s->lines.games + 63) / 64;
    uint64_t *bits = mem_calloc(words + 1, sizeof *bits);
    if (!bits)
        return err_nomem(err);
    enum status status = metadata_match(s->metadata, field, -1, f->text, false, bits, err);
    leave_out_removed(s, bits, words);
    if (status == STATUS_OK && any_set(bits, words)) {
        if (is_ascii(f->folded))
            status = has_word(s, field, bits, f, any, err);
        else
            *any = true;
    }
    mem_free(bits);
    return status;
}

static int by_games(const void *a, const void *b)
{
    const struct found_player *x = a, *y = b;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    return compare_words(&x->name, &y->name);
}

/* Whether a text that is all of a name is a full one, and no family name that others have as well:
 * two words, or four characters. */
static bool is_full_name(struct span text)
{
    enum { FOUR_CHARACTERS = 12 };
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    enum spelling_kind kind = spelling_key(text, &key);
    bool full = kind == SPELLING_LATIN || (kind == SPELLING_OTHER && key.n >= FOUR_CHARACTERS);
    buf_release(&key);
    return full;
}

/* The only one of whom the text is the full name. */
static const struct found_player *full_name_of(const struct player_finder *f)
{
    const struct found_player *found = NULL;
    for (uint32_t i = 0; i < f->names.count && is_full_name(f->text); i++) {
        if (f->at[i].whole && found)
            return NULL;
        found = f->at[i].whole ? &f->at[i] : found;
    }
    return found;
}

static void list_player(const struct found_player *p, struct names_found *out)
{
    out->at[out->listed].name = p->name;
    out->at[out->listed++].games = p->games;
}

static void list_players(struct player_finder *f, struct names_found *out)
{
    /* the rest are misspellings, or namesakes whom nobody means */
    enum { CLEAR_PERCENT = 95 };
    out->count = f->names.count;
    for (uint32_t i = 0; i < out->count; i++)
        out->of += f->at[i].games;
    if (out->count > 1)
        qsort(f->at, out->count, sizeof *f->at, by_games);
    const struct found_player *full = full_name_of(f), *first = full ? full : f->at;
    if (!out->count)
        return;
    out->clear = full || first->games * 100 >= out->of * CLEAR_PERCENT;
    list_player(first, out);
    for (uint32_t i = 0; i < out->count && out->listed < NAME_LOOKUP_MOST; i++)
        if (&f->at[i] != first)
            list_player(&f->at[i], out);
}

static enum status find(const struct name_lookup *lookup, enum meta_field field, struct span text,
                        bool words, struct arena *arena, struct names_found *out, struct err *err)
{
    const struct db_lookup *l = (const struct db_lookup *)lookup;
    struct player_finder f = {.text = text, .words = words, .arena = arena};
    struct buf folded;
    enum status status = STATUS_OK;
    bool any = false;
    *out = (struct names_found){0};
    buf_init(&folded, BUF_DEFAULT_MAX);
    name_fold(text, &folded);
    f.folded = buf_span(&folded);
    text_table_init(&f.names);
    for (uint32_t d = 0; d < l->count && folded.n && status == STATUS_OK; d++) {
        if (field == META_PLAYER)
            status = find_players(&f, l->dbs[d], err);
        for (uint32_t i = 0;
             field != META_PLAYER && i < l->dbs[d]->segment_count && status == STATUS_OK; i++)
            status = find_in_segment(&l->dbs[d]->segments[i], field, &f, &any, err);
    }
    if (status == STATUS_OK && field == META_PLAYER)
        list_players(&f, out);
    else
        out->count = any;
    text_table_release(&f.names);
    mem_free(f.at);
    buf_release(&folded);
    return status;
}

enum status db_lookup_parse(struct query *q, const struct game *game,
                            const struct named_queries *named, struct span text,
                            struct db *const *dbs, uint32_t count, struct err *err)
{
    const struct db_lookup l = {.base = {find}, .dbs = dbs, .count = count};
    struct named_queries with = *named;
    bool apart = false;
    for (uint32_t i = 0; i < count; i++)
        apart |= dbs[i]->apart;
    with.lookup = apart ? NULL : &l.base;
    return query_parse(q, game, &with, text, err);
}

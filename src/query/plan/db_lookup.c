/* db_lookup.c: see db_lookup.h. */
#include "query/plan/db_lookup.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "store/metadata/name_fold.h"
#include "store/metadata/text_table.h"

struct db_lookup {
    struct name_lookup base; /* first */
    struct db *const *dbs;
    uint32_t count;
};

/* Players found so far: by a key that is equal for spellings that differ in titles, widths and the
 * order of Latin words. */
struct player_finder {
    struct span text; /* folded */
    bool words;       /* Latin letters: whole words */
    struct text_table keys;
    struct found_player {
        struct span name; /* in the arena */
        uint64_t games;
    } * at;
    size_t cap;
    struct arena *arena;
    bool whole;
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

/* Latin words in order, so that "Habu Yoshiharu" and "Yoshiharu Habu" are one. */
static void add_key(struct span name, struct buf *out)
{
    enum { MOST_WORDS = 8 };
    struct span words[MOST_WORDS];
    size_t count = 0;
    struct span rest = span_trim(name);
    if (!is_ascii(rest)) {
        player_fold(name, out);
        return;
    }
    while (rest.n && count < MOST_WORDS) {
        size_t n = 0;
        while (n < rest.n && is_letter(rest.p[n]))
            n++;
        if (n)
            words[count++] = span_make(rest.p, n);
        rest = span_skip(rest, n ? n : 1);
    }
    struct buf lower;
    buf_init(&lower, BUF_DEFAULT_MAX);
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 0; i < count; i++) {
        buf_add_span(&lower, words[i]);
        buf_add_char(&lower, ' ');
    }
    name_fold(buf_span(&lower), out);
    buf_release(&lower);
}

static enum status add_player(struct player_finder *f, struct span name, uint64_t games,
                              struct err *err)
{
    struct buf key;
    uint32_t number = 0;
    buf_init(&key, BUF_DEFAULT_MAX);
    player_fold(name, &key);
    f->whole |= span_eq(buf_span(&key), f->text);
    buf_clear(&key);
    add_key(name, &key);
    uint32_t known = f->keys.count;
    bool good = text_table_add(&f->keys, buf_span(&key), &number);
    if (good && number == known) {
        struct found_player *grown =
            mem_grow(f->at, known, &f->cap, SIZE_MAX / sizeof *grown, sizeof *grown);
        good = grown != NULL;
        f->at = good ? grown : f->at;
        if (good) {
            f->at[number] = (struct found_player){0};
            good = arena_copy(f->arena, name, &f->at[number].name);
        }
    }
    if (good)
        f->at[number].games += games;
    buf_release(&key);
    return good ? STATUS_OK : err_nomem(err);
}

/* The rows of the table of players that the games have, with their numbers of games. */
static uint64_t *count_rows(const struct db_segment *s, const uint64_t *bits, uint32_t *rows)
{
    struct columns c = columns_verify(&s->columns, COLUMN_PLAYER, COLUMN_COUNT);
    uint64_t *games = NULL;
    size_t cap = 0;
    *rows = 0;
    for (uint32_t number = 0; number < s->lines.games; number++) {
        if (!(bits[number / 64] >> number % 64 & 1))
            continue;
        for (uint32_t seat = 0; seat < c.seats; seat++) {
            uint32_t row = column_value(&c.column[COLUMN_PLAYER + seat], number);
            if (row >= cap) {
                size_t wanted = ((size_t)row + 64) * 2;
                uint64_t *grown = mem_realloc_array(games, wanted, sizeof *games);
                if (!grown) {
                    mem_free(games);
                    return NULL;
                }
                memset(grown + cap, 0, (wanted - cap) * sizeof *grown);
                games = grown;
                cap = wanted;
            }
            games[row]++;
            *rows = row >= *rows ? row + 1 : *rows;
        }
    }
    return games ? games : mem_calloc(1, sizeof *games);
}

static enum status add_segment(struct player_finder *f, struct db_segment *s, const uint64_t *bits,
                               struct err *err)
{
    uint32_t rows;
    uint64_t *games = count_rows(s, bits, &rows);
    enum status status = games ? STATUS_OK : err_nomem(err);
    for (uint32_t row = 1; row < rows && status == STATUS_OK; row++) {
        struct span name;
        if (!games[row])
            continue;
        status = metadata_player_name(s->metadata, row, &name, err);
        if (status == STATUS_OK && name_has(name, f->text, f->words))
            status = add_player(f, name, games[row], err);
    }
    mem_free(games);
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
            *any = name_has(field == META_TAG ? summary.tags : summary.event, f->text, f->words);
    }
    arena_release(&arena);
    return status;
}

static enum status find_in_segment(struct db_segment *s, enum meta_field field, struct span text,
                                   struct player_finder *players, bool *any, struct err *err)
{
    size_t words = ((size_t)s->lines.games + 63) / 64;
    uint64_t *bits = mem_calloc(words + 1, sizeof *bits);
    if (!bits)
        return err_nomem(err);
    enum status status = metadata_match(s->metadata, field, -1, text, false, bits, err);
    leave_out_removed(s, bits, words);
    if (status == STATUS_OK && any_set(bits, words)) {
        if (field == META_PLAYER)
            status = add_segment(players, s, bits, err);
        else if (is_ascii(players->text))
            status = has_word(s, field, bits, players, any, err);
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

static void list_players(struct player_finder *f, struct names_found *out)
{
    /* the rest are misspellings, or namesakes whom nobody means */
    enum { CLEAR_PERCENT = 95 };
    uint64_t games = 0, most = 0;
    out->count = f->keys.count;
    out->whole = f->whole;
    for (uint32_t i = 0; i < out->count; i++) {
        games += f->at[i].games;
        most = f->at[i].games > most ? f->at[i].games : most;
    }
    out->clear = most * 100 >= games * CLEAR_PERCENT;
    if (out->count > 1)
        qsort(f->at, out->count, sizeof *f->at, by_games);
    out->listed = out->count < NAME_LOOKUP_MOST ? out->count : NAME_LOOKUP_MOST;
    for (uint32_t i = 0; i < out->listed; i++)
        out->at[i] = f->at[i].name;
}

static enum status find(const struct name_lookup *lookup, enum meta_field field, struct span text,
                        bool words, struct arena *arena, struct names_found *out, struct err *err)
{
    const struct db_lookup *l = (const struct db_lookup *)lookup;
    struct player_finder players = {.words = words, .arena = arena};
    struct buf folded;
    enum status status = STATUS_OK;
    bool any = false;
    *out = (struct names_found){0};
    buf_init(&folded, BUF_DEFAULT_MAX);
    name_fold(text, &folded);
    players.text = buf_span(&folded);
    text_table_init(&players.keys);
    for (uint32_t d = 0; d < l->count && folded.n && status == STATUS_OK; d++)
        for (uint32_t i = 0; i < l->dbs[d]->segment_count && status == STATUS_OK; i++)
            status = find_in_segment(&l->dbs[d]->segments[i], field, text, &players, &any, err);
    if (status == STATUS_OK && field == META_PLAYER)
        list_players(&players, out);
    else
        out->count = any;
    text_table_release(&players.keys);
    mem_free(players.at);
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

/* db_sample.h: games of our own making in databases of a test's own. */
#ifndef KIFU_TESTS_UNIT_DB_SAMPLE_H
#define KIFU_TESTS_UNIT_DB_SAMPLE_H

#include <dirent.h>
#include <stdio.h>

#include "base/io/file.h"
#include "db/db.h"
#include "db/db_writer.h"
#include "formats/format.h"
#include "games/record.h"
#include "sim/generate/generate.h"
#include "store/entry.h"

/* Game n of the sample; the caller's record. */
static inline void sample_game(uint64_t n, struct record *rec)
{
    struct generator g;
    struct err err;
    generator_init(&g, 7);
    assert_int_equal(generator_add_book(&g, &err), STATUS_OK);
    assert_int_equal(generator_game(&g, n, rec), STATUS_OK);
    generator_release(&g);
}

static inline void sample_label(struct record *rec, const char *label)
{
    assert_true(arena_copy(&rec->arena, span_of(label), &rec->label));
}

/* Adds game n as if it came from a file of that label. */
static inline struct db_add_result sample_add(struct db_writer *w, uint64_t n, const char *label)
{
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result = {0};
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    sample_game(n, &rec);
    sample_label(&rec, label);
    entry_encode(&rec, NULL, 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
    return result;
}

static inline struct db_writer *sample_writer(const char *path, uint32_t segment_games)
{
    const struct db_writer_options opt = {.threads = 1, .segment_games = segment_games};
    struct db_writer *w = NULL;
    struct err err = {0};
    assert_int_equal(db_writer_open(&w, path, &shogi_game, &opt, &err), STATUS_OK);
    return w;
}

static inline void sample_commit(struct db_writer *w)
{
    struct err err = {0};
    assert_int_equal(db_writer_commit(w, &err), STATUS_OK);
}

/* A database of the games from … to-1. */
static inline void sample_make(const char *path, uint64_t from, uint64_t to, uint32_t segment_games)
{
    struct db_writer *w = sample_writer(path, segment_games);
    for (uint64_t n = from; n < to; n++)
        sample_add(w, n, "sample");
    sample_commit(w);
    db_writer_close(w);
}

static inline struct db *sample_open(const char *path)
{
    struct db *db = NULL;
    struct err err = {0};
    assert_int_equal(db_open(&db, path, &err), STATUS_OK);
    return db;
}

static inline uint32_t sample_sources(const struct db *db, uint32_t id)
{
    uint32_t count = 0;
    struct err err = {0};
    assert_int_equal(db_sources(db, id, &count, &err), STATUS_OK);
    return count;
}

/* Does game id of the database have the moves of game n? */
static inline bool sample_is(const struct db *db, uint32_t id, uint64_t n)
{
    struct record have, want;
    struct err err = {0};
    record_init(&have);
    record_init(&want);
    sample_game(n, &want);
    assert_int_equal(db_record(db, id, &have, &err), STATUS_OK);
    uint32_t a = have.nodes[0].child, b = want.nodes[0].child;
    while (a && b && have.nodes[a].move == want.nodes[b].move) {
        a = have.nodes[a].child;
        b = want.nodes[b].child;
    }
    bool same = a == 0 && b == 0;
    record_release(&have);
    record_release(&want);
    return same;
}

/* Game n as CSA, appended. */
static inline void sample_csa(uint64_t n, struct buf *out)
{
    struct record rec;
    unsigned losses = 0;
    struct err err;
    record_init(&rec);
    sample_game(n, &rec);
    if (out->n)
        buf_add_str(out, "/\n");
    assert_int_equal(format_by_name(SPAN("csa"))->write(&rec, out, &losses, &err), STATUS_OK);
    record_release(&rec);
}

/* A CSA file of the games from … to-1. */
static inline void sample_file(const char *path, uint64_t from, uint64_t to)
{
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (uint64_t n = from; n < to; n++)
        sample_csa(n, &text);
    assert_int_equal(file_replace(path, buf_span(&text), &err), STATUS_OK);
    buf_release(&text);
}

static inline void sample_read(const char *path, struct buf *out)
{
    struct err err;
    buf_init(out, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(path, BUF_DEFAULT_MAX, out, &err), STATUS_OK);
}

/* Do two databases have the same files with the same bytes? */
static inline bool sample_same_bytes(const char *a, const char *b)
{
    struct db *db = sample_open(a);
    bool same = true;
    for (uint32_t i = 0; i <= db->manifest.count; i++) {
        bool last = i == db->manifest.count;
        const char *name = last ? "MANIFEST" : db->manifest.entries[i].name;
        struct buf x, y, one, two;
        sample_read(db_file_path(&x, a, name, last ? "" : DB_SEGMENT_ENDING), &one);
        sample_read(db_file_path(&y, b, name, last ? "" : DB_SEGMENT_ENDING), &two);
        same &= span_eq(buf_span(&one), buf_span(&two));
        buf_release(&x);
        buf_release(&y);
        buf_release(&one);
        buf_release(&two);
    }
    db_close(db);
    return same;
}

/* Files in a folder, those of one dot included. */
static inline unsigned sample_files_in(const char *path)
{
    DIR *dir = opendir(path);
    unsigned n = 0;
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(dir);
    return n;
}

#endif

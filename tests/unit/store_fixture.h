/* store_fixture.h: a games segment on disk, for tests of what reads it. */
#ifndef KIFU_TESTS_UNIT_STORE_FIXTURE_H
#define KIFU_TESTS_UNIT_STORE_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/generate/generate.h"
#include "store/games_writer.h"

static inline void store_fixture_add(struct games_writer *w, uint32_t id, const struct record *rec,
                                     const struct span *tags, size_t tag_count)
{
    struct buf entry;
    struct err err;
    buf_init(&entry, BUF_DEFAULT_MAX);
    entry_encode(rec, tags, tag_count, &entry);
    assert_int_equal(buf_status(&entry), STATUS_OK);
    assert_int_equal(games_writer_add(w, id, rec, buf_span(&entry), &err), STATUS_OK);
    buf_release(&entry);
}

static inline void store_fixture_add_source(struct games_writer *w, uint32_t id,
                                            const struct record *rec)
{
    struct buf entry;
    struct err err;
    buf_init(&entry, BUF_DEFAULT_MAX);
    entry_encode(rec, NULL, 0, &entry);
    assert_int_equal(games_writer_add_source(w, id, rec, buf_span(&entry), &err), STATUS_OK);
    buf_release(&entry);
}

/* Sorts, writes and closes. */
static inline void store_fixture_finish(struct games_writer *w, const char *path)
{
    struct segment_writer s;
    struct err err;
    assert_int_equal(games_writer_sort(w, &err), STATUS_OK);
    assert_int_equal(segment_writer_open(&s, path, &err), STATUS_OK);
    assert_int_equal(games_writer_write(w, &s, &err), STATUS_OK);
    assert_int_equal(segment_writer_commit(&s, &err), STATUS_OK);
    games_writer_close(w);
}

/* Game `number` of a seed, with headers; rec is the caller's. */
static inline void store_fixture_game(struct record *rec, uint64_t seed, uint64_t number)
{
    struct generator g;
    struct err err;
    generator_init(&g, seed);
    assert_int_equal(generator_add_book(&g, &err), STATUS_OK);
    assert_int_equal(generator_game(&g, number, rec), STATUS_OK);
    assert_int_equal(invented_headers(seed, number, rec), STATUS_OK);
    generator_release(&g);
}

#endif

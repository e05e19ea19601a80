/* Checking and compacting: a sound database passes, every damage is found, compact mends indexes.
 */
#include <setjmp.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "db/merge.h"
#include "db/repair/check.h"
#include "db_sample.h"
#include "scratch.h"

struct fault_log {
    unsigned faults;
    struct err first;
    const struct msg *remedy;
};

static void on_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    struct fault_log *f = ctx;
    if (!f->faults++) {
        f->first = *err;
        f->remedy = remedy;
    }
}

static struct fault_log check(const char *path)
{
    struct fault_log faults_seen = {0};
    const struct check_options opt = {.threads = 1, .ctx = &faults_seen, .fault = on_fault};
    struct check_result result;
    struct err err = {0};
    assert_int_equal(db_check(path, &opt, &result, &err), STATUS_OK);
    assert_int_equal(result.faults, faults_seen.faults);
    return faults_seen;
}

static struct compact_result compact(const char *path)
{
    const struct compact_options opt = {.threads = 1};
    struct compact_result result;
    struct err err = {0};
    assert_int_equal(db_compact(path, &opt, &result, &err), STATUS_OK);
    return result;
}

/* Games in three segments, sources in the segment and beside it, one game removed. */
static void make_database(const char *path)
{
    uint32_t ids[] = {4, 11}, removed;
    struct err err;
    sample_make(path, 0, 20, 8);
    struct db_writer *w = sample_writer(path, 8);
    sample_add(w, 5, "later");
    sample_add(w, 200, "one");
    sample_add(w, 200, "two");
    sample_commit(w);
    assert_int_equal(db_writer_remove(w, ids, 2, &removed, &err), STATUS_OK);
    assert_int_equal(removed, 2);
    db_writer_close(w);
}

static void test_a_sound_database(void **state)
{
    (void)state;
    make_database("sound.kifu");
    assert_int_equal(check("sound.kifu").faults, 0);
}

static void test_compact_keeps_what_there_is(void **state)
{
    (void)state;
    make_database("compact.kifu");
    struct compact_result r = compact("compact.kifu");
    assert_int_equal(r.games, 19);
    assert_int_equal(r.removed, 2);
    assert_int_equal(r.segments, 1);
    struct db *db = sample_open("compact.kifu");
    const struct db_segment *s;
    uint32_t number;
    struct err err;
    assert_int_equal(db->games, 19);
    assert_int_equal(db->manifest.next_id, 21);
    for (uint32_t id = 0; id < 20; id++)
        if (id == 4 || id == 11)
            assert_int_equal(db_find(db, id, &s, &number, &err), STATUS_NOT_FOUND);
        else
            assert_true(sample_is(db, id, id));
    assert_true(sample_is(db, 20, 200));
    assert_int_equal(sample_sources(db, 5), 2);
    assert_int_equal(sample_sources(db, 20), 2);
    assert_int_equal(sample_sources(db, 6), 1);
    db_close(db);
    assert_int_equal(sample_files_in("compact.kifu"), 3);
    assert_int_equal(check("compact.kifu").faults, 0);
    struct db_writer *w = sample_writer("compact.kifu", 0);
    assert_int_equal(sample_add(w, 300, "x").id, 21); /* ids are never used again */
    db_writer_close(w);
}

static void test_readers_go_on_while_it_is_compacted(void **state)
{
    (void)state;
    make_database("readers.kifu");
    struct db *before = sample_open("readers.kifu");
    compact("readers.kifu");
    assert_int_equal(before->games, 19);
    assert_true(sample_is(before, 19, 19));
    db_close(before);
}

static void test_compacting_an_empty_database(void **state)
{
    (void)state;
    db_writer_close(sample_writer("empty.kifu", 0));
    compact("empty.kifu");
    assert_int_equal(check("empty.kifu").faults, 0);
    struct db *db = sample_open("empty.kifu");
    assert_int_equal(db->games, 0);
    db_close(db);
}

static void flip(const char *path, uint64_t byte)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, (long)byte, SEEK_SET), 0);
    int c = fgetc(f);
    assert_int_equal(fseek(f, (long)byte, SEEK_SET), 0);
    assert_int_not_equal(fputc(c ^ 0x10, f), EOF);
    assert_int_equal(fclose(f), 0);
}

static void segment_path(const char *db_path, uint32_t number, struct buf *out)
{
    struct db *db = sample_open(db_path);
    db_file_path(out, db_path, db->manifest.entries[number].name, DB_SEGMENT_ENDING);
    db_close(db);
}

/* A byte in the middle of every section of every segment. */
static void test_a_flipped_byte_is_found_in_every_section(void **state)
{
    (void)state;
    make_database("flip.kifu");
    struct db *db = sample_open("flip.kifu");
    uint32_t segments = db->manifest.count;
    db_close(db);
    unsigned tried = 0;
    for (uint32_t n = 0; n < segments; n++) {
        struct buf path;
        struct segment s;
        struct err err;
        segment_path("flip.kifu", n, &path);
        assert_int_equal(segment_open(&s, path.p, &err), STATUS_OK);
        for (unsigned i = 0; i < s.count; i++) {
            if (!s.sections[i].length)
                continue;
            uint64_t byte = s.sections[i].offset + s.sections[i].length / 2;
            flip(path.p, byte);
            struct fault_log f = check("flip.kifu");
            assert_true(f.faults >= 1);
            assert_string_equal(f.first.file, path.p);
            /* the block that it is in */
            assert_true(f.first.byte <= byte && byte - f.first.byte < SEGMENT_BLOCK);
            assert_true(f.first.byte >= s.sections[i].offset);
            flip(path.p, byte);
            tried++;
        }
        segment_close(&s);
        buf_release(&path);
    }
    assert_true(tried > 40);
    assert_int_equal(check("flip.kifu").faults, 0);
}

enum { LEAVE_OUT = INT_MAX };

/* Writes a segment anew with one byte of a section changed, or without the section, and all checksums
 * right. */
static void forge(const char *path, const char *name, size_t at)
{
    struct segment s;
    struct segment_writer w;
    struct err err;
    struct buf changed;
    assert_int_equal(segment_open(&s, path, &err), STATUS_OK);
    assert_int_equal(segment_writer_open(&w, path, &err), STATUS_OK);
    buf_init(&changed, BUF_DEFAULT_MAX);
    for (unsigned i = 0; i < s.count; i++) {
        struct span bytes =
            span_make(s.view.bytes.p + s.sections[i].offset, (size_t)s.sections[i].length);
        if (strcmp(s.sections[i].name, SEGMENT_SUMS) == 0)
            continue; /* are made anew */
        if (at == LEAVE_OUT && strcmp(s.sections[i].name, name) == 0)
            continue;
        buf_clear(&changed);
        buf_add_span(&changed, bytes);
        if (strcmp(s.sections[i].name, name) == 0)
            changed.p[at] ^= 1;
        assert_int_equal(segment_writer_section(&w, s.sections[i].name, buf_span(&changed), &err),
                         STATUS_OK);
    }
    buf_release(&changed);
    assert_int_equal(segment_writer_commit(&w, &err), STATUS_OK);
    segment_close(&s);
}

/* What is made from the records must be what they make it, though its checksum is right; compact
 * mends it. */
static void test_a_wrong_index_is_found_and_mended(void **state)
{
    (void)state;
    static const char *const ORIGINALS[] = {"lines",    "moves", "entries",
                                            "entrydir", "more",  SEGMENT_SUMS};
    unsigned tried = 0;
    for (unsigned i = 0;; i++) {
        struct buf path;
        struct segment s;
        struct err err;
        char name[32];
        snprintf(name, sizeof name, "wrong%u.kifu", i);
        sample_make(name, 0, 12, 0);
        segment_path(name, 0, &path);
        assert_int_equal(segment_open(&s, path.p, &err), STATUS_OK);
        unsigned count = s.count;
        struct segment_section section = s.sections[i < count ? i : 0];
        segment_close(&s);
        bool derived = section.length > 0;
        for (unsigned k = 0; k < sizeof ORIGINALS / sizeof *ORIGINALS; k++)
            derived &= strcmp(section.name, ORIGINALS[k]) != 0;
        if (i < count && derived) {
            forge(path.p, section.name, section.length / 2);
            struct fault_log f = check(name);
            assert_true(f.faults >= 1);
            assert_string_equal(f.first.file, path.p);
            compact(name);
            assert_int_equal(check(name).faults, 0);
            tried++;
        }
        buf_release(&path);
        if (i >= count)
            break;
    }
    assert_true(tried >= 8);
}

/* A posting is changed in the middle of the lists: named with the place. */
/* Programs before this one wrote segments without some sections: these are whole. */
static void test_older_segments_are_whole(void **state)
{
    (void)state;
    static const char *const NEWER[] = {"factspan", "factmap"};
    struct buf path;
    sample_make("older.kifu", 0, 40, 0);
    segment_path("older.kifu", 0, &path);
    for (unsigned i = 0; i < sizeof NEWER / sizeof *NEWER; i++) {
        forge(path.p, NEWER[i], LEAVE_OUT);
        struct fault_log f = check("older.kifu");
        assert_int_equal(f.faults, 0);
    }
    forge(path.p, "posshare", LEAVE_OUT);
    assert_true(check("older.kifu").faults >= 1);
    buf_release(&path);
}

static void test_a_wrong_posting_is_named(void **state)
{
    (void)state;
    struct buf path;
    struct segment s;
    struct span facts;
    struct err err;
    sample_make("posting.kifu", 0, 30, 0);
    segment_path("posting.kifu", 0, &path);
    assert_int_equal(segment_open(&s, path.p, &err), STATUS_OK);
    assert_true(segment_find(&s, "facts", &facts));
    uint64_t offset = (uint64_t)(facts.p - s.view.bytes.p);
    size_t at = facts.n / 3;
    segment_close(&s);
    forge(path.p, "facts", at);
    struct fault_log f = check("posting.kifu");
    assert_int_equal(f.faults, 1);
    assert_int_equal(f.first.byte, offset + at);
    assert_string_equal(f.first.arg[0], "facts");
    buf_release(&path);
}

static void test_a_damaged_manifest(void **state)
{
    (void)state;
    sample_make("manifest.kifu", 0, 3, 0);
    flip("manifest.kifu/MANIFEST", 40);
    struct fault_log f = check("manifest.kifu");
    assert_int_equal(f.faults, 1);
    assert_string_equal(f.first.file, "manifest.kifu/MANIFEST");
}

static void test_a_missing_segment(void **state)
{
    (void)state;
    struct buf path;
    struct db *db;
    struct err err;
    sample_make("missing.kifu", 0, 3, 0);
    segment_path("missing.kifu", 0, &path);
    assert_int_equal(unlink(path.p), 0);
    buf_release(&path);
    assert_int_equal(check("missing.kifu").faults, 1);
    assert_int_equal(db_open(&db, "missing.kifu", &err), STATUS_IO);
}

static void test_no_database(void **state)
{
    (void)state;
    struct fault_log faults_seen = {0};
    const struct check_options opt = {.ctx = &faults_seen, .fault = on_fault};
    const struct compact_options compact_opt = {0};
    struct check_result result;
    struct compact_result compacted;
    struct err err;
    assert_int_equal(db_check("nowhere", &opt, &result, &err), STATUS_NOT_FOUND);
    assert_int_equal(db_compact("nowhere", &compact_opt, &compacted, &err), STATUS_NOT_FOUND);
    assert_int_not_equal(access("nowhere", F_OK), 0);
}

struct fault_injector {
    const char *path;
    unsigned times, faults;
};

static void compact_meanwhile(void *ctx, uint64_t done, uint64_t total)
{
    struct fault_injector *m = ctx;
    const struct compact_options opt = {.threads = 1};
    struct compact_result result;
    struct err err;
    (void)done, (void)total;
    if (m->times++ == 0)
        assert_int_equal(db_compact(m->path, &opt, &result, &err), STATUS_OK);
}

static void count_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    (void)err, (void)remedy;
    ((struct fault_injector *)ctx)->faults++;
}

/* Segments that compact replaced are not lost. */
static void test_compacting_during_a_check_is_no_fault(void **state)
{
    (void)state;
    enum { GAMES = 260, FIRST = 256 };
    struct fault_injector m = {.path = "meddled.kifu"};
    const struct check_options opt = {
        .threads = 1, .ctx = &m, .fault = count_fault, .progress = compact_meanwhile};
    struct check_result result;
    struct err err = {0};
    sample_make(m.path, 0, GAMES, FIRST);
    assert_int_equal(db_check(m.path, &opt, &result, &err), STATUS_OK);
    assert_int_equal(m.times, 2);
    assert_int_equal(m.faults, 0);
    assert_int_equal(result.games, GAMES);
    assert_int_equal(result.segments, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sound_database),
        cmocka_unit_test(test_compact_keeps_what_there_is),
        cmocka_unit_test(test_readers_go_on_while_it_is_compacted),
        cmocka_unit_test(test_compacting_an_empty_database),
        cmocka_unit_test(test_a_flipped_byte_is_found_in_every_section),
        cmocka_unit_test(test_a_wrong_index_is_found_and_mended),
        cmocka_unit_test(test_older_segments_are_whole),
        cmocka_unit_test(test_a_wrong_posting_is_named),
        cmocka_unit_test(test_a_damaged_manifest),
        cmocka_unit_test(test_a_missing_segment),
        cmocka_unit_test(test_no_database),
        cmocka_unit_test(test_compacting_during_a_check_is_no_fault),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

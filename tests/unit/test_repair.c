/* Repairing: whatever is damaged, every game that an independent reading finds whole is kept, as it
 * was; what is not kept is named; the database is whole afterwards; the damaged files are still
 * there.
 *
 *   KIFU_DAMAGES=N   so many random damages of each database */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/text/num.h"
#include "db/merge.h"
#include "db/repair/byte_trial.h"
#include "db/repair/check.h"
#include "db/repair/recover.h"
#include "db/repair/repair_files.h"
#include "db/repair/salvage_file.h"
#include "db_sample.h"
#include "salvage_oracle.h"
#include "scratch.h"
#include "sim/generate/go_generate.h"

/* --- Repairing and checking ------------------------------------------------------------------- */

enum { MAX_IDS = 4096 };

struct reports {
    bool lost[MAX_IDS], records[MAX_IDS], promoted[MAX_IDS];
    uint64_t unknown[REPAIR_LOSS_KINDS]; /* of unknown ids */
    unsigned losses, segments, faults;
    struct repair_loss first;
};

static void on_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    struct reports *r = ctx;
    (void)err, (void)remedy;
    r->faults++;
}

static void on_loss(void *ctx, const struct repair_loss *loss)
{
    struct reports *r = ctx;
    bool *ids = loss->kind == REPAIR_LOST_GAMES         ? r->lost
                : loss->kind == REPAIR_LOST_RECORDS     ? r->records
                : loss->kind == REPAIR_PROMOTED_RECORDS ? r->promoted
                                                        : NULL;
    if (!r->losses++)
        r->first = *loss;
    if (!loss->ids_known)
        r->unknown[loss->kind] += loss->count;
    assert_true(loss->count > 0);
    for (uint32_t id = loss->first; ids && loss->ids_known && id <= loss->last; id++)
        ids[id % MAX_IDS] = true;
}

static void on_segment(void *ctx, const struct repair_segment *s)
{
    ((struct reports *)ctx)->segments++;
    assert_true(s->file[0]);
}

static void fail_with(const struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    err_format(err, LANG_EN, &text);
    fail_msg("%s", buf_cstr(&text));
}

static struct repair_options options_for(struct reports *reports)
{
    *reports = (struct reports){0};
    return (struct repair_options){
        .check = {.threads = 1, .ctx = reports, .fault = on_fault, .temporary = "."},
        .loss = on_loss,
        .segment = on_segment};
}

static struct repair_result repair(const char *path, struct reports *reports)
{
    const struct repair_options opt = options_for(reports);
    struct repair_result result;
    struct err err = {0};
    if (db_repair(path, &opt, &result, &err) != STATUS_OK)
        fail_with(&err);
    return result;
}

/* Into a new folder. */
static struct repair_result recover(const char *path, const char *to, struct reports *reports)
{
    const struct repair_options opt = options_for(reports);
    struct recover_result result;
    struct err err = {0};
    if (db_recover(path, to, &opt, &result, &err) != STATUS_OK)
        fail_with(&err);
    assert_int_equal(result.unreadable, 0);
    return result.repair;
}

static uint64_t faults_in(const char *path)
{
    struct reports reports = {0};
    const struct check_options opt = {
        .threads = 1, .ctx = &reports, .fault = on_fault, .temporary = "."};
    struct check_result result;
    struct err err = {0};
    assert_int_equal(db_check(path, &opt, &result, &err), STATUS_OK);
    return result.faults;
}

/* --- Databases ------------------------------------------------------------------------------- */

static void add_go(struct db_writer *w, uint64_t n, const char *label)
{
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result;
    struct span tag = SPAN("generated");
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    assert_int_equal(go_generate_game(5, n, &rec), STATUS_OK);
    assert_int_equal(record_add_header(&rec, HEADER_PLAYER, SPAN("PB"), SPAN("Honinbo")),
                     STATUS_OK);
    sample_label(&rec, label);
    entry_encode(&rec, &tag, 1, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

static void make_go(const char *path)
{
    const struct db_writer_options opt = {.threads = 1, .segment_games = 60};
    struct db_writer *w = NULL;
    uint32_t ids[] = {7, 70}, removed;
    struct err err = {0};
    assert_int_equal(db_writer_open(&w, path, &go_game, &opt, &err), STATUS_OK);
    for (uint64_t n = 0; n < 100; n++)
        add_go(w, n, "go");
    add_go(w, 3, "again"); /* on disk already: a segment of sources */
    add_go(w, 99, "again");
    sample_commit(w);
    assert_int_equal(db_writer_remove(w, ids, 2, &removed, &err), STATUS_OK);
    db_writer_close(w);
}

/* Games in three segments, sources in the segment and beside it, two games removed. */
static void make_shogi(const char *path)
{
    uint32_t ids[] = {4, 111}, removed;
    struct err err = {0};
    sample_make(path, 0, 150, 60);
    struct db_writer *w = sample_writer(path, 60);
    sample_add(w, 5, "later");
    sample_add(w, 200, "one");
    sample_add(w, 200, "two");
    sample_add(w, 201, "one");
    sample_commit(w);
    assert_int_equal(db_writer_remove(w, ids, 2, &removed, &err), STATUS_OK);
    db_writer_close(w);
}

static void copy_file(const char *from, const char *to)
{
    struct buf bytes;
    struct err err;
    sample_read(from, &bytes);
    assert_int_equal(file_replace(to, buf_span(&bytes), &err), STATUS_OK);
    buf_release(&bytes);
}

/* The files of a database, and nothing that is put aside. */
static void copy_database(const char *from, const char *to)
{
    char a[512], b[512];
    snprintf(a, sizeof a, "rm -rf '%s'", to);
    assert_int_equal(system(a), 0);
    assert_int_equal(mkdir(to, 0777), 0);
    DIR *dir = opendir(from);
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(a, sizeof a, "%s/%s", from, e->d_name);
        snprintf(b, sizeof b, "%s/%s", to, e->d_name);
        copy_file(a, b);
    }
    closedir(dir);
}

/* Writes a segment as an older Kifu did: without sums of blocks. */
static void make_older(const char *path)
{
    struct oracle_file f;
    struct buf out;
    struct err err;
    char tail[32] = {0};
    assert_true(oracle_read(&f, path) && oracle_frame(&f));
    struct oracle_section sums = oracle_section(&f, "sums");
    if (sums.there) {
        buf_init(&out, BUF_DEFAULT_MAX);
        buf_add(&out, f.p, sums.at);
        uint32_t rows = 0;
        for (uint32_t i = 0; i < f.sections; i++)
            if (memcmp(f.p + f.table + i * 32, "sums", 5) != 0) {
                buf_add(&out, f.p + f.table + i * 32, 32);
                rows++;
            }
        le_put64(tail, sums.at);
        le_put32(tail + 8, rows);
        struct buf frame;
        buf_init(&frame, BUF_DEFAULT_MAX);
        buf_add(&frame, f.p, 16);
        buf_add(&frame, out.p + sums.at, rows * 32);
        buf_add(&frame, tail, 16);
        le_put64(tail + 16, XXH3_64bits(frame.p, frame.n));
        memcpy(tail + 24, "kifuend\n", 8);
        buf_add(&out, tail, sizeof tail);
        assert_int_equal(file_replace(path, buf_span(&out), &err), STATUS_OK);
        buf_release(&out);
        buf_release(&frame);
    }
    free(f.p);
}

static void make_all_older(const char *path)
{
    struct manifest m;
    struct err err;
    assert_int_equal(manifest_read(&m, path, &err), STATUS_OK);
    for (uint32_t i = 0; i < m.count; i++) {
        struct buf file;
        make_older(db_file_path(&file, path, m.entries[i].name, DB_SEGMENT_ENDING));
        buf_release(&file);
    }
    manifest_release(&m);
    assert_int_equal(faults_in(path), 0);
}

/* The whole games of all segments of a folder. */
static void oracle_folder(const char *path, struct oracle_games *out)
{
    DIR *dir = opendir(path);
    char name[512];
    *out = (struct oracle_games){0};
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));)
        if (segment_number(span_of(e->d_name))) {
            snprintf(name, sizeof name, "%s/%s", path, e->d_name);
            oracle_segment(name, out);
        }
    closedir(dir);
}

/* --- Comparing ------------------------------------------------------------------------------- */

struct first_source {
    struct buf bytes;
    uint32_t count;
    const struct oracle_game *like; /* one of the sources is its entry */
    bool found;
};

static enum status take_first(void *ctx, uint32_t id, struct span bytes, struct err *err)
{
    struct first_source *f = ctx;
    (void)id, (void)err;
    if (f->count++ == 0)
        buf_add_span(&f->bytes, bytes);
    return STATUS_OK;
}

static bool same_moves(const struct db_segment *s, uint32_t number, const struct oracle_game *g)
{
    const struct lines *l = &s->lines;
    size_t n = (size_t)line_plies(l, number) * l->move_bytes;
    return n == g->moves_n &&
           memcmp(l->moves + (size_t)lines_u32(l->first, number) * l->move_bytes, g->moves, n) == 0;
}

/* 0: not there; 1: its moves; 2: also its first source. */
static int likeness(const struct db *db, uint32_t id, const struct oracle_game *g)
{
    const struct db_segment *s;
    uint32_t number;
    struct err err;
    struct first_source first = {0};
    if (db_find(db, id, &s, &number, &err) != STATUS_OK)
        return 0;
    assert_true(same_moves(s, number, g));
    buf_init(&first.bytes, BUF_DEFAULT_MAX);
    assert_int_equal(db_walk_sources(db, id, take_first, &first, &err), STATUS_OK);
    bool same = span_eq(buf_span(&first.bytes), span_make((const char *)g->entry, g->entry_n));
    buf_release(&first.bytes);
    return same ? 2 : 1;
}

/* Damaged files are still there, byte by byte. */
static void assert_put_aside(const char *damaged, const char *repaired)
{
    DIR *dir = opendir(damaged);
    for (const struct dirent *e; (e = readdir(dir));) {
        if (!segment_number(span_of(e->d_name)))
            continue;
        char a[512], b[512];
        struct buf was, is;
        snprintf(a, sizeof a, "%s/%s", damaged, e->d_name);
        snprintf(b, sizeof b, "%s/%s", repaired, e->d_name);
        if (access(b, F_OK) != 0)
            snprintf(b, sizeof b, "%s/%s.damaged", repaired, e->d_name);
        sample_read(a, &was);
        sample_read(b, &is);
        assert_true(span_eq(buf_span(&was), buf_span(&is)));
        buf_release(&was);
        buf_release(&is);
    }
    closedir(dir);
}

/* All of a folder's files are in the other, and no others. */
static bool same_folders(const char *a, const char *b)
{
    char command[1200];
    snprintf(command, sizeof command, "diff -r '%s' '%s' >/dev/null", a, b);
    return system(command) == 0;
}

struct repair_tally {
    unsigned damages, lost, kept, records, oracle;
};

/* Repairs a copy of `damaged`, which was `whole`, and compares. */
static void repair_and_compare(const char *damaged, const struct oracle_games *whole,
                               const bool *removed, struct repair_tally *t)
{
    struct oracle_games left;
    struct reports reports;
    struct err err = {0};
    struct db *db = NULL;
    oracle_folder(damaged, &left);
    copy_database(damaged, "repaired.kifu");
    bool elsewhere = t->damages % 2; /* every second one into a new folder */
    struct repair_result result;
    if (elsewhere) {
        assert_int_equal(rename("repaired.kifu", "was.kifu"), 0); /* to compare with */
        result = recover(damaged, "repaired.kifu", &reports);
        assert_true(same_folders(damaged, "was.kifu"));
        assert_int_equal(system("rm -r was.kifu; ls repaired.kifu | grep -q damaged"), 256);
    } else {
        result = repair("repaired.kifu", &reports);
        assert_put_aside(damaged, "repaired.kifu");
    }
    assert_int_equal(result.faults_left, 0);
    assert_int_equal(faults_in("repaired.kifu"), 0);
    assert_int_equal(db_open(&db, "repaired.kifu", &err), STATUS_OK);
    /* a file that can't be read at all may have been one of removals; what is gone together with
     * the lines of the manifest that named it nobody misses */
    struct manifest m;
    bool named = manifest_read(&m, damaged, &err) == STATUS_OK;
    bool removals_lost =
        reports.unknown[REPAIR_LOST_REMOVALS] || reports.unknown[REPAIR_LOST_GAMES] || !named;
    manifest_release(&m);
    for (size_t i = 0; i < whole->count; i++) {
        const struct oracle_game *g = &whole->at[i];
        int is = likeness(db, g->id, g);
        bool was_removed = removed[g->id];
        if (was_removed && !removals_lost)
            assert_int_equal(is, 0);
        if (was_removed)
            continue;
        if (oracle_find(&left, g->id))
            assert_int_equal(is, 2);
        if (is == 0 && !removals_lost)
            assert_true(reports.lost[g->id]);
        if (is == 1)
            assert_true(reports.records[g->id] || reports.promoted[g->id]);
        t->lost += is == 0;
        t->records += is == 1;
        t->kept += is == 2;
    }
    t->oracle += (unsigned)left.count;
    t->damages++;
    db_close(db);
    oracle_free(&left);
}

/* --- Random damages --------------------------------------------------------------------------- */

static unsigned damages_to_make(void)
{
    const char *text = getenv("KIFU_DAMAGES"), *scope = getenv("KIFU_TEST_SCOPE");
    uint64_t n;
    if (text && num_parse_u64(span_of(text), 1000000, &n))
        return (unsigned)n;
    if (scope && strcmp(scope, "long") == 0)
        return 2000;
    return scope && strcmp(scope, "full") == 0 ? 120 : 30;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* By name: each file system lists a folder in its own order, and a seed is to mean one damage on all. */
static void pick_file(const char *path, struct rng *rng, char *out, size_t room)
{
    char names[16][64];
    unsigned count = 0;
    DIR *dir = opendir(path);
    for (const struct dirent *e; (e = readdir(dir)) && count < 16;)
        if (segment_number(span_of(e->d_name)))
            snprintf(names[count++], sizeof names[0], "%.60s", e->d_name);
    closedir(dir);
    assert_true(count > 0);
    qsort(names, count, sizeof names[0], compare_names);
    snprintf(out, room, "%s/%s", path, names[rng_below(rng, count)]);
}

static void change_bytes(const char *file, struct rng *rng, unsigned how)
{
    struct buf bytes;
    struct err err;
    sample_read(file, &bytes);
    size_t at = (size_t)rng_below(rng, bytes.n), n = 1;
    if (how == 0) {
        bytes.p[at] = (char)(bytes.p[at] ^ 1 << rng_below(rng, 8));
    } else if (how == 1) {
        bytes.p[at] = (char)rng_below(rng, 256);
    } else if (how == 2) {
        at = at / 4096 * 4096;
        n = bytes.n - at < 4096 ? bytes.n - at : 4096;
        memset(bytes.p + at, 0, n);
    } else if (how == 3) {
        n = 1 + (size_t)rng_below(rng, 5000);
        for (size_t i = at; i < at + n && i < bytes.n; i++)
            bytes.p[i] = (char)rng_below(rng, 256);
    } else {
        bytes.n = at;
    }
    assert_int_equal(file_replace(file, buf_span(&bytes), &err), STATUS_OK);
    buf_release(&bytes);
}

static void damage(const char *path, struct rng *rng)
{
    char file[512];
    static const char *const HOW[] = {"flipped bit", "changed byte", "zero block", "garbage",
                                      "cut off"};
    unsigned how = (unsigned)rng_below(rng, 20);
    snprintf(file, sizeof file, "%s/MANIFEST", path);
    if (how == 0) {
        unlink(file);
    } else if (how == 1) {
        if (access(file, F_OK) == 0)
            change_bytes(file, rng, (unsigned)rng_below(rng, 2));
    } else {
        pick_file(path, rng, file, sizeof file);
        unsigned what = how < 7 ? 0 : how < 9 ? 1 : how < 14 ? 2 : how < 17 ? 3 : 4;
        if (how == 2)
            unlink(file);
        else
            change_bytes(file, rng, what);
        print_message("    %s %s\n", how == 2 ? "gone" : HOW[what], file);
        return;
    }
    print_message("    %s %s\n", how ? "changed byte" : "gone", file);
}

static void break_and_repair(const char *whole_path, const uint32_t *ids, size_t id_count,
                             uint64_t seed)
{
    struct oracle_games whole;
    bool removed[MAX_IDS] = {false};
    struct repair_tally t = {0};
    oracle_folder(whole_path, &whole);
    assert_true(whole.count > 90);
    for (size_t i = 0; i < id_count; i++)
        removed[ids[i]] = true;
    unsigned n = damages_to_make();
    for (unsigned i = 0; i < n; i++) {
        struct rng rng;
        rng_seed(&rng, seed + i);
        copy_database(whole_path, "damaged.kifu");
        /* so that a failure can be repeated by itself: KIFU_DAMAGE=SEED */
        const char *only = getenv("KIFU_DAMAGE");
        uint64_t wanted;
        if (only && num_parse_u64(span_of(only), UINT64_MAX, &wanted) && wanted != seed + i)
            continue;
        print_message("damage %llu\n", (unsigned long long)(seed + i));
        for (uint64_t k = rng_below(&rng, 4) ? 1 : 1 + rng_below(&rng, 3); k-- > 0;) {
            damage("damaged.kifu", &rng);
            if (!db_has_segments("damaged.kifu"))
                break;
        }
        bool exists;
        struct err err;
        assert_int_equal(db_exists("damaged.kifu", &exists, &err), STATUS_OK);
        if (exists || db_has_segments("damaged.kifu"))
            repair_and_compare("damaged.kifu", &whole, removed, &t);
    }
    print_message("%u damages: %u games kept as they were (%u whole by the other reading), %u "
                  "without their record, %u lost\n",
                  t.damages, t.kept, t.oracle, t.records, t.lost);
    oracle_free(&whole);
}

static const uint32_t SHOGI_REMOVED[] = {4, 111}, GO_REMOVED[] = {7, 70};

static void test_damages_of_a_shogi_database(void **state)
{
    (void)state;
    make_shogi("shogi.kifu");
    break_and_repair("shogi.kifu", SHOGI_REMOVED, 2, 1000);
}

static void test_damages_of_a_go_database(void **state)
{
    (void)state;
    make_go("go.kifu");
    break_and_repair("go.kifu", GO_REMOVED, 2, 2000000);
}

static void test_damages_of_older_segments(void **state)
{
    (void)state;
    make_shogi("older.kifu");
    make_all_older("older.kifu");
    break_and_repair("older.kifu", SHOGI_REMOVED, 2, 4000000);
}

/* --- Particular damages ----------------------------------------------------------------------- */

static struct segment_section section_of(const char *file, const char *name)
{
    struct segment s;
    struct err err;
    struct segment_section found = {0};
    assert_int_equal(segment_open(&s, file, &err), STATUS_OK);
    for (unsigned i = 0; i < s.count; i++)
        if (strcmp(s.sections[i].name, name) == 0)
            found = s.sections[i];
    segment_close(&s);
    assert_true(found.length > 0);
    return found;
}

static void overwrite(const char *file, uint64_t at, uint64_t n)
{
    struct buf bytes;
    struct err err;
    sample_read(file, &bytes);
    assert_true(at + n <= bytes.n);
    memset(bytes.p + at, 0, n);
    assert_int_equal(file_replace(file, buf_span(&bytes), &err), STATUS_OK);
    buf_release(&bytes);
}

static void test_a_whole_database_is_left_alone(void **state)
{
    (void)state;
    struct reports reports;
    make_shogi("alone.kifu");
    copy_database("alone.kifu", "same.kifu");
    struct repair_result r = repair("same.kifu", &reports);
    assert_false(r.changed);
    assert_int_equal(reports.losses + reports.faults + reports.segments, 0);
    assert_true(sample_same_bytes("alone.kifu", "same.kifu"));
    assert_int_equal(sample_files_in("alone.kifu"), sample_files_in("same.kifu"));
}

/* All records are gone: moves are left, and what the index knows. */
static void test_games_without_records_keep_their_moves(void **state)
{
    (void)state;
    struct reports reports;
    struct record rec;
    struct err err;
    struct game_summary before, after;
    struct arena arena;
    make_go("records.kifu");
    const char *file = "records.kifu/s000001.seg";
    struct db *db = sample_open("records.kifu");
    arena_init(&arena, SIZE_MAX / 2);
    const struct db_segment *s;
    uint32_t number;
    assert_int_equal(db_find(db, 9, &s, &number, &err), STATUS_OK);
    assert_int_equal(metadata_summary(s->metadata, number, &arena, &before, &err), STATUS_OK);
    db_close(db);
    struct segment_section entries = section_of(file, "entries");
    overwrite(file, entries.offset, entries.length);
    struct repair_result r = repair("records.kifu", &reports);
    assert_int_equal(r.faults_left, 0);
    assert_int_equal(r.count[REPAIR_LOST_GAMES], 0);
    assert_int_equal(r.count[REPAIR_LOST_RECORDS], 60);
    assert_string_equal(reports.first.section, "entries");
    assert_string_equal(reports.first.file, "s000001.seg");
    assert_int_equal(reports.first.byte, entries.offset);
    db = sample_open("records.kifu");
    assert_int_equal(db_find(db, 9, &s, &number, &err), STATUS_OK);
    assert_int_equal(metadata_summary(s->metadata, number, &arena, &after, &err), STATUS_OK);
    assert_true(span_eq(after.players[0], SPAN("Honinbo")));
    assert_true(span_eq(after.tags, SPAN("generated")));
    assert_true(span_eq(after.source, before.source));
    assert_memory_equal(after.points, before.points, sizeof after.points);
    assert_int_equal(after.end, before.end);
    assert_int_equal(after.handicap, before.handicap);
    record_init(&rec);
    assert_int_equal(db_record(db, 9, &rec, &err), STATUS_OK);
    record_release(&rec);
    arena_release(&arena);
    db_close(db);
}

/* A further source in the same segment takes the place of the first. */
static void test_a_further_source_takes_the_place_of_the_first(void **state)
{
    (void)state;
    struct reports reports;
    struct db_writer *w = sample_writer("promoted.kifu", 0);
    for (uint64_t n = 0; n < 5; n++)
        sample_add(w, n, "first");
    sample_add(w, 3, "second");
    sample_commit(w);
    db_writer_close(w);
    const char *file = "promoted.kifu/s000001.seg";
    struct segment_section entries = section_of(file, "entries");
    overwrite(file, entries.offset, entries.length);
    repair("promoted.kifu", &reports);
    assert_true(reports.promoted[3]);
    assert_true(reports.records[2]);
    struct db *db = sample_open("promoted.kifu");
    assert_int_equal(sample_sources(db, 3), 1);
    assert_true(sample_is(db, 3, 3));
    db_close(db);
}

/* Cut off behind the records, the table with all checksums is gone; every game is there. */
static void test_a_segment_cut_off_behind_its_records(void **state)
{
    (void)state;
    struct reports reports;
    make_shogi("cut.kifu");
    const char *file = "cut.kifu/s000001.seg";
    struct segment_section metadata = section_of(file, "metadata");
    assert_int_equal(truncate(file, (off_t)metadata.offset), 0);
    struct repair_result r = repair("cut.kifu", &reports);
    assert_int_equal(r.faults_left, 0);
    assert_int_equal(r.count[REPAIR_LOST_GAMES] + r.count[REPAIR_LOST_RECORDS], 0);
    assert_int_equal(r.count[REPAIR_UNVERIFIED], 60);
    struct db *db = sample_open("cut.kifu");
    for (uint32_t id = 0; id < 60; id++)
        if (id != 4)
            assert_true(sample_is(db, id, id));
    db_close(db);
}

/* Compacting was killed before it swept, and the manifest is lost: the newer segment counts, and
 * what was removed stays so. */
static void test_older_segments_of_the_same_games(void **state)
{
    (void)state;
    struct reports reports;
    struct err err;
    const struct compact_options opt = {.threads = 1};
    struct compact_result compacted;
    make_shogi("newer.kifu");
    copy_database("newer.kifu", "olds.kifu");
    assert_int_equal(db_compact("newer.kifu", &opt, &compacted, &err), STATUS_OK);
    copy_file("olds.kifu/s000001.seg", "newer.kifu/s000001.seg");
    copy_file("olds.kifu/s000002.seg", "newer.kifu/s000002.seg");
    assert_int_equal(unlink("newer.kifu/MANIFEST"), 0);
    struct repair_result r = repair("newer.kifu", &reports);
    assert_int_equal(r.faults_left, 0);
    assert_true(r.manifest);
    struct db *db = sample_open("newer.kifu");
    const struct db_segment *s;
    uint32_t number;
    assert_int_equal(db->games, 150);
    assert_int_equal(db_find(db, 4, &s, &number, &err), STATUS_NOT_FOUND);
    assert_int_equal(db->manifest.next_id, 152);
    assert_int_equal(db->segment_count, 1);
    db_close(db);
}

/* Ids and names that were ever seen are not used again. */
static void test_ids_and_names_are_not_used_again(void **state)
{
    (void)state;
    struct reports reports;
    struct err err;
    uint32_t last = 29, removed;
    sample_make("ids.kifu", 0, 30, 10);
    struct db_writer *w = sample_writer("ids.kifu", 10);
    assert_int_equal(db_writer_remove(w, &last, 1, &removed, &err), STATUS_OK);
    db_writer_close(w);
    struct db *db = sample_open("ids.kifu");
    uint32_t next_segment = db->manifest.next_segment;
    db_close(db);
    /* the segment with the last games is lost; removals tell of the largest id */
    assert_int_equal(unlink("ids.kifu/s000003.seg"), 0);
    assert_int_equal(unlink("ids.kifu/MANIFEST"), 0);
    repair("ids.kifu", &reports);
    db = sample_open("ids.kifu");
    assert_int_equal(db->manifest.next_id, 30);
    assert_int_equal(db->manifest.next_segment, next_segment);
    assert_int_equal(db->games, 20);
    db_close(db);
    w = sample_writer("ids.kifu", 0);
    assert_int_equal(sample_add(w, 300, "x").id, 30);
    db_writer_close(w);
}

static void test_one_writer_at_a_time(void **state)
{
    (void)state;
    struct reports reports = {0};
    const struct repair_options opt = {.check = {.threads = 1, .ctx = &reports, .fault = on_fault},
                                       .loss = on_loss,
                                       .segment = on_segment};
    struct repair_result result;
    struct err err = {0};
    struct db_writer *w = sample_writer("locked.kifu", 0);
    assert_int_equal(db_repair("locked.kifu", &opt, &result, &err), STATUS_IO);
    assert_ptr_equal(err.what, &MANIFEST_LOCKED);
    db_writer_close(w);
}

/* From now on, this process is told that the file system has no second names. */
static bool forbid_links(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef SYS_link
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_link, 1, 0),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

enum { AS_WANTED, NOT_AS_WANTED, NO_FILTER };

static int put_aside_without_links(void)
{
    struct err err;
    char aside[64];
    if (!forbid_links() || link("aside/s000001.seg", "aside/x") == 0)
        return NO_FILTER;
    if (repair_put_aside("aside", "MANIFEST", aside, sizeof aside, &err) != STATUS_OK ||
        repair_copy_aside("aside", "MANIFEST", aside, &err) != STATUS_OK)
        return NOT_AS_WANTED;
    if (repair_put_aside("aside", "s000001.seg", aside, sizeof aside, &err) != STATUS_OK ||
        strcmp(aside, "s000001.seg.damaged.2") != 0)
        return NOT_AS_WANTED;
    /* not even if it is asked to */
    if (repair_leave("aside", "s000001.seg", "s000001.seg.damaged", &err) == STATUS_OK)
        return NOT_AS_WANTED;
    return repair_leave("aside", "s000001.seg", aside, &err) == STATUS_OK ? AS_WANTED
                                                                          : NOT_AS_WANTED;
}

static void assert_file(const char *path, struct span wanted)
{
    struct buf bytes;
    sample_read(path, &bytes);
    assert_true(span_eq(buf_span(&bytes), wanted));
    buf_release(&bytes);
}

/* What an earlier repair put aside stays, also where files have one name only. */
static void test_files_put_aside_are_not_replaced(void **state)
{
    (void)state;
    struct err err;
    int how;
    assert_int_equal(mkdir("aside", 0777), 0);
    assert_int_equal(file_replace("aside/MANIFEST", SPAN("list"), &err), STATUS_OK);
    assert_int_equal(file_replace("aside/s000001.seg", SPAN("now"), &err), STATUS_OK);
    assert_int_equal(file_replace("aside/s000001.seg.damaged", SPAN("before"), &err), STATUS_OK);
    pid_t child = fork();
    if (child == 0)
        _exit(put_aside_without_links());
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    if (WEXITSTATUS(how) == NO_FILTER) {
        print_message("this system has no filter for system calls\n");
        skip();
    }
    assert_int_equal(WEXITSTATUS(how), AS_WANTED);
    assert_file("aside/MANIFEST", SPAN("list"));
    assert_file("aside/MANIFEST.damaged", SPAN("list"));
    assert_file("aside/s000001.seg.damaged", SPAN("before"));
    assert_file("aside/s000001.seg.damaged.2", SPAN("now"));
}

/* Wherever memory runs out: it says so, or it is done; nothing is lost. */
static void test_no_memory(void **state)
{
    (void)state;
    struct reports reports = {0};
    const struct repair_options opt = {
        .check = {.threads = 1, .ctx = &reports, .fault = on_fault, .temporary = "."},
        .loss = on_loss,
        .segment = on_segment};
    sample_make("memory.kifu", 0, 12, 6);
    overwrite("memory.kifu/s000001.seg", section_of("memory.kifu/s000001.seg", "facts").offset, 8);
    unsigned failed = 0;
    for (long n = 0; n < 100000; n += 1 + n / 8) {
        struct repair_result result;
        struct err err = {0};
        copy_database("memory.kifu", "tight.kifu");
        mem_fail_after(n);
        enum status st = db_repair("tight.kifu", &opt, &result, &err);
        mem_fail_never();
        failed += st == STATUS_NOMEM;
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        struct repair_result again = repair("tight.kifu", &reports);
        assert_int_equal(again.faults_left, 0);
        struct db *db = sample_open("tight.kifu");
        assert_int_equal(db->games, 12);
        db_close(db);
        if (st == STATUS_OK)
            break;
    }
    assert_true(failed > 10);
}

/* --- Sums that a changed bit fits -------------------------------------------------------------- */

/* Makes the checksums of section `sums` and of the frame right again. */
static void seal(struct buf *file)
{
    size_t rows = le_get32(file->p + file->n - 24), table = file->n - 32 - 32 * rows;
    struct buf frame;
    for (size_t i = 0; i < rows; i++) {
        char *row = file->p + table + 32 * i;
        if (strncmp(row, SEGMENT_SUMS, SEGMENT_NAME_BYTES) == 0)
            le_put64(row + 24,
                     XXH3_64bits(file->p + le_get64(row + 8), (size_t)le_get64(row + 16)));
    }
    buf_init(&frame, BUF_DEFAULT_MAX);
    buf_add(&frame, file->p, 16);
    buf_add(&frame, file->p + table, 32 * rows + 16);
    le_put64(file->p + file->n - 16, XXH3_64bits(frame.p, frame.n));
    buf_release(&frame);
}

/* Damages `bytes` bytes of the first whole block of a section.  Its sum becomes that of the
 * damaged block with one bit changed.  Returns where the block begins. */
static uint64_t forge_block(const char *file, const char *section, unsigned bytes)
{
    struct segment_section s = section_of(file, section), sums = section_of(file, SEGMENT_SUMS);
    uint64_t at = (s.offset + SEGMENT_BLOCK - 1) / SEGMENT_BLOCK * SEGMENT_BLOCK;
    struct buf all;
    struct err err;
    assert_true(at + SEGMENT_BLOCK <= s.offset + s.length);
    sample_read(file, &all);
    char *block = all.p + at;
    for (unsigned i = 0; i < bytes; i++)
        block[100 + i] = (char)(block[100 + i] ^ 0x55);
    block[3000] ^= 4;
    le_put32(all.p + sums.offset + 8 + 4 * (at / SEGMENT_BLOCK),
             (uint32_t)XXH3_64bits(block, SEGMENT_BLOCK));
    block[3000] ^= 4;
    seal(&all);
    assert_int_equal(file_replace(file, buf_span(&all), &err), STATUS_OK);
    buf_release(&all);
    return at;
}

static bool block_is_whole(const char *file, uint64_t at, uint64_t *mended)
{
    struct salvage_file f;
    struct err err;
    assert_int_equal(salvage_file_open(&f, file, SEGMENT_GAMES, &err), STATUS_OK);
    assert_true(f.framed);
    bool whole = salvage_is_whole(&f, span_make(f.file.view.bytes.p + at, SEGMENT_BLOCK));
    *mended = f.mended;
    salvage_file_close(&f);
    return whole;
}

/* Of larger damages, one in 131,072 has a bit that fits the sum of the block. */
static void test_a_sum_alone_does_not_make_a_block_whole(void **state)
{
    (void)state;
    struct reports reports;
    uint64_t mended;
    const char *file = "forged.kifu/s000001.seg";
    sample_make("forged.kifu", 0, 400, 0);
    uint64_t at = forge_block(file, "moves", 8);
    assert_false(block_is_whole(file, at, &mended));
    assert_int_equal(mended, 0);
    struct repair_result r = repair("forged.kifu", &reports);
    assert_int_equal(r.faults_left, 0);
    assert_int_equal(r.mended, 0);
    assert_true(r.count[REPAIR_UNVERIFIED] > 0);
}

/* Each byte of blocks of each length, with each value in turn. */
static void test_checksum_of_a_changed_byte(void **state)
{
    (void)state;
    unsigned char block[SEGMENT_BLOCK];
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (unsigned char)rng_below(&rng, 256);
    struct byte_trial t;
    assert_false(byte_trial_begin(&t, span_make((char *)block, 192)));
    assert_false(byte_trial_begin(&t, span_make((char *)block, 4095)));
    for (size_t n = 256; n <= sizeof block; n += 64) {
        assert_true(byte_trial_begin(&t, span_make((char *)block, n)));
        for (size_t i = 0; i < n; i++) {
            unsigned char old = block[i], byte = (unsigned char)(old + 1 + i % 255);
            uint64_t sum = byte_trial_checksum(&t, i, byte);
            block[i] = byte;
            assert_int_equal(sum, XXH3_64bits(block, n));
            block[i] = old;
            if (i % 61 == n / 64 % 61) { /* all values of each would take seconds */
                assert_int_equal(byte_trial_find(&t, i, 0, (uint32_t)sum), byte);
                assert_int_equal(byte_trial_find(&t, i, byte, (uint32_t)sum), byte);
                assert_int_equal(byte_trial_find(&t, i, byte + 1u, (uint32_t)sum), BYTE_VALUES);
            }
        }
    }
}

/* One bit that both checksums want is put right; with other damage in the section, it is not known
 * whether it is right. */
static void test_a_bit_is_put_right(void **state)
{
    (void)state;
    uint64_t mended;
    const char *file = "bit.kifu/s000001.seg";
    sample_make("bit.kifu", 0, 400, 0);
    struct segment_section moves = section_of(file, "moves");
    uint64_t at = (moves.offset + SEGMENT_BLOCK - 1) / SEGMENT_BLOCK * SEGMENT_BLOCK;
    struct buf all;
    struct err err;
    sample_read(file, &all);
    all.p[at + 77] ^= 8;
    assert_int_equal(file_replace(file, buf_span(&all), &err), STATUS_OK);
    assert_true(block_is_whole(file, at, &mended));
    assert_int_equal(mended, 1);
    assert_true(at + SEGMENT_BLOCK + 200 <= moves.offset + moves.length);
    memset(all.p + at + SEGMENT_BLOCK, 0xff, 200);
    assert_int_equal(file_replace(file, buf_span(&all), &err), STATUS_OK);
    assert_false(block_is_whole(file, at, &mended));
    assert_int_equal(mended, 0);
    buf_release(&all);
}

/* What cannot be recovered leaves nothing; what is whole is copied. */
static void test_recovering_into_a_folder(void **state)
{
    (void)state;
    struct reports reports;
    struct recover_result result;
    struct err err = {0};
    sample_make("source.kifu", 0, 12, 0);
    assert_int_equal(mkdir("source.kifu/columns", 0777), 0);
    assert_int_equal(file_replace("source.kifu/columns/found.log", SPAN("nothing of use"), &err),
                     STATUS_OK);
    const struct repair_options opt = options_for(&reports);
    assert_false(recover("source.kifu", "target.kifu", &reports).changed);
    struct db *db = sample_open("target.kifu");
    assert_int_equal(db->games, 12);
    db_close(db);
    assert_int_equal(db_recover("source.kifu", "target.kifu", &opt, &result, &err), STATUS_IO);
    assert_int_equal(db_recover("source.kifu", "no/where.kifu", &opt, &result, &err), STATUS_IO);
    assert_int_equal(db_recover("nowhere.kifu", "new.kifu", &opt, &result, &err), STATUS_NOT_FOUND);
    assert_int_equal(access("new.kifu", F_OK), -1);
    /* of a game that is not known here: nothing is left behind */
    struct span lines = SPAN("kifu-manifest 1\ngame checkers\nnext-id 1\nnext-segment 2\n");
    struct buf manifest;
    buf_init(&manifest, BUF_DEFAULT_MAX);
    buf_printf(&manifest, "%schecksum %016llx\n", lines.p,
               (unsigned long long)XXH3_64bits(lines.p, lines.n));
    assert_int_equal(file_replace("source.kifu/MANIFEST", buf_span(&manifest), &err), STATUS_OK);
    buf_release(&manifest);
    assert_int_not_equal(db_recover("source.kifu", "new.kifu", &opt, &result, &err), STATUS_OK);
    assert_int_equal(access("new.kifu", F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recovering_into_a_folder),
        cmocka_unit_test(test_a_whole_database_is_left_alone),
        cmocka_unit_test(test_games_without_records_keep_their_moves),
        cmocka_unit_test(test_a_further_source_takes_the_place_of_the_first),
        cmocka_unit_test(test_a_segment_cut_off_behind_its_records),
        cmocka_unit_test(test_older_segments_of_the_same_games),
        cmocka_unit_test(test_ids_and_names_are_not_used_again),
        cmocka_unit_test(test_one_writer_at_a_time),
        cmocka_unit_test(test_files_put_aside_are_not_replaced),
        cmocka_unit_test(test_a_sum_alone_does_not_make_a_block_whole),
        cmocka_unit_test(test_checksum_of_a_changed_byte),
        cmocka_unit_test(test_a_bit_is_put_right),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_damages_of_a_shogi_database),
        cmocka_unit_test(test_damages_of_a_go_database),
        cmocka_unit_test(test_damages_of_older_segments),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

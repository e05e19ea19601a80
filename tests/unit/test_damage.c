/* test_damage.c: a database in which something was changed gives errors or the same answers, never
 * others; and nobody copies damage into new files.
 *
 * Each trial flips a bit, or zeroes 4 KiB, somewhere in a segment, and then asks the database
 * everything it can be asked, or has it compacted or added to.  An answer that comes with STATUS_OK
 * must be that of the undamaged database.  KIFU_DAMAGE_TRIALS sets how many (default 600 for each
 * of shogi and Go; 5000 in the long scope); a difference prints the trial. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/text/num.h"
#include "db/import/import.h"
#include "db/merge.h"
#include "games/go/go.h"
#include "query/census/census.h"
#include "query/run/query_result.h"
#include "query/search.h"
#include "record_dump.h"
#include "scratch.h"
#include "sim/generate/generate.h"
#include "sim/generate/go_generate.h"
#include "store/entry.h"
#include "store/metadata/metadata.h"
#include "text/mine/encodings.h"
#include "text/mine/mine.h"

enum { GAMES = 60, SEGMENTS = 7, SEED = 5, MAX_QUERIES = 20, ZEROED = 4096 };

/* What can be done with a database; the last two change a copy of it. */
enum operation { SEARCH, MOVES, FIND, EXPORT, NAMES, CENSUS, MINE, COMPACT, IMPORT, OPERATIONS };
static const char *const OPERATION_NAMES[OPERATIONS] = {
    "search", "moves", "find", "export", "names", "census", "mine", "compact", "import"};

struct damage_fixture {
    const struct game *game;
    const char *path;
    const char *queries[MAX_QUERIES];
    const char *more, *further; /* a file with variations, and one that is imported in a trial */
    const char *more_name, *further_name;
    struct manifest manifest;
    struct buf files[64]; /* of the manifest, as they should be */
    uint64_t answers[OPERATIONS];
    unsigned refused, same; /* trials that ended with an error, and with the right answer */
};

/* --- Making it -------------------------------------------------------------------------------- */

static void make_game(const struct game *game, uint64_t number, struct record *rec)
{
    struct generator g;
    struct err err;
    if (game == &shogi_game) {
        generator_init(&g, SEED);
        assert_int_equal(generator_add_book(&g, &err), STATUS_OK);
        assert_int_equal(generator_game(&g, number, rec), STATUS_OK);
        generator_release(&g);
    } else {
        assert_int_equal(go_generate_game(SEED, number, rec), STATUS_OK);
    }
    assert_int_equal(invented_headers(SEED, number, rec), STATUS_OK);
}

static void add_game(struct db_writer *w, const struct game *game, uint64_t number,
                     const char *label, const char *tag)
{
    struct record rec;
    struct buf entry;
    struct err err = {0};
    struct db_add_result result;
    struct span tags[1] = {span_of(tag)};
    record_init(&rec);
    buf_init(&entry, BUF_DEFAULT_MAX);
    make_game(game, number, &rec);
    assert_true(arena_copy(&rec.arena, span_of(label), &rec.label));
    entry_encode(&rec, tags, *tag ? 1 : 0, &entry);
    assert_int_equal(db_writer_add(w, &rec, buf_span(&entry), &result, &err), STATUS_OK);
    buf_release(&entry);
    record_release(&rec);
}

static enum status import_text(const char *db, const char *name, const char *text, struct err *err)
{
    const struct import_options opt = {.threads = 1};
    const struct import_events events = {0};
    struct importer *im = NULL;
    enum status st = importer_open(&im, db, &opt, &events, err);
    if (st == STATUS_OK)
        st = importer_run_bytes(im, span_of(name), span_of(text), false, err);
    if (st == STATUS_OK)
        st = importer_commit(im, err);
    if (st == STATUS_OK)
        st = importer_status(im, err);
    importer_close(im);
    return st;
}

/* Several segments of games, one of sources that came later, and one of removals. */
static void make_database(struct damage_fixture *w)
{
    const struct db_writer_options opt = {.threads = 1};
    struct db_writer *writer = NULL;
    struct err err = {0};
    assert_int_equal(db_writer_open(&writer, w->path, w->game, &opt, &err), STATUS_OK);
    for (uint32_t i = 0; i < GAMES; i++) {
        char label[64];
        snprintf(label, sizeof label, "games/of %u/game %u.x", i % 7, i);
        add_game(writer, w->game, i, label, i % 5 ? "" : "fifth");
        if (i % 10 == 3) /* further sources within a segment, and of another one */
            add_game(writer, w->game, i - 1, "again.x", "twice");
        if (i == GAMES / 2 || i == GAMES / 2 + 3 || i == GAMES / 2 + 5)
            assert_int_equal(db_writer_commit(writer, &err), STATUS_OK);
    }
    add_game(writer, w->game, 1, "later.x", "later");
    assert_int_equal(db_writer_commit(writer, &err), STATUS_OK);
    uint32_t removed, ids[] = {4, 7, GAMES - 3};
    assert_int_equal(db_writer_remove(writer, ids, 3, &removed, &err), STATUS_OK);
    assert_int_equal(removed, 3);
    db_writer_close(writer);
    assert_int_equal(import_text(w->path, w->more_name, w->more, &err), STATUS_OK);
    for (uint32_t i = 0; i < SEGMENTS - 5; i++) { /* one more, and they are merged */
        assert_int_equal(db_writer_open(&writer, w->path, w->game, &opt, &err), STATUS_OK);
        add_game(writer, w->game, GAMES + i, "one.x", "");
        assert_int_equal(db_writer_commit(writer, &err), STATUS_OK);
        db_writer_close(writer);
    }
    assert_int_equal(manifest_read(&w->manifest, w->path, &err), STATUS_OK);
    assert_true(w->manifest.count < 64);
    for (uint32_t i = 0; i < w->manifest.count; i++) {
        struct buf path;
        buf_init(&w->files[i], BUF_DEFAULT_MAX);
        const char *text =
            db_file_path(&path, w->path, w->manifest.entries[i].name, DB_SEGMENT_ENDING);
        assert_int_equal(file_read(text, BUF_DEFAULT_MAX, &w->files[i], &err), STATUS_OK);
        buf_release(&path);
    }
}

/* --- Answers ---------------------------------------------------------------------------------- */

/* Everything that was answered, to be compared by its hash. */
static uint64_t hash_of(struct buf *text)
{
    uint64_t hash = XXH3_64bits(text->n ? text->p : "", text->n);
    assert_int_equal(buf_status(text), STATUS_OK);
    buf_release(text);
    return hash;
}

static enum status parse(struct query *q, const struct damage_fixture *w, const char *text,
                         struct err *err)
{
    enum status st = query_parse(q, w->game, NULL, span_of(text), err);
    if (st != STATUS_OK)
        print_message("cannot parse %s\n", text);
    assert_int_equal(st, STATUS_OK);
    return st;
}

static void put_hits(const struct hits *hits, struct buf *out)
{
    buf_printf(out, "%llu %llu %llu\n", (unsigned long long)hits->games,
               (unsigned long long)hits->spans, (unsigned long long)hits->positions);
    for (size_t i = 0; i < hits->count; i++) {
        const struct hit *h = &hits->at[i];
        buf_printf(out, "%u %u %u-%u %u %u %d %d %d %d\n", h->id, h->line, h->from, h->to, h->plies,
                   h->first, h->score, h->symmetry, h->column, h->row);
    }
}

static void put_moves(const struct moves_table *t, struct buf *out)
{
    buf_printf(out, "%u %u\n", t->games, t->moved);
    for (size_t i = 0; i < t->count; i++) {
        const struct moves_row *r = &t->rows[i];
        buf_printf(out, "%llx %u %u %u %u %u %u %d %u\n", (unsigned long long)r->next.move,
                   r->next.games, r->next.wins[0], r->next.wins[1], r->next.draws,
                   r->next.last_year, r->transposed, r->seat, r->segments);
    }
}

static enum status search_all(const struct damage_fixture *w, struct db *db, struct buf *out,
                              struct err *err)
{
    enum status st = STATUS_OK;
    for (int i = 0; w->queries[i] && st == STATUS_OK; i++) {
        struct search_options opt = {.limit = UINT64_MAX, .threads = 1, .lines = i % 2};
        struct query q;
        struct hits hits;
        st = parse(&q, w, w->queries[i], err);
        st = search_run(&q, &db, 1, &opt, &hits, err);
        if (st == STATUS_OK)
            put_hits(&hits, out);
        if (st == STATUS_OK)
            hits_release(&hits);
        query_release(&q);
    }
    return st;
}

static enum status count_moves(const struct damage_fixture *w, struct db *db, struct buf *out,
                               struct err *err)
{
    enum status st = STATUS_OK;
    for (int i = 0; w->queries[i] && st == STATUS_OK; i++) {
        struct search_options opt = {.limit = UINT64_MAX, .threads = 1};
        struct query q;
        struct moves_table table = {0};
        st = parse(&q, w, w->queries[i], err);
        st = moves_run(&q, &db, 1, &opt, &table, err);
        if (st == STATUS_OK)
            put_moves(&table, out);
        moves_release(&table);
        query_release(&q);
    }
    return st;
}

/* As the server asks. */
static enum status find_all(const struct damage_fixture *w, struct db *db, struct buf *out,
                            struct err *err)
{
    enum status st = STATUS_OK;
    for (int i = 0; w->queries[i] && st == STATUS_OK; i++) {
        struct search_options opt = {.limit = 50, .threads = 1};
        struct query q;
        struct query_result f;
        struct moves_table table = {0};
        st = parse(&q, w, w->queries[i], err);
        st = query_run(&f, &q, &db, 1, &opt, KEEP_SPANS, err);
        if (st == STATUS_OK)
            buf_printf(out, "%llu %llu\n", (unsigned long long)f.games,
                       (unsigned long long)f.spans);
        if (st == STATUS_OK)
            st = query_result_moves(&f, &q, &db, 1, &opt, &table, err);
        if (st == STATUS_OK)
            put_moves(&table, out);
        moves_release(&table);
        query_result_release(&f);
        query_release(&q);
    }
    return st;
}

static enum status export_all(struct db *db, struct buf *out, struct err *err)
{
    struct record rec;
    enum status st = STATUS_OK;
    record_init(&rec);
    for (uint32_t id = 0; id < db->manifest.next_id && st == STATUS_OK; id++) {
        uint32_t sources = 0;
        st = db_sources(db, id, &sources, err);
        for (uint32_t i = 0; i < sources && st == STATUS_OK; i++) {
            st = db_source(db, id, i, &rec, err);
            if (st == STATUS_OK)
                dump_record(&rec, 0, out);
        }
        if (st == STATUS_NOT_FOUND)
            st = STATUS_OK; /* removed */
        buf_printf(out, "%u\n", id);
    }
    record_release(&rec);
    return st;
}

static enum status list_names(struct db *db, struct buf *out, struct err *err)
{
    enum status st = STATUS_OK;
    struct arena arena;
    arena_init(&arena, SIZE_MAX / 2);
    for (uint32_t i = 0; i < db->segment_count && st == STATUS_OK; i++) {
        const struct db_segment *s = &db->segments[i];
        for (uint32_t n = 0; n < s->lines.games && st == STATUS_OK; n++) {
            struct game_summary g;
            st = metadata_summary(s->metadata, n, &arena, &g, err);
            if (st != STATUS_OK)
                break;
            buf_printf(out, "%u %u %d %d %u ", game_id(&s->lines, n), g.date, g.points[0], g.end,
                       g.plies);
            for (int k = 0; k < 2; k++)
                buf_add_span(out, g.players[k]);
            buf_add_span(out, g.event);
            buf_add_span(out, g.tags);
            buf_add_span(out, g.source);
            buf_add_span(out, g.format);
        }
    }
    arena_release(&arena);
    return st == STATUS_OK ? db_status(db, err) : st;
}

static enum status take_census(struct db *db, struct buf *out, struct err *err)
{
    const struct census_options opt = {.top = 5, .steps = 3, .threads = 1};
    struct census c;
    enum status st = census_run(&c, &db, 1, &opt, err);
    if (st != STATUS_OK)
        return st;
    for (size_t i = 0; i < c.top_count; i++)
        buf_printf(out, "%llu\n", (unsigned long long)c.top[i].times);
    for (size_t i = 0; i < c.frequency_count; i++)
        buf_printf(out, "%llu %llu\n", (unsigned long long)c.frequencies[i].times,
                   (unsigned long long)c.frequencies[i].positions);
    census_release(&c);
    return STATUS_OK;
}

static enum status mine_all(const struct damage_fixture *w, struct db *db, struct buf *out,
                            struct err *err)
{
    const struct mine_options opt = {
        .encoding = encoding_by_name(w->game == &shogi_game ? SPAN("moves") : SPAN("er")),
        .threads = 1};
    struct mine_result m;
    if (!opt.encoding)
        return STATUS_OK;
    enum status st = mine_read(&m, &db, 1, NULL, &opt, err);
    if (st != STATUS_OK)
        return st;
    buf_add(out, (const char *)m.corpus.text, m.corpus.n * sizeof *m.corpus.text);
    mine_result_release(&m);
    return STATUS_OK;
}

static enum status ask(const struct damage_fixture *w, struct db *db, enum operation what,
                       struct buf *out, struct err *err)
{
    switch (what) {
    case SEARCH:
        return search_all(w, db, out, err);
    case MOVES:
        return count_moves(w, db, out, err);
    case FIND:
        return find_all(w, db, out, err);
    case EXPORT:
        return export_all(db, out, err);
    case NAMES:
        return list_names(db, out, err);
    case CENSUS:
        return take_census(db, out, err);
    case MINE:
        return mine_all(w, db, out, err);
    default:
        return STATUS_OK;
    }
}

static enum status ask_at(const struct damage_fixture *w, const char *path, enum operation what,
                          struct buf *out, struct err *err)
{
    struct db *db = NULL;
    enum status st = db_open(&db, path, err);
    if (st == STATUS_OK)
        st = ask(w, db, what, out, err);
    db_close(db);
    return st;
}

static void copy_database(const struct damage_fixture *w, const char *to)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s && cp -r %s %s", to, w->path, to);
    assert_int_equal(system(command), 0);
}

/* Compacts or adds to a copy, and asks that: damage must not have become something else. */
static enum status change(const struct damage_fixture *w, enum operation what, struct buf *out,
                          struct err *err)
{
    static const enum operation operations[] = {EXPORT, SEARCH, NAMES};
    const struct compact_options opt = {.threads = 1};
    struct compact_result result;
    copy_database(w, "copy.kifu");
    enum status st = what == COMPACT ? db_compact("copy.kifu", &opt, &result, err)
                                     : import_text("copy.kifu", w->further_name, w->further, err);
    for (size_t i = 0; i < sizeof operations / sizeof *operations && st == STATUS_OK; i++)
        st = ask_at(w, "copy.kifu", operations[i], out, err);
    return st;
}

static enum status operate(const struct damage_fixture *w, enum operation what, uint64_t *answer,
                           struct err *err)
{
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status st = what == COMPACT || what == IMPORT ? change(w, what, &out, err)
                                                       : ask_at(w, w->path, what, &out, err);
    *answer = hash_of(&out);
    return st;
}

/* --- Damage ----------------------------------------------------------------------------------- */

struct damage_case {
    uint32_t file;
    size_t at, bytes; /* bytes 0: a bit */
    unsigned bit;
    const char *section;
};

static void write_at(const struct damage_fixture *w, uint32_t file, size_t at, const char *bytes,
                     size_t n)
{
    struct buf path;
    const char *text =
        db_file_path(&path, w->path, w->manifest.entries[file].name, DB_SEGMENT_ENDING);
    int fd = open(text, O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, n, (off_t)at), n);
    close(fd);
    buf_release(&path);
}

/* Any section as likely as another, or what is between them. */
static bool choose(const struct damage_fixture *w, struct rng *rng, struct damage_case *d)
{
    struct buf path;
    struct segment s;
    struct err err;
    *d = (struct damage_case){.file = (uint32_t)rng_below(rng, w->manifest.count)};
    const char *text =
        db_file_path(&path, w->path, w->manifest.entries[d->file].name, DB_SEGMENT_ENDING);
    assert_int_equal(segment_open(&s, text, &err), STATUS_OK);
    uint64_t number = rng_below(rng, s.count + 1), from = 0, length = s.view.bytes.n;
    static char name[16];
    snprintf(name, sizeof name, "%s", number < s.count ? s.sections[number].name : "file");
    if (number < s.count) {
        from = s.sections[number].offset;
        length = s.sections[number].length;
    }
    segment_close(&s);
    buf_release(&path);
    if (!length)
        return false;
    d->section = name;
    d->at = (size_t)(from + rng_below(rng, length));
    d->bit = (unsigned)rng_below(rng, 8);
    if (rng_below(rng, 4) == 0) {
        d->at = d->at / ZEROED * ZEROED;
        d->bytes = w->files[d->file].n - d->at < ZEROED ? w->files[d->file].n - d->at : ZEROED;
    }
    return true;
}

static void inflict(const struct damage_fixture *w, const struct damage_case *d)
{
    static const char zeros[ZEROED];
    char changed = (char)(w->files[d->file].p[d->at] ^ 1 << d->bit);
    if (d->bytes)
        write_at(w, d->file, d->at, zeros, d->bytes);
    else
        write_at(w, d->file, d->at, &changed, 1);
}

static void undo(const struct damage_fixture *w, const struct damage_case *d)
{
    write_at(w, d->file, d->at, w->files[d->file].p + d->at, d->bytes ? d->bytes : 1);
}

/* Changing a copy takes some milliseconds: fewer of those. */
static enum operation choose_operation(struct rng *rng)
{
    return rng_below(rng, 20) ? (enum operation)rng_below(rng, COMPACT)
                              : (enum operation)(COMPACT + rng_below(rng, 2));
}

static bool try_one(struct damage_fixture *w, struct rng *rng)
{
    struct damage_case d;
    struct err err = {0};
    uint64_t answer;
    enum operation what = choose_operation(rng);
    if (!choose(w, rng, &d))
        return true;
    inflict(w, &d);
    enum status st = operate(w, what, &answer, &err);
    undo(w, &d);
    w->refused += st != STATUS_OK;
    w->same += st == STATUS_OK && answer == w->answers[what];
    if (st == STATUS_OK ? answer == w->answers[what] : err.file[0] != 0 || st == STATUS_IO)
        return true;
    print_message("%s: %s after damage in section %s of %s at byte %zu (%s %u): status %s\n",
                  w->path, OPERATION_NAMES[what], d.section, w->manifest.entries[d.file].name, d.at,
                  d.bytes ? "zeroed" : "bit", d.bit, status_name(st));
    return false;
}

static unsigned trials(void)
{
    const char *text = getenv("KIFU_DAMAGE_TRIALS"), *scope = getenv("KIFU_TEST_SCOPE");
    uint64_t n;
    if (text && num_parse_u64(span_of(text), 10000000, &n))
        return (unsigned)n;
    return scope && strcmp(scope, "long") == 0 ? 5000 : 600;
}

static void run(struct damage_fixture *w)
{
    struct rng rng;
    unsigned failed = 0, n = trials();
    make_database(w);
    for (int what = 0; what < OPERATIONS; what++) {
        struct err err = {0};
        assert_int_equal(operate(w, (enum operation)what, &w->answers[what], &err), STATUS_OK);
    }
    rng_seed(&rng, 99);
    for (unsigned i = 0; i < n; i++)
        failed += !try_one(w, &rng);
    print_message("%s: %u trials, %u refused, %u answered rightly, %u otherwise\n", w->path, n,
                  w->refused, w->same, failed);
    for (uint32_t i = 0; i < w->manifest.count; i++)
        buf_release(&w->files[i]);
    manifest_release(&w->manifest);
    assert_int_equal(failed, 0);
    assert_true(w->refused > n / 4);
}

static void test_shogi(void **state)
{
    (void)state;
    struct damage_fixture w = {
        .game = &shogi_game,
        .path = "shogi.kifu",
        .queries =
            {"", "startpos", "s76fu g34fu", "s76fu ply:10..20 turn:g",
             "sfen \"lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1\"",
             "s28hi s77ka g82hi for>=10", "player:田", "event:戦 result:s", "date:1990..2005",
             "tag:fifth", "tag:later", "source:\"game 1\"", "moves>=80 s.hand.fu>=1",
             "like \"lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1\" >=20",
             "move:s76fu then g84fu", "id:3..20 end:resign"},
        .more_name = "variations.kif",
        .more = "先手：安田\n後手：石川\n手数----指手---------消費時間--\n"
                "1 ７六歩(77) ( 0:03/00:00:03)\n*よい手\n2 ３四歩(33) ( 0:01/00:00:01)\n"
                "3 ２六歩(27) ( 0:01/00:00:04)\n4 ４四歩(43)\n5 ４八銀(39)\n6 投了\n"
                "変化：4手\n4 ８四歩(83)\n5 ２五歩(26)\n*こちらも\n6 ８五歩(84)\n"
                "変化：3手\n3 ６六歩(67)\n4 ８四歩(83)\n5 ６八飛(28)\n",
        .further_name = "further.csa",
        .further = "V2.2\nN+Sente\nN-Gote\nPI\n+\n+2726FU\n-8384FU\n+2625FU\n-8485FU\n%TORYO\n",
    };
    run(&w);
}

static void test_go(void **state)
{
    (void)state;
    struct damage_fixture w = {
        .game = &go_game,
        .path = "go.kifu",
        .queries = {"", "startpos", "bQ16 wD4", "bQ16 ply:10..60 turn:w", "sfen \"19x19 w b:Q16\"",
                    "sym(board \"b:Q16 w:D4\")", "count(any,corner:top-right)>=12", "player:田",
                    "event:戦", "date:1990..2005", "tag:fifth", "source:\"game 1\"",
                    "seq:\"Q16 D4\"", "move:Q16 then<30 wQ4", "pattern \"X O/. X\""},
        .more_name = "variations.sgf",
        .more = "(;GM[1]FF[4]SZ[19]PB[安田]PW[石川];B[pd];W[dp];B[pq]C[よい手]"
                "(;W[dd];B[fq])(;W[fc]C[こちらも];B[dq](;W[eq])(;W[ep])))",
        .further_name = "further.sgf",
        .further = "(;GM[1]FF[4]SZ[19]PB[A]PW[B];B[aa];W[ba];B[jj];W[ab])",
    };
    run(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi),
        cmocka_unit_test(test_go),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

/* match_file.c: see match_file.h. */
#include "sim/match/match_file.h"

#include <stdio.h>

#include "base/text/num.h"
#include "formats/shogi/csa.h"

#define KEY "$MATCH"
#define SEPARATOR "/\n"

enum { MOST_FILE = 1 << 30, FINGERPRINT_DIGITS = 16 };

static const struct msg OTHER = {
    "%1 holds games with other players, limits, openings or seed",
    "%1 には別の対局の棋譜があります（対局者、制限、序盤、種のどれかが違います）"};

/* --- Reading ---------------------------------------------------------------------------------- */

struct match_file_reader {
    struct match_file *file;
    struct match_tally *tally;
    struct span key; /* "$MATCH:PRINT " */
    bool whole;      /* the game just read */
};

static bool find_number(const struct record *rec, uint64_t *number)
{
    for (uint32_t i = 0; i < rec->header_count; i++) {
        struct span value = rec->headers[i].value;
        if (span_eq(rec->headers[i].key, SPAN(KEY)) && value.n > FINGERPRINT_DIGITS)
            return num_parse_u64(span_skip(value, FINGERPRINT_DIGITS + 1), UINT64_MAX - 1, number);
    }
    return false;
}

static int points_of(const struct record *rec, uint64_t number)
{
    uint32_t plies;
    struct shogi_pos start;
    struct err err;
    int8_t points[2] = {rec->points[0], rec->points[1]};
    record_last_move(rec, &plies);
    if (rec->end == END_ERROR &&
        shogi_sfen_parse(&start, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) == STATUS_OK) {
        int mover = start.turn ^ (int)(plies & 1); /* it broke down */
        points[mover] = POINTS_LOSS;
        points[mover ^ 1] = POINTS_WIN;
    }
    return points[match_player_at(number, SHOGI_BLACK) == 0 ? 0 : 1];
}

static enum status note_game(void *ctx, struct record *rec)
{
    struct match_file_reader *r = ctx;
    uint64_t number;
    if (!find_number(rec, &number) || rec->end == END_NONE || record_worst(rec) >= PROBLEM_PARTIAL)
        return STATUS_OK;
    int points = points_of(rec, number);
    r->whole = points != POINTS_UNKNOWN;
    if (r->whole && number < r->tally->size) {
        r->file->found_games += r->tally->points[number] == MATCH_UNPLAYED;
        r->tally->points[number] = (int8_t)points;
    }
    return STATUS_OK;
}

/* The end of the game that begins at `at`: where its separator is, or the end of the file. */
static size_t end_of_game(struct span all, size_t at)
{
    ptrdiff_t end = span_find(span_skip(all, at), SPAN("\n" SEPARATOR));
    return end < 0 ? all.n : at + (size_t)end + 1;
}

/* Reads game by game.  *keep is where whole games end: a part of a last one is cut off there. */
static enum status read_games(struct match_file_reader *r, struct span all, const char *path,
                              size_t *keep, struct err *err)
{
    struct reader reader;
    enum status status = STATUS_OK;
    reader_init(&reader);
    *keep = 0;
    for (size_t at = 0, end; at < all.n && status == STATUS_OK; at = end + strlen(SEPARATOR)) {
        end = end_of_game(all, at);
        struct span text = span_make(all.p + at, end - at);
        bool torn = end == all.n && at > 0;
        r->whole = false;
        if (span_find(text, r->key) < 0 && !torn)
            status = err_set(err, STATUS_RANGE, &OTHER, span_of(path), (struct span){0});
        else if (reader_read(&reader, text, span_of(path), &csa_format, note_game, r, err) ==
                 STATUS_NOMEM)
            status = STATUS_NOMEM;
        if (end < all.n || r->whole)
            *keep = end;
    }
    reader_release(&reader);
    return status;
}

static enum status read_file(struct match_file *f, const char *path, struct match_tally *tally,
                             struct err *err)
{
    char key[sizeof KEY + FINGERPRINT_DIGITS + 2];
    struct match_file_reader r = {.file = f, .tally = tally};
    struct buf all;
    size_t keep = 0;
    snprintf(key, sizeof key, KEY ":%016llx ", (unsigned long long)f->fingerprint);
    r.key = span_of(key);
    buf_init(&all, MOST_FILE);
    enum status status = append_log_load(&f->log, MOST_FILE, &all, err);
    if (status == STATUS_OK)
        status = read_games(&r, buf_span(&all), path, &keep, err);
    if (status == STATUS_OK)
        status = append_log_cut(&f->log, keep, err);
    buf_release(&all);
    return status;
}

enum status match_file_open(struct match_file *f, const char *path, uint64_t fingerprint,
                            struct match_tally *tally, struct err *err)
{
    *f = (struct match_file){.fingerprint = fingerprint};
    buf_init(&f->text, BUF_DEFAULT_MAX);
    enum status status = append_log_open(&f->log, path, 0, err);
    if (status == STATUS_OK)
        status = read_file(f, path, tally, err);
    if (status != STATUS_OK)
        match_file_close(f);
    return status;
}

void match_file_close(struct match_file *f)
{
    append_log_close(&f->log);
    buf_release(&f->text);
}

/* --- Writing ---------------------------------------------------------------------------------- */

enum status match_file_add(struct match_file *f, struct record *rec, uint64_t number,
                           struct err *err)
{
    char value[FINGERPRINT_DIGITS + 24];
    unsigned losses = 0;
    snprintf(value, sizeof value, "%016llx %llu", (unsigned long long)f->fingerprint,
             (unsigned long long)number);
    if (record_add_header(rec, HEADER_OTHER, SPAN(KEY), span_of(value)) != STATUS_OK)
        return err_nomem(err);
    buf_clear(&f->text);
    buf_add_str(&f->text, f->log.size ? SEPARATOR : "");
    enum status status = csa_write(rec, &f->text, &losses, err);
    return status == STATUS_OK ? append_log_add(&f->log, buf_span(&f->text), err) : status;
}

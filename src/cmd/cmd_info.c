/* cmd_info.c: `kifu info DB|FILE.games`: what a database, or a games file, holds. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "base/work/reduction.h"
#include "cluster/databases.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"
#include "cmd/parts/games_report.h"
#include "db/db.h"
#include "formats/shogi/games_file.h"

/* --- Figures of databases: games, plies, results, sizes --------------------------------------- */

/* Handicaps from 2 on are stones; 0 and 1 are even games and other starts. */
enum { INFO_HANDICAPS = 10, INFO_MOST_SIZE = 64 };

/* Nothing but numbers that are added up over all parts. */
struct db_info_sums {
    uint64_t games, plies, removed, variations;
    uint64_t wins[GAME_MAX_SEATS], draws, unknown;
    uint64_t segments;
    struct db_bytes bytes;
    /* Of games that have boards of several sizes: how many of each, by width and height. */
    uint64_t sizes[INFO_MOST_SIZE][INFO_MOST_SIZE];
    uint64_t handicaps[INFO_HANDICAPS]; /* by the game's number for it, the last: that or more */
};

struct db_info {
    struct db_info_sums sum;
    uint32_t first_date, last_date; /* 0: none is known */
};

static void widen_dates(struct db_info *info, uint32_t first, uint32_t last)
{
    if (first && (!info->first_date || first < info->first_date))
        info->first_date = first;
    if (last > info->last_date)
        info->last_date = last;
}

static void count_game(const struct db_segment *s, uint32_t number, int seats, struct db_info *info)
{
    uint32_t date = column_date(&s->columns, number);
    int points = column_points(&s->columns, number, 0);
    bool won = false;
    widen_dates(info, date, date);
    for (int seat = 0; seat < seats; seat++) {
        bool wins = column_points(&s->columns, number, seat) == POINTS_WIN;
        info->sum.wins[seat] += wins;
        won |= wins;
    }
    info->sum.draws += points == POINTS_DRAW;
    info->sum.unknown += seats > 2 ? !won && points != POINTS_DRAW : points == POINTS_UNKNOWN;
}

/* The board is that of the start position, which games that stand together mostly share. */
static enum status count_boards(const struct db_segment *s, struct db_info *info, struct err *err)
{
    const struct game *game = s->lines.game;
    enum status status = STATUS_OK;
    void *pos = mem_alloc(game->pos_bytes);
    if (!pos)
        return err_nomem(err);
    struct board_shape board = game->board;
    for (uint32_t n = 0, last = UINT32_MAX; n < s->lines.games && status == STATUS_OK; n++) {
        uint32_t start = line_start(&s->lines, n), handicap = column_handicap(&s->columns, n);
        struct span text = lines_start_text(&s->lines, start);
        if (start != last && text.n)
            status = game->text.pos_parse(pos, text, err);
        if (start != last && status == STATUS_OK)
            board = text.n ? game->rules.pos_board(pos) : game->board;
        last = start;
        if (status != STATUS_OK || db_is_removed(s, n))
            continue;
        info->sum.sizes[board.width % INFO_MOST_SIZE][board.height % INFO_MOST_SIZE]++;
        info->sum.handicaps[handicap < INFO_HANDICAPS ? handicap : INFO_HANDICAPS - 1]++;
    }
    mem_free(pos);
    return status;
}

static enum status count_database(const struct db *db, bool parted, struct db_info *info,
                                  struct err *err)
{
    struct db_info_sums *sum = &info->sum;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++) {
        const struct db_segment *s = &db->segments[i];
        if (parted && s->elsewhere)
            continue;
        sum->removed += s->removed_count;
        sum->variations += s->lines.count - s->lines.games;
        for (uint32_t n = 0; n < s->lines.games; n++)
            if (!db_is_removed(s, n))
                count_game(s, n, db->game->seats, info);
        if (db->game->rules.pos_board) /* only games with boards of several sizes */
            status = count_boards(s, info, err);
    }
    if (parted && db->elsewhere)
        return status;
    struct db_bytes bytes;
    db_bytes(db, &bytes);
    sum->games += db->games;
    sum->plies += db->plies;
    sum->segments += db->segment_count + db->extra_count;
    sum->bytes.games += bytes.games;
    sum->bytes.facts += bytes.facts;
    sum->bytes.hashes += bytes.hashes;
    sum->bytes.metadata += bytes.metadata;
    return status;
}

/* Of databases of one game.  In parts each counts the segments that are its own; all get the
 * figures of all. */
static enum status db_info_count(struct db_info *info, struct db *const *dbs, uint32_t count,
                                 const struct reduction *reduction, struct err *err)
{
    static const struct msg other = {"%1 holds another game than the first",
                                     "%1 は最初のものと別のゲームです"};
    enum status status = STATUS_OK;
    *info = (struct db_info){0};
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        status = dbs[i]->game == dbs[0]->game
                     ? count_database(dbs[i], reduction != NULL, info, err)
                     : err_set(err, STATUS_UNSUPPORTED, &other, span_of(dbs[i]->path), SPAN(""));
    status = reduction_sum(reduction, status, (uint64_t *)&info->sum,
                           sizeof info->sum / sizeof(uint64_t), err);
    /* The first and the last date of all parts. */
    uint32_t dates[2] = {info->first_date, info->last_date};
    struct byte_parts all = {0};
    status =
        reduction_share(reduction, status, span_make((const char *)dates, sizeof dates), &all, err);
    for (uint32_t i = 0; i < all.count && status == STATUS_OK; i++) {
        if (all.at[i].n != sizeof dates)
            status = reduction_damaged(err);
        else
            memcpy(dates, all.at[i].p, sizeof dates);
        widen_dates(info, dates[0], dates[1]);
    }
    byte_parts_release(&all);
    return status;
}

enum { OPT_SQLITE, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(OPT_SQLITE, "sqlite", "FILE",
                "write the game headers to FILE, a new SQLite database",
                "対局情報を新しい SQLite データベース FILE に書く", .writes = WRITES_FILE),
    [OPT_COUNT] = {.name = NULL},
};

enum { FIRST_HANDICAP = 2 };

struct info_cmd {
    struct db_info figures;
    uint64_t all_bytes;
    struct size_count {
        struct board_shape board;
        uint64_t games;
    } * sizes; /* owned; those that occur, the most frequent first */
    size_t size_count;
};

static int by_games(const void *a, const void *b)
{
    const struct size_count *one = a, *other = b;
    if (one->games != other->games)
        return one->games < other->games ? 1 : -1;
    int area = one->board.width * one->board.height - other->board.width * other->board.height;
    return area ? -area : other->board.width - one->board.width;
}

static enum status list_sizes(struct info_cmd *info, struct err *err)
{
    info->sizes = mem_calloc(INFO_MOST_SIZE * INFO_MOST_SIZE, sizeof *info->sizes);
    if (!info->sizes)
        return err_nomem(err);
    for (int w = 0; w < INFO_MOST_SIZE; w++)
        for (int h = 0; h < INFO_MOST_SIZE; h++)
            if (info->figures.sum.sizes[w][h])
                info->sizes[info->size_count++] =
                    (struct size_count){{(uint8_t)w, (uint8_t)h}, info->figures.sum.sizes[w][h]};
    if (info->size_count)
        qsort(info->sizes, info->size_count, sizeof *info->sizes, by_games);
    return STATUS_OK;
}

static enum status count_all(const struct databases *d, const struct cluster *cluster,
                             struct info_cmd *info, struct err *err)
{
    const struct db_bytes *bytes = &info->figures.sum.bytes;
    enum status st =
        db_info_count(&info->figures, d->at, d->count, cluster_reduction(cluster), err);
    info->all_bytes = bytes->games + bytes->facts + bytes->hashes + bytes->metadata;
    return st == STATUS_OK ? list_sizes(info, err) : st;
}

/* --- Printing -------------------------------------------------------------------------------- */

/* "1994", "1994-07" or "1994-07-12", as far as it is known. */
static void add_date(uint32_t date, struct buf *out)
{
    buf_printf(out, "%04u", date_year(date));
    if (date_month(date))
        buf_printf(out, "-%02u", date_month(date));
    if (date_month(date) && date_day(date))
        buf_printf(out, "-%02u", date_day(date));
}

static void json_date(struct json *j, const char *key, uint32_t date)
{
    struct buf text;
    buf_init(&text, 64);
    json_key(j, key);
    if (date) {
        add_date(date, &text);
        json_str(j, buf_span(&text));
    } else {
        json_null_value(j);
    }
    buf_release(&text);
}

static void add_board(struct board_shape board, struct buf *out)
{
    buf_printf(out, "%ux%u", board.width, board.height);
}

static void json_boards(struct json *j, const struct info_cmd *info)
{
    struct buf key;
    buf_init(&key, 64);
    json_key(j, "sizes");
    json_open_object(j);
    for (size_t i = 0; i < info->size_count; i++) {
        buf_clear(&key);
        add_board(info->sizes[i].board, &key);
        json_key_u64(j, buf_cstr(&key), info->sizes[i].games);
    }
    json_end(j);
    json_key(j, "handicaps");
    json_open_object(j);
    for (unsigned n = FIRST_HANDICAP; n < INFO_HANDICAPS; n++) {
        buf_clear(&key);
        buf_add_u64(&key, n);
        if (info->figures.sum.handicaps[n])
            json_key_u64(j, buf_cstr(&key), info->figures.sum.handicaps[n]);
    }
    json_end(j);
    buf_release(&key);
}

static void print_json(const struct db *db, const struct info_cmd *info, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "games", info->figures.sum.games);
    json_key_u64(&j, "plies", info->figures.sum.plies);
    json_key_u64(&j, "segments", info->figures.sum.segments);
    json_key(&j, "bytes");
    json_open_object(&j);
    json_key_u64(&j, "games", info->figures.sum.bytes.games);
    json_key_u64(&j, "facts", info->figures.sum.bytes.facts);
    json_key_u64(&j, "hashes", info->figures.sum.bytes.hashes);
    json_key_u64(&j, "metadata", info->figures.sum.bytes.metadata);
    json_end(&j);
    json_key_cstr(&j, "game", db->game->name);
    json_key_u64(&j, "next_id", db->manifest.next_id);
    json_key_u64(&j, "removed", info->figures.sum.removed);
    json_key_u64(&j, "variations", info->figures.sum.variations);
    json_key(&j, "wins");
    json_open_array(&j);
    for (int seat = 0; seat < db->game->seats; seat++)
        json_u64(&j, info->figures.sum.wins[seat]);
    json_end(&j);
    json_key_u64(&j, "draws", info->figures.sum.draws);
    json_key_u64(&j, "unknown", info->figures.sum.unknown);
    json_date(&j, "first_date", info->figures.first_date);
    json_date(&j, "last_date", info->figures.last_date);
    if (info->size_count)
        json_boards(&j, info);
    json_key_double(
        &j, "bytes_per_game",
        info->figures.sum.games ? (double)info->all_bytes / (double)info->figures.sum.games : 0);
    json_end(&j);
    json_line(&j);
}

static void add_row(struct buf *out, enum lang lang, const struct msg *name, const char *text)
{
    buf_add_str(out, msg_in(name, lang));
    buf_add_str(out, lang == LANG_JA ? "　" : "  ");
    buf_add_str(out, text);
    buf_add_char(out, '\n');
}

static void add_size(struct buf *out, enum lang lang, const struct msg *name, uint64_t bytes,
                     uint64_t games)
{
    char text[96];
    snprintf(text, sizeof text, lang == LANG_JA ? "%llu（1局 %.1f）" : "%llu (%.1f a game)",
             (unsigned long long)bytes, games ? (double)bytes / (double)games : 0.0);
    add_row(out, lang, name, text);
}

/* "19x19 1200, 9x9 35" */
static void print_sizes(const struct info_cmd *info, enum lang lang, struct buf *out)
{
    enum { SHOWN = 6 };
    static const struct msg sizes = {"sizes     ", "盤の大きさ"};
    struct buf text;
    uint64_t others = 0;
    buf_init(&text, 1024);
    for (size_t i = 0; i < info->size_count; i++) {
        if (i >= SHOWN) {
            others += info->sizes[i].games;
            continue;
        }
        buf_add_str(&text, !i ? "" : lang == LANG_JA ? "、" : ", ");
        add_board(info->sizes[i].board, &text);
        buf_printf(&text, " %llu", (unsigned long long)info->sizes[i].games);
    }
    if (others)
        buf_printf(&text, lang == LANG_JA ? "、他 %llu" : ", others %llu",
                   (unsigned long long)others);
    add_row(out, lang, &sizes, buf_cstr(&text));
    buf_release(&text);
}

/* "2 stones 15, 3 stones 8" */
static void print_handicaps(const struct info_cmd *info, enum lang lang, struct buf *out)
{
    static const struct msg handicaps = {"handicaps ", "置石　　　"};
    bool ja = lang == LANG_JA;
    struct buf text;
    buf_init(&text, 1024);
    for (unsigned n = FIRST_HANDICAP; n < INFO_HANDICAPS; n++) {
        const char *more = n < INFO_HANDICAPS - 1 ? "" : ja ? "以上" : " or more";
        if (info->figures.sum.handicaps[n])
            buf_printf(&text, ja ? "%s%u 子%s %llu" : "%s%u stones%s %llu",
                       !text.n ? ""
                       : ja    ? "、"
                               : ", ",
                       n, more, (unsigned long long)info->figures.sum.handicaps[n]);
    }
    if (text.n)
        add_row(out, lang, &handicaps, buf_cstr(&text));
    buf_release(&text);
}

static void add_results(const struct db *db, const struct info_cmd *info, enum lang lang,
                        struct buf *out)
{
    static const struct msg results = {"results   ", "勝敗　　　"};
    struct buf text;
    buf_init(&text, 512);
    for (int seat = 0; seat < db->game->seats; seat++)
        buf_printf(&text, lang == LANG_JA ? "%s%s %llu、" : "%s%s %llu, ",
                   msg_in(&db->game->seat_titles[seat], lang),
                   lang == LANG_JA && db->game->seats == 2 ? "勝ち" : "",
                   (unsigned long long)info->figures.sum.wins[seat]);
    buf_printf(&text, lang == LANG_JA ? "引き分け %llu、不明 %llu" : "draws %llu, unknown %llu",
               (unsigned long long)info->figures.sum.draws,
               (unsigned long long)info->figures.sum.unknown);
    add_row(out, lang, &results, buf_cstr(&text));
    buf_release(&text);
}

static void print_games(const struct db *db, const struct info_cmd *info, enum lang lang,
                        struct buf *out)
{
    static const struct msg games = {"games     ", "棋譜　　　"},
                            plies = {"plies     ", "手数　　　"},
                            dates = {"dates     ", "対局日　　"},
                            removed = {"removed   ", "削除済み　"},
                            variations = {"variations", "変化手順　"};
    char text[256];
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->figures.sum.games);
    add_row(out, lang, &games, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->figures.sum.plies);
    add_row(out, lang, &plies, text);
    add_results(db, info, lang, out);
    if (info->size_count) {
        print_sizes(info, lang, out);
        print_handicaps(info, lang, out);
    }
    if (info->figures.last_date) {
        struct buf span;
        buf_init(&span, 64);
        add_date(info->figures.first_date, &span);
        buf_add_str(&span, lang == LANG_JA ? " 〜 " : " to ");
        add_date(info->figures.last_date, &span);
        add_row(out, lang, &dates, buf_cstr(&span));
        buf_release(&span);
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->figures.sum.variations);
    if (info->figures.sum.variations)
        add_row(out, lang, &variations, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->figures.sum.removed);
    if (info->figures.sum.removed)
        add_row(out, lang, &removed, text);
}

static void print_text(const struct db *db, const struct info_cmd *info, enum lang lang,
                       struct buf *out)
{
    static const struct msg kind = {"kind      ", "種類　　　"},
                            segments = {"segments  ", "セグメント"},
                            all = {"bytes     ", "バイト数　"},
                            moves = {"  games   ", "　棋譜　　"},
                            facts = {"  facts   ", "　部分局面"},
                            hashes = {"  hashes  ", "　全体局面"},
                            metadata = {"  metadata", "　対局情報"};
    char text[32];
    add_row(out, lang, &kind, msg_in(&db->game->title, lang));
    print_games(db, info, lang, out);
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->figures.sum.segments);
    add_row(out, lang, &segments, text);
    add_size(out, lang, &all, info->all_bytes, info->figures.sum.games);
    add_size(out, lang, &moves, info->figures.sum.bytes.games, info->figures.sum.games);
    add_size(out, lang, &facts, info->figures.sum.bytes.facts, info->figures.sum.games);
    add_size(out, lang, &hashes, info->figures.sum.bytes.hashes, info->figures.sum.games);
    add_size(out, lang, &metadata, info->figures.sum.bytes.metadata, info->figures.sum.games);
}

/* --- SQLite ---------------------------------------------------------------------------------- */

static enum status write_segments(const struct db *db, const char *path, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < db->segment_count && st == STATUS_OK; i++)
        st = metadata_export(db->segments[i].metadata, path, err);
    return st;
}

/* Under another name until it is whole: SQLite would add to a file that is there. */
static enum status write_sqlite(const struct db *db, const char *path, struct err *err)
{
    static const struct msg CANNOT_WRITE = {"cannot write %1: %2", "%1 に書けません: %2"};
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_printf(&name, "%s.part", path);
    const char *part = buf_cstr(&name);
    unlink(part);
    enum status st =
        buf_status(&name) == STATUS_OK ? write_segments(db, part, err) : err_nomem(err);
    if (st == STATUS_OK && db->segment_count && rename(part, path) != 0)
        st = err_errno(err, errno, &CANNOT_WRITE, span_of(path));
    if (st != STATUS_OK)
        unlink(part);
    buf_release(&name);
    return st;
}

static enum status export_sqlite(const struct databases *d, const char *path, struct err *err)
{
    static const struct msg one = {"--sqlite takes only one database",
                                   "--sqlite のデータベースは一つだけ指定してください"};
    return d->count == 1 && !d->apart ? write_sqlite(d->at[0], path, err)
                                      : err_plain(err, STATUS_UNSUPPORTED, &one);
}

static int report(struct cmd_env *env, const struct databases *d, const struct info_cmd *info,
                  const char *sqlite)
{
    const struct db *db = d->at[0];
    struct buf out;
    struct err err;
    buf_init(&out, BUF_DEFAULT_MAX);
    if (env->json)
        print_json(db, info, &out);
    else
        print_text(db, info, env->lang, &out);
    int code = cmd_print(env, &out);
    if (code == CMD_OK && sqlite && env->leads && export_sqlite(d, sqlite, &err) != STATUS_OK)
        code = cmd_fail(env, &err);
    buf_release(&out);
    return code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct databases d;
    struct info_cmd info = {0};
    struct err err;
    if (format_by_path(span_of(args->operands[0])) == &games_format)
        return games_report(env, args->operands[0]);
    enum status st = databases_open(&d, args->operands, 1, env->cluster, &err);
    if (st == STATUS_OK)
        st = count_all(&d, env->cluster, &info, &err);
    int code = st == STATUS_OK ? report(env, &d, &info, args_text(args, OPT_SQLITE, NULL))
                               : cmd_fail(env, &err);
    mem_free(info.sizes);
    code = databases_check(&d, env, code);
    databases_close(&d);
    return code;
}

const struct command CMD_INFO = {
    .name = "info",
    .group = GROUP_RECORDS,
    .summary = {"summarize a database or a games file",
                "データベースや対局ファイルの内容を表示する"},
    .operands = "DB|FILE.games",
    .min_operands = 1,
    .max_operands = 1,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .run = run,
};

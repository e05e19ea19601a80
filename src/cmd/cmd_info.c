/* cmd_info.c: `kifu info DB`: what a database holds. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "base/varint.h"
#include "cluster/databases.h"
#include "cluster/partition.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/query_operands.h"

enum { OPT_SQLITE, OPT_COUNT };

static const struct option_spec OPTIONS[] = {
    FILE_OPTION(OPT_SQLITE, "sqlite", "FILE",
                "write who played, when and where to FILE, an SQLite database",
                "対局情報を新しい SQLite データベース FILE に書く", .writes = WRITES_FILE),
    [OPT_COUNT] = {.name = NULL},
};

/* Numbers of handicaps from 2 on are stones; 0 and 1 are even games and other starts. */
enum { HANDICAPS = 10, FIRST_HANDICAP = 2 };

struct info_cmd {
    uint64_t games, plies, removed, variations;
    uint64_t wins[GAME_MAX_SEATS], draws, unknown;
    uint32_t first_date, last_date; /* 0: none is known */
    uint64_t segments;
    struct db_bytes bytes;
    uint64_t all_bytes;
    /* Of games that have boards of several sizes: how many of each, by width and height. */
    struct size_count {
        struct board_shape board;
        uint64_t games;
    } * sizes; /* owned */
    size_t size_count, size_cap;
    uint64_t handicaps[HANDICAPS]; /* by the game's number for it, the last: that or more */
};

/* --- Counting -------------------------------------------------------------------------------- */

static void count_game(const struct db_segment *s, uint32_t number, int seats,
                       struct info_cmd *info)
{
    uint32_t date = column_date(&s->columns, number);
    int points = column_points(&s->columns, number, 0);
    if (date && (!info->first_date || date < info->first_date))
        info->first_date = date;
    if (date > info->last_date)
        info->last_date = date;
    bool won = false;
    for (int seat = 0; seat < seats; seat++) {
        bool wins = column_points(&s->columns, number, seat) == POINTS_WIN;
        info->wins[seat] += wins;
        won |= wins;
    }
    info->draws += points == POINTS_DRAW;
    info->unknown += seats > 2 ? !won && points != POINTS_DRAW : points == POINTS_UNKNOWN;
}

static enum status count_size(struct info_cmd *info, struct board_shape board, uint64_t games,
                              struct err *err)
{
    size_t i = 0;
    while (i < info->size_count && (info->sizes[i].board.width != board.width ||
                                    info->sizes[i].board.height != board.height))
        i++;
    struct size_count *grown =
        mem_grow(info->sizes, i, &info->size_cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    info->sizes = grown;
    if (i == info->size_count)
        info->sizes[info->size_count++] = (struct size_count){board, 0};
    info->sizes[i].games += games;
    return STATUS_OK;
}

/* The board is that of the start position, which games that stand together mostly share. */
static enum status count_boards(const struct db_segment *s, struct info_cmd *info, struct err *err)
{
    const struct game *game = s->lines.game;
    enum status st = STATUS_OK;
    void *pos = mem_alloc(game->pos_bytes);
    if (!pos)
        return err_nomem(err);
    struct board_shape board = game->board;
    for (uint32_t n = 0, last = UINT32_MAX; n < s->lines.games && st == STATUS_OK; n++) {
        uint32_t start = line_start(&s->lines, n), handicap = column_handicap(&s->columns, n);
        struct span text = lines_start_text(&s->lines, start);
        if (start != last && text.n) {
            st = game->pos_parse(pos, text, err);
            if (st != STATUS_OK)
                break;
            board = game->pos_board(pos);
        } else if (start != last) {
            board = game->board;
        }
        last = start;
        if (db_is_removed(s, n))
            continue;
        st = count_size(info, board, 1, err);
        info->handicaps[handicap < HANDICAPS ? handicap : HANDICAPS - 1]++;
    }
    mem_free(pos);
    return st;
}

static int by_games(const void *a, const void *b)
{
    const struct size_count *one = a, *other = b;
    if (one->games != other->games)
        return one->games < other->games ? 1 : -1;
    int area = one->board.width * one->board.height - other->board.width * other->board.height;
    return area ? -area : other->board.width - one->board.width;
}

static void count_segment(const struct db_segment *s, int seats, struct info_cmd *info)
{
    info->removed += s->removed_count;
    info->variations += s->lines.count - s->lines.games;
    for (uint32_t n = 0; n < s->lines.games; n++)
        if (!db_is_removed(s, n))
            count_game(s, n, seats, info);
}

/* --- Together --------------------------------------------------------------------------------
 * What each process of a cluster counted, as numbers: dates, sums, then three for each size. */

enum { SUMS = GAME_MAX_SEATS + 11 + HANDICAPS };

/* The numbers that are simply added. */
static void list_sums(struct info_cmd *info, uint64_t *at[SUMS])
{
    size_t n = 0;
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        at[n++] = &info->wins[seat];
    at[n++] = &info->draws;
    at[n++] = &info->unknown;
    at[n++] = &info->removed;
    at[n++] = &info->variations;
    at[n++] = &info->games;
    at[n++] = &info->plies;
    at[n++] = &info->segments;
    at[n++] = &info->bytes.games;
    at[n++] = &info->bytes.facts;
    at[n++] = &info->bytes.hashes;
    at[n++] = &info->bytes.metadata;
    for (int i = 0; i < HANDICAPS; i++)
        at[n++] = &info->handicaps[i];
}

static void put_info(struct info_cmd *info, struct buf *out)
{
    uint64_t *sums[SUMS];
    list_sums(info, sums);
    varint_put(out, info->first_date);
    varint_put(out, info->last_date);
    for (size_t i = 0; i < SUMS; i++)
        varint_put(out, *sums[i]);
    for (size_t i = 0; i < info->size_count; i++) {
        varint_put(out, info->sizes[i].board.width);
        varint_put(out, info->sizes[i].board.height);
        varint_put(out, info->sizes[i].games);
    }
}

static enum status add_info(struct info_cmd *info, struct span part, struct err *err)
{
    uint64_t *sums[SUMS], first = 0, last = 0, more = 0, width = 0, height = 0, games = 0;
    enum status st = STATUS_OK;
    list_sums(info, sums);
    bool good = varint_get(&part, &first) && varint_get(&part, &last);
    if (first && (!info->first_date || first < info->first_date))
        info->first_date = (uint32_t)first;
    if (last > info->last_date)
        info->last_date = (uint32_t)last;
    for (size_t i = 0; i < SUMS && good; i++) {
        good = varint_get(&part, &more);
        *sums[i] += more;
    }
    while (good && part.n && st == STATUS_OK) {
        good = varint_get(&part, &width) && varint_get(&part, &height) && varint_get(&part, &games);
        if (good)
            st =
                count_size(info, (struct board_shape){(uint8_t)width, (uint8_t)height}, games, err);
    }
    return st;
}

static enum status info_cluster(struct info_cmd *info, const struct cluster *cluster,
                                enum status st, struct err *err)
{
    struct byte_parts parts = {0};
    struct buf mine;
    if (cluster_size(cluster) < 2)
        return st;
    buf_init(&mine, BUF_DEFAULT_MAX);
    put_info(info, &mine);
    if (st == STATUS_OK && buf_status(&mine) != STATUS_OK)
        st = err_nomem(err);
    st = cluster_gather(cluster, st, buf_span(&mine), &parts, err);
    for (uint32_t r = 1; r < parts.count && st == STATUS_OK && cluster_leads(cluster); r++)
        st = add_info(info, parts.at[r], err);
    byte_parts_release(&parts);
    buf_release(&mine);
    return st;
}

/* What a process has of a database; the whole is told by the first that has it. */
static enum status count_database(const struct db *db, const struct cluster *cluster,
                                  struct info_cmd *info, struct err *err)
{
    enum status st = STATUS_OK;
    struct db_bytes bytes;
    for (uint32_t i = 0; i < db->segment_count && st == STATUS_OK; i++) {
        if (db->segments[i].elsewhere)
            continue;
        count_segment(&db->segments[i], db->game->seats, info);
        if (db->game->pos_board) /* only games with boards of several sizes */
            st = count_boards(&db->segments[i], info, err);
    }
    if (db->keeper != cluster_process(cluster))
        return st;
    db_bytes(db, &bytes);
    info->games += db->games;
    info->plies += db->plies;
    info->segments += db->segment_count + db->extra_count;
    info->bytes.games += bytes.games;
    info->bytes.facts += bytes.facts;
    info->bytes.hashes += bytes.hashes;
    info->bytes.metadata += bytes.metadata;
    return st;
}

static enum status count_all(const struct databases *d, const struct cluster *cluster,
                             struct info_cmd *info, struct err *err)
{
    static const struct msg other = {"%1 holds another game than the first",
                                     "%1 は最初のものと別のゲームです"};
    enum status st = STATUS_OK;
    *info = (struct info_cmd){0};
    for (uint32_t i = 0; i < d->count && st == STATUS_OK; i++)
        st = d->at[i]->game == d->at[0]->game
                 ? count_database(d->at[i], cluster, info, err)
                 : err_set(err, STATUS_UNSUPPORTED, &other, span_of(d->names[i]), SPAN(""));
    st = info_cluster(info, cluster, st, err);
    if (info->size_count)
        qsort(info->sizes, info->size_count, sizeof info->sizes[0], by_games);
    info->all_bytes =
        info->bytes.games + info->bytes.facts + info->bytes.hashes + info->bytes.metadata;
    return st;
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

static void json_bytes(struct json *j, const struct info_cmd *info)
{
    json_key(j, "bytes");
    json_open_object(j);
    json_key_u64(j, "games", info->bytes.games);
    json_key_u64(j, "facts", info->bytes.facts);
    json_key_u64(j, "hashes", info->bytes.hashes);
    json_key_u64(j, "metadata", info->bytes.metadata);
    json_end(j);
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
    for (unsigned n = FIRST_HANDICAP; n < HANDICAPS; n++) {
        buf_clear(&key);
        buf_add_u64(&key, n);
        if (info->handicaps[n])
            json_key_u64(j, buf_cstr(&key), info->handicaps[n]);
    }
    json_end(j);
    buf_release(&key);
}

static void print_json(const struct db *db, const struct info_cmd *info, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_u64(&j, "games", info->games);
    json_key_u64(&j, "plies", info->plies);
    json_key_u64(&j, "segments", info->segments);
    json_bytes(&j, info);
    json_key_cstr(&j, "game", db->game->name);
    json_key_u64(&j, "next_id", db->manifest.next_id);
    json_key_u64(&j, "removed", info->removed);
    json_key_u64(&j, "variations", info->variations);
    json_key(&j, "wins");
    json_open_array(&j);
    for (int seat = 0; seat < db->game->seats; seat++)
        json_u64(&j, info->wins[seat]);
    json_end(&j);
    json_key_u64(&j, "draws", info->draws);
    json_key_u64(&j, "unknown", info->unknown);
    json_date(&j, "first_date", info->first_date);
    json_date(&j, "last_date", info->last_date);
    if (info->size_count)
        json_boards(&j, info);
    json_key_double(&j, "bytes_per_game",
                    info->games ? (double)info->all_bytes / (double)info->games : 0);
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
    for (unsigned n = FIRST_HANDICAP; n < HANDICAPS; n++) {
        const char *more = n < HANDICAPS - 1 ? "" : ja ? "以上" : " or more";
        if (info->handicaps[n])
            buf_printf(&text, ja ? "%s%u 子%s %llu" : "%s%u stones%s %llu",
                       !text.n ? ""
                       : ja    ? "、"
                               : ", ",
                       n, more, (unsigned long long)info->handicaps[n]);
    }
    if (text.n)
        add_row(out, lang, &handicaps, buf_cstr(&text));
    buf_release(&text);
}

static void print_results_of_four(const struct info_cmd *info, enum lang lang, char *text,
                                  size_t size)
{
    snprintf(text, size,
             lang == LANG_JA
                 ? "赤 %llu、緑 %llu、黄 %llu、黒 %llu、引き分け %llu、不明 %llu"
                 : "red %llu, green %llu, yellow %llu, black %llu, draws %llu, unknown %llu",
             (unsigned long long)info->wins[0], (unsigned long long)info->wins[1],
             (unsigned long long)info->wins[2], (unsigned long long)info->wins[3],
             (unsigned long long)info->draws, (unsigned long long)info->unknown);
}

static void print_games(const struct db *db, const struct info_cmd *info, enum lang lang,
                        struct buf *out)
{
    bool stones = db->game == &go_game;
    static const struct msg games = {"games     ", "棋譜　　　"},
                            plies = {"plies     ", "手数　　　"},
                            results = {"results   ", "勝敗　　　"},
                            dates = {"dates     ", "対局日　　"},
                            removed = {"removed   ", "削除済み　"},
                            variations = {"variations", "変化手順　"};
    char text[256];
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->games);
    add_row(out, lang, &games, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->plies);
    add_row(out, lang, &plies, text);
    if (db->game->seats > 2)
        print_results_of_four(info, lang, text, sizeof text);
    else
        snprintf(text, sizeof text,
                 lang == LANG_JA ? stones ? "黒勝ち %llu、白勝ち %llu、引き分け %llu、不明 %llu"
                                          : "先手勝ち %llu、後手勝ち %llu、引き分け %llu、不明 %llu"
                                 : "black %llu, white %llu, draws %llu, unknown %llu",
                 (unsigned long long)info->wins[0], (unsigned long long)info->wins[1],
                 (unsigned long long)info->draws, (unsigned long long)info->unknown);
    add_row(out, lang, &results, text);
    if (info->size_count) {
        print_sizes(info, lang, out);
        print_handicaps(info, lang, out);
    }
    if (info->last_date) {
        struct buf span;
        buf_init(&span, 64);
        add_date(info->first_date, &span);
        buf_add_str(&span, lang == LANG_JA ? " 〜 " : " to ");
        add_date(info->last_date, &span);
        add_row(out, lang, &dates, buf_cstr(&span));
        buf_release(&span);
    }
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->variations);
    if (info->variations)
        add_row(out, lang, &variations, text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->removed);
    if (info->removed)
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
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->segments);
    add_row(out, lang, &segments, text);
    add_size(out, lang, &all, info->all_bytes, info->games);
    add_size(out, lang, &moves, info->bytes.games, info->games);
    add_size(out, lang, &facts, info->bytes.facts, info->games);
    add_size(out, lang, &hashes, info->bytes.hashes, info->games);
    add_size(out, lang, &metadata, info->bytes.metadata, info->games);
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
    static const struct msg one = {"--sqlite is for one database at a time",
                                   "--sqlite は一つのデータベースにだけ使えます"};
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
    if (code == CMD_OK && sqlite && cluster_leads(env->cluster) &&
        export_sqlite(d, sqlite, &err) != STATUS_OK)
        code = cmd_fail(env, &err);
    buf_release(&out);
    return code;
}

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    struct databases d;
    struct info_cmd info = {0};
    struct err err;
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
    .summary = {"say what a database holds", "データベースの内容を表示する"},
    .operands = "DB",
    .min_operands = 1,
    .max_operands = 1,
    .completes = COMPLETE_DIRECTORY,
    .shared = TAKES_JSON,
    .options = OPTIONS,
    .run = run,
};

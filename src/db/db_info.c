/* db_info.c: see db_info.h. */
#include "db/db_info.h"

#include "base/alloc.h"

static void add_date(struct db_info *info, uint32_t first, uint32_t last)
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
    add_date(info, date, date);
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

/* The first and the last date of all parts. */
static enum status merge_dates(struct db_info *info, const struct reduction *reduction,
                               enum status status, struct err *err)
{
    uint32_t dates[2] = {info->first_date, info->last_date};
    struct byte_parts all = {0};
    status =
        reduction_share(reduction, status, span_make((const char *)dates, sizeof dates), &all, err);
    for (uint32_t i = 0; i < all.count && status == STATUS_OK; i++) {
        if (all.at[i].n != sizeof dates)
            status = reduction_damaged(err);
        else
            memcpy(dates, all.at[i].p, sizeof dates);
        add_date(info, dates[0], dates[1]);
    }
    byte_parts_release(&all);
    return status;
}

enum status db_info_count(struct db_info *info, struct db *const *dbs, uint32_t count,
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
    return merge_dates(info, reduction, status, err);
}

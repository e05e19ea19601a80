/* hit_columns.h: hits as rows of a table with chosen columns: CSV, TSV, cells, JSON.
 *
 *     db id line from to first plies score        the hit; line 0: the game itself
 *     black white …, black_rating white_rating …  as the seats of the game are called
 *     result date event place time end length tags source format
 *     sfen                                        the position at the first ply that matches
 *
 * game is another word for id, start for from, stop for to (the end is excluded in both); players
 * and ratings stand for the columns of all seats. */
#ifndef KIFU_VIEW_REPORT_HIT_COLUMNS_H
#define KIFU_VIEW_REPORT_HIT_COLUMNS_H

#include "base/text/json.h"
#include "query/search.h"

enum { HIT_MAX_COLUMNS = 64 };

struct hit_column {
    int what; /* a row of the table in hit_columns.c */
    int seat;
    struct span name; /* as it was written; of ratings and players the seat's */
};
struct hit_columns {
    struct hit_column at[HIT_MAX_COLUMNS];
    size_t count;
};

/* "id,black,date", separated by commas or blanks.  Borrows the text.  STATUS_RANGE, with the list of
 * all columns, if one is unknown. */
enum status hit_columns_parse(struct hit_columns *c, const struct game *game, struct span text,
                              struct err *err) CHECK_RESULT;
/* One more, unless it is there already. */
enum status hit_columns_add(struct hit_columns *c, const struct game *game, struct span name,
                            struct err *err) CHECK_RESULT;
/* All but db, which is for several databases, tags, source, format, time and sfen. */
void hit_columns_usual(struct hit_columns *c, const struct game *game, bool several);

/* TABLE_CSV: RFC 4180 with lines that end in LF.  A text of a record that a spreadsheet would take
 * for a formula (it begins with = + - @, a tab or CR) gets an apostrophe before it.
 * TABLE_TSV: tab, line feed, CR and backslash in a value are \t \n \r \\; nothing else is changed.
 * TABLE_CELLS: for terminals; tabs between, control characters replaced. */
enum table_style { TABLE_CSV, TABLE_TSV, TABLE_CELLS };

struct hit_row {
    struct span db_name;
    const struct db_segment *segment;
    const struct hit *hit;
    const struct game_summary *summary;
};
/* Append a line. */
void hit_columns_add_head(const struct hit_columns *c, enum table_style style, struct buf *out);
enum status hit_columns_add_row(const struct hit_columns *c, enum table_style style,
                                const struct hit_row *row, struct buf *out,
                                struct err *err) CHECK_RESULT;
/* Appends members to the object that is open, under the names as they were written. */
enum status hit_columns_to_json(const struct hit_columns *c, const struct hit_row *row,
                                struct json *j, struct err *err) CHECK_RESULT;

/* Appends the position at the first ply of a hit that matches, in the game's notation. */
enum status hit_position_print(const struct db_segment *s, const struct hit *hit, struct buf *out,
                               struct err *err) CHECK_RESULT;

#endif

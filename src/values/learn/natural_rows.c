/* natural_rows.c: see natural_rows.h.
 *
 * A row shows its position as the mover sees it.  Here sides take turns, so that what is before a
 * position can be followed: the mover of a game's first row is Black, whoever it was. */
#include "values/learn/natural_rows.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/le.h"
#include "engine/natural/people_input.h"
#include "values/learn/people_rows.h"

enum {
    MAGIC_BYTES = 8,
    VERSION_AT = MAGIC_BYTES,
    GAME_AT = VERSION_AT + 2,
    SIZE_AT = GAME_AT + 2,
    SHOGI = 0,
    HAND_AT = 162,
    MOVE_AT = 184,
    PLY_AT = 186,
    SPLIT_AT = 188,
    CLASS_AT = 190,
    POINTS_AT = 191,
    NUMBER_AT = 192,
    LABEL_MOVE_AT = 4 * NATURAL_LABEL_MOVES,
    LABEL_CLASS_AT = LABEL_MOVE_AT + 2,
    MOST_SAMPLES = UINT32_MAX / 2,
    EACH = 4096, /* rows between questions whether to go on */
};

static const char ROWS_MAGIC[] = "KIFUROWS", LABELS_MAGIC[] = "KIFULABL";

static enum status damaged(const char *path, struct err *err)
{
    static const struct msg DAMAGED = {"damaged, or not what belongs here",
                                       "壊れているか、別の種類のファイルです"};
    err_plain(err, STATUS_SYNTAX, &DAMAGED);
    err_in_file(err, span_of(path));
    return STATUS_SYNTAX;
}

bool natural_rows_is(const char *path)
{
    char magic[MAGIC_BYTES];
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is = fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) &&
              (span_ends(span_of(path), span_of(".rows")) ||
               (read(fd, magic, sizeof magic) == (ssize_t)sizeof magic &&
                memcmp(magic, ROWS_MAGIC, sizeof magic) == 0));
    if (fd >= 0)
        close(fd);
    return is;
}

/* --- Files of records ------------------------------------------------------------------------- */

struct records {
    struct file_view view;
    const unsigned char *first;
    size_t count;
};

static enum status open_records(struct records *r, const char *path, const char *magic,
                                uint32_t bytes, struct err *err)
{
    static const struct msg OTHER = {"rows of another game or version",
                                     "別のゲームか別の版の局面ファイルです"};
    enum status status = file_view_open(&r->view, path, SIZE_MAX, err);
    if (status != STATUS_OK) {
        if (err && !err->file[0])
            err_in_file(err, span_of(path));
        return status;
    }
    struct span all = r->view.bytes;
    const unsigned char *head = (const unsigned char *)all.p;
    if (all.n < PEOPLE_HEAD_BYTES || memcmp(all.p, magic, MAGIC_BYTES) != 0)
        return damaged(path, err);
    if (le_get16(head + VERSION_AT) != PEOPLE_ROWS_VERSION || le_get16(head + GAME_AT) != SHOGI ||
        le_get32(head + SIZE_AT) != bytes) {
        err_plain(err, STATUS_UNSUPPORTED, &OTHER);
        err_in_file(err, span_of(path));
        return STATUS_UNSUPPORTED;
    }
    r->first = head + PEOPLE_HEAD_BYTES;
    r->count = (all.n - PEOPLE_HEAD_BYTES) / bytes;
    return (all.n - PEOPLE_HEAD_BYTES) % bytes == 0 ? STATUS_OK : damaged(path, err);
}

/* --- Positions -------------------------------------------------------------------------------- */

static int turned(int turn, int square)
{
    return turn == SHOGI_BLACK ? square : SHOGI_SQUARES - 1 - square;
}

static bool read_position(struct shogi_pos *pos, const unsigned char *row, int turn)
{
    shogi_pos_clear(pos);
    for (int i = 0; i < SHOGI_SQUARES; i++) {
        int code = row[i], half = PEOPLE_PIECES / 2;
        if (code > PEOPLE_PIECES)
            return false;
        if (code)
            shogi_pos_put(
                pos, turned(turn, i),
                shogi_piece(code > half ? turn ^ 1 : turn, code > half ? code - half : code));
    }
    for (int kind = SHOGI_PAWN; kind <= SHOGI_GOLD; kind++) {
        shogi_pos_set_hand(pos, turn, kind, row[HAND_AT + kind - 1]);
        shogi_pos_set_hand(pos, turn ^ 1, kind, row[HAND_AT + 7 + kind - 1]);
    }
    shogi_pos_set_turn(pos, turn);
    return shogi_pos_finish(pos, NULL) == STATUS_OK;
}

/* The square that a piece comes from, in the mover's view: from the destination back in the
 * plane's direction to the first piece.  -1: there is none. */
static int origin_of(const unsigned char *board, int plane, int to)
{
    /* files and ranks from the destination; files are counted from the mover's right */
    static const int8_t STEP[10][2] = {{0, 1},  {1, 1},  {-1, 1},  {1, 0}, {-1, 0},
                                       {0, -1}, {1, -1}, {-1, -1}, {1, 2}, {-1, 2}};
    int file = to / 9, rank = to % 9;
    do {
        file += STEP[plane][0];
        rank += STEP[plane][1];
        if (file < 0 || file > 8 || rank < 0 || rank > 8)
            return -1;
    } while (plane < 8 && !board[9 * file + rank]);
    return 9 * file + rank;
}

/* The move of an output; 0 if it is none. */
static shogi_move move_of(const struct shogi_pos *pos, const unsigned char *row, int output)
{
    enum { DROPS = 20, PROMOTES = 10 };
    int plane = output / SHOGI_SQUARES, to = output % SHOGI_SQUARES, turn = pos->turn;
    shogi_move m = 0;
    if (plane >= PEOPLE_PLANES)
        return 0;
    if (plane >= DROPS) {
        m = shogi_drop_make(plane - DROPS + SHOGI_PAWN, turned(turn, to));
    } else {
        int from = origin_of(row, plane % PROMOTES, to);
        if (from >= 0)
            m = shogi_move_make(turned(turn, from), turned(turn, to), plane >= PROMOTES);
    }
    return m && shogi_move_is_legal(pos, m) && people_output_of(pos, m) == output ? m : 0;
}

/* The next row of a file: *now is what the last one left. */
static bool read_row(struct natural_sample *now, const unsigned char *row)
{
    unsigned ply = le_get16(row + PLY_AT);
    uint32_t game = le_get32(row + NUMBER_AT);
    if (ply == 0 || game != now->game || ply != now->ply + 1U || !now->played) {
        natural_past_clear(&now->past);
        now->pos.turn = ply % 2 ? SHOGI_WHITE : SHOGI_BLACK;
    } else {
        natural_past_add(&now->past, &now->pos, now->played);
        now->pos.turn ^= 1;
    }
    now->game = game;
    now->ply = (uint16_t)ply;
    now->class = row[CLASS_AT];
    now->points = (int8_t)row[POINTS_AT];
    now->split = le_get16(row + SPLIT_AT);
    if (now->class > NATURAL_CLASSES || now->split >= 1000 ||
        !read_position(&now->pos, row, now->pos.turn))
        return false;
    now->played = move_of(&now->pos, row, le_get16(row + MOVE_AT));
    return now->played != 0;
}

/* Also says as which class the network was asked. */
static bool read_label(struct natural_label *label, struct natural_sample *now,
                       const unsigned char *bytes, const unsigned char *row)
{
    for (int i = 0; i < NATURAL_LABEL_MOVES; i++) {
        label->output[i] = le_get16(bytes + 2 * i);
        label->share[i] = le_get16(bytes + 2 * (NATURAL_LABEL_MOVES + i));
        if (label->output[i] >= PEOPLE_MOVES)
            label->share[i] = 0;
    }
    now->class = bytes[LABEL_CLASS_AT];
    return now->class <= NATURAL_CLASSES &&
           le_get16(bytes + LABEL_MOVE_AT) == le_get16(row + MOVE_AT);
}

static int part_of(unsigned split, const struct natural_rows_options *o)
{
    if (o->before)
        return NATURAL_BEFORE;
    enum game_part part = game_part_of(split, o->held_out, o->reserve);
    return part == GAME_PART_RESERVED   ? -1
           : part == GAME_PART_HELD_OUT ? NATURAL_HELD_OUT
                                        : NATURAL_TRAINING;
}

static bool keep(struct natural_sample_set *set, const struct natural_sample *sample,
                 const struct natural_label *label)
{
    struct natural_sample *rows =
        mem_grow(set->rows, set->count, &set->cap, MOST_SAMPLES, sizeof *rows);
    if (!rows)
        return false;
    set->rows = rows;
    if (label) { /* those before may have none */
        while (set->labelled <= set->count) {
            struct natural_label *labels =
                mem_grow(set->labels, set->labelled, &set->label_cap, MOST_SAMPLES, sizeof *labels);
            if (!labels)
                return false;
            set->labels = labels;
            labels[set->labelled++] = (struct natural_label){0};
        }
        set->labels[set->count] = *label;
    }
    rows[set->count++] = *sample;
    return true;
}

static enum status add_rows(struct natural_samples *s, const struct records *rows,
                            const struct records *labels, const char *path,
                            const struct natural_rows_options *o, struct err *err)
{
    struct natural_sample now = {0};
    struct natural_label label;
    if (labels && labels->count != rows->count)
        return damaged(path, err);
    for (size_t i = 0; i < rows->count; i++) {
        const unsigned char *row = rows->first + i * SHOGI_ROW_BYTES;
        if (i % EACH == 0 && o->cancelled && atomic_load(o->cancelled))
            return err_cancelled(err);
        if (!read_row(&now, row) ||
            (labels && !read_label(&label, &now, labels->first + i * NATURAL_LABEL_BYTES, row)))
            return damaged(path, err);
        int part = part_of(now.split, o);
        s->chosen.games += now.ply == 0 && part >= 0;
        if (part >= 0 && !keep(&s->part[part], &now, labels ? &label : NULL))
            return err_nomem(err);
    }
    return file_view_is_lost(&rows->view) || (labels && file_view_is_lost(&labels->view))
               ? damaged(path, err)
               : STATUS_OK;
}

/* PATH.rows: PATH.labels */
static enum status labels_path(struct buf *out, const char *path, struct err *err)
{
    size_t n = strlen(path), end = sizeof ".rows" - 1;
    n -= n > end && strcmp(path + n - end, ".rows") == 0 ? end : 0;
    buf_add(out, path, n);
    buf_add(out, ".labels", sizeof ".labels");
    return buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status natural_rows_add(struct natural_samples *s, const char *path,
                             const struct natural_rows_options *o, struct err *err)
{
    struct records rows = {0}, labels = {0};
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    enum status status = open_records(&rows, path, ROWS_MAGIC, SHOGI_ROW_BYTES, err);
    if (status == STATUS_OK && o->labelled)
        status = labels_path(&name, path, err);
    if (status == STATUS_OK && o->labelled)
        status =
            open_records(&labels, (const char *)name.p, LABELS_MAGIC, NATURAL_LABEL_BYTES, err);
    if (status == STATUS_OK)
        status = add_rows(s, &rows, o->labelled ? &labels : NULL, path, o, err);
    file_view_close(&rows.view);
    file_view_close(&labels.view);
    buf_release(&name);
    return status;
}

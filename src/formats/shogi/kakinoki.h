/* kakinoki.h: the reader and writer that KIF, KI2 and BOD share.
 *
 * The three were made by one author and share everything but the lines with moves: headers with a
 * colon, handicaps by name, diagrams, comments, variations, words for how a game ended.  The reader
 * hands lines of moves to the dialect of its format, and the writer calls the layout of its format.
 *
 *     #KIF version=2.0 encoding=UTF-8     about the file: dropped when read, written anew
 *     # anything                          remark
 *     手合割：平手                         handicap, or その他 and a diagram
 *     先手：名前                           header
 *     手数----指手---------消費時間--        head of the table of moves; optional
 *     *comment   &bookmark                of the move before
 *        1 ７六歩(77)   ( 0:16/00:00:16)   KIF          ▲７六歩△３四歩   KI2
 *        2 投了
 *     まで1手で先手の勝ち                    the result
 *
 *     変化：2手                            a variation from move 2 on, of the line last written
 */
#ifndef KIFU_FORMATS_SHOGI_KAKINOKI_H
#define KIFU_FORMATS_SHOGI_KAKINOKI_H

#include "formats/cursor.h"
#include "formats/format.h"
#include "formats/shogi/bod.h"
#include "formats/shogi/ki2_notation.h"

/* --- Words ---------------------------------------------------------------------------------- */

/* Reads a number at the front: ASCII, full-width or Chinese digits with 十 and 百.  As
 * num_eat_u64(). */
bool kakinoki_eat_number(struct span *s, uint64_t max, uint64_t *out);
/* The kind of a header, by its key; HEADER_OTHER if it is none of the usual ones. */
enum record_header_id kakinoki_header_id(struct span key);
/* "key：value", with a colon of either width.  False if there is none. */
bool kakinoki_split_header(struct span line, struct span *key, struct span *value);
/* Whether the line begins with a numbered move, or with a move and its mark. */
bool kakinoki_looks_like_moves(struct span line);

/* The meaning of a word instead of a move, or of the rest of a まで line. */
struct kakinoki_outcome {
    enum record_end end; /* END_OTHER: not understood; END_NONE: only who won */
    int seat;            /* END_ILLEGAL_ACTION: who offended, else -1 */
    int8_t points[2];    /* POINTS_UNKNOWN if not stated or implied */
};
/* 投了, 反則勝ち, … : one of KIF's words instead of a move; false if it is none. */
bool kakinoki_end_word(struct span word, int mover, struct kakinoki_outcome *out);
/* The word for an end, static; NULL if there is none. */
const char *kakinoki_word_of_end(enum record_end end, int seat, int mover);
/* "先手の勝ち", "時間切れにより後手の勝ち", "千日手", …: what follows まで12手で. */
void kakinoki_read_outcome(struct span phrase, int mover, struct kakinoki_outcome *out);

/* --- Reading -------------------------------------------------------------------------------- */

struct kakinoki_reader;

/* The lines with moves, in which the formats differ. */
struct kakinoki_dialect {
    /* Reads a line of moves (no blanks in front, not empty).  *taken = false: it is no such line.
     */
    enum status (*read_moves)(struct kakinoki_reader *k, struct span line, bool *taken,
                              struct err *err);
};

/* Where the reader is within a game. */
struct kakinoki_reader {
    struct reader *r;
    const struct kakinoki_dialect *dialect;
    struct cursor cursor;
    const char *line_at; /* start of the present line */
    struct bod bod;      /* the diagram at the start, if any */
    int handicap;        /* by name; -1: not given */
    bool any;            /* anything of this game was seen */
    bool started;        /* a move or an end was seen: the start position is fixed */
    bool in_variation;
    bool broken;             /* a bad move: the rest of this line of play is skipped */
    bool broke;              /* a line of this game is broken, or was */
    bool ended;              /* this line of play has its end */
    bool has_outcome;        /* this line's まで was seen */
    bool by_foul;            /* it ended with a move against the rules, which the end stands for */
    bool has_from;           /* moves of this game name the square they come from */
    bool reported_after_end; /* moves after the end were reported */
    bool takes_time;         /* the last move or end became the tip: a time is its time */
    uint64_t first;          /* number of the first move, 0: none yet */
    uint64_t number;         /* of the present move, 0: not numbered */
    int first_turn;          /* side to move at the start */
    const char *no_game_before; /* header lines up to here were looked at and begin no game */
};

/* See struct format. */
const char *kakinoki_resume(struct span text);
enum status kakinoki_read(struct reader *r, const struct kakinoki_dialect *dialect,
                          struct err *err);

/* For dialects.  Fixes the start position if that has not happened; every line of moves begins
 * with it. */
enum status kakinoki_begin_moves(struct kakinoki_reader *k, struct err *err);
/* To be called before that: where the first mover is not given, it is the owner of the piece on
 * `from`. */
void kakinoki_first_mover(struct kakinoki_reader *k, int from);
/* Plays m at the tip; 0: the text was not understood.  text is the move as written; more: other
 * moves follow on the same line. */
enum status kakinoki_play(struct kakinoki_reader *k, shogi_move m, struct span text, bool more,
                          struct err *err);
/* Notes that the text calls the piece by another of its names: 馬 for 角成, 角 for 馬. */
void kakinoki_check_name(struct kakinoki_reader *k, const struct ki2_move *text_move, shogi_move m,
                         struct span text);
/* A word instead of a move: the end of this line of play. */
enum status kakinoki_end_line(struct kakinoki_reader *k, struct span word, struct err *err);
/* まで12手で先手の勝ち: the result, and how this line ended where nothing else gives it. */
enum status kakinoki_outcome_line(struct kakinoki_reader *k, struct span line, struct err *err);
/* The square that 同 means, or -1. */
int kakinoki_last_to(const struct kakinoki_reader *k);

/* A first move after the end of the game: hands over the game and begins another. */
enum status kakinoki_next_game(struct kakinoki_reader *k, struct err *err);
/* A problem at the present line; s is the text that it is about, part of the line. */
void kakinoki_problem(struct kakinoki_reader *k, enum problem_severity severity, enum status code,
                      const struct msg *what, struct span s);
/* "#…" after something else on a line. */
void kakinoki_trailing_remark(struct kakinoki_reader *k, struct span rest);

/* KIF's reader, which BOD uses too. */
enum status kif_read(struct reader *r, struct err *err);

/* --- Writing -------------------------------------------------------------------------------- */

struct kakinoki_writer {
    const struct record *rec;
    struct buf *out;
    unsigned *losses;
    const char *encoding, *eol;
    struct shogi_pos pos; /* before the node being written */
    struct kakinoki_step *path;
    uint32_t plies; /* moves on the path to it */
    size_t path_cap;
    uint64_t total_ms[2]; /* spent so far by each side */
    int column;           /* KI2: moves on the present line */
};

struct kakinoki_step {
    uint32_t node;
    struct shogi_undo undo;
    uint64_t total_ms; /* of the mover, before this move */
};

/* The written lines in which the formats differ. */
struct kakinoki_layout {
    const char *version_line; /* the first line of a file, but for the encoding */
    const char *table_head;   /* before the moves; NULL: none */
    bool outcome_is_end;      /* only まで states how a line ended (KI2) */
    /* Writes a move or, KIF, an end; comments follow by themselves. */
    void (*write_move)(struct kakinoki_writer *w, uint32_t node);
    void (*write_end)(struct kakinoki_writer *w, uint32_t node);
    /* Before anything that is not a move. */
    void (*close_line)(struct kakinoki_writer *w);
};

/* The two kinds of files: Shift_JIS with CR LF, UTF-8 with LF. */
enum kakinoki_text { KAKINOKI_SJIS, KAKINOKI_UTF8 };

enum status kakinoki_write(const struct record *rec, const struct kakinoki_layout *layout,
                           enum kakinoki_text text, struct buf *out, unsigned *losses,
                           struct err *err);

/* The key under which KIF, and JKF after it, know a header: its own, or the usual Japanese one if
 * it comes from a format with other keys. */
struct span kakinoki_header_key(const struct record *rec, const struct record_header *h);
/* Headers, with the usual Japanese key where the record's own is another format's. */
void kakinoki_write_headers(const struct record *rec, struct buf *out, const char *eol,
                            unsigned *losses);
/* Each line of text with prefix before it.  A text that is there but empty is one line. */
void kakinoki_write_lines(struct buf *out, const char *prefix, struct span text, const char *eol);
/* "#…" lines, none of which is read as the head of a file. */
void kakinoki_write_remark(struct buf *out, struct span remark, const char *eol, unsigned *losses);
/* "まで12手で先手の勝ち" for the end node's kind, or for points alone. */
void kakinoki_write_outcome(struct kakinoki_writer *w, uint32_t end_node);
/* Whether that line states the end itself; where the record has another result, it states that. */
bool kakinoki_outcome_states_end(const struct kakinoki_writer *w, uint32_t end_node);
/* Whether the text is a move that, read at the tip, is illegal. */
bool kakinoki_is_foul_text(const struct kakinoki_writer *w, struct span text);
/* Whose turn it is at the tip. */
static inline int kakinoki_mover(const struct kakinoki_writer *w)
{
    return shogi_turn(&w->pos);
}
/* The square of the last move on the path, or -1. */
int kakinoki_writer_last_to(const struct kakinoki_writer *w);

#endif

/* analysis_list.h: the games that `kifu analyse` works on, as a list with numbers.
 *
 * Of databases the list has ids, and records are read when their turn comes; of other operands it
 * keeps the records, encoded. */
#ifndef KIFU_CMD_ANALYSE_ANALYSIS_LIST_H
#define KIFU_CMD_ANALYSE_ANALYSIS_LIST_H

#include "cmd/frame/query_operands.h"
#include "db/import/packet.h"
#include "games/shogi/shogi.h"

struct analysis_item {
    uint32_t db, id;     /* of a database of the input; else the next two */
    uint64_t at, bytes;  /* a packet (db/import/packet.h) */
    bool has_id, stored; /* stored: in a database of the input; has_id: in this or another */
    uint32_t plies;
    size_t strip; /* leading parts of the label that are the way to the operand */
};

struct analysis_list {
    struct cmd_env *env;
    struct analysis_item *at; /* owned */
    size_t count, cap;
    uint64_t positions;   /* of all of them */
    uint64_t rejected;    /* records that cannot be analysed; reported already */
    uint64_t fingerprint; /* of the moves of all games, in order */
    bool unreadable;      /* a file could not be read */
    struct query_operands input;
    bool has_input;
    struct buf packets;
};

/* DB... [QUERY], or files, DB:ID and positions.  At most `limit` games.  Reports what is wrong and
 * returns an exit status other than CMD_OK; released in any case. */
int analysis_list_open(struct analysis_list *list, struct cmd_env *env, const char *const *operands,
                       size_t n, uint64_t limit);
void analysis_list_release(struct analysis_list *list);

/* What reading games needs: one for each thread. */
struct analysis_reader {
    struct packet_reader packets;
    struct record rec;
    shogi_move *moves; /* of the main line */
    size_t cap;
    struct shogi_pos start;
    uint32_t plies;
};
void analysis_reader_init(struct analysis_reader *r);
void analysis_reader_release(struct analysis_reader *r);
/* *rec is borrowed until the next call, and may be changed. */
enum status analysis_list_read(const struct analysis_list *list, size_t nth,
                               struct analysis_reader *r, struct record **rec,
                               struct err *err) CHECK_RESULT;

#endif

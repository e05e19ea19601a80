/* operand.h: operands that stand for games.
 *
 *     FILE, -              a file (an archive or a folder, too), standard input
 *     DB:ID                game ID of a database; DB alone: all its games
 *     startpos, SFEN …     a position, or "startpos moves 7g7f …": as the USI protocol writes it
 *
 * The one place to add further ways of naming a game. */
#ifndef KIFU_CMD_FRAME_OPERAND_H
#define KIFU_CMD_FRAME_OPERAND_H

#include "formats/format.h"

/* Gets what could not be read.  Anything but STATUS_OK stops. */
typedef enum status operand_problem(void *ctx, const struct err *err);

/* Reads every game that the operands stand for.  A position may have been cut at its blanks by the
 * shell: then all operands are its parts; otherwise each is a name of its own.  What sink or
 * problem return ends the reading and is returned. */
enum status operand_read_games(const char *const *operands, size_t n, struct reader *r,
                               record_sink *sink, operand_problem *problem, void *ctx,
                               struct err *err) CHECK_RESULT;

/* Whether a position begins with this operand; otherwise it is a name. */
bool operand_is_position(const char *operand);
/* Whether this is a game of a database, and its id. */
bool operand_game_id(const char *operand, uint32_t *id);

#endif

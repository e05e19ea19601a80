/* operand_internal.h: what the files of operand.h share. */
#ifndef KIFU_CMD_FRAME_OPERAND_INTERNAL_H
#define KIFU_CMD_FRAME_OPERAND_INTERNAL_H

#include "cmd/frame/operand.h"

struct operand_walk {
    struct reader *r;
    record_sink *sink;
    operand_problem *problem;
    void *ctx;
};

/* Gives the games of a database if the operand is one, or is one of its games; *is_database says
 * whether.  operand_database.c has it; a build without databases has another one. */
enum status operand_read_database(struct operand_walk *w, const char *operand, bool *is_database,
                                  struct err *err) CHECK_RESULT;

#endif

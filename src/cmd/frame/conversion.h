/* conversion.h: conversion of the bytes of one file to its games in another format.
 *
 * Pure work without output, so that threads can do it side by side; cmd_convert.c hands files to
 * conversion_run() in a pool and writes what comes back, in order. */
#ifndef KIFU_CMD_FRAME_CONVERSION_H
#define KIFU_CMD_FRAME_CONVERSION_H

#include "base/buf.h"
#include "formats/format.h"

/* What is wanted; constant while threads use it. */
struct conversion_plan {
    const struct format *from; /* NULL: by content */
    const struct format *to;
    enum charset charset; /* to write in */
    enum go_ko_rule go_ko;
    bool json; /* describe each game in a line of JSON, too */
};

/* One game, as slices of the conversion's buffers. */
struct converted_game {
    size_t text_at, text_n;
    size_t json_at, json_n;
    uint32_t number; /* in its file, from 0 */
    unsigned losses;
    enum problem_severity worst; /* PROBLEM_REJECTED: there is no text */
};

/* A limit, as a megabyte of garbage can have half a million problems. */
enum { CONVERSION_MAX_PROBLEMS = 1000 };

/* One file: first the input, then what became of it.  Reused from file to file. */
struct conversion {
    struct buf bytes, label;
    struct buf text, json;
    struct converted_game *games;
    size_t game_count, game_cap;
    struct record_problem *problems;
    size_t problem_count, problem_cap; /* at most CONVERSION_MAX_PROBLEMS */
    uint64_t problems_dropped;         /* beyond that */
    bool rejected;                     /* no game at all: the last problem says why */

    /* If set, called after every game, which is then dropped: memory stays that of one game,
     * however many there are in the file. */
    enum status (*flush)(void *ctx, struct conversion *c);
    void *flush_ctx;
    /* If set, bytes are a piece of a file: see reader_read_piece(). */
    struct reader_stream *stream;
    struct reader_piece piece;
};

void conversion_init(struct conversion *c);
void conversion_release(struct conversion *c);

/* Converts c->bytes.  Fails only for want of memory, or with what flush returned. */
enum status conversion_run(struct conversion *c, const struct conversion_plan *plan,
                           struct reader *reader, struct err *err) CHECK_RESULT;

#endif

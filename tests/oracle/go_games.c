/* Prints every game of Go in the files or archives given, one a line, for the oracles:
 *
 *     file TAB number in file TAB charset TAB "legal" or "illegal" TAB start TAB moves TAB end
 *
 * Start and end are positions, the moves those of the main line, as games/go/go.h writes them. */
#include <stdio.h>

#include "base/io/source.h"
#include "formats/format.h"

static bool has_illegal(const struct record *rec)
{
    bool found = rec->problems_dropped > 0;
    for (uint32_t i = 0; i < rec->problem_count; i++)
        found |= rec->problems[i].err.code == STATUS_ILLEGAL;
    return found;
}

static enum status print_game(void *ctx, struct record *rec)
{
    struct go_pos pos;
    struct buf out;
    (void)ctx;
    if (record_worst(rec) == PROBLEM_REJECTED || rec->game != &go_game ||
        go_pos_parse(&pos, rec->start, NULL) != STATUS_OK)
        return STATUS_OK;
    buf_init(&out, BUF_DEFAULT_MAX);
    buf_add_span(&out, rec->label);
    buf_printf(&out, "\t%u\t%s\t%s\t", rec->number_in_file, rec->charset,
               has_illegal(rec) ? "illegal" : "legal");
    buf_add_span(&out, rec->start);
    buf_add_char(&out, '\t');
    for (uint32_t node = rec->nodes[0].child; node; node = rec->nodes[node].child) {
        go_move_print((go_move)rec->nodes[node].move, &out);
        buf_add_char(&out, ' ');
        go_play(&pos, (go_move)rec->nodes[node].move, NULL);
    }
    buf_add_char(&out, '\t');
    go_pos_print(&pos, &out);
    puts(buf_cstr(&out));
    buf_release(&out);
    return STATUS_OK;
}

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct err err;
    enum status st = reader_read(ctx, item->bytes, item->label, NULL, print_game, NULL, &err);
    return st == STATUS_NOMEM ? st : STATUS_OK; /* what is no game is passed over */
}

int main(int argc, char **argv)
{
    static struct reader reader;
    struct err err;
    reader_init(&reader);
    struct source_handler handler = {.ctx = &reader, .item = read_item};
    enum status st =
        source_walk((const char *const *)argv + 1, (size_t)argc - 1, NULL, &handler, &err);
    reader_release(&reader);
    return st != STATUS_OK;
}

/* gtp_parse.c: see gtp_parse.h. */
#include "engine/gtp/gtp_parse.h"

#include "base/text/num.h"
#include "engine/gtp/gtp_game.h"

struct span gtp_clean_line(char *line, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n && line[i] != '#'; i++) {
        unsigned char c = (unsigned char)line[i];
        if (c == '\t')
            line[kept++] = ' ';
        else if (c >= ' ' && c != 0x7F)
            line[kept++] = line[i];
    }
    return span_trim(span_make(line, kept));
}

bool gtp_request_parse(struct gtp_request *r, struct span line)
{
    uint64_t number;
    struct span rest = line, word = span_eat_word(&rest);
    *r = (struct gtp_request){0};
    if (num_parse_u64(word, INT32_MAX, &number)) {
        r->id = word;
        word = span_eat_word(&rest);
    }
    r->name = word;
    r->args = span_trim(rest);
    return r->id.n > 0 || r->name.n > 0;
}

bool gtp_color_parse(struct span word, int *color)
{
    bool black = span_eq_nocase(word, SPAN("b")) || span_eq_nocase(word, SPAN("black"));
    bool white = span_eq_nocase(word, SPAN("w")) || span_eq_nocase(word, SPAN("white"));
    *color = white ? GO_WHITE : GO_BLACK;
    return black || white;
}

bool gtp_vertex_parse(struct span word, int *point)
{
    struct span rest = word;
    *point = -1;
    if (span_eq_nocase(word, SPAN("pass")))
        return true;
    return go_point_parse(&rest, point) && rest.n == 0 && go_column(*point) < GTP_SIDE &&
           go_row(*point) < GTP_SIDE;
}

void gtp_vertex_print(go_move m, struct buf *out)
{
    if (go_move_is_pass(m))
        buf_add_str(out, "pass");
    else
        go_point_print(go_move_point(m), out);
}

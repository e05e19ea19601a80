/* go_line.c: see go_line.h. */
#include "formats/go/go_line.h"

#include "base/alloc.h"

void go_line_init(struct go_line *line)
{
    line->rec = NULL;
    line->tip = line->plies = 0;
    line->path = NULL;
    line->taken = NULL;
    line->path_cap = line->taken_count = line->taken_cap = 0;
    line->ko = GO_KO_SIMPLE;
    line->suicide = false;
    go_history_init(&line->history);
}

void go_line_release(struct go_line *line)
{
    mem_free(line->path);
    mem_free(line->taken);
    go_history_release(&line->history);
    go_line_init(line);
}

void go_line_clear(struct go_line *line, struct record *rec)
{
    line->rec = rec;
    line->tip = line->plies = 0;
    line->taken_count = 0;
    line->suicide = false;
    go_history_clear(&line->history);
    go_pos_empty(&line->pos, 19, 19);
}

static enum status set_start(struct go_line *line, const struct go_pos *start)
{
    struct buf text;
    struct record *rec = line->rec;
    rec->handicap = go_handicap(start);
    if (rec->handicap == GO_START_USUAL) {
        rec->start = SPAN("19x19 b"); /* nearly all games: not worth a copy */
        return STATUS_OK;
    }
    buf_init(&text, BUF_DEFAULT_MAX);
    go_pos_print(start, &text);
    bool good =
        buf_status(&text) == STATUS_OK && arena_copy(&rec->arena, buf_span(&text), &rec->start);
    buf_release(&text);
    return good ? STATUS_OK : STATUS_NOMEM;
}

enum status go_line_start(struct go_line *line, const struct go_pos *pos)
{
    go_pos_copy(&line->pos, pos);
    return set_start(line, pos);
}

enum status go_line_start_turn(struct go_line *line, const struct go_pos *start, int turn)
{
    if (start->turn == turn)
        return STATUS_OK;
    struct go_pos turned;
    go_pos_copy(&turned, start);
    turned.turn = (uint8_t)turn;
    return set_start(line, &turned);
}

static bool keep_taken(struct go_line *line, const struct go_change *change)
{
    for (uint32_t i = 0; i < change->taken; i++) {
        void *p = mem_grow(line->taken, line->taken_count, &line->taken_cap, SIZE_MAX / 8,
                           sizeof *line->taken);
        if (!p)
            return false;
        line->taken = p;
        line->taken[line->taken_count++] = change->points[i];
    }
    return true;
}

/* Notes where the line has come to, and whether it was there before.  (Passing may leave the board
 * as it is.) */
static bool judge(struct go_line *line, go_move m, const struct go_change *change,
                  enum go_illegal *why)
{
    if (*why == GO_SUICIDE && line->suicide && change->taken > 1)
        *why = GO_LEGAL;
    if (line->ko == GO_KO_SIMPLE)
        return true;
    uint64_t key = go_history_key(line->pos.hash, line->pos.turn, line->ko);
    if (*why == GO_LEGAL && go_move_kind(m) == GO_PLAY && !go_move_is_pass(m) &&
        go_history_has(&line->history, key))
        *why = GO_SUPERKO;
    return go_history_push(&line->history, key);
}

/* The start, too, may not come back.  Who starts is known from the first move. */
static bool note_start(struct go_line *line, go_move m)
{
    if (line->ko == GO_KO_SIMPLE || line->history.count)
        return true;
    int turn = go_move_kind(m) == GO_PLAY ? go_move_color(m) : line->pos.turn;
    return go_history_push(&line->history, go_history_key(line->pos.hash, turn, line->ko));
}

enum status go_line_move(struct go_line *line, go_move m, enum go_illegal *why)
{
    struct go_change change;
    if (line->plies >= GAME_MAX_PLIES || line->rec->node_count >= RECORD_MAX_NODES)
        return STATUS_LIMIT;
    void *path =
        mem_grow(line->path, line->plies, &line->path_cap, GAME_MAX_PLIES, sizeof *line->path);
    if (!path)
        return STATUS_NOMEM;
    line->path = path;
    if (!note_start(line, m))
        return STATUS_NOMEM;
    *why = go_why_illegal(&line->pos, m);
    struct go_line_step *step = &line->path[line->plies];
    if (*why == GO_OFF_BOARD || !go_play_undoable(&line->pos, m, &change, &step->undo))
        return STATUS_RANGE;
    line->plies++; /* from here on the move can be taken back */
    step->node = record_add_node(line->rec, line->tip, m);
    if (!step->node || !keep_taken(line, &change) || !judge(line, m, &change, why))
        return STATUS_NOMEM;
    line->tip = step->node;
    return STATUS_OK;
}

void go_line_back_to(struct go_line *line, uint32_t n)
{
    while (line->plies > n) {
        const struct go_undo *undo = &line->path[--line->plies].undo;
        line->taken_count -= undo->taken;
        go_unplay(&line->pos, undo, undo->taken ? line->taken + line->taken_count : NULL);
    }
    if (line->history.count > n + 1)
        go_history_back_to(&line->history, n + 1);
    line->tip = n ? line->path[n - 1].node : 0;
}

bool go_rules_allow_suicide(struct span name)
{
    static const char *const rules[] = {"New Zealand", "NZ", "Ing", "GOE", "Tromp", "TT"};
    name = span_trim(name);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct span rule = span_of(rules[i]);
        if (name.n >= rule.n && span_eq_nocase(span_make(name.p, rule.n), rule))
            return true;
    }
    return false;
}

const struct msg *go_illegal_text(enum go_illegal why)
{
    static const struct msg texts[] = {
        [GO_OFF_BOARD] = {"%1 is not on the board", "%1 は盤の外です"},
        [GO_OCCUPIED] = {"%1: occupied; the stone is replaced",
                         "%1: すでに石があります（置き換えました）"},
        [GO_KO] = {"%1 retakes a ko at once", "%1 はコウをすぐに取り返しています"},
        [GO_SUICIDE] = {"%1 is suicide", "%1 は自分の石の最後の呼吸点です（自殺手）"},
        [GO_SUPERKO] = {"%1 repeats an earlier whole-board position",
                        "%1 で以前と同じ盤面に戻っています（スーパーコウ）"},
    };
    return why == GO_LEGAL ? NULL : &texts[why];
}

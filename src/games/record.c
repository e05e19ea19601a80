/* record.c: see record.h. */
#include "games/record.h"

#include "base/alloc.h"

/* Texts of one record: comments of a long, heavily annotated game are about a megabyte. */
#define MAX_TEXT_BYTES ((size_t)256 << 20)

static const struct record_note EMPTY_NOTE = {.end_seat = -1};

void record_init(struct record *rec)
{
    *rec = (struct record){0};
    arena_init(&rec->arena, MAX_TEXT_BYTES);
}

void record_release(struct record *rec)
{
    mem_free(rec->nodes);
    mem_free(rec->notes);
    mem_free(rec->headers);
    mem_free(rec->problems);
    arena_release(&rec->arena);
    record_init(rec);
}

static bool room_for_one(void **array, uint32_t count, size_t *cap, uint32_t max, size_t size)
{
    void *p = mem_grow(*array, count, cap, max, size);
    if (p)
        *array = p;
    return p != NULL;
}

#define ROOM(rec, field, max)                                                                      \
    room_for_one((void **)&(rec)->field##s, (rec)->field##_count, &(rec)->field##_cap, (max),      \
                 sizeof *(rec)->field##s)

enum status record_clear(struct record *rec, const struct game *game)
{
    arena_reset(&rec->arena);
    rec->game = game;
    rec->node_count = rec->header_count = rec->problem_count = rec->problems_dropped = 0;
    rec->worst = PROBLEM_NOTE;
    rec->note_count = 1;
    rec->start = (struct span){0};
    rec->handicap = 0;
    rec->start_ply = 0;
    rec->end = END_NONE;
    memset(rec->points, POINTS_UNKNOWN, sizeof rec->points);
    rec->format = rec->charset = NULL;
    rec->charset_guessed = false;
    rec->label = (struct span){0};
    rec->number_in_file = 0;
    if (!ROOM(rec, node, RECORD_MAX_NODES) || !ROOM(rec, note, RECORD_MAX_NODES))
        return STATUS_NOMEM;
    rec->nodes[rec->node_count++] = (struct record_node){.time_ms = RECORD_NO_TIME};
    return STATUS_OK;
}

uint32_t record_add_node(struct record *rec, uint32_t parent, game_move move)
{
    if (!ROOM(rec, node, RECORD_MAX_NODES))
        return 0;
    uint32_t id = rec->node_count++;
    rec->nodes[id] =
        (struct record_node){.move = move, .parent = parent, .time_ms = RECORD_NO_TIME};
    struct record_node *p = &rec->nodes[parent];
    if (p->child)
        rec->nodes[p->last].sibling = id;
    else
        p->child = id;
    p->last = id;
    return id;
}

struct record_note *record_note(struct record *rec, uint32_t node)
{
    uint32_t *number = &rec->nodes[node].note;
    if (!*number) {
        if (!ROOM(rec, note, RECORD_MAX_NODES + 1)) /* notes[0] is unused */
            return NULL;
        *number = rec->note_count++;
        rec->notes[*number] = EMPTY_NOTE;
    }
    return &rec->notes[*number];
}

const struct record_note *record_note_at(const struct record *rec, uint32_t node)
{
    uint32_t number = rec->nodes[node].note;
    return number ? &rec->notes[number] : &EMPTY_NOTE;
}

bool record_is_end(const struct record *rec, uint32_t node)
{
    return node != 0 && rec->nodes[node].move == 0;
}

enum status record_add_header(struct record *rec, enum record_header_id id, struct span key,
                              struct span value)
{
    struct record_header h = {.id = id};
    if (!ROOM(rec, header, UINT32_MAX / 2) || !arena_copy(&rec->arena, key, &h.key) ||
        !arena_copy(&rec->arena, value, &h.value))
        return STATUS_NOMEM;
    rec->headers[rec->header_count++] = h;
    return STATUS_OK;
}

struct span record_header(const struct record *rec, int id)
{
    for (uint32_t i = 0; i < rec->header_count; i++)
        if ((int)rec->headers[i].id == id)
            return span_trim(rec->headers[i].value);
    return (struct span){0};
}

enum status record_set_header(struct record *rec, enum record_header_id id, struct span value)
{
    bool done = value.n == 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < rec->header_count; i++) {
        struct record_header h = rec->headers[i];
        if (h.id == id && done)
            continue;
        if (h.id == id && !arena_copy(&rec->arena, value, &h.value))
            return STATUS_NOMEM;
        done |= h.id == id;
        rec->headers[kept++] = h;
    }
    rec->header_count = kept;
    return done ? STATUS_OK : record_add_header(rec, id, (struct span){0}, value);
}

static void raise_worst(struct record *rec, enum problem_severity severity)
{
    if (severity > rec->worst)
        rec->worst = severity;
}

void record_drop_problem(struct record *rec, enum problem_severity severity)
{
    rec->problems_dropped++;
    raise_worst(rec, severity);
}

void record_drop_least(struct record *rec)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < rec->problem_count; i++)
        if (rec->problems[i].severity <= rec->problems[least].severity)
            least = i;
    struct record_problem *out = &rec->problems[least];
    memmove(out, out + 1, (rec->problem_count - least - 1) * sizeof *out);
    rec->problem_count--;
    rec->problems_dropped++;
}

/* So that a hundred notes do not hide a loss. */
static bool make_room(struct record *rec, enum problem_severity severity)
{
    bool worse = false;
    for (uint32_t i = 0; i < rec->problem_count; i++)
        worse |= rec->problems[i].severity < severity;
    if (worse)
        record_drop_least(rec);
    return worse;
}

void record_add_problem(struct record *rec, enum problem_severity severity, const struct err *err)
{
    bool full = rec->problem_count == RECORD_MAX_PROBLEMS;
    if ((full && !make_room(rec, severity)) || !ROOM(rec, problem, RECORD_MAX_PROBLEMS)) {
        record_drop_problem(rec, severity);
        return;
    }
    rec->problems[rec->problem_count++] =
        (struct record_problem){.severity = severity, .err = *err};
    raise_worst(rec, severity);
}

enum problem_severity record_worst(const struct record *rec)
{
    return rec->worst;
}

uint32_t record_node_at_ply(const struct record *rec, uint32_t n)
{
    uint32_t node = 0;
    while (n-- && rec->nodes[node].child && rec->nodes[rec->nodes[node].child].move)
        node = rec->nodes[node].child;
    return node;
}

uint32_t record_last_move(const struct record *rec, uint32_t *plies)
{
    uint32_t node = 0, n = 0;
    while (rec->nodes[node].child && rec->nodes[rec->nodes[node].child].move) {
        node = rec->nodes[node].child;
        n++;
    }
    if (plies)
        *plies = n;
    return node;
}

/* The order is that of KIF files: a line to its end, then its variations from the deepest branch
 * back to the first.  Going up from a finished line, each node's next sibling is such a branch. */
uint32_t record_next(const struct record *rec, uint32_t node)
{
    if (rec->nodes[node].child)
        return rec->nodes[node].child;
    while (node) {
        if (rec->nodes[node].sibling)
            return rec->nodes[node].sibling;
        node = rec->nodes[node].parent;
    }
    return 0;
}

static void decide(int8_t points[2], int winner)
{
    points[winner] = POINTS_WIN;
    points[1 - winner] = POINTS_LOSS;
}

void record_points_of_end(enum record_end end, int end_seat, int mover, int8_t points[2])
{
    points[0] = points[1] = POINTS_UNKNOWN;
    switch (end) {
    case END_RESIGN:
    case END_MATE:
    case END_TIME_UP:
    case END_ILLEGAL_MOVE:
    case END_FORFEIT_LOSS:
        decide(points, 1 - mover);
        break;
    case END_DECLARATION:
    case END_FORFEIT_WIN:
        decide(points, mover);
        break;
    case END_ILLEGAL_ACTION:
        if (end_seat == 0 || end_seat == 1)
            decide(points, 1 - end_seat);
        break;
    case END_REPETITION:
    case END_IMPASSE:
    case END_DRAW:
    case END_MAX_MOVES:
        points[0] = points[1] = POINTS_DRAW;
        break;
    default:
        break;
    }
}

char points_letter(const struct game *game, const int8_t *points)
{
    for (int seat = 0; seat < game->seats; seat++)
        if (points[seat] == POINTS_WIN)
            return game->seat_names[seat][0];
    return points[0] == POINTS_DRAW ? 'd' : '?';
}

char record_result_letter(const struct record *rec)
{
    return points_letter(rec->game, rec->points);
}

static const char *const END_NAMES[END_COUNT] = {
    [END_NONE] = "none",
    [END_RESIGN] = "resign",
    [END_MATE] = "mate",
    [END_TIME_UP] = "time-up",
    [END_ILLEGAL_MOVE] = "illegal-move",
    [END_ILLEGAL_ACTION] = "illegal-action",
    [END_DECLARATION] = "declaration",
    [END_REPETITION] = "repetition",
    [END_IMPASSE] = "impasse",
    [END_DRAW] = "draw",
    [END_MAX_MOVES] = "max-moves",
    [END_INTERRUPTED] = "interrupted",
    [END_NO_MATE] = "no-mate",
    [END_TAKE_BACK] = "take-back",
    [END_ERROR] = "error",
    [END_FORFEIT_WIN] = "forfeit-win",
    [END_FORFEIT_LOSS] = "forfeit-loss",
    [END_SEALED] = "sealed",
    [END_OTHER] = "other",
    [END_SCORE] = "score",
    [END_RAJAS] = "rajas",
    [END_BARE_RAJA] = "bare-raja",
};

const char *record_end_name(enum record_end end)
{
    return END_NAMES[end];
}

enum record_end record_end_by_name(struct span name)
{
    for (int i = 0; i < END_COUNT; i++)
        if (span_eq(name, span_of(END_NAMES[i])))
            return (enum record_end)i;
    return END_NONE;
}

/* record_json.c: see record_json.h. */
#include "view/report/record_json.h"

#include "base/text/json.h"
#include "formats/format.h"

void points_to_json(struct json *j, const struct game *game, const int8_t *points)
{
    if (game->seats <= 2)
        return;
    json_key(j, "points");
    json_open_array(j);
    for (int seat = 0; seat < game->seats; seat++)
        if (points[seat] == POINTS_UNKNOWN)
            json_null_value(j);
        else
            json_double(j, points[seat] / 2.0);
    json_end(j);
}

static const char *const SEVERITIES[] = {
    [PROBLEM_NOTE] = "note",
    [PROBLEM_LOST] = "lost",
    [PROBLEM_PARTIAL] = "partial",
    [PROBLEM_REJECTED] = "rejected",
};

static const char *status_of(const struct record *rec)
{
    enum problem_severity worst = record_worst(rec);
    return worst < PROBLEM_PARTIAL ? "whole" : SEVERITIES[worst];
}

static void add_members(struct json *j, const struct err *err, enum problem_severity severity,
                        enum lang lang, struct buf *message)
{
    buf_clear(message);
    err_message(err, lang, message);
    json_key_cstr(j, "file", err->file);
    if (err->line) {
        json_key_u64(j, "line", err->line);
        json_key_u64(j, "byte", err->byte);
    }
    json_key_cstr(j, "severity", SEVERITIES[severity]);
    json_key_cstr(j, "code", status_name(err->code));
    json_key_str(j, "message", buf_span(message));
}

static void add_problem(struct json *j, const struct err *err, enum problem_severity severity,
                        enum lang lang, struct buf *message)
{
    json_open_object(j);
    add_members(j, err, severity, lang, message);
    json_end(j);
}

static void add_problems(struct json *j, const struct record *rec)
{
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    json_key(j, "problems");
    json_open_array(j);
    for (uint32_t i = 0; i < rec->problem_count; i++)
        add_problem(j, &rec->problems[i].err, rec->problems[i].severity, LANG_EN, &message);
    json_end(j);
    buf_release(&message);
}

static void add_losses(struct json *j, unsigned losses)
{
    json_key(j, "losses");
    json_open_array(j);
    for (int bit = 0; bit < LOSS_BITS; bit++)
        if (losses >> bit & 1)
            json_cstr(j, record_loss_name(bit)->en);
    json_end(j);
}

static void add_header(struct json *j, const struct record *rec, const char *key, int id)
{
    struct span value = record_header(rec, id);
    if (value.n)
        json_key_str(j, key, value);
}

void record_headers_to_json(struct json *j, const struct record *rec)
{
    for (int seat = 0; seat < rec->game->seats; seat++)
        add_header(j, rec, rec->game->seat_names[seat], HEADER_PLAYER + seat);
    add_header(j, rec, "event", HEADER_EVENT);
    add_header(j, rec, "site", HEADER_SITE);
    add_header(j, rec, "date", HEADER_START_TIME);
}

void record_to_json(const struct record *rec, unsigned losses, struct span text, struct buf *out)
{
    struct json j;
    uint32_t plies;
    char result[2] = {record_result_letter(rec), '\0'};
    record_last_move(rec, &plies);
    json_init(&j, out);
    json_open_object(&j);
    json_key_str(&j, "file", rec->label);
    json_key_u64(&j, "number", rec->number_in_file);
    json_key_cstr(&j, "status", status_of(rec));
    json_key_cstr(&j, "game", rec->game->name);
    json_key_cstr(&j, "format", rec->format);
    json_key_cstr(&j, "charset", rec->charset);
    json_key_bool(&j, "guessed", rec->charset_guessed);
    record_headers_to_json(&j, rec);
    json_key_str(&j, "start", rec->start);
    json_key_u64(&j, "plies", plies);
    json_key_u64(&j, "nodes", rec->node_count - 1);
    json_key_cstr(&j, "result", result);
    points_to_json(&j, rec->game, rec->points);
    json_key_cstr(&j, "end", record_end_name(rec->end));
    add_problems(&j, rec);
    add_losses(&j, losses);
    json_key_str(&j, "text", text);
    json_end(&j);
    json_line(&j);
}

void problem_value(struct json *j, const struct err *err, enum problem_severity severity,
                   enum lang lang)
{
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    add_problem(j, err, severity, lang, &message);
    buf_release(&message);
}

void problem_members(struct json *j, const struct err *err, enum problem_severity severity,
                     enum lang lang)
{
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    add_members(j, err, severity, lang, &message);
    buf_release(&message);
}

void problem_to_json(const struct err *err, enum problem_severity severity, struct buf *out)
{
    struct json j;
    json_init(&j, out);
    problem_value(&j, err, severity, LANG_EN);
    json_line(&j);
}

void rejection_to_json(struct span label, const struct err *err, struct buf *out)
{
    struct json j;
    struct buf message;
    buf_init(&message, BUF_DEFAULT_MAX);
    json_init(&j, out);
    json_open_object(&j);
    json_key_str(&j, "file", label);
    json_key_cstr(&j, "status", SEVERITIES[PROBLEM_REJECTED]);
    json_key(&j, "problems");
    json_open_array(&j);
    add_problem(&j, err, PROBLEM_REJECTED, LANG_EN, &message);
    json_end(&j);
    json_end(&j);
    json_line(&j);
    buf_release(&message);
}

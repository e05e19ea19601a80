/* progress.c: see progress.h. */
#include "base/io/progress.h"

#include "base/steady.h"
#include "base/text/json.h"
#include "base/text/utf8.h"

enum {
    TERMINAL_MS = 200,
    LINES_MS = 10000,
    JSON_MS = 200,
    DEFAULT_COLUMNS = 80,
    BAR_CELLS = 20,
    LINE_BYTES = 4096
};

static const struct msg LEFT = {"%1 left", "残り %1"};
static const struct msg DONE_IN = {"in %1", "%1 で完了"};

static uint64_t now_ms(const struct progress *p)
{
    return p->writer.now_ms ? p->writer.now_ms(p->writer.ctx) : steady_ms();
}

void progress_init(struct progress *p, enum progress_style style, enum lang lang,
                   const struct progress_writer *writer)
{
    *p = (struct progress){.style = style, .lang = lang, .writer = *writer};
    buf_init(&p->line, LINE_BYTES);
}

void progress_release(struct progress *p)
{
    buf_release(&p->line);
}

/* 12,345,678 */
static void add_grouped(struct buf *out, uint64_t v)
{
    char digits[32];
    size_t at = sizeof digits;
    for (int n = 0; v || n == 0; n++, v /= 10) {
        if (n && n % 3 == 0)
            digits[--at] = ',';
        digits[--at] = (char)('0' + v % 10);
    }
    buf_add(out, digits + at, sizeof digits - at);
}

/* 1:02:03, or 2:03 */
static void add_clock(struct buf *out, uint64_t seconds)
{
    uint64_t hours = seconds / 3600, minutes = seconds / 60 % 60;
    if (hours)
        buf_printf(out, "%llu:%02llu:", (unsigned long long)hours, (unsigned long long)minutes);
    else
        buf_printf(out, "%llu:", (unsigned long long)minutes);
    buf_printf(out, "%02llu", (unsigned long long)(seconds % 60));
}

/* A message whose %1 is a time. */
static void add_time(struct progress *p, const struct msg *m, uint64_t seconds)
{
    for (const char *t = msg_in(m, p->lang); *t; t++) {
        if (t[0] == '%' && t[1] == '1') {
            add_clock(&p->line, seconds);
            t++;
        } else {
            buf_add_char(&p->line, *t);
        }
    }
}

static double seconds_since_start(const struct progress *p, uint64_t now)
{
    return now > p->start_ms ? (double)(now - p->start_ms) / 1000 : 0;
}

static double rate_of(const struct progress *p, double seconds)
{
    return seconds > 0 ? (double)p->done / seconds : 0;
}

/* Seconds left, or a negative number if nobody knows. */
static double seconds_left(const struct progress *p, double rate)
{
    if (p->total == 0 || rate <= 0)
        return -1;
    return p->done < p->total ? (double)(p->total - p->done) / rate : 0;
}

static double fraction_of(const struct progress *p)
{
    if (p->total == 0)
        return 0;
    return p->done < p->total ? (double)p->done / (double)p->total : 1;
}

static void add_bar(struct progress *p)
{
    double fraction = fraction_of(p);
    int full = (int)(fraction * BAR_CELLS);
    buf_printf(&p->line, " %3d%% [", (int)(fraction * 100));
    for (int i = 0; i < BAR_CELLS; i++)
        buf_add_char(&p->line, i < full ? '=' : i == full ? '>' : ' ');
    buf_add_char(&p->line, ']');
}

static void add_rate(struct progress *p, double rate)
{
    buf_add_str(&p->line, "  ");
    if (rate >= 100)
        add_grouped(&p->line, (uint64_t)rate);
    else
        buf_printf(&p->line, "%.1f", rate);
    buf_add_str(&p->line, "/s");
}

/* "importing  45% [====>   ] 1,234/2,700 files  321/s  0:05 left" */
static void compose(struct progress *p, uint64_t now, bool bar, bool last)
{
    double seconds = seconds_since_start(p, now), rate = rate_of(p, seconds);
    buf_clear(&p->line);
    buf_add_str(&p->line, msg_in(p->what, p->lang));
    if (bar && p->total && !last)
        add_bar(p);
    buf_add_char(&p->line, ' ');
    add_grouped(&p->line, p->done);
    if (p->total) {
        buf_add_char(&p->line, '/');
        add_grouped(&p->line, p->total);
    }
    buf_printf(&p->line, " %s", msg_in(p->unit, p->lang));
    if (seconds > 0)
        add_rate(p, rate);
    double left = seconds_left(p, rate);
    buf_add_str(&p->line, last || left >= 0 ? "  " : "");
    if (last)
        add_time(p, &DONE_IN, (uint64_t)(seconds + 0.5));
    else if (left >= 0)
        add_time(p, &LEFT, (uint64_t)(left + 0.5));
    if (p->note)
        buf_printf(&p->line, "  %s", p->note);
}

/* Cuts the line to the terminal's width, so that it never wraps. */
static void fit(struct progress *p)
{
    size_t columns = p->writer.columns ? p->writer.columns : DEFAULT_COLUMNS, width = 0, at = 0;
    while (at < p->line.n) {
        uint32_t c = ' ';
        size_t n = utf8_decode(span_skip(buf_span(&p->line), at), &c);
        width += (size_t)utf8_width(c);
        if (width >= columns)
            break;
        at += n ? n : 1;
    }
    p->line.n = at;
}

static void put(struct progress *p)
{
    if (buf_status(&p->line) == STATUS_OK)
        p->writer.write(p->writer.ctx, buf_span(&p->line));
}

static void show_terminal(struct progress *p, uint64_t now, bool last)
{
    compose(p, now, true, last);
    fit(p);
    size_t width = utf8_text_width(buf_span(&p->line));
    for (size_t i = width; i < p->shown_width; i++)
        buf_add_char(&p->line, ' '); /* over the rest of a longer line */
    p->shown_width = last ? 0 : width;
    buf_add_char(&p->line, last ? '\n' : '\r');
    put(p);
}

static void show_json(struct progress *p, uint64_t now, bool last)
{
    double seconds = seconds_since_start(p, now), rate = rate_of(p, seconds);
    struct json j;
    buf_clear(&p->line);
    json_init(&j, &p->line);
    json_open_object(&j);
    json_key_cstr(&j, "progress", p->what->en);
    json_key_u64(&j, "done", p->done);
    json_key(&j, "total");
    if (p->total)
        json_u64(&j, p->total);
    else
        json_null_value(&j);
    json_key_cstr(&j, "unit", p->unit->en);
    if (p->note)
        json_key_cstr(&j, "note", p->note);
    json_key_double(&j, "seconds", seconds);
    json_key_double(&j, "rate", rate);
    double left = seconds_left(p, rate);
    json_key(&j, "left");
    if (left >= 0)
        json_double(&j, left);
    else
        json_null_value(&j);
    json_key_bool(&j, "finished", last);
    json_end(&j);
    json_line(&j);
    put(p);
}

static void show(struct progress *p, uint64_t now, bool last)
{
    p->shown_ms = now;
    p->shown_any = true;
    if (p->style == PROGRESS_TERMINAL) {
        show_terminal(p, now, last);
    } else if (p->style == PROGRESS_JSON) {
        show_json(p, now, last);
    } else {
        compose(p, now, false, last);
        buf_add_char(&p->line, '\n');
        put(p);
    }
}

static uint64_t interval_ms(enum progress_style style)
{
    if (style == PROGRESS_LINES)
        return LINES_MS;
    return style == PROGRESS_TERMINAL ? TERMINAL_MS : JSON_MS;
}

void progress_start(struct progress *p, const struct msg *what, const struct msg *unit,
                    uint64_t total)
{
    p->what = what;
    p->unit = unit;
    p->total = total;
    p->done = 0;
    p->shown_any = false;
    if (p->style == PROGRESS_NONE)
        return;
    p->start_ms = p->shown_ms = now_ms(p);
}

void progress_set_total(struct progress *p, uint64_t total)
{
    p->total = total;
}

void progress_set(struct progress *p, uint64_t done)
{
    p->done = done;
    if (p->style == PROGRESS_NONE)
        return;
    uint64_t now = now_ms(p);
    if (now - p->shown_ms >= interval_ms(p->style))
        show(p, now, false);
}

void progress_add(struct progress *p, uint64_t more)
{
    progress_set(p, p->done + more);
}

void progress_finish(struct progress *p)
{
    if (p->what && (p->shown_any || p->style == PROGRESS_JSON))
        show(p, now_ms(p), true);
    p->what = NULL;
}

void progress_wipe(struct progress *p)
{
    if (p->style != PROGRESS_TERMINAL || p->shown_width == 0)
        return;
    buf_clear(&p->line);
    for (size_t i = 0; i < p->shown_width; i++)
        buf_add_char(&p->line, ' ');
    buf_add_char(&p->line, '\r');
    p->shown_width = 0;
    put(p);
}

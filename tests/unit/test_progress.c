/* test_progress.c: what is shown when, with a clock of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/progress.h"
#include "base/utf8.h"

struct screen {
    struct buf text;
    uint64_t ms;
    int writes;
};

static void show(void *ctx, struct span text)
{
    struct screen *s = ctx;
    s->writes++;
    buf_add_span(&s->text, text);
}

static uint64_t clock_ms(void *ctx)
{
    return ((struct screen *)ctx)->ms;
}

static const struct msg IMPORTING = {"importing", "読み込み中"}, FILES = {"files", "ファイル"};

static void begin(struct progress *p, struct screen *s, enum progress_style style, enum lang lang,
                  uint64_t total)
{
    *s = (struct screen){.ms = 5000};
    buf_init(&s->text, 1 << 20);
    struct progress_writer w = {.ctx = s, .write = show, .now_ms = clock_ms, .columns = 70};
    progress_init(p, style, lang, &w);
    progress_start(p, &IMPORTING, &FILES, total);
}

static void end(struct progress *p, struct screen *s, const char *want)
{
    assert_string_equal(buf_cstr(&s->text), want);
    buf_release(&s->text);
    progress_release(p);
}

static void test_terminal(void **state)
{
    (void)state;
    struct progress p;
    struct screen s;
    begin(&p, &s, PROGRESS_TERMINAL, LANG_EN, 2000);
    progress_set(&p, 10); /* at once: nothing */
    s.ms += 1000;
    progress_add(&p, 490);
    s.ms += 100;
    progress_set(&p, 600); /* too soon */
    s.ms += 3000;
    progress_wipe(&p);
    progress_wipe(&p);
    progress_set(&p, 2000);
    progress_finish(&p);
    end(&p, &s,
        "importing  25% [=====>              ] 500/2,000 files  500/s  0:03 le\r"
        "                                                                     \r"
        "importing 100% [====================] 2,000/2,000 files  487/s  0:00 \r"
        "importing 2,000/2,000 files  487/s  in 0:04                          \n");
}

static void test_rarely(void **state)
{
    (void)state;
    struct progress p;
    struct screen s;
    begin(&p, &s, PROGRESS_TERMINAL, LANG_EN, 0);
    for (int i = 0; i < 10000; i++) { /* 10 s in steps of 1 ms */
        s.ms++;
        progress_add(&p, 1);
    }
    assert_int_equal(s.writes, 50);
    buf_clear(&s.text);
    progress_finish(&p);
    end(&p, &s, "importing 10,000 files  1,000/s  in 0:10\n");
}

static void test_lines(void **state)
{
    (void)state;
    struct progress p;
    struct screen s;
    begin(&p, &s, PROGRESS_LINES, LANG_JA, 100);
    s.ms += 9999;
    progress_set(&p, 1);
    s.ms += 1;
    progress_set(&p, 2);
    s.ms += 9999;
    progress_set(&p, 3);
    progress_finish(&p);
    end(&p, &s,
        "読み込み中 2/100 ファイル  0.2/s  残り 8:10\n"
        "読み込み中 3/100 ファイル  0.2/s  0:20 で完了\n");
    begin(&p, &s, PROGRESS_LINES, LANG_JA, 100);
    s.ms += 100;
    progress_set(&p, 100);
    progress_finish(&p);
    end(&p, &s, ""); /* over before anybody could wonder */
}

static void test_json(void **state)
{
    (void)state;
    struct progress p;
    struct screen s;
    begin(&p, &s, PROGRESS_JSON, LANG_JA, 0);
    s.ms += 500;
    progress_set(&p, 5);
    progress_set_total(&p, 20);
    s.ms += 500;
    progress_set(&p, 10);
    progress_finish(&p);
    end(&p, &s,
        "{\"progress\":\"importing\",\"done\":5,\"total\":null,\"unit\":\"files\",\"seconds\":0.5,"
        "\"rate\":10,\"left\":null,\"finished\":false}\n"
        "{\"progress\":\"importing\",\"done\":10,\"total\":20,\"unit\":\"files\",\"seconds\":1,"
        "\"rate\":10,\"left\":1,\"finished\":false}\n"
        "{\"progress\":\"importing\",\"done\":10,\"total\":20,\"unit\":\"files\",\"seconds\":1,"
        "\"rate\":10,\"left\":1,\"finished\":true}\n");
}

static void test_none_and_odd(void **state)
{
    (void)state;
    struct progress p;
    struct screen s;
    begin(&p, &s, PROGRESS_NONE, LANG_EN, 5);
    s.ms += 100000;
    progress_set(&p, 3);
    progress_finish(&p);
    end(&p, &s, "");
    begin(&p, &s, PROGRESS_TERMINAL, LANG_EN, 5);
    s.ms = 0;                     /* a clock gone back */
    progress_set(&p, UINT64_MAX); /* more than there was */
    s.ms = 10000000;
    progress_set(&p, 9);
    assert_true(utf8_text_width(buf_span(&s.text)) <= 2 * 70);
    progress_finish(&p);
    progress_finish(&p);
    buf_release(&s.text);
    progress_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terminal),     cmocka_unit_test(test_rarely),
        cmocka_unit_test(test_lines),        cmocka_unit_test(test_json),
        cmocka_unit_test(test_none_and_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

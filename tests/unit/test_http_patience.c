/* test_http_patience.c: who is shown out, and who is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/http_patience.h"

enum { LIMIT_MS = 500, CLIENTS = 5 };

static void sleep_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

static int is_cut(int ours)
{
    char byte;
    return recv(ours, &byte, 1, MSG_DONTWAIT) == 0;
}

static void test_each_by_what_it_does(void **state)
{
    (void)state;
    struct patience p;
    struct patience_client client[CLIENTS];
    int pair[CLIENTS][2];
    patience_init(&p, LIMIT_MS);
    assert_int_equal(patience_enforce(&p), 0);
    for (int i = 0; i < CLIENTS; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair[i]), 0);
        patience_add(&p, &client[i], pair[i][0]);
    }
    patience_pause(&p, &client[1]);                                          /* waits for us */
    patience_begin(&p, &client[2], (uint64_t)60000 * PATIENCE_BYTES_PER_MS); /* has much to do */
    patience_extend(&p, &client[3], (uint64_t)60000 * PATIENCE_BYTES_PER_MS);
    patience_extend(&p, &client[1], 1); /* still waits for us */
    assert_int_equal(patience_enforce(&p), CLIENTS);
    for (int i = 0; i < CLIENTS; i++)
        assert_false(is_cut(pair[i][1]));
    sleep_ms(LIMIT_MS * 2);
    assert_int_equal(patience_enforce(&p), CLIENTS);
    const int expected[CLIENTS] = {1, 0, 0, 0, 1};
    for (int i = 0; i < CLIENTS; i++)
        assert_int_equal(is_cut(pair[i][1]), expected[i]);
    patience_begin(&p, &client[1], 0); /* its turn again */
    sleep_ms(LIMIT_MS * 2);
    patience_enforce(&p);
    assert_true(is_cut(pair[1][1]));
    static const int ORDER[CLIENTS] = {2, 0, 4, 1, 3}; /* the middle, both ends */
    for (int i = 0; i < CLIENTS; i++) {
        patience_remove(&p, &client[ORDER[i]]);
        assert_int_equal(patience_enforce(&p), CLIENTS - 1 - i);
        close(pair[ORDER[i]][0]);
        close(pair[ORDER[i]][1]);
    }
    patience_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_by_what_it_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

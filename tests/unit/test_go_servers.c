/* Records of Go as servers write them. */
#include "format_dump.h"

#define HEAD "game 0\n"

static void test_gib(void **state)
{
    (void)state;
    EXPECT_DUMP("gib",
                "\\HS\n\\[GAMEBLACKNAME=first (3D)\\]\n\\[GAMEWHITENAME=second (12K)\\]\n"
                "\\[GAMEPLACE=Tygem\\]\n\\[GAMEDATE=2010- 3-24-10-30-00\\]\n"
                "\\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GRLT:3,ZIPSU:0,GONGJE:65\\]\n\\HE\n\\GS\n"
                "2 1 0\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\nSKI 0 4\n\\GE\n",
                HEAD "header player0 key=PB value=first\nheader other key=BR value=3D\n"
                     "header player1 key=PW value=second\nheader other key=WR value=12K\n"
                     "header site key=PC value=Tygem\n"
                     "header start-time key=DT value=2010- 3-24-10-30-00\n"
                     "header other key=KM value=6.5\nheader other key=RE value=B+R\n"
                     "start even\n1 B[Q16]\n2 W[D4]\n3 B[pass]\nresult b resign\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

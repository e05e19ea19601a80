/* gen_names.c: the named queries that are built in, as an array of bytes.
 *
 *     gen_names data/names/shogi.txt >named_tables.h */
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!in) {
        fprintf(stderr, "gen_names: FILE that can be read expected\n");
        return 1;
    }
    printf("/* Made by scripts/gen_names.c from %s. */\nstatic const char SHOGI_NAMES[] = {",
           argv[1]);
    int c, column = 0;
    while ((c = getc(in)) != EOF)
        printf("%s%d,", column++ % 24 ? "" : "\n", c < 128 ? c : c - 256);
    printf("\n};\n");
    return ferror(in) || fclose(in) || ferror(stdout);
}

/* gen_bytes.c: files that are built in, each as an array of bytes.
 *
 *     gen_bytes SHOGI_NAMES data/names/shogi.txt GO_NAMES data/names/go.txt >named_tables.h */
#include <stdio.h>

static int write_names(const char *array, const char *file)
{
    FILE *in = fopen(file, "rb");
    if (!in) {
        fprintf(stderr, "gen_bytes: %s: can't be read\n", file);
        return 1;
    }
    printf("/* Made by scripts/gen_bytes.c from %s. */\nstatic const char %s[] = {", file, array);
    int c, column = 0;
    while ((c = getc(in)) != EOF)
        printf("%s%d,", column++ % 24 ? "" : "\n", c < 128 ? c : c - 256);
    printf("\n};\n");
    return ferror(in) || fclose(in) || ferror(stdout);
}

int main(int argc, char **argv)
{
    int failed = argc < 3;
    for (int i = 1; i + 1 < argc && !failed; i += 2)
        failed = write_names(argv[i], argv[i + 1]);
    return failed;
}

/* main.c: the command table and dispatch, nothing else. */
int main(void)
{
    return 0;
}

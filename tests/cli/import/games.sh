# Files, a folder and standard input; again; duplicates, tags, a record that is none.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
mkdir in
printf 'N+Alice\nN-Bob\nPI\n+\n+7776FU\n-3334FU\n%%TORYO\n' >in/a.csa
printf 'N+Alice\nN-Carol\nPI\n+\n+2726FU\n-8384FU\n%%TORYO\n/\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n%%TORYO\n' >in/b.csa
printf 'no game\n' >in/c.txt
json() { "$KIFU" import "$@" --json 2>&1 | sed 's/"seconds":[^,]*/"seconds":0/'; }
json games.kifu in
json games.kifu in
printf 'N+Alice\nN-Bob\n$EVENT:Cup\nPI\n+\n+7776FU\n-3334FU\n%%TORYO\n' | json games.kifu - --tag cup
printf 'N+Alice\nN-Bob\n$EVENT:Cup\nPI\n+\n+7776FU\n-3334FU\n%%TORYO\n' | json games.kifu - --dup keep
printf 'PI\n+\n+7776FU\n-3334FU\n%%KACHI\n' | json games.kifu - --report report.jsonl
cat report.jsonl
"$KIFU" show games.kifu:1 --as usi
"$KIFU" import other.kifu in/a.csa --lang ja | sed 's/[0-9.]* 秒/0 秒/'
"$KIFU" import other.kifu in/a.csa | sed 's/[0-9.]* s$/0 s/'

# What is wrong is said, in both languages, with the right exit status.
try() { "$KIFU" import "$@" 2>&1 | sed "s/[0-9.]* s$/0 s/; s/[0-9.]* 秒$/0 秒/"; echo "exit ${PIPESTATUS[0]}"; }
printf 'PI\n+\n+7776FU\n-3335FU\n' >bad.csa
printf 'no game\n' >text.txt
mkdir folder
touch folder/precious
try new.kifu
try new.kifu nowhere
try new.kifu text.txt --lang ja
ls
try folder bad.csa
try bad.csa text.txt bad.csa
try new.kifu bad.csa --strict --quiet
try new.kifu bad.csa --game chaturanga
try new.kifu bad.csa --dup sometimes
try new.kifu - --watch
try new.kifu bad.csa --tag ' '
sed -e 's/kifu-manifest 1/kifu-manifest 9/' -e '/^checksum/d' new.kifu/MANIFEST >m && mv m new.kifu/MANIFEST
try new.kifu bad.csa

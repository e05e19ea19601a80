# Archives, folders, files and standard input are read alike; a broken member costs itself.
printf 'PI\n+\n+7776FU\n' >a.csa
printf 'nothing of interest\n' >b.csa
tar -cf inner.tar a.csa
tar -czf all.tar.gz a.csa b.csa inner.tar
"$KIFU" convert all.tar.gz --to usi 2>&1
"$KIFU" convert - --to usi <a.csa

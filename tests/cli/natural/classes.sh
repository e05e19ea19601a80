# Without a class of the database a tag tells; what has none counts as amateur, and that is said.
for class in pro online other; do
    kifu generate - --games 4 --seed ${#class} --to csa --quiet >$class.csa
    kifu import db.kifu $class.csa --tag $class --quiet >/dev/null
done
games() { sed 's/.*"class":"\([a-z]*\)".*/\1/' "$1" | sort -u | grep -v mean | xargs; }
look() { kifu natural eval "$@" --reserve 999 --method model --positions 12 --nodes 10 --json --progress none 2>err >out; games out; cat err; }
look db.kifu
look pro=db.kifu
look db.kifu --class 'online=not tag:=pro'
look db.kifu --quiet
look db.kifu --lang ja

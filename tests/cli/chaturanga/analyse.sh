# Red's boat takes green's raja by a double two at once.
kifu chaturanga analyse --nodes 400 --roll 22
kifu chaturanga analyse --nodes 100 --json | sed 's/"chance".*//'
kifu chaturanga analyse --nodes 100 --json | grep -o "\"draw\":.*"
kifu chaturanga analyse --roll 61
echo "exit $?"

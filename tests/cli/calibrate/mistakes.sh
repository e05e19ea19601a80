# Wrong use is 2, what can't be done 3, nothing to look at 1.
kifu generate games.kifu --games 5 --quiet
kifu calibrate; echo $?
kifu calibrate none.kifu; echo $?
kifu calibrate games.kifu --when 's99xx'; echo $?
kifu calibrate games.kifu --preset chess; echo $?
kifu calibrate games.kifu --value guess; echo $?
kifu calibrate games.kifu --value usi:no-such-engine; echo $?
kifu calibrate games.kifu --weights no-such-file; echo $?
kifu calibrate games.kifu --fit ml --weights net -o w.txt; echo $?
kifu calibrate games.kifu --fit ml --terms conditions -o w.txt; echo $?
kifu calibrate games.kifu --fit ml --ridge much; echo $?
kifu calibrate games.kifu --fit ml --value record -o w.txt; echo $?
kifu calibrate games.kifu --fit ml --value quiescence --terms all; echo $?
kifu calibrate games.kifu --fit ml --terms all --lasso 1; echo $?
kifu calibrate games.kifu 'player:nobody'; echo $?
kifu generate go.kifu --game go --games 1 --quiet
kifu calibrate go.kifu; echo $?
[ ! -e w.txt ] && echo "nothing written"

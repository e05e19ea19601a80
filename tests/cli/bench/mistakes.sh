kifu bench nothing
echo $?
kifu bench engine --tune window=0
echo $?
kifu bench engine --weights /there/is/none
echo $?

kifu bench nothing
echo $?
kifu bench engine --weights /there/is/none
echo $?

# Each script is accepted by its shell, where that shell is installed.
for shell in bash zsh fish; do
    for lang in en ja; do
        kifu completion "$shell" --lang=$lang >script
        if command -v $shell >/dev/null; then
            $shell -n script || echo "$shell, $lang: wrong"
        fi
    done
done
echo "done"

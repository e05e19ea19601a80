# Rows teach what their database does; what was learnt of programs is kept and taken up again.
[[ ${KIFU_TEST_SCOPE:-} != quick ]] || { echo "not in the quick scope" >&2; exit 77; }
kifu generate games.kifu --games 8 --quiet
kifu generate programs.kifu --games 4 --seed 2 --quiet
kifu natural positions pro=games.kifu -o games.rows --quiet
kifu natural positions --before programs.kifu -o programs.rows --quiet
train() { kifu natural train "$@" --epochs 1 --batch 256 --quiet; }
train pro=games.kifu --before programs.kifu -o databases.model >one
train games.rows --before programs.rows --keep programs.kept -o rows.model >two
train games.rows --start programs.kept -o started.model >three
cmp databases.model rows.model && cmp rows.model started.model && cmp one two && cmp two three && echo "the same model"
kifu natural train games.rows --labels 0.5 -o labelled.model
kifu natural train games.rows --start rows.model -o started.model --force
printf 'KIFUROWS\1\0\1\0\250\1\0\0' >go.rows
kifu natural train go.rows -o go.model
: >empty.rows
kifu natural train empty.rows -o empty.model
LC_ALL=ja_JP.UTF-8 kifu natural train games.rows --start rows.model -o started.model --force

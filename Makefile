# Kifu: a laboratory for game records.
#
#   make            build build/release/kifu (installs nothing, says what is missing)
#   make demo       dependencies, build, sample games and a database, searched, and the page
#   make quick      the fast tests, under a minute: before every commit
#   make test       dependencies, build, every test, release and ASan+UBSan
#   make help       the rest
#
# Reading order: variants and flags, what is built from what, then the targets people type.
# Anything longer than a line or two of shell lives in scripts/.

VERSION := 0.2.0
SOVERSION := 0
PREFIX ?= /usr/local
LIBDIR ?= lib
VARIANT ?= release
BUILD ?= build
B := $(BUILD)/$(VARIANT)
TIME ?= 60

# All cores unless the user says -j; sub-makes share them.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc) --no-print-directory
endif
.DELETE_ON_ERROR:
.SUFFIXES:

# ---- Variants: trees side by side under build/; clang is the second opinion of `make check`.
VARIANTS := release debug asan tsan cov fuzz clang
$(if $(filter $(VARIANT),$(VARIANTS)),,$(error VARIANT is one of: $(VARIANTS)))
# gcc keeps words for each check of UBSan and has ASan watch over them, 95 of 100 objects that it watches over: half of the
# time that a short command takes.  So what is undefined is an illegal instruction, and ASan says at which line
# (scripts/run-tests; alone: ASAN_OPTIONS=handle_sigill=1).  `make VARIANT=asan TRAP=` says in words what it was.
TRAP := -fsanitize-undefined-trap-on-error
SANITIZE := -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=address,undefined
OPT_release := -O2 -g -DNDEBUG
OPT_debug := -O0 -g3
# Lines are all that a report shows; variables for a debugger, too, are a seventh of the compiler's time.
OPT_asan := -O1 -g1 $(SANITIZE) $(TRAP)
OPT_tsan := -O1 -g -fsanitize=thread
# Thousands of short commands are run with sanitizers; at a fixed address the loader relocates nothing.
EXE_asan := -no-pie
OPT_cov := -O0 -g --coverage
OPT_fuzz := -O1 -g $(SANITIZE),fuzzer-no-link
OPT_clang := -O2 -g
ifeq ($(origin CC),default)
CC := $(if $(filter fuzz clang,$(VARIANT)),clang,gcc)
endif

# ---- Flags.  Release assumes plain x86-64; a file with faster paths checks the CPU itself.
# cairo is optional: without it there is no PNG.
PKGS := libarchive libxxhash sqlite3 libzstd
MISSING := $(shell for p in $(PKGS); do pkg-config --exists $$p 2>/dev/null || echo $$p; done; \
                   command -v $(firstword $(CC)) >/dev/null || echo $(firstword $(CC)))
CAIRO := $(shell pkg-config --exists cairo 2>/dev/null && echo cairo)
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) $(CAIRO) 2>/dev/null) $(if $(CAIRO),-DKIFU_HAVE_CAIRO)
PKG_LIBS := $(shell pkg-config --libs $(PKGS) $(CAIRO) 2>/dev/null)
# MPI is optional, too, and only kifu-mpi links it.  Its headers are not ours to mend.
MPI := $(firstword $(foreach p,ompi-c mpich,$(shell pkg-config --exists $p 2>/dev/null && echo $p)))
MPI_CFLAGS := $(patsubst -I%,-isystem%,$(if $(MPI),$(shell pkg-config --cflags $(MPI) 2>/dev/null)))
MPI_LIBS := $(if $(MPI),$(shell pkg-config --libs $(MPI) 2>/dev/null))
# psabi: vectors are handed only to functions that are put in place.
WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
        -Wvla -Wundef -Wformat=2 -Wno-psabi $(WERROR)
CPPFLAGS_ALL = -D_GNU_SOURCE -Isrc -I$(BUILD)/gen $(PKG_CFLAGS) $(CPPFLAGS_FILE) $(CPPFLAGS)
CFLAGS_ALL = -std=c17 $(OPT_$(VARIANT)) $(WARN) -fPIC -fvisibility=hidden -pthread $(CFLAGS)
LDLIBS_ALL = $(PKG_LIBS) -lm -pthread $(LDLIBS)
COMPILE = $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP
LINK = $(CC) $(CFLAGS_ALL) $(LDFLAGS)
EXE = $(EXE_$(VARIANT))

# ---- Sources.  The library is everything but src/main.c, src/cmd, src/web, src/mpi and src/windows.
LIB_SRC := $(sort $(filter-out src/main.c src/cmd/% src/web/% src/mpi/% src/windows/%,$(wildcard src/*.c src/*/*.c src/*/*/*.c)))
CMD_SRC := $(sort $(wildcard src/cmd/*.c src/cmd/*/*.c src/web/*/*.c))
MPI_SRC := $(sort $(wildcard src/mpi/*.c))
MPI_OBJ := $(MPI_SRC:%.c=$(B)/%.o)
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o)
ALL_OBJ := $(LIB_OBJ) $(CMD_SRC:%.c=$(B)/%.o)
UNIT_BIN := $(patsubst tests/unit/%.c,$(B)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
REPLAY_BIN := $(FUZZ_SRC:tests/fuzz/%.c=$(B)/replay/%)
FUZZ_BIN := $(FUZZ_SRC:tests/fuzz/%.c=$(B)/fuzz/%)
BENCH_TOOLS := bench/corpus_stats.c bench/measure_asked.c bench/measure_fit.c bench/measure_library.c bench/measure_matcher.c bench/measure_natural.c bench/measure_network.c bench/measure_page.c bench/measure_patterns.c bench/measure_search.c bench/measure_sheets.c \
               bench/mine_cost.c bench/mine_recall.c bench/mine_tables.c bench/run_timed.c bench/thread_recall.c
BENCH_BIN := $(patsubst bench/%.c,$(B)/bench/%,$(sort $(wildcard bench/bench_*.c)) $(BENCH_TOOLS))
BENCH_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out bench/bench_%.c $(BENCH_TOOLS),$(sort $(wildcard bench/*.c))))
MAN_SRC := $(sort $(wildcard docs/man/*.scd docs/man/ja/*.scd))
MAN_PAGES := $(MAN_SRC:docs/man/%.scd=$(B)/man/%)
COMPLETIONS := $(addprefix $(B)/completions/,bash zsh fish)

# `make V=1` shows whole commands.
ifeq ($(V),)
say = @echo '  $(1)' '$(patsubst $(B)/%,%,$@)';
endif

all: $(B)/kifu $(if $(MPI),$(B)/kifu-mpi,no-mpi)

no-mpi:
	@echo '  no MPI (Debian: libopenmpi-dev): kifu-mpi, for clusters, is not built; kifu does not need it'

# Changed flags rebuild everything; missing libraries are reported before anything is compiled.
$(B)/flags: FORCE
	$(if $(strip $(MISSING)),@scripts/deps explain build $(MISSING); exit 1)
	@mkdir -p $(@D)
	@printf '%s\n' "$$FLAGS_NOW" | cmp -s - $@ || printf '%s\n' "$$FLAGS_NOW" >$@
$(B)/flags: export FLAGS_NOW = $(COMPILE) $(LDFLAGS) $(LDLIBS_ALL)

# A source file that went away must leave the archive too.
$(B)/objects: FORCE
	@mkdir -p $(@D)
	@echo '$(ALL_OBJ)' | cmp -s - $@ || echo '$(ALL_OBJ)' >$@

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(COMPILE) -c -o $@ $<

$(B)/src/kifu_version.o $(BUILD)/lint/src/kifu_version.tidy: private CPPFLAGS_FILE := -DKIFU_VERSION='"$(VERSION)"'
$(B)/src/kifu_version.o: Makefile
$(B)/src/base/io/data_file.o $(BUILD)/lint/src/base/io/data_file.tidy: private CPPFLAGS_FILE := -DKIFU_SHARE_DIR='"$(PREFIX)/share/kifu"'

# Tables worked out or packed while building.  $(call table,NAME,PROGRAM,INPUTS,ARGUMENTS,SOURCES): NAME_tables.h is
# what PROGRAM prints when it is given ARGUMENTS, and SOURCES include it.  It is the same for every variant: made once.
define table
$(BUILD)/gen/$(1)_tables.h: scripts/$(2).c $(3) | $(B)/flags
	@mkdir -p $$(@D)
	@echo '  GEN $$@'; $(CC) -std=c17 -O1 $(WARN) -Isrc -o $$(@:.h=.$(VARIANT)) $$< && \
	    $$(@:.h=.$(VARIANT)) $(4) >$$@.$(VARIANT) && mv $$@.$(VARIANT) $$@
$(5:%=$(B)/src/%.o) $(5:%=$(BUILD)/lint/src/%.tidy): $(BUILD)/gen/$(1)_tables.h
endef

# Character sets, from the C library's iconv; squares, lines and hash keys of shogi; keys of positions.
$(eval $(call table,japanese,gen_japanese,,,base/text/charset_ja))
$(eval $(call table,shogi,gen_shogi,$(wildcard src/games/shogi/*.h),,games/shogi/shogi_lookup))
$(eval $(call table,mix,gen_mixes,src/games/mix.h,,games/replay))

# Named queries, spellings of people, and what the engine knows.
NAMES := data/names/shogi.txt data/names/go.txt
$(eval $(call table,named,gen_bytes,$(NAMES),SHOGI_NAMES $(word 1,$(NAMES)) GO_NAMES $(word 2,$(NAMES)),query/language/named))
PEOPLE := data/people/shogi.txt data/people/go.txt
$(eval $(call table,people,gen_bytes,$(PEOPLE),SHOGI_PEOPLE $(word 1,$(PEOPLE)) GO_PEOPLE $(word 2,$(PEOPLE)),store/people/people_file))
$(eval $(call table,net,gen_bytes,data/weights/net.weights,NET_BYTES data/weights/net.weights,engine/eval/weights))
$(eval $(call table,calibrated,gen_bytes,data/weights/calibrated.txt,CALIBRATED_BYTES data/weights/calibrated.txt,engine/eval/weights))
$(eval $(call table,paper,gen_bytes,data/weights/paper.txt,PAPER_BYTES data/weights/paper.txt,engine/eval/paper_file))
# A larger network that is built in, and then is the default (docs/engine.md); empty: none.
LARGE_NET := data/weights/engine.weights
LARGE_NET_OBJ := $(addsuffix /src/engine/eval/large_net.o,$(B) $(BUILD)/windows)
$(LARGE_NET_OBJ) $(BUILD)/lint/src/engine/eval/large_net.tidy: private CPPFLAGS_FILE := \
    $(if $(LARGE_NET),-DKIFU_LARGE_NET='"$(LARGE_NET)"')
$(LARGE_NET_OBJ): Makefile $(LARGE_NET)

$(eval $(call table,natural,gen_bytes,data/natural/people.model,NATURAL_BYTES data/natural/people.model,engine/natural/natural))

# The pages of `kifu serve`, `kifu joseki --gallery`, `kifu natural blind` and `kifu natural puzzles`.  web/dist is kept in the repository, so
# that building needs no npm; `make page` renews it.
PAGE_FILES := $(addprefix web/dist/,index.html kifu.css icon.svg licences.txt) $(sort $(wildcard web/dist/*.js))
GALLERY_FILES := $(addprefix web/gallery/,index.html gallery.js gallery.css)
BLIND_FILES := $(addprefix web/blind/,index.html blind.js blind.css)
PUZZLES_FILES := $(addprefix web/puzzles/,index.html puzzles.js puzzles.css)
$(eval $(call table,page,gen_page,$(PAGE_FILES),$(PAGE_FILES),web/site/site))
$(eval $(call table,gallery,gen_page,$(GALLERY_FILES),$(GALLERY_FILES),view/report/sequence_view))
$(eval $(call table,blind,gen_page,$(BLIND_FILES),$(BLIND_FILES),cmd/natural/natural_blind))
$(eval $(call table,puzzles,gen_page,$(PUZZLES_FILES),$(PUZZLES_FILES),cmd/natural/natural_puzzles))

# Everything, for our own programs; not installed.
$(B)/internal.a: $(ALL_OBJ) $(B)/objects
	$(call say,AR)rm -f $@; ar rcs $@ $(ALL_OBJ)

$(B)/kifu: $(B)/src/main.o $(B)/internal.a
	$(call say,LD)$(LINK) $(EXE) -o $@ $^ $(LDLIBS_ALL)

# The same commands for the processes of an MPI job (docs/cluster.md).
$(MPI_OBJ) $(MPI_SRC:%.c=$(BUILD)/lint/%.tidy): private CPPFLAGS_FILE := $(MPI_CFLAGS)
$(B)/kifu-mpi: $(MPI_OBJ) $(B)/internal.a
	$(call say,LD)$(LINK) $(EXE) -o $@ $^ $(LDLIBS_ALL) $(MPI_LIBS)

# ---- kifu.exe (docs/windows.md): the engine and what else needs neither databases nor archives.  src/windows has the
# calls of POSIX that it takes, and counterparts of the files left out.
W := $(BUILD)/windows
WINDOWS_CC ?= x86_64-w64-mingw32-gcc-posix
WINDOWS_COMMANDS := convert eval help mate perft usi version
WINDOWS_SRC := $(sort $(wildcard src/windows/*.c) src/kifu_version.c $(WINDOWS_COMMANDS:%=src/cmd/cmd_%.c) src/cluster/cluster.c \
    $(addprefix src/cmd/frame/,cmd.c conversion.c game_output.c help.c msg_fold.c operand.c options.c output_check.c \
        shared_options.c) \
    $(addprefix src/text/flow/,flow.c flow_file.c flow_keys.c) \
    $(addprefix src/view/,board/shogi_board.c board/shogi_board_text.c board/shogi_move_text.c board/shogi_ply_view.c \
        draw/drawing.c draw/drawing_svg.c draw/svg.c draw/text_width.c report/record_json.c) src/store/game_part_names.c \
    $(filter-out $(addprefix src/base/io/,append_log.c child.c data_file.c file.c journal.c source_archive.c) \
                 src/base/work/shared_cache.c $(addprefix src/engine/,search/engine_bench.c usi/usi_client.c usi/usi_program.c natural/people_network.c natural/go_people_network.c natural/people_predictor.c \
                     person/person_look.c person/person_player.c person/repertoire.c) \
                 $(wildcard src/engine/network/*.c src/engine/gtp/*.c), \
        $(wildcard src/base/*.c src/base/*/*.c src/games/*.c src/games/*/*.c src/formats/*.c src/formats/*/*.c \
                   src/engine/*.c src/engine/*/*.c)))
WINDOWS_OBJ := $(WINDOWS_SRC:%.c=$(W)/%.o)
WINDOWS_CPPFLAGS := -D_GNU_SOURCE -D__USE_MINGW_ANSI_STDIO=1 -DXXH_INLINE_ALL -Isrc -I$(W)/gen \
                    -I$(BUILD)/gen -isystem $(W)/include -isystem src/windows/include -include src/windows/posix.h
# Its isfinite() and read() convert.
WINDOWS_CFLAGS := -std=c17 -O2 -g -DNDEBUG $(filter-out -Wconversion,$(WARN)) -Wno-attributes -pthread

windows: windows-compiler
	@$(MAKE) $(W)/kifu.exe
windows-compiler:
	@command -v $(lastword $(WINDOWS_CC)) >/dev/null || { scripts/deps explain windows $(lastword $(WINDOWS_CC)); exit 1; }
$(W)/kifu.exe: $(WINDOWS_OBJ)
	$(call say,LD)$(WINDOWS_CC) $(WINDOWS_CFLAGS) -static -s -o $@ $^ -lshell32 -lm
$(W)/%.o: %.c $(B)/flags | $(W)/include/xxhash.h $(B)/kifu
	@mkdir -p $(@D)
	$(call say,CC)$(WINDOWS_CC) $(WINDOWS_CPPFLAGS) $(CPPFLAGS_FILE) $(WINDOWS_CFLAGS) -MMD -MP -c -o $@ $<
$(W)/src/kifu_version.o: private CPPFLAGS_FILE := -DKIFU_VERSION='"$(VERSION)"'
# A list of games that may be missing is one thing that its objects cannot have; left_out.c has an empty one.
$(W)/src/games/games.o $(W)/src/windows/left_out.o: private CPPFLAGS_FILE := -Dweak=unused
$(W)/src/base/alloc.o: private CPPFLAGS_FILE := -include src/windows/aligned_heap.h
# The one header of xxhash is all that it takes; the system's other headers are not for Windows.
$(W)/include/xxhash.h:
	@mkdir -p $(@D)
	@cp $(shell pkg-config --variable=includedir libxxhash)/xxhash.h $@
# Weights without zstd: their frames hold stored blocks.
$(W)/gen/gen_stored: scripts/gen_stored.c src/base/le.h
	@mkdir -p $(@D)
	@echo '  GEN $@'; $(CC) -std=c17 -O1 $(WARN) -Isrc -o $@ $< $(shell pkg-config --libs libzstd libxxhash 2>/dev/null)
$(W)/gen/net.weights: data/weights/net.weights $(W)/gen/gen_stored
	@$(W)/gen/gen_stored $< 28 0 >$@
$(W)/gen/people.model: data/natural/people.model $(W)/gen/gen_stored
	@$(W)/gen/gen_stored $< 28 24 >$@
$(W)/gen/net_tables.h: $(W)/gen/net.weights $(B)/kifu
	@$(BUILD)/gen/net_tables.$(VARIANT) NET_BYTES $< >$@
$(W)/gen/natural_tables.h: $(W)/gen/people.model $(B)/kifu
	@$(BUILD)/gen/natural_tables.$(VARIANT) NATURAL_BYTES $< >$@
$(W)/src/engine/eval/weights.o: $(W)/gen/net_tables.h
$(W)/src/engine/natural/natural.o: $(W)/gen/natural_tables.h

# ---- The library as others link it: only functions marked KIFU_API (src/kifu.h) can be seen.
# The static one is a single object whose hidden symbols were made local.
$(B)/libkifu.so.$(SOVERSION): $(LIB_OBJ)
	$(call say,LD)$(LINK) -shared -Wl,-soname,$(@F) -Wl,--no-undefined -o $@ $(LIB_OBJ) $(LDLIBS_ALL)

$(B)/libkifu.a: $(LIB_OBJ)
	$(call say,AR)ld -r -o $(B)/libkifu.o $(LIB_OBJ) && objcopy --localize-hidden $(B)/libkifu.o && \
	    rm -f $@ && ar rcs $@ $(B)/libkifu.o

# ---- The Python package: a tree that PYTHONPATH can name.  The extension has the library inside, unless
# PYTHON_LIBKIFU=shared links the shared one.  Type slots of CPython hold functions as void *, which -Wpedantic refuses.
PYTHON ?= /usr/bin/python3
PYTHON_LIBKIFU ?= static
PYTHON_INCLUDE := $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
HAVE_PYTHON := $(wildcard $(PYTHON_INCLUDE)/Python.h)
PY_SRC := $(sort $(wildcard python/src/*.c))
PY_OBJ := $(PY_SRC:%.c=$(B)/%.o)
PY_FILES := $(sort $(wildcard python/kifu/*.py python/kifu/*.pyi) python/kifu/py.typed)
PY_TREE := $(B)/python/kifu
$(PY_OBJ) $(PY_SRC:%.c=$(BUILD)/lint/%.tidy): private CPPFLAGS_FILE := -isystem $(PYTHON_INCLUDE) -DPy_LIMITED_API=0x030b0000
$(PY_OBJ): private WARN += -Wno-pedantic
$(PY_TREE)/%: python/kifu/%
	@mkdir -p $(@D)
	@cp $< $@
$(B)/python/linked: FORCE
	@mkdir -p $(@D)
	@echo '$(PYTHON_LIBKIFU) $(PY_OBJ)' | cmp -s - $@ || echo '$(PYTHON_LIBKIFU) $(PY_OBJ)' >$@
LIBKIFU_shared := $(B)/libkifu.so.$(SOVERSION)
LIBKIFU_static := $(B)/libkifu.a
$(PY_TREE)/_kifu.abi3.so: $(PY_OBJ) $(LIBKIFU_$(PYTHON_LIBKIFU)) $(B)/python/linked
	@mkdir -p $(@D)
	$(call say,LD)$(LINK) -shared -Wl,--exclude-libs,ALL -o $@ $(PY_OBJ) $(LIBKIFU_$(PYTHON_LIBKIFU)) $(LDLIBS_ALL)
PY_PACKAGE := $(PY_TREE)/_kifu.abi3.so $(PY_FILES:python/kifu/%=$(PY_TREE)/%)

# Prefix and libdir are filled in by `make install`.
$(B)/kifu.pc: Makefile
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=@PREFIX@' 'libdir=$${prefix}/@LIBDIR@' 'includedir=$${prefix}/include' '' \
	    'Name: kifu' 'Description: a laboratory for game records' 'Version: $(VERSION)' \
	    'Requires.private: $(PKGS) $(CAIRO)' 'Libs: -L$${libdir} -lkifu' \
	    'Libs.private: -lm -pthread' 'Cflags: -I$${includedir}/kifu' >$@

# ---- Test, fuzz and benchmark programs: one per file.
TEST_LIBS := -lcmocka -ljansson
# Hundreds of programs are linked for one run: by the fastest linker that $(CC) can use; looked for once,
# and only where one is wanted.  Without any it is the usual one, and nothing is said.
TEST_LD = $(eval TEST_LD := $(shell echo 'int main(void) { return 0; }' >$(B)/linked.c; for l in lld gold; do \
    $(LINK) -fuse-ld=$$l $(B)/linked.c -o $(B)/linked 2>/dev/null && echo -fuse-ld=$$l && break; done; \
    rm -f $(B)/linked $(B)/linked.c $(B)/*.gcno))$(TEST_LD)
# Another program's order of suffixes, to compare ours with; without it that test says so and skips.
DIVSUFSORT := $(shell pkg-config --exists libdivsufsort 2>/dev/null && echo libdivsufsort)
$(B)/tests/test_suffix_peer: private CPPFLAGS_FILE := -I. $(if $(DIVSUFSORT),-DKIFU_HAVE_DIVSUFSORT \
    $(shell pkg-config --cflags $(DIVSUFSORT)))
$(B)/tests/test_suffix_peer: private TEST_LIBS += $(if $(DIVSUFSORT),$(shell pkg-config --libs $(DIVSUFSORT)))
# As with sanitizers, lines are enough of a test; the rest is an eighth of the time to compile it.
$(B)/tests/% $(B)/replay/%: private OPT_release := -O2 -g1 -DNDEBUG
# What several benchmarks share; tests take the paper's methods from it as an oracle.
$(B)/bench/% $(B)/tests/%: private CPPFLAGS_FILE := -I.
$(B)/bench/shared.a: $(BENCH_OBJ)
	$(call say,AR)rm -f $@; ar rcs $@ $(BENCH_OBJ)

$(B)/tests/%: tests/unit/%.c $(B)/bench/shared.a $(B)/internal.a
	@mkdir -p $(@D)
	$(call say,TEST)$(COMPILE) -Itests/unit -MF $@.d -o $@ $< $(filter %.a,$^) $(EXE) $(TEST_LD) $(LDFLAGS) $(TEST_LIBS) $(LDLIBS_ALL)

$(B)/replay/%: tests/fuzz/%.c $(B)/tests/fuzz/replay.o $(B)/internal.a
	@mkdir -p $(@D)
	$(call say,TEST)$(COMPILE) -MF $@.d -o $@ $(filter %.c %.o %.a,$^) $(EXE) $(TEST_LD) $(LDFLAGS) $(LDLIBS_ALL)

$(B)/fuzz/%: tests/fuzz/%.c $(B)/internal.a
	@mkdir -p $(@D)
	$(call say,FUZZ)$(COMPILE) -fsanitize=fuzzer -MF $@.d -o $@ $< $(B)/internal.a $(LDFLAGS) $(LDLIBS_ALL)

$(B)/bench/%: bench/%.c $(B)/bench/shared.a $(B)/internal.a
	@mkdir -p $(@D)
	$(call say,BENCH)$(COMPILE) -MF $@.d -o $@ $< $(filter %.a,$^) $(LDFLAGS) $(LDLIBS_ALL)

# ---- Documents made from the command table: man pages and completions.
$(B)/man/kifu-query.7: docs/query.md scripts/markdown-scdoc
$(B)/man/%: docs/man/%.scd $(B)/kifu scripts/man-page
	@mkdir -p $(@D)
	$(call say,MAN)scripts/man-page $(B)/kifu $< >$@

$(B)/completions/%: $(B)/kifu
	@mkdir -p $(@D)
	$(call say,GEN)$(B)/kifu --lang=en completion $* >$@

# ---- Targets.
lib: $(B)/libkifu.a $(B)/libkifu.so.$(SOVERSION) $(B)/kifu.pc
man: $(MAN_PAGES) $(COMPLETIONS)
tests: $(B)/kifu $(if $(MPI),$(B)/kifu-mpi) $(UNIT_BIN) $(REPLAY_BIN)
benches: $(B)/kifu $(BENCH_BIN)
fuzzers: $(FUZZ_BIN)

demo:
	@scripts/deps build
	@$(MAKE) VARIANT=release all
	@scripts/demo $(BUILD)/release/kifu $(BUILD)/demo

pictures:
	@scripts/deps test
	@$(MAKE) VARIANT=release all
	@TOP='$(CURDIR)' KIFU='$(CURDIR)/$(BUILD)/release/kifu' KIFU_PICTURES='$(CURDIR)/$(BUILD)/pictures' bash tests/web/tour.sh
	@echo '$(BUILD)/pictures/index.html'

page:
	@cd web && { [ -d node_modules/esbuild ] || npm ci --no-audit --no-fund; } && npm run --silent build

page-kit:
	@cd web && { [ -d node_modules/esbuild ] || npm ci --no-audit --no-fund; } && node build-kit.mjs '$(abspath $(BUILD))/page-kit'
	@echo '$(BUILD)/page-kit/index.html'

quick:
	@$(MAKE) VARIANT=release tests
	@scripts/run-tests quick $(BUILD)

test:
	@scripts/deps test
	@$(MAKE) VARIANT=release tests lib man python-tree
	@$(MAKE) VARIANT=asan tests python-tree
	@scripts/run-tests full $(BUILD)

test-long:
	@scripts/deps test
	@$(MAKE) VARIANT=release tests lib man python-tree
	@$(MAKE) VARIANT=asan tests python-tree
	@$(MAKE) VARIANT=tsan tests
	@scripts/deps windows
	@$(MAKE) windows
	@scripts/run-tests long $(BUILD)
	@$(MAKE) fuzz TIME=$(if $(filter file,$(origin TIME)),3600,$(TIME))

# In a tree of its own, so that -Werror does not rebuild the usual one.
check:
	@scripts/deps check
	@$(MAKE) lint
	@$(MAKE) BUILD=$(BUILD)/check WERROR=-Werror VARIANT=clang tests lib benches
	@$(MAKE) BUILD=$(BUILD)/check WERROR=-Werror VARIANT=release windows
	@$(MAKE) BUILD=$(BUILD)/check WERROR=-Werror fuzz-smoke
	@$(MAKE) BUILD=$(BUILD)/check WERROR=-Werror test

# clang-tidy is slow: a stamp per file, renewed when the file or a header it includes changed.
TIDY := $(patsubst %.c,$(BUILD)/lint/%.tidy,$(LIB_SRC) $(CMD_SRC) src/main.c $(if $(MPI),$(MPI_SRC)) $(if $(HAVE_PYTHON),$(PY_SRC)))
$(BUILD)/lint/%.tidy: %.c .clang-tidy
	@mkdir -p $(@D)
	@echo '  TIDY $<'; clang-tidy --quiet $< -- -std=c17 $(CPPFLAGS_ALL) 2>$@.log || { cat $@.log; exit 1; }
	@$(CC) $(CPPFLAGS_ALL) -MM -MP -MT $@ -MF $@.d $< && touch $@
lint:
	@scripts/deps check
	@$(MAKE) VARIANT=release all man
	@scripts/lint $(BUILD)/release/kifu
	@$(MAKE) VARIANT=release tidy
tidy: $(TIDY)

bench:
	@scripts/deps bench
	@$(MAKE) VARIANT=release benches
	@scripts/bench $(BUILD)/release $(NAME)

# The claims of the papers that Kifu builds on, measured again: docs/papers/README.md.  PART=NAME for one paper.
PAPERS := position-search joseki-mining evaluation-calibration natural-moves chaturanga castles-openings joseki-decades errors-of-people agreement
papers:
	@$(MAKE) VARIANT=release benches
	@for paper in $(or $(PART),$(PAPERS)); do scripts/paper-$$paper $(BUILD)/release || [ $$? -eq 77 ] || exit 1; done
	@$(MAKE) papers-pages
papers-pages:
	@scripts/papers-verdict && scripts/papers-page --all
papers-check:
	@$(MAKE) VARIANT=release all
	@scripts/papers-check $(BUILD)/release

fuzz:
	@scripts/deps check
	@$(MAKE) VARIANT=fuzz fuzzers
	@scripts/fuzz $(BUILD)/fuzz $(TIME) $(NAME)

# As many inputs for each as tests/fuzz/smoke.txt says, the same ones every time.
fuzz-smoke:
	@scripts/deps check
	@$(MAKE) VARIANT=fuzz fuzzers
	@scripts/fuzz $(BUILD)/fuzz smoke $(NAME)

cov:
	@$(MAKE) VARIANT=cov tests
	@scripts/run-tests cov $(BUILD)
	@gcovr --root . --object-directory $(BUILD)/cov --filter src/ --html-details $(BUILD)/cov/index.html \
	    --print-summary

test-accept: all
	@scripts/test-cli --accept $(B)/kifu

install: $(B)/kifu $(if $(MPI),$(B)/kifu-mpi) lib man
	@scripts/install-tree $(B) '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)' $(SOVERSION)

# With PREFIX= on the command line it is installed, too.
python: python-tree
	@scripts/install-python $(B)/python '$(DESTDIR)' '$(if $(filter file,$(origin PREFIX)),,$(PREFIX))' $(PYTHON)
python-tree: $(if $(HAVE_PYTHON),$(PY_PACKAGE),no-python)
no-python:
	@echo '  no Python.h for $(PYTHON) (Debian: python3-dev): the Python package is not built'

dist:
	@scripts/dist $(VERSION) $(BUILD)/dist/kifu-$(VERSION).tar.xz
	@echo '$(BUILD)/dist/kifu-$(VERSION).tar.xz'

deb:
	@scripts/deps deb
	@scripts/package-deb $(VERSION) $(BUILD)/deb
	@lintian --fail-on error,warning $(BUILD)/deb/*.changes

clean:
	rm -rf $(BUILD)

help:
	@sed -n '/^#   make/s/^#   //p' Makefile
	@printf '%s\n' \
	    'make check      lint, then every test with warnings as errors; gcc and clang; fuzz-smoke' \
	    'make lint       clang-format, clang-tidy, include direction, banned calls, headers, man pages' \
	    'make test-long  hours: deep perft, KILLS=300 kills, TIME=3600 seconds for each fuzz target' \
	    'make test-accept  rewrite the expectations of tests/cli; read the diff' \
	    'make bench      speed, as ratios to what you would use instead (NAME= for one)' \
	    'make papers     measures what five papers claim (PART= for one): docs/papers' \
	    'make papers-check  the ledger of claims, its pages, and a quick run of it' \
	    'make fuzz TIME=60  each fuzz target for so many seconds (NAME= for one)' \
    'make fuzz-smoke each fuzz target with the same inputs every time, for about a second' \
	    'make cov        line and branch coverage of the tests: build/cov/index.html' \
	    'make page       bundles web/src into web/dist (needs npm)' \
	    'make deb        Debian packages in build/deb, looked through by lintian' \
	    'make dist       the source tarball in build/dist' \
	    'make pictures   every view of the page in all looks: build/pictures/index.html' \
	    'make page-kit   every part of the page in every state, on one sheet' \
	    'make python     the Python package in build/release/python; with PREFIX= it is installed (PYTHON= chooses one)' \
	    'make windows    kifu.exe, the engine for Windows: build/windows (scripts/deps windows)' \
	    'make install PREFIX=/usr/local DESTDIR=' 'make clean' '' \
	    'VARIANT=$(subst $() ,|,$(VARIANTS)) chooses the tree under build/, V=1 shows commands,' \
	    'CC= replaces the compiler; CFLAGS=, CPPFLAGS=, LDFLAGS=, LDLIBS= add to our flags.'

FORCE:
-include $(WINDOWS_OBJ:.o=.d) $(ALL_OBJ:.o=.d) $(MPI_OBJ:.o=.d) $(PY_OBJ:.o=.d) $(BENCH_OBJ:.o=.d) $(B)/src/main.d $(addsuffix .d,$(UNIT_BIN) $(REPLAY_BIN) $(FUZZ_BIN) \
         $(BENCH_BIN) $(TIDY))

.PHONY: all no-mpi windows windows-compiler lib man tests benches fuzzers demo page page-kit pictures quick test test-long check lint tidy bench papers papers-pages papers-check fuzz fuzz-smoke cov \
        test-accept install dist deb python python-tree no-python clean help FORCE
.SECONDARY:

# Kifu: a laboratory for game records.
#
#   make            build build/release/kifu (installs nothing, says what is missing)
#   make demo       dependencies, build, sample games read, converted and drawn
#   make quick      the fast tests, under a minute: before every commit
#   make test       dependencies, build, every test, release and ASan+UBSan
#   make help       the rest
#
# VARIANT=release|debug|asan|tsan|cov|fuzz picks one of the trees side by side under build/.

VARIANT ?= release
PREFIX ?= /usr/local
CC_release := gcc
CC_debug := gcc
CC_asan := gcc
CC_tsan := gcc
CC_cov := gcc
CC_fuzz := clang
ifeq ($(origin CC),default)
CC := $(CC_$(VARIANT))
endif
B := build/$(VARIANT)

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
        -Wvla -Wundef -Wformat=2 $(WERROR)
OPT_release := -O2 -g -DNDEBUG
OPT_debug := -O0 -g3
OPT_asan := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
OPT_tsan := -O1 -g -fsanitize=thread
OPT_cov := -O0 -g --coverage
OPT_fuzz := -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
            -fno-sanitize-recover=all

PKGS := libarchive jansson
PKG_CFLAGS = $(shell pkg-config --cflags $(PKGS))
PKG_LIBS = $(shell pkg-config --libs $(PKGS))
CPPFLAGS_ALL = -D_GNU_SOURCE -Isrc -Ibuild/gen $(PKG_CFLAGS) $(CPPFLAGS)
CFLAGS_ALL = -std=c17 $(OPT_$(VARIANT)) $(WARN) -fPIC -pthread $(CFLAGS)
LDLIBS_ALL = $(PKG_LIBS) -lm -pthread $(LDLIBS)

LIB_SRC := $(sort $(filter-out src/main.c,$(wildcard src/*/*.c src/*/*/*.c)))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o)
TEST_SRC := $(sort $(wildcard tests/unit/test_*.c))
TEST_BIN := $(TEST_SRC:tests/unit/%.c=$(B)/tests/%)

all: $(B)/kifu

$(B)/kifu: $(B)/src/main.o $(B)/libkifu.a
	$(CC) $(CFLAGS_ALL) -o $@ $^ $(LDFLAGS) $(LDLIBS_ALL)

$(B)/libkifu.a: $(LIB_OBJ)
	rm -f $@
	ar rcs $@ $^

# Tables made from the C library's iconv: the same for every variant, so made once.
build/gen/japanese_tables.h: scripts/gen_japanese.c
	@mkdir -p $(@D)
	$(CC) -std=c17 -O1 $(WARN) -o build/gen/gen_japanese.$(VARIANT) $<
	build/gen/gen_japanese.$(VARIANT) > $@.$(VARIANT) && mv $@.$(VARIANT) $@

$(B)/src/base/charset_ja.o: build/gen/japanese_tables.h

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

$(B)/tests/%: tests/unit/%.c $(B)/libkifu.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) -Itests/unit $(CFLAGS_ALL) -MMD -MP -o $@ $< $(B)/libkifu.a $(LDFLAGS) -lcmocka $(LDLIBS_ALL)

tests: $(TEST_BIN)

clean:
	rm -rf build

-include $(LIB_OBJ:.o=.d) $(B)/src/main.d $(TEST_BIN:=.d)

.PHONY: all tests clean

/* metadata_schema.h: the tables of the image (metadata.h), for those who write and read it. */
#ifndef KIFU_STORE_METADATA_METADATA_SCHEMA_H
#define KIFU_STORE_METADATA_METADATA_SCHEMA_H

/* Lists of names: id, name, key; ids count from 1 without gaps. */
enum name_list_id { NAMES_PLAYER, NAMES_EVENT, NAMES_PLACE, NAMES_TIMING, NAME_LISTS };

/* One table a line, in this order; an image that has anything else is not opened. */
#define NAMES_TABLE(name)                                                                          \
    "CREATE TABLE " name "(id INTEGER PRIMARY KEY,name TEXT NOT NULL,key TEXT NOT NULL)"

#define METADATA_SCHEMA                                                                            \
    {                                                                                              \
        NAMES_TABLE("player"), NAMES_TABLE("event"), NAMES_TABLE("place"), NAMES_TABLE("timing"),  \
            "CREATE TABLE kind(id INTEGER PRIMARY KEY,format TEXT NOT NULL,charset TEXT NOT "      \
            "NULL)",                                                                               \
            "CREATE TABLE tag(id INTEGER PRIMARY KEY,name TEXT NOT NULL,key TEXT NOT NULL,"        \
            "games BLOB NOT NULL)",                                                                \
            "CREATE TABLE problem(game INTEGER NOT NULL,source INTEGER NOT NULL,"                  \
            "severity INTEGER NOT NULL,code TEXT NOT NULL,line INTEGER NOT NULL,"                  \
            "byte INTEGER NOT NULL,message TEXT NOT NULL)"                                         \
    }

enum { METADATA_TABLES = 7 };

/* What a row of the section "also" speaks of; ALSO_PLAYER + seat. */
enum also_kind { ALSO_PLAYER, ALSO_EVENT = 4, ALSO_PLACE, ALSO_SOURCE, ALSO_KINDS };
enum { ALSO_HEAD = 4, ALSO_ROW = 12 };

#endif

/* pictures.c: see pictures.h. */
#include "pictures.h"

#include <math.h>
#include <string.h>

int picture_options(PyObject *args, PyObject *kwargs, const char *format, char **names,
                    struct kifu_picture_options *out)
{
    const char *lang = "en";
    *out = (struct kifu_picture_options){0};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, format, names, &out->flip, &out->width, &lang))
        return -1;
    if (strcmp(lang, "en") != 0 && strcmp(lang, "ja") != 0) {
        PyErr_Format(PyExc_ValueError, "lang is \"en\" or \"ja\", not \"%s\"", lang);
        return -1;
    }
    if (!(out->width >= 0 && out->width <= 10000)) {
        PyErr_SetString(PyExc_ValueError, "width is 0 to 10000 pixels");
        return -1;
    }
    out->japanese = lang[0] == 'j';
    return 0;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A library that few runs want is loaded when it is wanted: libarchive and Exempi bring along
 * libxml2, ICU and the library of C++, which take longer than the start of all the rest. */
gpointer koma_late_library_open (const char *soname, /* "libarchive.so.13" */
                                 GError    **error);
gpointer koma_late_library_find (gpointer    library,
                                 const char *function,
                                 GError    **error);

G_END_DECLS

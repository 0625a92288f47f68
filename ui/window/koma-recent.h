/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Notes a model or a folder among the files that the desktop says were used last, unless the user
 * does not want those to be remembered. Thread: main. */
void koma_recent_add (GFile      *file,
                      const char *type); /* (nullable) of its content; by its name */

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A sub-folder of a folder of examples: a class, and pictures of it. */
typedef struct
{
  char      *name;
  GPtrArray *paths; /* utf8 or any bytes, sorted; what is in folders within it too */
} KomaCliClass;

/* All that have pictures, sorted by name; hidden ones are left out. (element-type KomaCliClass) */
GPtrArray *koma_cli_classes_find (const char *folder, GError **error);
guint      koma_cli_classes_count (const GPtrArray *classes); /* pictures */

G_END_DECLS

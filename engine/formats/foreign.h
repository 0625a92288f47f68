/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A kind of file that belongs to a model, but that Koma does not open. The texts are
 * English and are translated where they are shown. */
typedef struct
{
  const char *kind;   /* "a PyTorch model" */
  const char *advice; /* what the user can do, in whole sentences */
} KomaForeign;

const KomaForeign *koma_foreign_find (const char   *path,
                                      const guint8 *head,
                                      gsize         length);
const KomaForeign *koma_foreign_find_file (const char *path);

G_END_DECLS

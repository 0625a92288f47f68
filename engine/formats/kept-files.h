/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A process that can open no file has another one open them, see koma_file_set_opener (). That one
 * may keep a file: then it can read from it what would only pass through here. Numbers of a file
 * that lie there as they will lie in memory are mapped here and looked at where a reader wants to;
 * raw/raw-bytes.h hands over where they lie, and not what they are. */
#define KOMA_NOT_KEPT G_MAXUINT

/* Of a file that is kept. */
typedef struct
{
  guint   kept; /* which file */
  guint64 offset;
  guint64 size_bytes;
  guint64 at; /* where it is wanted */
} KomaKeptPart;

/* One behind the other, with memory behind them that kernels may read. */
GBytes *koma_kept_files_map (char *const   *paths,
                             const guint64 *sizes, /* [n_paths], of which … */
                             guint          n_paths,
                             guint64        size_bytes); /* … this is the sum */
/* Appends the parts of files that @data is, if it is some. */
gboolean koma_kept_files_find (gconstpointer data,
                               gsize         size_bytes,
                               GArray       *parts); /* KomaKeptPart */

G_END_DECLS

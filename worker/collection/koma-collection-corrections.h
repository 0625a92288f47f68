/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection.h"

G_BEGIN_DECLS

/* A picture of which a person said what it shows. */
typedef struct
{
  char *path;  /* absolute, any bytes */
  char *label; /* UTF-8 */
} KomaCollectionCorrected;

/* Those of a collection, in the order of their paths. Nothing is written, and others may write
 * meanwhile. Errors: those of koma_collection_open (), %G_IO_ERROR_BUSY.
 * @ret_n_others: pictures of which nobody said anything
 * (element-type KomaCollectionCorrected) (nullable). Thread: any; it waits for the disk. */
GPtrArray *koma_collection_corrections_read (const char *path, guint *ret_n_others, GError **error);

G_END_DECLS

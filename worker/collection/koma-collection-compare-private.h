/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-compare.h"
#include "koma-collection-place.h"
#include "koma-sqlite.h"

G_BEGIN_DECLS

struct _KomaCollectionCompare
{
  /* Immutable after construction. */
  KomaSqlite          sqlite;
  KomaCollectionPlace place;
  GCancellable       *cancellable; /* (nullable) */
  GArray             *models;      /* KomaCollectionModel */
  GArray             *ids;         /* gint64, of the models */
};

G_END_DECLS

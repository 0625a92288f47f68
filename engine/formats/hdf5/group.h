/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "object.h"

G_BEGIN_DECLS

typedef struct
{
  char   *name;
  guint64 address; /* of the object */
} KomaHdf5Link;

/* (transfer full) (element-type KomaHdf5Link) The objects in a group. */
GArray *koma_hdf5_read_links (KomaHdf5              *self,
                              const KomaHdf5Message *table, /* KOMA_HDF5_SYMBOL_TABLE */
                              GError               **error);

G_END_DECLS

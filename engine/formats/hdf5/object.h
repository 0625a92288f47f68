/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "hdf5.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_HDF5_DATASPACE = 0x01,
  KOMA_HDF5_LINK_INFO = 0x02,
  KOMA_HDF5_DATATYPE = 0x03,
  KOMA_HDF5_EXTERNAL_FILES = 0x07,
  KOMA_HDF5_LAYOUT = 0x08,
  KOMA_HDF5_FILTERS = 0x0b,
  KOMA_HDF5_ATTRIBUTE = 0x0c,
  KOMA_HDF5_CONTINUATION = 0x10,
  KOMA_HDF5_SYMBOL_TABLE = 0x11,
} KomaHdf5Type;

/* What an object has: a group its links, a dataset its type. */
typedef struct
{
  guint        type;
  gboolean     is_shared; /* it stands elsewhere */
  KomaHdf5Part part;
} KomaHdf5Message;

/* (transfer full) (element-type KomaHdf5Message) */
GArray *koma_hdf5_read_object (KomaHdf5 *self, guint64 address, GError **error);
/* (nullable) The first of a type. */
const KomaHdf5Message *koma_hdf5_find_message (const GArray *messages, KomaHdf5Type type);

G_END_DECLS

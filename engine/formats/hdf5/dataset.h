/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "object.h"

G_BEGIN_DECLS

/* Texts. */
#define KOMA_HDF5_IS_STRING          3
#define KOMA_HDF5_IS_VARIABLE_LENGTH 9

typedef struct
{
  guint    class_number;
  guint    bits; /* what they mean depends on the class */
  gsize    size_bytes;
  gboolean is_plain; /* the usual bits of integers and of IEEE 754 */
} KomaHdf5DType;

gboolean koma_hdf5_read_dtype (KomaHdf5Part part, KomaHdf5DType *ret_dtype);
/* (transfer full) (nullable) NULL without an error where there is nothing in it. */
KomaArray *koma_hdf5_read_dataset (KomaHdf5     *self,
                                   const GArray *messages,
                                   GError      **error);

G_END_DECLS

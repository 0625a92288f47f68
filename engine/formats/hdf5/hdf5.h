/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_HDF5_ADDRESS_BYTES 8
#define KOMA_HDF5_NO_ADDRESS    G_MAXUINT64

/* HDF5 as h5py writes it where nothing else is asked for, with the oldest structures of the format
 * ("earliest"): what Keras saves. Its own library reads far more, and is not made for files of
 * strangers. */
typedef struct
{
  const guint8 *data; /* [size_bytes] (borrowed) the whole file */
  gsize         size_bytes;
  guint64       root;       /* address of the root group */
  guint64       left_bytes; /* that may still be looked at */
} KomaHdf5;

/* A part of the file. */
typedef struct
{
  const guint8 *data;
  gsize         size_bytes;
} KomaHdf5Part;

gboolean koma_hdf5_is (const guint8 *head, gsize length);
gboolean koma_hdf5_open (KomaHdf5     *self,
                         const guint8 *data,
                         gsize         size_bytes,
                         GError      **error) G_GNUC_WARN_UNUSED_RESULT;

/* FALSE where it is not within the file. */
gboolean koma_hdf5_get_part (KomaHdf5     *self,
                             guint64       address,
                             guint64       size_bytes,
                             KomaHdf5Part *ret_part,
                             GError      **error) G_GNUC_WARN_UNUSED_RESULT;
/* Cuts off the beginning of a part. FALSE where it is shorter. */
gboolean koma_hdf5_take (KomaHdf5Part *part, gsize size_bytes, KomaHdf5Part *ret_part);
gboolean koma_hdf5_take_number (KomaHdf5Part *part, gsize size_bytes, guint64 *ret_number);

gboolean koma_hdf5_fail_newer (GError **error);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* koma_file_read() of a file whose bytes belong to the content of a model. */
gboolean koma_hashed_file_read (const char      *path,
                                guint64          max_bytes,
                                KomaContentHash *checksum, /* (nullable) is fed the bytes */
                                char           **ret_data, /* a NUL is added */
                                gsize           *ret_length,
                                GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* koma_kept_files_map() of files whose bytes belong to it. (nullable) */
GBytes *koma_hashed_file_map (char *const     *paths,
                              const guint64   *sizes, /* [n_paths] */
                              guint            n_paths,
                              guint64          size_bytes, /* of all */
                              KomaContentHash *checksum);  /* (nullable) is fed the bytes, later */

G_END_DECLS

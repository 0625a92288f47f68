/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/koma-file-id.h"

G_BEGIN_DECLS

/* Files put where there is none yet: nothing is ever overwritten. Each returns FALSE with an
 * error of koma_fail_errno (). Thread: any but main. */

/* Renames; G_IO_ERROR_EXISTS: there is a file @to; G_IO_ERROR_NOT_SUPPORTED: on another file
 * system. */
gboolean koma_file_place (const char *from, const char *to, GError **error);

/* Copies content, mode, times and attributes of @from into @part, which is not there yet, and sees
 * that they are on the disk and @from did not change meanwhile. What is half written is removed. */
gboolean koma_file_copy_part (const char   *from,
                              const char   *part,
                              GCancellable *cancellable,
                              KomaFileId   *ret_id, /* of @part, which it keeps when it is placed */
                              char        **ret_sha256,
                              GError      **error);
/* The same from memory. @info: (nullable) whose mode and times it gets */
gboolean koma_file_write_part (GBytes            *bytes,
                               const char        *part,
                               const struct stat *info,
                               KomaFileId        *ret_id,
                               GError           **error);

/* SHA-256, 64 hexadecimal digits, of a regular file; a link is refused. */
char    *koma_file_hash (const char   *path,
                         guint64      *ret_size_bytes, /* (nullable) */
                         GCancellable *cancellable,    /* (nullable) looked at after each piece */
                         GError      **error);
gboolean koma_file_sync_folder (const char *path, GError **error); /* the one that has @path */

G_END_DECLS

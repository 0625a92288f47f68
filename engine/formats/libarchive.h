/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <glib.h>

G_BEGIN_DECLS

/* One row for each function of libarchive that Koma calls. */
#define KOMA_LIBARCHIVE(FUNCTION)              \
  FUNCTION (archive_entry_filetype)            \
  FUNCTION (archive_entry_is_encrypted)        \
  FUNCTION (archive_entry_pathname)            \
  FUNCTION (archive_entry_pathname_utf8)       \
  FUNCTION (archive_error_string)              \
  FUNCTION (archive_read_data)                 \
  FUNCTION (archive_read_free)                 \
  FUNCTION (archive_read_new)                  \
  FUNCTION (archive_read_next_header)          \
  FUNCTION (archive_read_open_fd)              \
  FUNCTION (archive_read_open_memory)          \
  FUNCTION (archive_read_support_filter_bzip2) \
  FUNCTION (archive_read_support_filter_gzip)  \
  FUNCTION (archive_read_support_filter_xz)    \
  FUNCTION (archive_read_support_filter_zstd)  \
  FUNCTION (archive_read_support_format_tar)   \
  FUNCTION (archive_read_support_format_zip)

typedef struct
{
#define FUNCTION(name) __typeof__ (&(name)) name;
  KOMA_LIBARCHIVE (FUNCTION)
#undef FUNCTION
} KomaLibarchive;

gboolean koma_libarchive_load (KomaLibarchive *ret_library,
                               GError        **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sys/stat.h>

#include <gio/gio.h>

G_BEGIN_DECLS

/* What tells that a file is the one that it was, and unchanged. */
typedef struct
{
  guint64 device;
  guint64 inode;
  guint64 size_bytes;
  gint64  mtime_ns;
} KomaFileId;

/* What koma_file_id_from_info() has to be asked for. */
#define KOMA_FILE_ID_ATTRIBUTES                                      \
  G_FILE_ATTRIBUTE_UNIX_DEVICE                                       \
  "," G_FILE_ATTRIBUTE_UNIX_INODE "," G_FILE_ATTRIBUTE_STANDARD_SIZE \
  "," G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_NSEC

KomaFileId koma_file_id_from_stat (const struct stat *info);
KomaFileId koma_file_id_from_info (GFileInfo *info); /* the same of the same file */
gboolean   koma_file_id_equal (const KomaFileId *a, const KomaFileId *b);
/* Of the file itself where it is a link. FALSE: there is none; errno tells why. */
gboolean koma_file_id_get (const char *path, KomaFileId *ret_id);

G_END_DECLS

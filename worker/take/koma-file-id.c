/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-file-id.h"

KomaFileId
koma_file_id_from_stat (const struct stat *info)
{
  return (KomaFileId){
    .device = info->st_dev,
    .inode = info->st_ino,
    .size_bytes = (guint64) info->st_size,
    .mtime_ns = info->st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + info->st_mtim.tv_nsec,
  };
}

gboolean
koma_file_id_equal (const KomaFileId *a,
                    const KomaFileId *b)
{
  return a->device == b->device && a->inode == b->inode && a->size_bytes == b->size_bytes &&
         a->mtime_ns == b->mtime_ns;
}

gboolean
koma_file_id_get (const char *path,
                  KomaFileId *ret_id)
{
  struct stat info = { 0 };

  if (lstat (path, &info) != 0)
    return FALSE;
  *ret_id = koma_file_id_from_stat (&info);
  return TRUE;
}

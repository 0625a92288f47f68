/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-file-id.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

KomaFileId
koma_file_id_from_stat (const struct stat *info)
{
  return (KomaFileId){
    .device = info->st_dev,
    .inode = info->st_ino,
    .size_bytes = (guint64) info->st_size,
    .mtime_ns = info->st_mtim.tv_sec * NS_PER_S + info->st_mtim.tv_nsec,
  };
}

KomaFileId
koma_file_id_from_info (GFileInfo *info)
{
  const guint64 s = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  const guint32 ns = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_NSEC);

  return (KomaFileId){
    .device = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_DEVICE),
    .inode = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_UNIX_INODE),
    .size_bytes = (guint64) g_file_info_get_size (info),
    .mtime_ns = (gint64) s * NS_PER_S + ns,
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

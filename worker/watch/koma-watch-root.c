/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-watch-root.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

static gboolean
look (int            fd,
      KomaWatchRoot *ret_root)
{
  struct stat info = { 0 }, above = { 0 };

  if (fstat (fd, &info) != 0)
    return FALSE;
  *ret_root = (KomaWatchRoot){
    .id = { info.st_dev, info.st_ino },
    .is_mount = fstatat (fd, "..", &above, 0) == 0 && above.st_dev != info.st_dev,
  };
  return TRUE;
}

gboolean
koma_watch_root_look (const char    *path,
                      KomaWatchRoot *ret_root)
{
  const int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean  is_there = FALSE;
  int       code = 0;

  if (fd < 0)
    return FALSE;
  is_there = look (fd, ret_root);
  code = errno;
  close (fd);
  errno = code;
  return is_there;
}

/* GIO's filesystem::remote knows NFS and SMB; FUSE has sshfs and the shares of the desktop, 9P the
 * folders of virtual machines. */
gboolean
koma_watch_root_is_remote (const char *path)
{
  static const guint32 remote[] = {
    NFS_SUPER_MAGIC,
    SMB_SUPER_MAGIC,
    CIFS_SUPER_MAGIC,
    SMB2_SUPER_MAGIC,
    FUSE_SUPER_MAGIC,
    CEPH_SUPER_MAGIC,
    CODA_SUPER_MAGIC,
    AFS_FS_MAGIC,
    AFS_SUPER_MAGIC,
    V9FS_MAGIC,
  };
  struct statfs system = { 0 };

  if (statfs (path, &system) != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (remote); i++)
    if ((guint32) system.f_type == remote[i])
      return TRUE;
  return FALSE;
}

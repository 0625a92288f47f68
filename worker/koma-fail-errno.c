/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-fail-errno.h"

#include <errno.h>

#include <glib/gi18n.h>

static const char *
find_sentence (int code)
{
  switch (code) {
  case ENOSPC:
  case EDQUOT:
    return _ ("the disk is full; free some space and try again");
  case EACCES:
  case EPERM:
  case EROFS:
    return _ ("can not be written; check the rights of this folder");
  case EWOULDBLOCK:
    return _ ("another Koma has it open; close it there first");
  default:
    return g_strerror (code);
  }
}

/**
 * koma_fail_errno:
 * @error: return location
 * @code: errno
 * @path: of the file or folder
 *
 * Thread: any. Errors: %G_IO_ERROR_NO_SPACE, %G_IO_ERROR_BUSY for %EWOULDBLOCK, others of GIO.
 *
 * Returns: %FALSE
 */
gboolean
koma_fail_errno (GError    **error,
                 int         code,
                 const char *path)
{
  g_autofree char   *name = g_filename_display_name (path);
  const GIOErrorEnum io =
    code == EWOULDBLOCK ? G_IO_ERROR_BUSY : code == EDQUOT ? G_IO_ERROR_NO_SPACE
                                                           : g_io_error_from_errno (code);

  g_set_error (error, G_IO_ERROR, io, "%s: %s", name, find_sentence (code));
  return FALSE;
}

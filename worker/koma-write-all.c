/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-write-all.h"

#include <errno.h>
#include <unistd.h>

gboolean
koma_write_all (int           fd,
                gconstpointer data,
                gsize         size_bytes)
{
  for (gsize done = 0; done < size_bytes;) {
    const ssize_t n = write (fd, (const guint8 *) data + done, size_bytes - done);

    if (n < 0 && errno != EINTR)
      return FALSE;
    done += n > 0 ? (gsize) n : 0;
  }
  return TRUE;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A library to be preloaded: a disk that stops. While the file that KOMA_HELD_DISK names is there,
 * nothing that is to be on the disk gets there. */
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#define INTERVAL_US 5000

static void
wait_for_disk (void)
{
  const char *held = getenv ("KOMA_HELD_DISK");

  while (held != NULL && access (held, F_OK) == 0)
    usleep (INTERVAL_US);
}

#define DEFINE_SYNCHRONISE(name)                  \
  int name (int fd)                               \
  {                                               \
    int (*next) (int) = dlsym (RTLD_NEXT, #name); \
                                                  \
    wait_for_disk ();                             \
    return next (fd);                             \
  }

DEFINE_SYNCHRONISE (fdatasync)
DEFINE_SYNCHRONISE (fsync)

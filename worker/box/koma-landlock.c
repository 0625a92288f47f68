/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Landlock, of Linux 5.13 and later: which folders a process may read. The numbers are
 * those of linux/landlock.h, of which Debian 12 has an earlier version than kernels that run
 * there. */
#include "koma-confinement.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CREATE_RULESET_VERSION (1u << 0)
#define RULE_PATH_BENEATH      1

#define READ_FILE (G_GUINT64_CONSTANT (1) << 2)
#define READ_DIR  (G_GUINT64_CONSTANT (1) << 3)

/* What each version can deny; the first has thirteen rights on files. */
#define ACCESS_FS_1    ((G_GUINT64_CONSTANT (1) << 13) - 1)
#define REFER_2        (G_GUINT64_CONSTANT (1) << 13)
#define TRUNCATE_3     (G_GUINT64_CONSTANT (1) << 14)
#define ACCESS_NET_4   G_GUINT64_CONSTANT (3) /* to bind, to connect TCP */
#define IOCTL_DEVICE_5 (G_GUINT64_CONSTANT (1) << 15)
#define SCOPE_6        G_GUINT64_CONSTANT (3) /* abstract sockets, signals */

typedef struct
{
  guint64 access_fs;
  guint64 access_net;
  guint64 scoped;
} Ruleset;

typedef struct
{
  guint64 access;
  gint32  folder;
} __attribute__ ((packed)) PathBeneath;

/* Loaders, libarchive and their libraries, the database of types, fonts and translations. */
static const char *const folders[] = {
  "/usr/lib",
  "/usr/lib32",
  "/usr/lib64",
  "/lib",
  "/lib64",
  "/usr/local/lib",
  "/usr/share",
  "/usr/local/share",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/var/cache/fontconfig",
};

static int
get_version (void)
{
  return (int) syscall (SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
}

/* A kernel that knows less than is asked refuses all of it, and takes a shorter struct. */
static int
create_ruleset (int version)
{
  Ruleset ruleset = { .access_fs = ACCESS_FS_1 };

  if (version >= 2)
    ruleset.access_fs |= REFER_2;
  if (version >= 3)
    ruleset.access_fs |= TRUNCATE_3;
  if (version >= 4)
    ruleset.access_net = ACCESS_NET_4;
  if (version >= 5)
    ruleset.access_fs |= IOCTL_DEVICE_5;
  if (version >= 6)
    ruleset.scoped = SCOPE_6;
  return (int) syscall (SYS_landlock_create_ruleset, &ruleset, sizeof ruleset, 0);
}

/* What is not there needs no right. */
static void
allow_reading (int         ruleset,
               const char *path)
{
  PathBeneath rule = { .access = READ_FILE | READ_DIR };

  rule.folder = open (path, O_PATH | O_CLOEXEC);
  if (rule.folder < 0)
    return;
  /* A file has no right to be listed. */
  if (syscall (SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0) != 0) {
    rule.access = READ_FILE;
    (void) syscall (SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
  }
  (void) close (rule.folder);
}

gboolean
koma_landlock_is_supported (void)
{
  return get_version () >= 1;
}

/**
 * koma_landlock_enter:
 *
 * From here on this thread, and those it starts, can open files below the system's folders, to
 * read them; and, where the kernel can deny that, neither bind nor connect TCP, nor reach abstract
 * sockets or processes outside. No new privileges must be possible any more.
 *
 * Returns: whether that is so
 */
gboolean
koma_landlock_enter (void)
{
  int      ruleset = create_ruleset (get_version ());
  gboolean is_entered = FALSE;

  if (ruleset < 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    allow_reading (ruleset, folders[i]);
  is_entered = syscall (SYS_landlock_restrict_self, ruleset, 0) == 0;
  (void) close (ruleset);
  return is_entered;
}

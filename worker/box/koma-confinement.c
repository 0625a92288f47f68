/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-confinement.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/capability.h>

#include "engine/koma-app.h"
#include "worker/take/koma-exempi.h"

/* The sanitizers' shadow memory is terabytes. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

static void
limit (int    resource,
       rlim_t most)
{
  struct rlimit both = { most, most };

  (void) getrlimit (resource, &both);
  both.rlim_cur = both.rlim_max = MIN (most, both.rlim_max);
  (void) setrlimit (resource, &both);
}

/* Where memory runs out, for all that a helper took of it, the kernel ends the helper, and no other
 * program. */
static void
be_first_to_go (void)
{
  const int fd = open ("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

  if (fd < 0)
    return;
  (void) !write (fd, "1000", 4);
  (void) close (fd);
}

/* What root may do beyond its own files, where Koma is started by root. */
static void
drop_capabilities (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct   none[_LINUX_CAPABILITY_U32S_3] = { 0 };

  (void) syscall (SYS_capset, &header, none);
}

/* The time of one picture is Koma's to watch: a helper lives for many. It ends with Koma, however
 * Koma ends: with the thread that started it, which is one of Koma's for ever (koma-box-keeper.c).
 * RLIMIT_CPU ends one that Koma can not end any more. */
static void
set_limits (void)
{
  (void) prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, 0);
  limit (RLIMIT_NOFILE, KOMA_MAX_BOX_FILES);
  limit (RLIMIT_CPU, KOMA_MAX_BOX_CPU_SECONDS);
#ifndef IS_SANITIZED
  limit (RLIMIT_AS, KOMA_MAX_BOX_MEMORY_BYTES);
  (void) prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

gboolean
koma_confinement_is_flatpak (void)
{
  return g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS);
}

/**
 * koma_confinement_get_supported:
 *
 * Thread: any.
 *
 * Returns: what the kernel has
 */
KomaConfinement
koma_confinement_get_supported (void)
{
  return (koma_landlock_is_supported () ? KOMA_CONFINEMENT_LANDLOCK : 0) |
         (koma_syscall_filter_is_supported () ? KOMA_CONFINEMENT_SECCOMP : 0);
}

/**
 * koma_confinement_enter:
 * @wanted: %KOMA_CONFINEMENT_ALL, or less to test the rest
 * @socket: the one descriptor that may be used to say something
 *
 * Takes from this process, for ever, all that decoding does not need. With Landlock loaders,
 * libarchive, fonts and the database of types are read when they are needed, from the system's
 * folders alone. Without, no file can be opened any more, and all of these are loaded before.
 *
 * Thread: the only one.
 *
 * Returns: what is in force
 */
KomaConfinement
koma_confinement_enter (KomaConfinement wanted,
                        int             socket)
{
  KomaConfinement entered = KOMA_CONFINEMENT_NONE;
  const gboolean  may_read =
    (wanted & koma_confinement_get_supported () & KOMA_CONFINEMENT_LANDLOCK) != 0;

  /* Loaders and libraries of one's own lie anywhere. */
  if (!may_read || g_getenv ("GDK_PIXBUF_MODULE_FILE") != NULL)
    koma_decoder_load_all ();
  if (!may_read || g_getenv ("LD_LIBRARY_PATH") != NULL)
    koma_archive_prepare ();
  if (!may_read || g_getenv ("LD_LIBRARY_PATH") != NULL)
    (void) koma_exempi_get (NULL);
  be_first_to_go ();
  drop_capabilities ();
  set_limits ();
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return entered;
  if (may_read && koma_landlock_enter ())
    entered |= KOMA_CONFINEMENT_LANDLOCK;
  if ((wanted & KOMA_CONFINEMENT_SECCOMP) &&
      koma_syscall_filter_enter (entered & KOMA_CONFINEMENT_LANDLOCK, socket))
    entered |= KOMA_CONFINEMENT_SECCOMP;
  return entered;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Starting and ending a process. It is made anew from the program's file: a copy of a process with
 * threads would have their locks, and all that Koma has in memory. */
#include "koma-box-process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "koma-box-keeper.h"
#include "worker/koma-thread.h"

/* The file that this process runs, even where another version has been installed over it. */
#define PROGRAM "/proc/self/exe"

/* All that a helper learns of the environment: languages, loaders, the database of types; none of
 * the user's folders, and nothing secret. */
static const char *const kept[] = {
  "LANG",
  "LANGUAGE",
  "LC_",
  "XDG_DATA_DIRS=",
  "GDK_PIXBUF_",
  "LD_LIBRARY_PATH=",
  "MALLOC_",
  "ASAN_OPTIONS=",
  "TSAN_OPTIONS=",
  "UBSAN_OPTIONS=",
};

/* What a helper reads a model or decodes a large picture into is cleared by the kernel in pages of
 * 2 MB, which takes a sixth of the time (glibc, 2.35 and later). */
#define HUGE_PAGES "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"

static gboolean
is_kept (const char *variable) /* NAME=VALUE */
{
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (g_str_has_prefix (variable, kept[i]))
      return TRUE;
  return FALSE;
}

static GStrv
choose_environment (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = g_get_environ ();

  g_strv_builder_add (builder, "HOME=/nonexistent");
  g_strv_builder_add (builder, HUGE_PAGES);
  for (guint i = 0; all[i] != NULL; i++)
    if (is_kept (all[i]))
      g_strv_builder_add (builder, all[i]);
  return g_strv_builder_end (builder);
}

/* Its socket, and nothing else that is open here; a process group of its own, so that Ctrl+C is
 * Koma's alone. No session of its own: Linux would share processors between the sessions first, and
 * a helper's low priority would mean nothing to the window. */
static int
spawn (int    socket,
       pid_t *ret_pid)
{
  char *const argv[] = { (char *) "koma", (char *) KOMA_BOX_ARGUMENT, NULL };
  g_auto (GStrv) environment = choose_environment ();
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t          attributes;
  sigset_t                   none, all;
  int                        code = 0;

  sigemptyset (&none);
  sigfillset (&all);
  posix_spawn_file_actions_init (&actions);
  posix_spawnattr_init (&attributes);
  posix_spawn_file_actions_adddup2 (&actions, socket, KOMA_BOX_SOCKET);
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    posix_spawn_file_actions_addopen (&actions, fd, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_addclosefrom_np (&actions, KOMA_BOX_SOCKET + 1);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setsigdefault (&attributes, &all);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                           POSIX_SPAWN_SETSIGDEF);
  code = posix_spawn (ret_pid, PROGRAM, &actions, &attributes, argv, environment);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  return code;
}

/* Nothing that is said to a helper waits for it to listen; it waits for Koma. */
static gboolean
make_sockets (int ret_ends[2])
{
  return socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ret_ends) == 0 &&
         fcntl (ret_ends[0], F_SETFL, O_NONBLOCK) == 0;
}

/**
 * koma_box_process_start:
 * @ret_pid: (out): the process
 * @ret_socket: (out) (transfer full): what it is talked to by
 * @error: return location
 *
 * Starts this program again, as a helper.
 *
 * Thread: any but main.
 *
 * Returns: whether it was started
 *
 * Errors: %G_IO_ERROR_FAILED: no process, or no descriptor, is to be had.
 */
gboolean
koma_box_process_start (pid_t   *ret_pid,
                        int     *ret_socket,
                        GError **error)
{
  int ends[2] = { -1, -1 };
  int code = make_sockets (ends) ? 0 : errno;

  if (code == 0) {
    code = koma_box_keeper_start (spawn, ends[1], ret_pid);
    (void) close (ends[1]);
  }
  if (code != 0) {
    if (ends[0] >= 0)
      (void) close (ends[0]);
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 "no process could be started to read it in: %s; KOMA_BOX=off reads it without one",
                 g_strerror (code));
    return FALSE;
  }
  koma_thread_put_behind (*ret_pid);
  *ret_socket = ends[0];
  return TRUE;
}

void
koma_box_process_kill (pid_t pid)
{
  (void) kill (pid, SIGKILL);
}

void
koma_box_process_pause (pid_t pid)
{
  (void) kill (pid, SIGSTOP);
}

void
koma_box_process_resume (pid_t pid)
{
  (void) kill (pid, SIGCONT);
}

/* A folder has a link for each that is in it, and two of its own; nothing needs to be read. */
guint
koma_box_process_count_threads (pid_t pid)
{
  struct stat info = { 0 };
  char        path[64];

  g_snprintf (path, sizeof path, "/proc/%d/task", (int) pid);
  return stat (path, &info) == 0 && info.st_nlink > 2 ? (guint) info.st_nlink - 2 : 0;
}

/**
 * koma_box_process_wait:
 * @pid: of koma_box_process_start(); ended, or about to
 *
 * Returns: (transfer full): how it ended, in words
 */
char *
koma_box_process_wait (pid_t pid)
{
  int status = 0;

  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return g_strdup ("it is not there");
  if (WIFSIGNALED (status))
    return g_strdup_printf ("signal %d, %s", WTERMSIG (status), strsignal (WTERMSIG (status)));
  if (WEXITSTATUS (status) == KOMA_BOX_EXIT_MEMORY)
    return g_strdup ("its limit on memory");
  return g_strdup_printf ("exit status %d", WEXITSTATUS (status));
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a backend would compute on, without its driver in this process. A driver stays where it was
 * loaded, and takes its memory whether anything is ever computed with it or not: Mesa's for the
 * processor 13 MB and its libraries (tests/bench/README.md). So another process looks for the
 * window, and ends. What computes with a device loads its driver here, as it needs it. */
#include "koma-device-probe.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "worker/koma-thread.h"

/* The file that this process runs, even where another version has been installed over it. */
#define PROGRAM "/proc/self/exe"

/* A driver that hangs ends there. */
#define MAX_SECONDS 60

/* More than the name of any device, or a driver's words about itself. */
#define MAX_BYTES (64 << 10)

/* The first line of an answer; the rest is the device, or why there is none. */
#define HARDWARE "hardware\n"
#define SOFTWARE "software\n"
#define NONE     "none\n"

/* Of an answer for the user. */
static const char not_started[] = N_ ("No process could be started to look for it");
static const char ended[] = N_ ("The process that looked for it ended unexpectedly");

static struct
{
  int         is_elsewhere; /* (atomic) */
  GMutex      lock;         /* between any threads but the main one */
  GHashTable *answers;      /* (nullable) (owned) by the class of the backend: what was said */
} probes;

/**
 * koma_device_probe_open:
 *
 * For a program that lasts, whose main() knows %KOMA_DEVICE_PROBE_ARGUMENT.
 *
 * Thread: main, before others probe.
 */
void
koma_device_probe_open (void)
{
  g_atomic_int_set (&probes.is_elsewhere, TRUE);
}

void
koma_device_clear (KomaDevice *device)
{
  g_clear_pointer (&device->name, g_free);
}

/* Returns: (transfer full): an answer */
static char *
look_here (const KomaBackendClass *backend)
{
  g_autofree char *device = NULL;
  g_autoptr (GError) error = NULL;

  if (!backend->probe (&device, &error))
    return g_strconcat (NONE, error->message, NULL);
  return g_strconcat (backend->is_software != NULL && backend->is_software () ? SOFTWARE : HARDWARE,
                      device, NULL);
}

/* ---- The other process ---- */

/**
 * koma_device_probe_serve:
 * @backend: its name
 *
 * Writes the answer to standard output, and ends the process at once: some drivers crash when they
 * are unloaded. Standard error stays the user's, since drivers complain there.
 */
void
koma_device_probe_serve (const char *backend)
{
  const KomaBackendClass *klass = koma_backends_find (backend, NULL);
  g_autofree char        *answer = NULL;

  (void) alarm (MAX_SECONDS);
  answer = klass != NULL ? look_here (klass) : g_strdup (NONE "There is no such backend");
  _exit (fputs (answer, stdout) >= 0 && fflush (stdout) == 0 ? 0 : 1);
}

/* It gets the whole environment, which drivers read, and no open file but its standard ones. */
static int
spawn (const KomaBackendClass *backend,
       int                     output,
       pid_t                  *ret_pid)
{
  char *const                argv[] = { (char *) "koma", (char *) KOMA_DEVICE_PROBE_ARGUMENT,
                                        (char *) backend->name, NULL };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t          attributes;
  sigset_t                   none;
  int                        code = 0;

  sigemptyset (&none);
  posix_spawn_file_actions_init (&actions);
  posix_spawnattr_init (&attributes);
  posix_spawn_file_actions_addopen (&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2 (&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addclosefrom_np (&actions, STDERR_FILENO + 1);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGMASK);
  code = posix_spawn (ret_pid, PROGRAM, &actions, &attributes, argv, environ);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  return code;
}

/* Up to its end. */
static char *
read_answer (int input)
{
  GString *text = g_string_new (NULL);
  char     part[512];
  gssize   n_bytes = 0;

  do {
    n_bytes = read (input, part, sizeof part);
    if (n_bytes > 0 && text->len < MAX_BYTES)
      g_string_append_len (text, part, n_bytes);
  } while (n_bytes > 0 || (n_bytes < 0 && errno == EINTR));
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (nullable): what went wrong */
static char *
wait_for_end (pid_t pid)
{
  int status = 0;

  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return g_strdup ("it is not there");
  if (WIFSIGNALED (status))
    return g_strdup_printf ("signal %d, %s", WTERMSIG (status), strsignal (WTERMSIG (status)));
  if (WEXITSTATUS (status) != 0)
    return g_strdup_printf ("exit status %d", WEXITSTATUS (status));
  return NULL;
}

/* Returns: (transfer full): an answer, whatever happens */
static char *
ask (const KomaBackendClass *backend)
{
  int              ends[2] = { -1, -1 };
  pid_t            pid = 0;
  int              code = pipe2 (ends, O_CLOEXEC) == 0 ? 0 : errno;
  g_autofree char *answer = NULL;
  g_autofree char *failure = NULL;

  if (code == 0) {
    code = spawn (backend, ends[1], &pid);
    (void) close (ends[1]);
  }
  if (code == 0) {
    koma_thread_put_behind (pid);
    answer = read_answer (ends[0]);
    failure = wait_for_end (pid);
  }
  if (ends[0] >= 0)
    (void) close (ends[0]);
  if (code != 0) {
    g_debug ("%s: %s", backend->name, g_strerror (code));
    return g_strconcat (NONE, not_started, NULL);
  }
  if (failure == NULL)
    return g_steal_pointer (&answer);
  g_debug ("%s: %s", backend->name, failure);
  return g_strconcat (NONE, ended, NULL);
}

/* ---- What was said ---- */

/* Once in the life of this process, as drivers are loaded once. The first caller looks, or has
 * somebody look, and the others wait for that. */
static const char *
get_answer (const KomaBackendClass *backend,
            char *(*look) (const KomaBackendClass *backend))
{
  char *answer = NULL;

  g_mutex_lock (&probes.lock);
  if (probes.answers == NULL)
    probes.answers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  answer = g_hash_table_lookup (probes.answers, backend);
  if (answer == NULL) {
    answer = look (backend);
    g_hash_table_insert (probes.answers, (gpointer) backend, answer);
  }
  g_mutex_unlock (&probes.lock);
  return answer;
}

static gboolean
take_answer (const char *answer,
             KomaDevice *ret_device,
             GError    **error)
{
  const gboolean is_software = g_str_has_prefix (answer, SOFTWARE);

  if (is_software || g_str_has_prefix (answer, HARDWARE)) {
    *ret_device = (KomaDevice){ g_strdup (strchr (answer, '\n') + 1), is_software };
    return TRUE;
  }
  return koma_fail (error, KOMA_ERROR_BACKEND, "%s",
                    g_str_has_prefix (answer, NONE) ? answer + strlen (NONE) : ended);
}

static gboolean
is_elsewhere (const KomaBackendClass *backend)
{
  return !backend->is_host && g_atomic_int_get (&probes.is_elsewhere);
}

/**
 * koma_device_probe:
 * @backend: of any kind
 * @ret_device: (out): what it computes on
 * @error: return location
 *
 * As the probe of the backend. After koma_device_probe_open() another process looks for what is
 * not the processor, so that no driver is loaded here; asked again, this one remembers.
 *
 * Thread: any but main.
 *
 * Errors: %KOMA_ERROR_BACKEND, why there is none; or that the other process could not tell.
 */
gboolean
koma_device_probe (const KomaBackendClass *backend,
                   KomaDevice             *ret_device,
                   GError                **error)
{
  g_autofree char *own = NULL;

  if (is_elsewhere (backend)) {
    g_assert (!koma_thread_is_main ());
    return take_answer (get_answer (backend, ask), ret_device, error);
  }
  own = look_here (backend);
  return take_answer (own, ret_device, error);
}

/**
 * koma_device_probe_load:
 * @backend: one that is going to compute here
 *
 * So its driver is wanted anyhow, and looking for it elsewhere would only take time: this process
 * looks, and remembers.
 *
 * Thread: any but main.
 */
void
koma_device_probe_load (const KomaBackendClass *backend)
{
  if (is_elsewhere (backend))
    (void) get_answer (backend, look_here);
}

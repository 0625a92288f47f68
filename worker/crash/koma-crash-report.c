/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-crash-report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/formats/file.h"
#include "engine/koma-limits.h"
#include "worker/koma-thread.h"

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAVE_BACKTRACE 1
#else
#define HAVE_BACKTRACE 0
#endif

#define MAX_FRAMES  64
#define STACK_BYTES (64 * 1024)

static const struct
{
  int         number;
  const char *name;
} signals[] = {
  { SIGSEGV, "SIGSEGV" },
  { SIGBUS, "SIGBUS" },
  { SIGFPE, "SIGFPE" },
  { SIGILL, "SIGILL" },
  { SIGABRT, "SIGABRT" },
  { SIGTRAP, "SIGTRAP" },
};

/* A signal handler has no other way to its data. All is prepared before: the handler takes no lock,
 * allocates nothing, and calls only what POSIX allows there. To that it adds backtrace(), which the
 * GNU C library allows once it has run. */
static struct
{
  char       path[4096];
  char       sentence[512];
  char       machine[512];
  char       details[2][16 * 1024]; /* one is read while the other one is written */
  atomic_int in_use;                /* of both */
  atomic_int has_begun;
  char       stack[STACK_BYTES];
} crash;

/* ---- In the handler ---- */

static void
write_text (int         fd,
            const char *text)
{
  gsize left = strlen (text);

  while (left > 0) {
    const gssize written = write (fd, text, left);

    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return;
    text += written;
    left -= written;
  }
}

static const char *
get_name (int number)
{
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++) {
    if (signals[i].number == number)
      return signals[i].name;
  }
  return "unknown";
}

/* The folders above the file, where they are missing. */
static void
make_folders (void)
{
  for (char *slash = strchr (crash.path + 1, '/'); slash != NULL; slash = strchr (slash + 1, '/')) {
    *slash = '\0';
    (void) mkdir (crash.path, 0700);
    *slash = '/';
  }
}

static void
write_report (int number)
{
  int fd = -1;

  make_folders ();
  fd = open (crash.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0)
    return;
  write_text (fd, "Signal: ");
  write_text (fd, get_name (number));
  write_text (fd, "\n");
  write_text (fd, crash.machine);
  write_text (fd, crash.details[atomic_load (&crash.in_use)]);
#if HAVE_BACKTRACE
  {
    void     *frames[MAX_FRAMES];
    const int n_frames = backtrace (frames, MAX_FRAMES);

    write_text (fd, "\nBacktrace:\n");
    backtrace_symbols_fd (frames, n_frames, fd);
  }
#endif
  (void) close (fd);
  write_text (STDERR_FILENO, "\nkoma: ");
  write_text (STDERR_FILENO, crash.sentence);
  write_text (STDERR_FILENO, " ");
  write_text (STDERR_FILENO, crash.path);
  write_text (STDERR_FILENO, "\n");
}

/* The signal is blocked until this returns, and then does what it does without Koma. Another thread
 * that crashes meanwhile waits for that end. */
static void
crash_cb (int number)
{
  if (atomic_exchange (&crash.has_begun, 1) != 0) {
    for (;;)
      (void) pause ();
  }
  write_report (number);
  (void) signal (number, SIG_DFL);
  (void) raise (number);
}

/* ---- Before ---- */

/* The first of them; reading about all takes long where there are many. */
static char *
read_processor (void)
{
  FILE *file = fopen ("/proc/cpuinfo", "re");
  char  line[256] = "";
  char *name = NULL;

  while (file != NULL && name == NULL && fgets (line, sizeof line, file) != NULL) {
    if (g_str_has_prefix (line, "model name"))
      name = strchr (line, ':');
  }
  if (file != NULL)
    (void) fclose (file);
  return g_strstrip (g_strdup (name != NULL ? name + 1 : "processor unknown"));
}

static char *
build_path (const char *name)
{
  return g_build_filename (g_get_user_state_dir (), "koma", name, NULL);
}

static void
describe_machine (void)
{
  g_autofree char *processor = read_processor ();
  struct utsname   kernel = { 0 };

  (void) uname (&kernel);
  g_snprintf (crash.machine, sizeof crash.machine, "Koma %s\n%s %s, %s, %s\n", KOMA_VERSION,
              kernel.sysname, kernel.release, kernel.machine, processor);
}

static void
catch_signals (void)
{
  const stack_t    stack = { .ss_sp = crash.stack, .ss_size = sizeof crash.stack };
  struct sigaction action = { .sa_handler = crash_cb, .sa_flags = SA_ONSTACK };

  sigemptyset (&action.sa_mask);
  (void) sigaltstack (&stack, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    (void) sigaction (signals[i].number, &action, NULL);
}

void
koma_crash_report_open (const char *name,
                        const char *sentence)
{
  g_autofree char *path = build_path (name);

  KOMA_ASSERT_MAIN_THREAD ();

#ifdef KOMA_WITH_CRASH_REPORTS
  if (g_strlcpy (crash.path, path, sizeof crash.path) >= sizeof crash.path)
    return;
  g_strlcpy (crash.sentence, sentence, sizeof crash.sentence);
  describe_machine ();
#if HAVE_BACKTRACE
  {
    void *frame = NULL;

    /* The first call loads a library. */
    (void) backtrace (&frame, 1);
  }
#endif
  catch_signals ();
#endif
}

void
koma_crash_report_describe (const char *text)
{
  const int next = 1 - atomic_load (&crash.in_use);

  KOMA_ASSERT_MAIN_THREAD ();

  g_strlcpy (crash.details[next], text, sizeof crash.details[next]);
  atomic_store (&crash.in_use, next);
}

char *
koma_crash_report_read (const char *name)
{
  g_autofree char *path = build_path (name);
  char            *text = NULL;
  gsize            length = 0;

  if (!koma_file_read (path, KOMA_MAX_SMALL_BYTES, &text, &length, NULL))
    return NULL;
  return text;
}

void
koma_crash_report_remove (const char *name)
{
  g_autofree char *path = build_path (name);

  (void) g_unlink (path);
}

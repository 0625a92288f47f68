/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-crash-report.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "worker/koma-thread.h"

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAVE_BACKTRACE 1
#else
#define HAVE_BACKTRACE 0
#endif

/* Sanitizers catch these signals themselves. */
#ifdef KOMA_WITH_CRASH_REPORTS
#define WITH_REPORTS TRUE
#else
#define WITH_REPORTS FALSE
#endif

#define MAX_FRAMES  64
#define STACK_BYTES (64 * 1024)
/* Of a report, which takes milliseconds. */
#define MAX_SECONDS 10

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
  atomic_int thread;                /* that has crashed; 0: none */
  char       stack[STACK_BYTES];
} crash;

/* ---- In the handler ---- */

static gboolean
write_text (int         fd,
            const char *text)
{
  gsize left = strlen (text);

  while (left > 0) {
    const gssize written = write (fd, text, left);

    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return FALSE;
    text += written;
    left -= written;
  }
  return TRUE;
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

/* Whatever had its name, a link or a pipe too, is not what is written to. */
static int
make_file (void)
{
  make_folders ();
  (void) unlink (crash.path);
  return open (crash.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static gboolean
write_report_to (int fd,
                 int number)
{
  const gboolean is_written = write_text (fd, "Signal: ") && write_text (fd, get_name (number)) &&
                              write_text (fd, "\n") && write_text (fd, crash.machine) &&
                              write_text (fd, crash.details[atomic_load (&crash.in_use)]);

#if HAVE_BACKTRACE
  if (is_written) {
    void     *frames[MAX_FRAMES];
    const int n_frames = backtrace (frames, MAX_FRAMES);

    (void) write_text (fd, "\nBacktrace:\n");
    backtrace_symbols_fd (frames, n_frames, fd);
  }
#endif
  return is_written;
}

/* Where no file can be made, or the disk is full, it is told to who looks. */
static void
write_report (int number)
{
  const int      fd = make_file ();
  const gboolean is_kept = fd >= 0 && write_report_to (fd, number);

  if (fd >= 0)
    (void) close (fd);
  (void) write_text (STDERR_FILENO, "\nkoma: ");
  if (!is_kept) {
    (void) write_report_to (STDERR_FILENO, number);
    return;
  }
  (void) write_text (STDERR_FILENO, crash.sentence);
  (void) write_text (STDERR_FILENO, " ");
  (void) write_text (STDERR_FILENO, crash.path);
  (void) write_text (STDERR_FILENO, "\n");
}

/* The signal is blocked until this returns, and then does what it does without Koma. Another thread
 * that crashes meanwhile waits for that end; a crash within a report is the end at once. A disk
 * that does not answer is not waited for. */
static void
crash_cb (int number)
{
  int nobody = 0;

  if (atomic_compare_exchange_strong (&crash.thread, &nobody, gettid ())) {
    (void) signal (SIGALRM, SIG_DFL);
    (void) alarm (MAX_SECONDS);
    write_report (number);
  } else if (nobody != gettid ()) {
    for (;;)
      (void) pause ();
  }
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

  if (!WITH_REPORTS || g_strlcpy (crash.path, path, sizeof crash.path) >= sizeof crash.path)
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
}

#ifdef KOMA_WITH_CRASH_REPORTS
static void
free_stack (gpointer data)
{
  const stack_t none = { .ss_flags = SS_DISABLE };

  (void) sigaltstack (&none, NULL);
  g_free (data);
}
#endif

void
koma_crash_report_cover_thread (void)
{
#ifdef KOMA_WITH_CRASH_REPORTS
  static GPrivate kept = G_PRIVATE_INIT (free_stack);
  stack_t         stack = { .ss_size = STACK_BYTES };

  if (g_private_get (&kept) != NULL)
    return;
  stack.ss_sp = g_malloc (STACK_BYTES);
  (void) sigaltstack (&stack, NULL);
  g_private_set (&kept, stack.ss_sp);
#endif
}

#ifdef KOMA_WITH_CRASH_REPORTS
typedef struct
{
  void *(*start) (void *data);
  void *data;
} Started;

static void *
run_covered (void *user_data)
{
  const Started started = *(Started *) user_data;

  free (user_data);
  koma_crash_report_cover_thread ();
  return started.start (started.data);
}

/* In place of the C library's, for all that is linked: threads of GTK, of GLib and of drivers get
 * their stacks for a report, too. Nothing is done before reports are wanted. */
__attribute__ ((visibility ("default"))) int
pthread_create (pthread_t            *thread,
                const pthread_attr_t *attributes,
                void *(*start) (void *data),
                void *data)
{
  int (*create) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *) =
    dlsym (RTLD_NEXT, "pthread_create");
  Started *started = *crash.path != '\0' ? malloc (sizeof *started) : NULL;
  int      status = 0;

  if (started == NULL)
    return create (thread, attributes, start, data);
  *started = (Started){ start, data };
  status = create (thread, attributes, run_covered, started);
  if (status != 0)
    free (started);
  return status;
}
#endif

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
  g_autofree char *text = NULL;
  gsize            length = 0;

  if (!koma_file_read (path, KOMA_MAX_SMALL_BYTES, &text, &length, NULL))
    return NULL;
  return g_utf8_make_valid (text, (gssize) length);
}

/* "window-crash.txt" → "window-crash-before.txt" */
static char *
name_before (const char *name)
{
  const char *suffix = strrchr (name, '.');

  return g_strdup_printf ("%.*s-before%s", (int) (suffix - name), name, suffix);
}

guint
koma_crash_report_count (const char *name)
{
  g_autofree char *before = name_before (name);
  g_autofree char *report = koma_crash_report_read (name);
  g_autofree char *report_before = koma_crash_report_read (before);

  if (report == NULL)
    return 0;
  return report_before != NULL ? 2 : 1;
}

/* A report that could not be put aside would be asked about for ever. */
void
koma_crash_report_put_aside (const char *name)
{
  g_autofree char *before = name_before (name);
  g_autofree char *path = build_path (name);
  g_autofree char *path_before = build_path (before);

  if (g_rename (path, path_before) != 0)
    (void) g_unlink (path);
}

void
koma_crash_report_end_row (const char *name)
{
  g_autofree char *before = name_before (name);
  g_autofree char *path = build_path (before);

  (void) g_unlink (path);
}

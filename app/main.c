/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A subcommand runs here. The window is in a module of its own that is loaded
 * when it is wanted: the command line starts without GTK, and needs none. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include <dlfcn.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <malloc.h>

#include <signal.h>

#include "koma-cli.h"
#include "koma-safe-place.h"

#include "engine/koma-app.h"
#include "worker/box/koma-box-serve.h"
#include "worker/box/koma-box.h"
#include "worker/crash/koma-crash-report.h"
#include "worker/measure/koma-device-probe.h"
#include "worker/words/koma-kept-words.h"

/* More than the window ever has threads. */
#define MAX_ARENAS 256

#define WINDOW_MODULE "koma-window.so"

/* The translations of the build folder, where this program lies in one. */
static char *
find_locale_dir (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *built = NULL;
  g_autofree char *catalog = NULL;

  if (folder == NULL)
    return g_strdup (KOMA_LOCALE_DIR);

  built = g_build_filename (folder, "..", "po", NULL);
  catalog = g_build_filename (built, "ja", "LC_MESSAGES", GETTEXT_PACKAGE ".mo", NULL);
  return g_file_test (catalog, G_FILE_TEST_EXISTS) ? g_steal_pointer (&built)
                                                   : g_strdup (KOMA_LOCALE_DIR);
}

static void
set_up_language (void)
{
  g_autofree char *locale_dir = find_locale_dir ();

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

/* malloc() makes eight arenas for each processor and has all further threads
 * share them: the window's with one of a lower priority, which may be put aside
 * with the arena's lock in hand. */
static void
separate_arenas (void)
{
#ifdef M_ARENA_MAX
  mallopt (M_ARENA_MAX, MAX_ARENAS);
#endif
}

/* The module lies beside the program where it was built, in Koma's folder of
 * libraries where it is installed. Named by its absolute path: no search, by
 * an environment variable or a RUNPATH, can find another. */
static char *
find_window_module (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *beside = folder != NULL ? g_build_filename (folder, WINDOW_MODULE, NULL) : NULL;

  return beside != NULL && g_file_test (beside, G_FILE_TEST_EXISTS)
           ? g_steal_pointer (&beside)
           : g_build_filename (KOMA_LIBRARY_DIR, WINDOW_MODULE, NULL);
}

/* The module's symbols are made known to all, since GTK looks for callbacks
 * and types by name. */
static int
show_window (int    argc,
             char **argv)
{
  int (*application_main) (int argc, char **argv) = NULL;
  g_autofree char *path = find_window_module ();
  void            *module = NULL;

  separate_arenas ();
  koma_device_probe_open ();
  module = dlopen (path, RTLD_NOW | RTLD_GLOBAL);
  if (module != NULL)
    application_main = dlsym (module, "koma_application_main");
  if (application_main != NULL)
    return application_main (argc, argv);
  koma_cli_warn (_ ("the window can not be opened: %s"), dlerror ());
  koma_cli_warn (_ ("“koma --help” lists what works without it"));
  return KOMA_EXIT_USAGE;
}

/* A descriptor of 0 to 2 that was closed would be given to the next file that
 * is opened, and be read or written by mistake. What takes its place refuses
 * the use that is made of it, which is told as any other failure. */
static void
fill_standard_descriptors (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
    if (fcntl (fd, F_GETFD) < 0 && errno == EBADF)
      (void) !open ("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

/* GLib ends the program where it has no memory or can not start a thread. Its
 * sentence, and an exit code, instead of a core dump: limits of the machine
 * are no mistake of the program. */
static GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  const char *domain = "";
  const char *message = "";

  for (gsize i = 0; i < n_fields; i++) {
    if (g_str_equal (fields[i].key, "GLIB_DOMAIN"))
      domain = fields[i].value;
    if (g_str_equal (fields[i].key, "MESSAGE"))
      message = fields[i].value;
  }
  if (!(level & G_LOG_LEVEL_ERROR) || !g_str_equal (domain, "GLib"))
    return g_log_writer_default (level, fields, n_fields, user_data);
  fprintf (stderr, "koma: %s: %s\n", _ ("out of memory or threads"), message);
  _exit (KOMA_EXIT_USAGE);
}

static gpointer
do_nothing (gpointer data)
{
  return data;
}

/* GTask's type starts a thread, and GLib 2.84 asserts that it could, which would be a core dump
 * after all. So it is made at once, on the stack of a thread that could be started. */
static gboolean
start_task_thread (void)
{
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_try_new ("koma-first", do_nothing, NULL, &error);

  if (thread == NULL) {
    koma_cli_warn ("%s: %s", _ ("out of memory or threads"), error->message);
    return FALSE;
  }
  g_thread_join (thread);
  g_type_ensure (G_TYPE_TASK);
  return TRUE;
}

/* A mistake there is told at once: a flag that does nothing looks like one
 * that changes nothing. */
static gboolean
load_flags (void)
{
  g_autoptr (GError) error = NULL;

  if (koma_flags_load (g_getenv ("KOMA_FLAGS"), &error))
    return TRUE;
  koma_cli_warn ("%s", error->message);
  return FALSE;
}

int
main (int    argc,
      char **argv)
{
  gboolean is_handled = FALSE;
  int      exit_code = KOMA_EXIT_OK;

  fill_standard_descriptors ();
  /* A file that may not grow any more is an error with a name, and no end. */
  signal (SIGXFSZ, SIG_IGN);
  set_up_language ();
  if (argc == 2 && g_str_equal (argv[1], KOMA_BOX_ARGUMENT))
    koma_box_serve (KOMA_CONFINEMENT_ALL, &koma_box_readers);
  if (!koma_safe_place_enter (argv))
    return KOMA_EXIT_USAGE;
  /* Standard output is for results. */
  g_log_writer_default_set_use_stderr (TRUE);
  g_log_set_writer_func (write_log, NULL, NULL);
  if (!start_task_thread () || !load_flags ())
    return KOMA_EXIT_USAGE;
  if (argc == 3 && g_str_equal (argv[1], KOMA_DEVICE_PROBE_ARGUMENT))
    koma_device_probe_serve (argv[2]);
  koma_crash_report_open (KOMA_CRASH_REPORT_COMMAND, _ ("it ended unexpectedly; a report is in"));
  koma_box_open ();
  koma_kept_words_open ();
  exit_code = koma_cli_main (argc, argv, &is_handled);
  if (!is_handled)
    return show_window (argc, argv);
  return koma_cli_finish_output () ? exit_code : KOMA_EXIT_USAGE;
}

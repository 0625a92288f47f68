/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A subcommand runs here. The window is in a module of its own that is loaded
 * when it is wanted: the command line starts without GTK, and needs none. */
#include <locale.h>

#include <dlfcn.h>
#include <glib/gi18n.h>
#include <malloc.h>

#include "koma-cli.h"

#include "engine/runtime/flags.h"

/* More than the window ever has threads. */
#define MAX_ARENAS 256

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

/* The module is found through this program's RUNPATH: beside it where it was
 * built, in Koma's folder of libraries where it is installed. Its symbols are
 * made known to all, since GTK looks for callbacks and types by name. */
static int
show_window (int    argc,
             char **argv)
{
  int (*application_main) (int argc, char **argv) = NULL;
  void *module = NULL;

  separate_arenas ();
  module = dlopen (KOMA_WINDOW_MODULE, RTLD_NOW | RTLD_GLOBAL);
  if (module != NULL)
    application_main = dlsym (module, "koma_application_main");
  if (application_main != NULL)
    return application_main (argc, argv);
  koma_cli_warn (_ ("the window can not be opened: %s"), dlerror ());
  koma_cli_warn (_ ("“koma --help” lists what works without it"));
  return KOMA_EXIT_USAGE;
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

  set_up_language ();
  /* Standard output is for results. */
  g_log_writer_default_set_use_stderr (TRUE);
  if (!load_flags ())
    return KOMA_EXIT_USAGE;
  exit_code = koma_cli_main (argc, argv, &is_handled);
  if (!is_handled)
    return show_window (argc, argv);
  return koma_cli_finish_output () ? exit_code : KOMA_EXIT_USAGE;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-cli.h"

#include <glib/gi18n.h>

/* clang-format off */
static const KomaCommand commands[] = {
  { "classify",  N_("Say what is in pictures"), koma_cli_classify },
  { "watch",     N_("Say what is in pictures as they arrive in folders"), koma_cli_watch },
  { "sort",      N_("Put pictures into folders by what is in them"), koma_cli_sort },
  { "teach",     N_("Teach a model classes of your own"), koma_cli_teach },
  { "evaluate",  N_("Say how many pictures a model knows"), koma_cli_evaluate },
  { "explain",   N_("Say where in a picture the evidence for a class lies"), koma_cli_explain },
  { "find",      N_("Find pictures by what they show"), koma_cli_find_pictures },
  { "embed",     N_("Write vectors of pictures and of texts"), koma_cli_embed },
  { "collection", N_("Merge, describe, export and compare what files keep of answers"),
    koma_cli_collections },
  { "run",       N_("Run a model on raw tensors"), koma_cli_run },
  { "inspect",   N_("Say what is in a model"), koma_cli_inspect },
  { "benchmark", N_("Measure a model"), koma_cli_benchmark },
  { "profile",   N_("Say what each step of a model takes"), koma_cli_profile },
  { "backends",  N_("List what computes on this machine"), koma_cli_backends },
  { "env",       N_("Say what decides how Koma computes here"), koma_cli_env },
  { "models",    N_("List models that are there to choose from"), koma_cli_models },
};
/* clang-format on */

const KomaCommand *
koma_cli_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    if (g_str_equal (commands[i].name, name))
      return &commands[i];
  }
  return NULL;
}

/* The options of the window stand here as in koma-application.c: that is in the
 * module, which the help must not need. */
static void
print_help (void)
{
  const char *about_window = _ ("Open the window, with pictures or a model in it");

  g_print ("%s\n", _ ("Usage:"));
  g_print ("  koma [%s…] [%s…]\n      %s\n", _ ("OPTION"), _ ("FILE"), about_window);
  g_print ("  koma %s [%s…]\n\n%s\n", _ ("COMMAND"), _ ("OPTION"), _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("  %-10s  %s\n", commands[i].name, _ (commands[i].summary));
  g_print ("\n%s\n", _ ("Options of the window:"));
  g_print ("  -m, --model=%s\n      %s\n", _ ("MODEL"),
           _ ("Model to use: a file, the folder that holds it, or an address"));
  g_print ("  -b, --backend=%s\n      %s\n", _ ("BACKEND"),
           _ ("What computes: auto, xnnpack, gles or cpu"));
  g_print ("  --safe-start\n      %s\n",
           _ ("Leave the settings, models and projects of earlier starts alone"));
  g_print ("\n%s\n  --version\n      %s\n", _ ("Other options:"), _ ("Show the version"));
  g_print ("\n%s\n", _ ("“koma COMMAND --help” tells the options of a command."));
  g_print ("%s\n", _ ("“man koma” tells of everything, with files, environment and examples."));
}

/* A word that is neither a command nor a file nor an address was meant to be
 * a command: a window that can not open it would help nobody. */
static gboolean
is_misspelt (const char *argument)
{
  return argument[0] != '-' && strchr (argument, ':') == NULL &&
         strchr (argument, G_DIR_SEPARATOR) == NULL && strchr (argument, '.') == NULL &&
         !g_file_test (argument, G_FILE_TEST_EXISTS);
}

/**
 * koma_cli_main:
 * @ret_is_handled: (out): %FALSE where the window is wanted
 *
 * Runs the subcommand that the arguments begin with, if any.
 *
 * Returns: the exit code
 */
int
koma_cli_main (int       argc,
               char    **argv,
               gboolean *ret_is_handled)
{
  const KomaCommand *command = argc > 1 ? koma_cli_find (argv[1]) : NULL;

  *ret_is_handled = TRUE;
  if (command != NULL)
    return command->run (argc - 1, argv + 1);
  if (argc > 1 && (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h"))) {
    print_help ();
    return KOMA_EXIT_OK;
  }
  if (argc > 1 && g_str_equal (argv[1], "--version")) {
    g_print ("koma %s\n", KOMA_VERSION);
    return KOMA_EXIT_OK;
  }
  if (argc > 1 && is_misspelt (argv[1])) {
    koma_cli_warn (_ ("“%s” is neither a command nor a file; “koma --help” lists the commands"),
                   argv[1]);
    return KOMA_EXIT_USAGE;
  }
  *ret_is_handled = FALSE;
  return KOMA_EXIT_OK;
}

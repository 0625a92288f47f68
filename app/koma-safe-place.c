/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Libraries remember where folders are once they were asked, so that the environment has to be
 * there from the start of the program. It executes itself, and knows by a variable, which no
 * program that it starts inherits, that it did. */
#include "koma-safe-place.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "koma-cli.h"
#include "worker/models/koma-folder-remove.h"

/* Of the program for itself. "PROCESS:STATE": who is in such a place, and the user's own folder. */
#define VARIABLE "KOMA_SAFE_START"

static struct
{
  pid_t process; /* a child that ends removes nothing */
  char *folder;  /* with all of ours */
  char *state;   /* of the user */
} place;

static void
remove_folder (void)
{
  if (getpid () == place.process)
    (void) koma_folder_remove_path (place.folder, NULL);
}

/* Whether this process executed itself. */
static gboolean
take_note (void)
{
  const char  *value = getenv (VARIABLE);
  char        *end = NULL;
  const gint64 process = value != NULL ? g_ascii_strtoll (value, &end, 10) : 0;

  if (process != getpid () || *end != ':')
    return FALSE;
  place.process = getpid ();
  place.state = g_strdup (end + 1);
  place.folder = g_path_get_dirname (g_get_user_state_dir ());
  g_unsetenv (VARIABLE);
  atexit (remove_folder);
  return TRUE;
}

static gboolean
is_asked_for (char **argv)
{
  if (argv[0] == NULL || argv[1] == NULL || koma_cli_find (argv[1]) != NULL)
    return FALSE;
  for (guint i = 1; argv[i] != NULL && !g_str_equal (argv[i], "--"); i++)
    if (g_str_equal (argv[i], KOMA_SAFE_PLACE_OPTION))
      return TRUE;
  return FALSE;
}

gboolean
koma_safe_place_enter (char **argv)
{
  if (take_note () || !is_asked_for (argv))
    return TRUE;
  koma_safe_place_restart (argv);
  return FALSE;
}

static char **
make_environment (const char *folder)
{
  static const char *const folders[][2] = {
    { "XDG_CACHE_HOME", "cache" },
    { "XDG_DATA_HOME", "data" },
    { "XDG_STATE_HOME", "state" },
  };
  g_autofree char *value =
    g_strdup_printf ("%d:%s", (int) getpid (), g_get_user_state_dir ());
  char **environment = g_environ_setenv (g_get_environ (), VARIABLE, value, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *path = g_build_filename (folder, folders[i][1], NULL);

    environment = g_environ_setenv (environment, folders[i][0], path, TRUE);
  }
  return g_environ_setenv (environment, "GSETTINGS_BACKEND", "memory", TRUE);
}

void
koma_safe_place_restart (char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("koma-safe-XXXXXX", &error);
  g_auto (GStrv) environment = folder != NULL ? make_environment (folder) : NULL;

  if (folder != NULL) {
    (void) execve ("/proc/self/exe", argv, environment);
    error = g_error_new_literal (G_FILE_ERROR, g_file_error_from_errno (errno), g_strerror (errno));
    (void) koma_folder_remove_path (folder, NULL);
  }
  koma_cli_warn (_ ("no safe start: %s"), error->message);
}

const char *
koma_safe_place_get_users_state (void)
{
  return place.state;
}

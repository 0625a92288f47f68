/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-state.h"

/* No more than the largest screens; what is above was not written by us. */
#define MAX_SIDE 16384

struct _KomaState
{
  char     *path;
  GKeyFile *file;

  int      width, height; /* 0: not known */
  gboolean is_maximized;
  char    *model;
};

static void
load (KomaState *state)
{
  GKeyFile *file = state->file;
  int       width = g_key_file_get_integer (file, "Window", "Width", NULL);
  int       height = g_key_file_get_integer (file, "Window", "Height", NULL);

  if (width > 0 && width <= MAX_SIDE && height > 0 && height <= MAX_SIDE) {
    state->width = width;
    state->height = height;
  }
  state->is_maximized = g_key_file_get_boolean (file, "Window", "Maximized", NULL);
  state->model = g_key_file_get_string (file, "Model", "Path", NULL);
}

/**
 * koma_state_new:
 *
 * Reads the file of the last time; without one, or with a damaged one,
 * nothing is known. It is small: reading it costs no more than a frame.
 *
 * Returns: (transfer full): the state
 */
KomaState *
koma_state_new (void)
{
  KomaState *state = g_new0 (KomaState, 1);

  state->file = g_key_file_new ();
  state->path = g_build_filename (g_get_user_state_dir (), "koma", "state.ini", NULL);
  if (g_key_file_load_from_file (state->file, state->path, G_KEY_FILE_NONE, NULL))
    load (state);

  return state;
}

void
koma_state_free (KomaState *state)
{
  g_key_file_unref (state->file);
  g_free (state->path);
  g_free (state->model);
  g_free (state);
}

/**
 * koma_state_save:
 * @state: the state
 *
 * A state that can not be saved is forgotten: nothing the user should be
 * told on closing the window.
 */
void
koma_state_save (KomaState *state)
{
  GKeyFile        *file = state->file;
  g_autofree char *folder = g_path_get_dirname (state->path);

  g_key_file_set_integer (file, "Window", "Width", state->width);
  g_key_file_set_integer (file, "Window", "Height", state->height);
  g_key_file_set_boolean (file, "Window", "Maximized", state->is_maximized);
  if (state->model != NULL)
    g_key_file_set_string (file, "Model", "Path", state->model);
  else
    g_key_file_remove_key (file, "Model", "Path", NULL);

  g_mkdir_with_parents (folder, 0700);
  if (!g_key_file_save_to_file (file, state->path, NULL))
    g_debug ("%s could not be written", state->path);
}

gboolean
koma_state_get_size (KomaState *state,
                     int       *ret_width,
                     int       *ret_height)
{
  if (state->width == 0)
    return FALSE;

  *ret_width = state->width;
  *ret_height = state->height;
  return TRUE;
}

gboolean
koma_state_is_maximized (KomaState *state)
{
  return state->is_maximized;
}

const char *
koma_state_get_model (KomaState *state)
{
  return state->model;
}

void
koma_state_load_camera (KomaState         *state,
                        KomaCameraOptions *options)
{
  koma_camera_options_load (options, state->file);
}

void
koma_state_set_camera (KomaState         *state,
                       KomaCameraOptions *options)
{
  koma_camera_options_save (options, state->file);
}

void
koma_state_set_size (KomaState *state,
                     int        width,
                     int        height,
                     gboolean   is_maximized)
{
  if (width > 0 && height > 0) {
    state->width = width;
    state->height = height;
  }
  state->is_maximized = is_maximized;
}

void
koma_state_set_model (KomaState  *state,
                      const char *path)
{
  g_autofree char *copy = g_strdup (path);

  g_free (state->model);
  state->model = g_steal_pointer (&copy);
}

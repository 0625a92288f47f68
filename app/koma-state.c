/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-state.h"

#include "worker/koma-kept-file.h"

/* As much as the largest screens; the file was damaged where it has more. */
#define MAX_SIDE 16384

struct _KomaState
{
  char     *path;
  GKeyFile *file;
};

static const struct
{
  const char *group;
  const char *key;
} path_places[] = {
  [KOMA_STATE_MODEL] = { "Model", "Path" },
  [KOMA_STATE_COLLECTION] = { "Collection", "Path" },
  [KOMA_STATE_PROJECT] = { "Teach", "Project" },
};

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

  state->path = g_build_filename (g_get_user_state_dir (), "koma", "state.ini", NULL);
  state->file = koma_kept_file_read (state->path);
  return state;
}

void
koma_state_free (KomaState *state)
{
  g_key_file_unref (state->file);
  g_free (state->path);
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
  if (!koma_kept_file_write (state->file, state->path, G_MAXUINT, NULL))
    g_debug ("%s could not be written", state->path);
}

gboolean
koma_state_get_size (KomaState *state,
                     int       *ret_width,
                     int       *ret_height)
{
  const int width = g_key_file_get_integer (state->file, "Window", "Width", NULL);
  const int height = g_key_file_get_integer (state->file, "Window", "Height", NULL);

  if (width <= 0 || width > MAX_SIDE || height <= 0 || height > MAX_SIDE)
    return FALSE;
  *ret_width = width;
  *ret_height = height;
  return TRUE;
}

gboolean
koma_state_is_maximized (KomaState *state)
{
  return g_key_file_get_boolean (state->file, "Window", "Maximized", NULL);
}

void
koma_state_set_size (KomaState *state,
                     int        width,
                     int        height,
                     gboolean   is_maximized)
{
  if (width > 0 && height > 0) {
    g_key_file_set_integer (state->file, "Window", "Width", width);
    g_key_file_set_integer (state->file, "Window", "Height", height);
  }
  g_key_file_set_boolean (state->file, "Window", "Maximized", is_maximized);
}

char *
koma_state_dup_path (KomaState    *state,
                     KomaStatePath path)
{
  return g_key_file_get_string (state->file, path_places[path].group, path_places[path].key, NULL);
}

void
koma_state_set_path (KomaState    *state,
                     KomaStatePath path,
                     const char   *value)
{
  const char *group = path_places[path].group;
  const char *key = path_places[path].key;

  if (value != NULL)
    g_key_file_set_string (state->file, group, key, value);
  else
    g_key_file_remove_key (state->file, group, key, NULL);
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

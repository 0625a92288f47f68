/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-state.h"

void
koma_window_state_save (KomaState        *state,
                        KomaModelChoices *choices,
                        KomaWindow       *window)
{
  GtkWindow  *gtk_window = GTK_WINDOW (window);
  const char *path = koma_window_get_model_path (window);
  const char *bundled = koma_model_choices_get_bundled (choices);
  int         width = 0, height = 0;

  gtk_window_get_default_size (gtk_window, &width, &height);
  koma_state_set_size (state, width, height, gtk_window_is_maximized (gtk_window));
  if (path != NULL)
    koma_state_set_path (state, KOMA_STATE_MODEL,
                         g_strcmp0 (path, bundled) != 0 ? path : NULL);
  if (koma_window_get_project (window) != NULL)
    koma_state_set_path (state, KOMA_STATE_PROJECT, koma_window_get_project (window));
  koma_state_set_path (state, KOMA_STATE_COLLECTION, koma_window_get_collection (window));
  koma_state_set_camera (state, koma_window_get_camera_options (window));
  koma_state_save (state);
}

void
koma_window_state_restore (KomaState  *state,
                           KomaWindow *window)
{
  g_autofree char *project = koma_state_dup_path (state, KOMA_STATE_PROJECT);
  int              width = 0, height = 0;

  if (project != NULL)
    koma_window_set_project (window, project);
  koma_state_load_camera (state, koma_window_get_camera_options (window));
  if (koma_state_get_size (state, &width, &height))
    gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  if (koma_state_is_maximized (state))
    gtk_window_maximize (GTK_WINDOW (window));
}

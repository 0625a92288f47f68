/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "koma-window-suggest.h"
#include "ui/results/koma-sureness.h"
#include "worker/koma-thread.h"

/* Koma's own model alone is in use without anybody's choice. */
static gboolean
is_wanted (KomaWindow *self)
{
  KomaSureness sureness = { 0 };

  if (koma_library_get_suggested (self->library) == NULL ||
      koma_library_get_bundled (self->library) == NULL ||
      !koma_model_control_is_bundled (self->control) ||
      koma_preferences_was_model_suggested (self->preferences))
    return FALSE;
  koma_sureness_count (koma_result_feed_get_items (self->feed), self->preferences, &sureness);
  return koma_sureness_is_none (&sureness);
}

gboolean
koma_window_is_suggesting (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return koma_suggestion_is_shown (self->suggestion);
}

/* It takes the place of a field that somebody types in, so it does not come then. */
void
koma_window_suggest_model (KomaWindow *self)
{
  GtkWidget       *focus = gtk_window_get_focus (GTK_WINDOW (self));
  KomaLibraryItem *other = koma_library_get_suggested (self->library);

  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_window_is_suggesting (self) || self->view != KOMA_VIEW_LIST ||
      (focus != NULL && GTK_IS_TEXT (focus)) || !is_wanted (self))
    return;
  koma_suggestion_show (self->suggestion, koma_result_feed_get_items (self->feed),
                        koma_library_get_bundled (self->library)->name, other);
  gtk_widget_set_visible (GTK_WIDGET (self->results), FALSE);
  koma_suggestion_grab_focus (self->suggestion);
}

void
koma_window_hide_suggestion (KomaWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean   has_focus = focus != NULL &&
                       gtk_widget_is_ancestor (focus, GTK_WIDGET (self->suggestion));

  KOMA_ASSERT_MAIN_THREAD ();

  koma_suggestion_hide (self->suggestion);
  gtk_widget_set_visible (GTK_WIDGET (self->results), TRUE);
  if (has_focus && !koma_result_feed_is_empty (self->feed))
    koma_results_view_focus_list (self->results);
}

void
koma_window_update_suggestion (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (!koma_window_is_suggesting (self))
    return;
  if (is_wanted (self))
    koma_suggestion_update (self->suggestion, koma_library_get_suggested (self->library));
  else
    koma_window_hide_suggestion (self);
}

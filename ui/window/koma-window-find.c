/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "koma-window-suggest.h"
#include "worker/koma-thread.h"

static void
find_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  koma_window_show (KOMA_WINDOW (widget), KOMA_VIEW_LIST);
  koma_window_hide_suggestion (KOMA_WINDOW (widget));
  koma_results_view_search (KOMA_WINDOW (widget)->results);
}

static void
more_like_this_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (KomaResultItem) item = koma_results_view_dup_comparable (self->results);

  if (item == NULL)
    return;
  koma_window_show (self, KOMA_VIEW_LIST);
  koma_results_view_show_like (self->results, item);
}

static void
type_classes_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  koma_words_bar_focus (KOMA_WINDOW (widget)->words_bar);
}

static void
show_all_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  koma_results_view_show_all (KOMA_WINDOW (widget)->results);
  koma_results_view_focus_list (KOMA_WINDOW (widget)->results);
}

void
koma_window_install_find_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "win.type-classes", NULL, type_classes_action);
  gtk_widget_class_install_action (widget_class, "win.show-all", NULL, show_all_action);
  gtk_widget_class_install_action (widget_class, "win.more-like-this", NULL,
                                   more_like_this_action);
}

static void
leave_words_cb (KomaWindow *self)
{
  if (self->view == KOMA_VIEW_LIST)
    koma_results_view_focus_list (self->results);
}

/* Keys that change the list belong to the text while it is typed. */
void
koma_window_connect_find (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_signal_connect_object (self->words_bar, "leave", G_CALLBACK (leave_words_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (koma_window_update_actions), NULL);
}

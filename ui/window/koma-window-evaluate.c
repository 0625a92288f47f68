/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "ui/evaluation/koma-evaluate-window.h"

static void
evaluate_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->evaluate_window == NULL) {
    GtkWindow *window = koma_evaluate_window_new (GTK_WINDOW (self), self->worker, self->control);

    g_set_weak_pointer (&self->evaluate_window, window);
  }
  koma_evaluate_window_set_collection (KOMA_EVALUATE_WINDOW (self->evaluate_window),
                                       koma_window_get_collection (self));
  gtk_window_present (self->evaluate_window);
}

void
koma_window_install_evaluate_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.evaluate", NULL, evaluate_action);
}

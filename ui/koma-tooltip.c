/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-tooltip.h"

#include "worker/koma-thread.h"

#define KEY "koma-tooltip"

static gboolean
query_cb (GtkWidget  *widget,
          int         x,
          int         y,
          gboolean    is_by_keyboard,
          GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, g_object_get_data (G_OBJECT (widget), KEY));
  return TRUE;
}

/**
 * koma_tooltip_set_text:
 * @widget: a widget whose accessible name says as much as @text
 * @text: what its tooltip says; copied
 *
 * As gtk_widget_set_tooltip_text(), which asks the X server each time where the pointer is, and
 * waits for the answer: a hundred widgets that change at once would hold the window up. A tooltip
 * that is seen meanwhile changes when the pointer moves. @text is no description for screen
 * readers, which would say the same twice.
 *
 * Thread: main.
 */
void
koma_tooltip_set_text (GtkWidget  *widget,
                       const char *text)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (text), g_free);
  if (gtk_widget_get_has_tooltip (widget))
    return;
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (query_cb), NULL);
  gtk_widget_set_has_tooltip (widget, TRUE);
}

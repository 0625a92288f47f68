/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-tooltip.h"

#include "worker/koma-thread.h"

#define KEY "koma-tooltip"

/* A popover belongs to the widget that it points to: GTK shows the tooltip of that one for each
 * part of the popover that has none, over what the user is about to choose. */
static gboolean
has_open_popover (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    if (GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child))
      return TRUE;
  }
  return FALSE;
}

static gboolean
query_cb (GtkWidget  *widget,
          int         x,
          int         y,
          gboolean    is_by_keyboard,
          GtkTooltip *tooltip)
{
  if (has_open_popover (widget))
    return FALSE;
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

static gboolean
query_unless_open (GtkWidget  *widget,
                   int         x,
                   int         y,
                   gboolean    is_by_keyboard,
                   GtkTooltip *tooltip)
{
  gboolean is_shown = FALSE;

  if (has_open_popover (widget))
    return FALSE;
  g_signal_chain_from_overridden_handler (widget, x, y, is_by_keyboard, tooltip, &is_shown);
  return is_shown;
}

/**
 * koma_tooltip_hide_while_open:
 *
 * Menu buttons and drop-downs have no tooltip while their popover is open. Called once.
 *
 * Thread: main.
 */
void
koma_tooltip_hide_while_open (void)
{
  const GType types[] = { GTK_TYPE_MENU_BUTTON, GTK_TYPE_DROP_DOWN };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_type_ensure (types[i]);
    g_signal_override_class_handler ("query-tooltip", types[i], G_CALLBACK (query_unless_open));
  }
}

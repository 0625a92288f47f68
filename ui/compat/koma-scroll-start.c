/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-scroll-start.h"

#define IS_ELSEWHERE "koma-is-elsewhere"

static double
get_right_end (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
}

static void
scrolled_cb (GtkAdjustment *adjustment,
             GtkWidget     *child)
{
  const gboolean is_elsewhere = gtk_adjustment_get_value (adjustment) <
                                get_right_end (adjustment) - 1.0;

  g_object_set_data (G_OBJECT (adjustment), IS_ELSEWHERE, GINT_TO_POINTER (is_elsewhere));
}

static gboolean
lay_out_cb (GtkWidget     *child,
            GdkFrameClock *clock,
            gpointer       user_data)
{
  gtk_widget_queue_allocate (child);
  return G_SOURCE_REMOVE;
}

/* A GtkColumnView has laid out its columns by the old value when it says how wide they are, and GTK
 * forgets what is queued meanwhile. */
static void
changed_cb (GtkAdjustment *adjustment,
            GtkWidget     *child)
{
  const double end = get_right_end (adjustment);

  if (gtk_widget_get_direction (child) != GTK_TEXT_DIR_RTL ||
      g_object_get_data (G_OBJECT (adjustment), IS_ELSEWHERE) != NULL ||
      gtk_adjustment_get_value (adjustment) == end)
    return;
  gtk_adjustment_set_value (adjustment, end);
  gtk_widget_add_tick_callback (child, lay_out_cb, NULL, NULL);
}

void
koma_scroll_start_keep (GtkWidget *widget)
{
  GtkWidget     *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));

  g_signal_connect_object (adjustment, "changed", G_CALLBACK (changed_cb), widget, 0);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (scrolled_cb), widget, 0);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-tab-stop.h"

struct _KomaTabStop
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (KomaTabStop, koma_tab_stop, ADW_TYPE_BIN)

/* GTK 4.18 would begin with Tab in the first row, and with Shift+Tab in the last. */
static void
keep_row (GtkWidget *widget)
{
#if GTK_CHECK_VERSION(4, 12, 0)
  GtkWidget *scrolled = adw_bin_get_child (ADW_BIN (widget));

  g_object_set (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scrolled)), "tab-behavior",
                GTK_LIST_TAB_ITEM, NULL);
#endif
}

static gboolean
koma_tab_stop_focus (GtkWidget       *widget,
                     GtkDirectionType direction)
{
  const gboolean is_tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (is_tab && (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
    return FALSE;
  keep_row (widget);
  return GTK_WIDGET_CLASS (koma_tab_stop_parent_class)->focus (widget, direction);
}

static void
koma_tab_stop_class_init (KomaTabStopClass *klass)
{
  GTK_WIDGET_CLASS (klass)->focus = koma_tab_stop_focus;
}

static void
koma_tab_stop_init (KomaTabStop *self)
{
}

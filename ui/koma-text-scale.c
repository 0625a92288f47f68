/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-text-scale.h"

#include <adwaita.h>

/* From here on two buttons and a title are too much for a dialog as wide as a phone. */
#define LARGE 1.5

double
koma_text_scale (GtkWidget *widget)
{
  int dpi = -1; /* times 1024 */

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? MAX (dpi / (96.0 * 1024.0), 1.0) : 1.0;
}

gboolean
koma_text_scale_is_large (GtkWidget *widget)
{
  return koma_text_scale (widget) >= LARGE;
}

/* Calls @change for each “text-button” below @widget. */
static void
change_buttons (GtkWidget *widget,
                void (*change) (GtkButton *button))
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_has_css_class (child, "text-button"))
      change (GTK_BUTTON (child));
    else
      change_buttons (child, change);
}

static void
set_ellipsize (GtkButton         *button,
               PangoEllipsizeMode mode)
{
  GtkWidget *label = gtk_button_get_child (button);

  if (GTK_IS_LABEL (label))
    gtk_label_set_ellipsize (GTK_LABEL (label), mode);
}

static void
keep_whole (GtkButton *button)
{
  set_ellipsize (button, PANGO_ELLIPSIZE_NONE);
}

static void
let_shrink (GtkButton *button)
{
  set_ellipsize (button, PANGO_ELLIPSIZE_END);
}

/* Alt and the letter, which the label told the button. */
static void
keep_mnemonic (GtkButton *button,
               guint      keyval)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcutAction  *press = g_object_ref (gtk_mnemonic_action_get ());

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (keys), GTK_SHORTCUT_SCOPE_MANAGED);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_mnemonic_trigger_new (keyval), press));
  gtk_widget_add_controller (GTK_WIDGET (button), keys);
}

void
koma_text_scale_use_icon (GtkButton  *button,
                          const char *icon)
{
  GtkLabel   *label = GTK_LABEL (gtk_button_get_child (button));
  const guint keyval = gtk_label_get_mnemonic_keyval (label);

  gtk_widget_set_tooltip_text (GTK_WIDGET (button), gtk_label_get_text (label));
  if (keyval != GDK_KEY_VoidSymbol)
    keep_mnemonic (button, keyval);
  gtk_button_set_icon_name (button, icon); /* the label goes */
}

static void
make_cross (GtkButton *button)
{
  if (GTK_IS_LABEL (gtk_button_get_child (button)) &&
      !gtk_widget_has_css_class (GTK_WIDGET (button), "suggested-action"))
    koma_text_scale_use_icon (button, "window-close-symbolic");
}

static GtkWidget *
find_bar (GtkWidget *widget)
{
  GtkWidget *found = ADW_IS_HEADER_BAR (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_bar (child);
  return found;
}

static int
get_room (GtkWindow *dialog)
{
  GtkWindow *parent = gtk_window_get_transient_for (dialog);
  int        width = -1, height = -1;

  gtk_window_get_default_size (dialog, &width, &height);
  return parent != NULL ? MIN (width, gtk_widget_get_width (GTK_WIDGET (parent))) : width;
}

/* Words that are cut say less than a cross; and those of the other button are whole then, if they
 * can be. */
static void
fit_buttons (GtkWindow *dialog)
{
  GtkWidget *bar = find_bar (GTK_WIDGET (dialog));
  const int  room = get_room (dialog);
  int        least = 0, width = 0;

  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  if (width <= room)
    return;
  change_buttons (bar, make_cross);
  change_buttons (bar, keep_whole);
  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (least > room)
    change_buttons (bar, let_shrink);
}

void
koma_text_scale_keep_buttons (GtkWindow *dialog)
{
  if (koma_text_scale_is_large (GTK_WIDGET (dialog)))
    fit_buttons (dialog);
  else
    change_buttons (GTK_WIDGET (dialog), keep_whole);
}

static void
let_wrap (GtkButton *button)
{
  GtkWidget *label = gtk_button_get_child (button);

  if (!GTK_IS_LABEL (label))
    return;
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
}

void
koma_text_scale_wrap_buttons (GtkWidget *widget)
{
  change_buttons (widget, let_wrap);
}

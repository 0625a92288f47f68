/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-diagnostics-window.h"

#include <glib/gi18n-lib.h>

#include "koma-comparison-page.h"
#include "koma-diagnostics-report.h"
#include "koma-profile-page.h"

struct _KomaDiagnosticsWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  AdwToastOverlay      *toasts;
  AdwViewStack         *stack;
  AdwViewSwitcherTitle *switcher;
  AdwViewSwitcherBar   *switcher_bar; /* where the header bar has no room for both pages */
  KomaComparisonPage   *comparison_page;
  KomaProfilePage      *profile_page;

  /* Owned. */
  KomaDiagnostics *diagnostics;

  guint layout_source;
};

G_DEFINE_FINAL_TYPE (KomaDiagnosticsWindow, koma_diagnostics_window, ADW_TYPE_WINDOW)

static void
koma_diagnostics_window_dispose (GObject *object)
{
  KomaDiagnosticsWindow *self = KOMA_DIAGNOSTICS_WINDOW (object);

  g_clear_handle_id (&self->layout_source, g_source_remove);
  if (self->diagnostics != NULL)
    koma_diagnostics_cancel (self->diagnostics);
  g_clear_object (&self->diagnostics);

  G_OBJECT_CLASS (koma_diagnostics_window_parent_class)->dispose (object);
}

static void
copy_report_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  KomaDiagnosticsWindow *self = KOMA_DIAGNOSTICS_WINDOW (widget);
  g_autofree char       *text =
    koma_diagnostics_report_describe (koma_diagnostics_get_control (self->diagnostics),
                                      koma_diagnostics_get_comparison (self->diagnostics),
                                      koma_diagnostics_get_report (self->diagnostics));
  AdwToast *toast = NULL;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  toast = adw_toast_new (_ ("Report copied"));
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* The window of the pictures has them all: its dialogs, its errors. */
static void
open_model_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (widget));

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.open-model", NULL);
}

static void
page_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  adw_view_stack_set_visible_child_name (KOMA_DIAGNOSTICS_WINDOW (widget)->stack,
                                         g_variant_get_string (parameter, NULL));
}

/* Ends a measurement first, as in the window of the pictures. */
static void
escape_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaDiagnosticsWindow *self = KOMA_DIAGNOSTICS_WINDOW (widget);

  if (koma_diagnostics_get_running (self->diagnostics) != KOMA_DIAGNOSIS_NONE)
    koma_diagnostics_cancel (self->diagnostics);
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* Not earlier: GTK 4.8 would tell screen readers that this is no window. */
static void
koma_diagnostics_window_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (koma_diagnostics_window_parent_class)->map (widget);

  koma_comparison_page_focus_button (KOMA_DIAGNOSTICS_WINDOW (widget)->comparison_page);
}

static gboolean
adapt_cb (gpointer user_data)
{
  KomaDiagnosticsWindow *self = user_data;
  gboolean               is_title_visible = FALSE;

  self->layout_source = 0;
  g_object_get (self->switcher, "title-visible", &is_title_visible, NULL);
  adw_view_switcher_bar_set_reveal (self->switcher_bar, is_title_visible);
  return G_SOURCE_REMOVE;
}

/* The header bar finds out during a layout, in which the bar at the bottom would get no height:
 * show it afterwards. */
static void
switched_cb (KomaDiagnosticsWindow *self)
{
  if (self->layout_source == 0)
    self->layout_source = g_idle_add_full (GDK_PRIORITY_REDRAW, adapt_cb, self, NULL);
}

static void
koma_diagnostics_window_class_init (KomaDiagnosticsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_diagnostics_window_dispose;
  widget_class->map = koma_diagnostics_window_map;

  g_type_ensure (KOMA_TYPE_COMPARISON_PAGE);
  g_type_ensure (KOMA_TYPE_PROFILE_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-diagnostics-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaDiagnosticsWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, KomaDiagnosticsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, KomaDiagnosticsWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, KomaDiagnosticsWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, KomaDiagnosticsWindow, comparison_page);
  gtk_widget_class_bind_template_child (widget_class, KomaDiagnosticsWindow, profile_page);

  gtk_widget_class_install_action (widget_class, "diagnostics.copy-report", NULL,
                                   copy_report_action);
  gtk_widget_class_install_action (widget_class, "diagnostics.open-model", NULL,
                                   open_model_action);
  gtk_widget_class_install_action (widget_class, "diagnostics.escape", NULL, escape_action);
  gtk_widget_class_install_action (widget_class, "diagnostics.page", "s", page_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "diagnostics.escape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1, GDK_ALT_MASK, "diagnostics.page",
                                       "s", "compare");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_2, GDK_ALT_MASK, "diagnostics.page",
                                       "s", "profile");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c,
                                       GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "diagnostics.copy-report", NULL);
}

static void
koma_diagnostics_window_init (KomaDiagnosticsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->switcher, "notify::title-visible", G_CALLBACK (switched_cb), self,
                           G_CONNECT_SWAPPED);
  switched_cb (self);
}

/**
 * koma_diagnostics_window_new:
 * @parent: the window of the pictures
 * @diagnostics: shown by this window alone
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_diagnostics_window_new (GtkWindow       *parent,
                             KomaDiagnostics *diagnostics)
{
  KomaDiagnosticsWindow *self = g_object_new (KOMA_TYPE_DIAGNOSTICS_WINDOW,
                                              "transient-for", parent,
                                              "destroy-with-parent", TRUE,
                                              NULL);

  /* For the keys that close windows, and the program. */
  if (parent != NULL)
    gtk_window_set_application (GTK_WINDOW (self), gtk_window_get_application (parent));
  self->diagnostics = g_object_ref (diagnostics);
  koma_comparison_page_set_diagnostics (self->comparison_page, diagnostics);
  koma_profile_page_set_diagnostics (self->profile_page, diagnostics);
  return GTK_WINDOW (self);
}

KomaDiagnostics *
koma_diagnostics_window_get_diagnostics (KomaDiagnosticsWindow *self)
{
  return self->diagnostics;
}

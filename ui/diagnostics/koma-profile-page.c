/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profile-page.h"

#include <glib/gi18n-lib.h>

#include "koma-measurement-words.h"
#include "koma-profile-export.h"
#include "koma-profile-table.h"
#include "ui/compat/koma-drop-down.h"
#include "ui/koma-text-scale.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

struct _KomaProfilePage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkOrientable    *choice;
  GtkDropDown      *backend;
  GtkWidget        *button;
  GtkLabel         *button_label; /* a button's own label is spoken twice by GTK 4.8 */
  GtkSpinner       *spinner;
  GtkMenuButton    *sort_button;
  GtkWidget        *export_button;
  GtkLabel         *summary;
  GtkStack         *stack;
  AdwStatusPage    *empty;
  GtkWidget        *open_button;
  KomaProfileTable *table;

  /* Owned. */
  KomaDiagnostics   *diagnostics;
  KomaProfileReport *shown;    /* (nullable) */
  GPtrArray         *backends; /* of the names (static) that can be chosen */

  gboolean is_chosen; /* by the user: it does not follow the one in use any more */
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (KomaProfilePage, koma_profile_page, ADW_TYPE_BIN)

static void
koma_profile_page_dispose (GObject *object)
{
  KomaProfilePage *self = KOMA_PROFILE_PAGE (object);

  g_clear_object (&self->diagnostics);
  g_clear_pointer (&self->shown, koma_profile_report_unref);
  g_clear_pointer (&self->backends, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_profile_page_parent_class)->dispose (object);
}

static gboolean
is_running (KomaProfilePage *self)
{
  return koma_diagnostics_get_running (self->diagnostics) == KOMA_DIAGNOSIS_PROFILE;
}

/* (nullable) the one in use */
static const char *
get_backend (KomaProfilePage *self)
{
  guint selected = gtk_drop_down_get_selected (self->backend);

  return selected < self->backends->len ? g_ptr_array_index (self->backends, selected) : NULL;
}

static void
clicked_cb (KomaProfilePage *self)
{
  if (is_running (self))
    koma_diagnostics_cancel (self->diagnostics);
  else
    koma_diagnostics_profile (self->diagnostics, get_backend (self));
}

static void export(KomaProfilePage *self,
                   KomaExportFormat format)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);

  if (self->shown != NULL && toasts != NULL)
    koma_profile_export (ADW_TOAST_OVERLAY (toasts), self->shown, format);
}

static void
export_csv_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  export(KOMA_PROFILE_PAGE (widget), KOMA_EXPORT_CSV);
}

static void
export_json_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  export(KOMA_PROFILE_PAGE (widget), KOMA_EXPORT_JSON);
}

/* The button stands beside the table, not in it. */
static void
sort_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (KOMA_PROFILE_PAGE (widget)->table), "table.sort",
                                      parameter);
}

static void
koma_profile_page_class_init (KomaProfilePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_profile_page_dispose;

  g_type_ensure (KOMA_TYPE_PROFILE_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-profile-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, choice);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, backend);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, button);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, button_label);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, sort_button);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, export_button);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, summary);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, stack);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, empty);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, open_button);
  gtk_widget_class_bind_template_child (widget_class, KomaProfilePage, table);
  gtk_widget_class_bind_template_callback (widget_class, clicked_cb);

  gtk_widget_class_install_action (widget_class, "profile.export-csv", NULL, export_csv_action);
  gtk_widget_class_install_action (widget_class, "profile.export-json", NULL, export_json_action);
  gtk_widget_class_install_action (widget_class, "table.sort", "u", sort_action);
}

static void
selected_cb (KomaProfilePage *self)
{
  self->is_chosen = self->is_chosen || !self->is_updating;
}

static void
koma_profile_page_init (KomaProfilePage *self)
{
  g_autoptr (GMenuModel) columns = koma_profile_table_create_menu ();

  gtk_widget_init_template (GTK_WIDGET (self));
  koma_drop_down_name_button (self->backend);
  koma_drop_down_ellipsize (self->backend);
  if (koma_text_scale_is_large (GTK_WIDGET (self)))
    gtk_orientable_set_orientation (self->choice, GTK_ORIENTATION_VERTICAL);
  self->backends = g_ptr_array_new ();
  gtk_menu_button_set_menu_model (self->sort_button, columns);
  g_signal_connect_object (self->backend, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

/* ---- The backend ---- */

static GPtrArray *
find_usable (GPtrArray     *entries, /* (nullable) */
             GtkStringList *titles)  /* gets those for the user */
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; entries != NULL && i < entries->len; i++) {
    const KomaBackendEntry *entry = g_ptr_array_index (entries, i);

    if (entry->reason != NULL)
      continue;
    g_ptr_array_add (names, (gpointer) entry->name);
    gtk_string_list_append (titles,
                            koma_words_for_technical_name (entry->name, entry->is_software));
  }
  return names;
}

static gboolean
is_same (GPtrArray *one,
         GPtrArray *other)
{
  for (guint i = 0; i < MIN (one->len, other->len); i++)
    if (g_ptr_array_index (one, i) != g_ptr_array_index (other, i))
      return FALSE;
  return one->len == other->len;
}

static void
update_choices (KomaProfilePage *self)
{
  KomaBackendControl *control = koma_diagnostics_get_control (self->diagnostics);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr (GPtrArray) names = find_usable (koma_backend_control_get_entries (control), titles);

  if (is_same (names, self->backends))
    return;
  g_ptr_array_unref (self->backends);
  self->backends = g_steal_pointer (&names);
  gtk_drop_down_set_model (self->backend, G_LIST_MODEL (titles));
}

static void
select_in_use (KomaProfilePage *self)
{
  KomaModelInfo *info = koma_diagnostics_get_info (self->diagnostics);

  for (guint i = 0; info != NULL && i < self->backends->len; i++)
    if (g_str_equal (g_ptr_array_index (self->backends, i), info->backend))
      gtk_drop_down_set_selected (self->backend, i);
}

static void
update_backend (KomaProfilePage *self)
{
  self->is_updating = TRUE;
  update_choices (self);
  if (!self->is_chosen)
    select_in_use (self);
  self->is_updating = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self->backend),
                            !is_running (self) && self->backends->len > 0);
}

/* ---- Contents ---- */

static void
update_button (KomaProfilePage *self)
{
  KomaDiagnosis running = koma_diagnostics_get_running (self->diagnostics);
  gboolean      has_model = koma_diagnostics_get_info (self->diagnostics) != NULL;
  const char   *label = is_running (self) ? _ ("Cancel") : _ ("Profile");

  gtk_label_set_label (self->button_label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_widget_set_sensitive (self->button, is_running (self) ||
                                            (has_model && running == KOMA_DIAGNOSIS_NONE));
  if (is_running (self))
    gtk_widget_remove_css_class (self->button, "suggested-action");
  else
    gtk_widget_add_css_class (self->button, "suggested-action");
  gtk_spinner_set_spinning (self->spinner, is_running (self));
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), is_running (self));
}

static char *
describe_state (KomaProfilePage *self)
{
  const char *note = koma_diagnostics_get_note (self->diagnostics, KOMA_DIAGNOSIS_PROFILE);

  if (is_running (self))
    return g_strdup (_ ("Timing each step…"));
  if (note != NULL)
    return g_strdup (note);
  if (koma_diagnostics_get_running (self->diagnostics) != KOMA_DIAGNOSIS_NONE)
    return g_strdup (_ ("Backends are being compared"));
  return self->shown != NULL ? koma_measurement_words_for_profile (self->shown) : g_strdup ("");
}

static void
update_summary (KomaProfilePage *self)
{
  g_autofree char *state = describe_state (self);

  gtk_label_set_label (self->summary, state);
  gtk_widget_set_visible (GTK_WIDGET (self->summary), *state != '\0');
  gtk_widget_set_tooltip_text (
    GTK_WIDGET (self->summary),
    koma_diagnostics_get_detail (self->diagnostics, KOMA_DIAGNOSIS_PROFILE));
}

static void
update_empty (KomaProfilePage *self)
{
  gboolean has_model = koma_diagnostics_get_info (self->diagnostics) != NULL;

  adw_status_page_set_title (self->empty, has_model ? _ ("Where Does the Time Go?")
                                                    : _ ("No Model"));
  adw_status_page_set_description (
    self->empty, has_model ? _ ("The model computes a few times, and each of its steps is "
                                "timed. It takes some seconds.")
                           : _ ("A profile tells what each step of a model takes."));
  gtk_widget_set_visible (self->open_button, !has_model);
}

static void
update_report (KomaProfilePage *self)
{
  KomaProfileReport *report = koma_diagnostics_get_report (self->diagnostics);

  if (report != self->shown) {
    g_clear_pointer (&self->shown, koma_profile_report_unref);
    self->shown = koma_profile_report_ref (report);
    koma_profile_table_show (self->table, report);
  }
  gtk_stack_set_visible_child_name (self->stack, report != NULL ? "table" : "empty");
  gtk_widget_set_visible (GTK_WIDGET (self->sort_button), report != NULL);
  gtk_widget_set_visible (self->export_button, report != NULL);
}

static void
update (KomaProfilePage *self)
{
  update_backend (self);
  update_button (self);
  update_report (self);
  update_summary (self);
  update_empty (self);
}

void
koma_profile_page_set_diagnostics (KomaProfilePage *self,
                                   KomaDiagnostics *diagnostics)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->diagnostics, diagnostics);
  g_signal_connect_object (diagnostics, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

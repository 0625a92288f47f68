/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-checkup.h"

#include <glib/gi18n-lib.h>

#include "engine/koma-values.h"
#include "ui/koma-button-flow.h"
#include "worker/koma-thread.h"

struct _KomaCheckup
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  AdwPreferencesGroup *group;

  /* Owned. */
  GPtrArray *rows; /* of the group (borrowed) */
};

static guint remedy_signal;

G_DEFINE_FINAL_TYPE (KomaCheckup, koma_checkup, ADW_TYPE_BIN)

/* A button of a row. */
typedef struct
{
  KomaRemedy  remedy;
  const char *label;  /* untranslated */
  const char *action; /* detailed */
} Offer;

static const Offer offers[] = {
  { KOMA_REMEDY_RANGE, "−1 … 1", "win.range::-1,1" },
  { KOMA_REMEDY_RANGE, "0 … 1", "win.range::0,1" },
  { KOMA_REMEDY_RANGE, "ImageNet", "win.range::imagenet" },
  { KOMA_REMEDY_RANGE, "1 … 0", "win.range::1,0" },
  { KOMA_REMEDY_LABELS, N_ ("Labels File…"), "win.open-labels" },
  { KOMA_REMEDY_FOLDER, N_ ("Open Model Folder…"), "win.open-model-folder" },
  { KOMA_REMEDY_MODEL, N_ ("Open Model…"), "win.open-model" },
  { KOMA_REMEDY_BACKEND, N_ ("Preferences"), "win.preferences" },
};

static void
koma_checkup_dispose (GObject *object)
{
  KomaCheckup *self = KOMA_CHECKUP (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_checkup_parent_class)->dispose (object);
}

static void
koma_checkup_class_init (KomaCheckupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_checkup_dispose;

  /* Asks for an action. */
  remedy_signal = g_signal_new ("remedy", KOMA_TYPE_CHECKUP, G_SIGNAL_RUN_LAST,
                                0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, "/app/koma/Koma/ui/koma-checkup.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaCheckup, group);
}

static void
koma_checkup_init (KomaCheckup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
}

/* ---- Rows ---- */

static GtkWidget *
create_icon (KomaFindingSeverity severity)
{
  static const char *const names[] = { "dialog-error-symbolic", "dialog-warning-symbolic",
                                       "dialog-information-symbolic" };
  static const char *const classes[] = { "error", "warning", "dim-label" };
  GtkWidget               *icon = gtk_image_new_from_icon_name (names[severity]);

  gtk_widget_add_css_class (icon, classes[severity]);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  koma_finding_severity_get_title (severity), -1);
  return icon;
}

static GtkWidget *
create_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  return label;
}

static void
remedy_cb (GtkWidget  *button,
           const char *action)
{
  GtkWidget *self = gtk_widget_get_ancestor (button, KOMA_TYPE_CHECKUP);

  g_signal_emit (self, remedy_signal, 0, action);
}

static GtkWidget *
create_button (const Offer *offer)
{
  const char *label = _ (offer->label);
  GtkWidget  *button = gtk_button_new_with_label (label);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect (button, "clicked", G_CALLBACK (remedy_cb), (gpointer) offer->action);
  return button;
}

/* Returns: (nullable) */
static GtkWidget *
create_buttons (KomaRemedy remedy)
{
  GtkWidget *flow = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (offers); i++) {
    if (offers[i].remedy != remedy)
      continue;
    if (flow == NULL) {
      flow = koma_button_flow_new ();
      gtk_widget_set_margin_top (flow, 6);
    }
    koma_button_flow_append (flow, create_button (&offers[i]));
  }
  return flow;
}

static GtkWidget *
create_words (const KomaFinding *finding)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *buttons = create_buttons (finding->remedy);
  GtkWidget *advice = NULL;

  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), create_label (finding->sentence));
  if (finding->advice != NULL) {
    advice = create_label (finding->advice);
    gtk_widget_add_css_class (advice, "dim-label");
    gtk_widget_add_css_class (advice, "caption");
    gtk_box_append (GTK_BOX (words), advice);
  }
  if (buttons != NULL)
    gtk_box_append (GTK_BOX (words), buttons);
  return words;
}

/* Its name says all of it to screen readers, as the keyboard goes from row to row. */
static GtkWidget *
create_row (GtkWidget  *icon,
            GtkWidget  *words,
            const char *name)
{
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 9);
  gtk_widget_set_margin_bottom (box, 9);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

static GtkWidget *
create_finding_row (const KomaFinding *finding)
{
  /* Translators: “Error”, “Doubt” or “Note”, a sentence, and advice */
  g_autofree char *name = g_strdup_printf (
    C_ ("finding", "%s: %s %s"), koma_finding_severity_get_title (finding->severity),
    finding->sentence,
    finding->advice != NULL ? finding->advice : "");

  return create_row (create_icon (finding->severity), create_words (finding), name);
}

static GtkWidget *
create_healthy_row (void)
{
  const char *text = _ ("Nothing doubtful was found about this model.");
  GtkWidget  *icon = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_widget_add_css_class (icon, "success");
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  C_ ("check-up", "All well"), -1);
  return create_row (icon, create_label (text), text);
}

static void
add_row (KomaCheckup *self,
         GtkWidget   *row)
{
  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->rows, row);
}

/**
 * koma_checkup_set_findings:
 * @self: a check-up
 * @findings: (element-type KomaFinding): of the model doctor
 *
 * Shows them in place of those before; that there are none is said as well.
 */
void
koma_checkup_set_findings (KomaCheckup *self,
                           GPtrArray   *findings)
{
  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);

  for (guint i = 0; i < findings->len; i++)
    add_row (self, create_finding_row (g_ptr_array_index (findings, i)));
  if (findings->len == 0)
    add_row (self, create_healthy_row ());
}

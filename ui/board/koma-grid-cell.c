/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-cell.h"

#include <glib/gi18n-lib.h>

#include "koma-grid-words.h"
#include "ui/koma-tooltip.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define WIDTH_CHARS 5 /* of a name that is shortened */

struct _KomaGridCell
{
  AdwBin parent_instance;

  /* Borrowed. */
  GtkWidget *name;
  GtkWidget *percent;

  KomaPreferences *preferences;
  KomaResultItem  *item; /* (nullable) */
  gulong           state_handler;
  guint            position;
  guint            n_columns;
};

G_DEFINE_FINAL_TYPE (KomaGridCell, koma_grid_cell, ADW_TYPE_BIN)

/* The list's own widget around it has the focus. */
static void
update_accessible_name (KomaGridCell *self,
                        const char   *text)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                    -1);
}

static void
set_class (KomaGridCell *self,
           const char   *name,
           gboolean      is_set)
{
  if (is_set)
    gtk_widget_add_css_class (GTK_WIDGET (self), name);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), name);
}

static void
update (KomaGridCell *self)
{
  const KomaResult *result = koma_result_item_get_result (self->item);
  const gboolean    is_not_sure = koma_grid_words_is_not_sure (self->item, self->preferences);
  g_autofree char  *answer = koma_grid_words_for_answer (self->item);
  g_autofree char  *percent = result != NULL ? koma_words_for_score (result->classes[0].score)
                                             : g_strdup ("");
  /* Translators: the score of an answer that is not sure */
  g_autofree char *shown = is_not_sure ? g_strdup_printf (C_ ("not sure", "%s ?"), percent)
                                       : g_strdup (percent);
  g_autofree char *text =
    koma_grid_words_for_cell (self->item, self->position, self->n_columns, self->preferences);

  gtk_label_set_label (GTK_LABEL (self->name), answer);
  gtk_label_set_label (GTK_LABEL (self->percent), shown);
  koma_tooltip_set_text (GTK_WIDGET (self), text);
  set_class (self, "not-sure", is_not_sure);
  set_class (self, "failed", koma_result_item_get_state (self->item) == KOMA_ITEM_FAILED);
  set_class (self, "waiting", result == NULL);
  update_accessible_name (self, text);
}

static void
koma_grid_cell_dispose (GObject *object)
{
  KomaGridCell *self = KOMA_GRID_CELL (object);

  koma_grid_cell_show (self, NULL, 0, 1);
  g_clear_object (&self->preferences);

  G_OBJECT_CLASS (koma_grid_cell_parent_class)->dispose (object);
}

static void
koma_grid_cell_class_init (KomaGridCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_grid_cell_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gridcell");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
create_label (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_widget_add_css_class (label, style);
  return label;
}

static void
koma_grid_cell_init (KomaGridCell *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->name = create_label ("caption-heading");
  self->percent = create_label ("caption");
  gtk_widget_add_css_class (self->percent, "dim-label");
  gtk_widget_add_css_class (self->percent, "numeric");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->name);
  gtk_box_append (GTK_BOX (box), self->percent);
  adw_bin_set_child (ADW_BIN (self), box);
}

GtkWidget *
koma_grid_cell_new (KomaPreferences *preferences)
{
  KomaGridCell *self = g_object_new (KOMA_TYPE_GRID_CELL, NULL);

  self->preferences = g_object_ref (preferences);
  return GTK_WIDGET (self);
}

void
koma_grid_cell_show (KomaGridCell   *self,
                     KomaResultItem *item,
                     guint           position,
                     guint           n_columns)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->item != NULL)
    g_clear_signal_handler (&self->state_handler, self->item);
  g_set_object (&self->item, item);
  self->position = position;
  self->n_columns = n_columns;
  if (item == NULL)
    return;
  self->state_handler =
    g_signal_connect_swapped (item, "notify::state", G_CALLBACK (update), self);
  update (self);
}

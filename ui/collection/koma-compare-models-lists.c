/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The labels that changed, one of which can be chosen, and its pictures. */
#include "koma-compare-models-private.h"

#include <glib/gi18n-lib.h>

#include "koma-differing-item.h"
#include "ui/koma-spoken.h"
#include "ui/koma-words.h"
#include "ui/results/koma-picture-tile.h"

#define SIDE 64 /* application pixels */
/* Pictures before the end from which on the next ones are read. */
#define N_AHEAD 50

/* ---- Changes ---- */

static GtkWidget *
create_label (GtkWidget *box) /* (nullable) that gets it */
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (box != NULL)
    gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
setup_change_cb (GtkListItemFactory *factory,
                 GtkListItem        *item)
{
  gtk_list_item_set_child (item, create_label (NULL));
}

/* The row around it has the focus. */
static void
name_row (GtkWidget  *child,
          const char *name)
{
  if (gtk_widget_get_parent (child) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (child)),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* For screen readers, without signs. (transfer full) */
static char *
spell_change (const KomaCollectionChange *change)
{
  /* Translators: for screen readers: two labels, and a number of pictures that had the first one
   * and have the second one now */
  return g_strdup_printf (_ ("Before: %s. Now: %s. Pictures: %'u"),
                          change->labels[KOMA_COMPARED_BEFORE], change->labels[KOMA_COMPARED_NOW],
                          (guint) change->n);
}

static void
bind_change_cb (GtkListItemFactory      *factory,
                GtkListItem             *item,
                KomaCompareModelsWindow *self)
{
  GtkWidget       *label = gtk_list_item_get_child (item);
  const guint      position = gtk_list_item_get_position (item);
  const char      *words = gtk_string_object_get_string (gtk_list_item_get_item (item));
  g_autofree char *spelt = position > 0 && position <= self->changes->len
                             ? spell_change (self->changes->pdata[position - 1])
                             : g_strdup (words);

  gtk_label_set_label (GTK_LABEL (label), words);
  gtk_widget_set_tooltip_text (label, words);
  name_row (label, spelt);
}

static char *
describe_change (const KomaCollectionChange *change)
{
  return g_strdup_printf ("%s → %s: %'u", change->labels[KOMA_COMPARED_BEFORE],
                          change->labels[KOMA_COMPARED_NOW], (guint) change->n);
}

static guint
get_selected (KomaCompareModelsWindow *self)
{
  return gtk_single_selection_get_selected (
    GTK_SINGLE_SELECTION (gtk_list_view_get_model (self->changes_view)));
}

void
koma_compare_models_show_changes (KomaCompareModelsWindow *self,
                                  GPtrArray               *changes,
                                  guint                    n)
{
  const guint n_before = g_list_model_get_n_items (G_LIST_MODEL (self->change_words));
  /* Translators: a number of pictures whose labels changed, in any way */
  g_autofree char *all = g_strdup_printf (_ ("All changes: %'u"), n);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (words, g_steal_pointer (&all));
  for (guint i = 0; i < changes->len; i++)
    g_ptr_array_add (words, describe_change (changes->pdata[i]));
  g_ptr_array_add (words, NULL);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
  self->changes = changes;
  self->is_filling = TRUE;
  gtk_string_list_splice (self->change_words, 0, n_before, (const char *const *) words->pdata);
  gtk_single_selection_set_selected (
    GTK_SINGLE_SELECTION (gtk_list_view_get_model (self->changes_view)), 0);
  self->is_filling = FALSE;
}

KomaCollectionChange *
koma_compare_models_dup_change (KomaCompareModelsWindow *self)
{
  const guint           selected = get_selected (self);
  KomaCollectionChange *copy = NULL;

  if (self->changes == NULL || selected == 0 || selected > self->changes->len)
    return NULL;
  copy = g_memdup2 (self->changes->pdata[selected - 1], sizeof *copy);
  for (guint i = 0; i < KOMA_N_COMPARED; i++)
    copy->labels[i] = g_strdup (copy->labels[i]);
  return copy;
}

static void
selected_cb (KomaCompareModelsWindow *self)
{
  if (self->is_filling || self->path == NULL)
    return;
  self->is_list_stale = TRUE;
  gtk_widget_activate_action (GTK_WIDGET (self), KOMA_COMPARE_MODELS_READ, NULL);
}

/* ---- Pictures ---- */

static void
setup_picture_cb (GtkListItemFactory *factory,
                  GtkListItem        *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *square = adw_clamp_new ();
  GtkWidget *tile = gtk_picture_new ();
  GtkWidget *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = NULL;

  gtk_widget_set_size_request (tile, SIDE, SIDE);
  adw_clamp_set_maximum_size (ADW_CLAMP (square), SIDE);
  adw_clamp_set_child (ADW_CLAMP (square), tile);
  gtk_widget_set_valign (text, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (text, TRUE);
  for (guint i = 0; i < KOMA_N_COMPARED; i++)
    create_label (text);
  name = create_label (text);
  gtk_widget_add_css_class (name, "caption");
  gtk_widget_add_css_class (name, "dim-label");
  gtk_box_append (GTK_BOX (row), square);
  gtk_box_append (GTK_BOX (row), text);
  gtk_list_item_set_child (item, row);
}

/* (transfer full) the name of the file, and what a person says of it */
static char *
describe_picture (const KomaCollectionDiffering *differing)
{
  g_autofree char *base = g_filename_display_basename (differing->path);

  if (differing->correction == NULL)
    return g_steal_pointer (&base);
  /* Translators: the name of a file, and the label that a person gave it */
  return g_strdup_printf (_ ("%s – a person says: %s"), base, differing->correction);
}

/* For screen readers, without signs. */
static void
append_spelt (GString                       *text,
              const KomaCollectionDiffering *differing,
              KomaCompared                   side)
{
  g_autofree char *answer =
    koma_spoken_class (differing->labels[side], differing->scores[side]);

  g_string_append (text, ". ");
  /* Translators: the answer of one model before, or of another now: "cat, 80 percent" */
  g_string_append_printf (text, side == KOMA_COMPARED_BEFORE ? _ ("Before: %s") : _ ("Now: %s"),
                          answer);
}

static void
bind_text (GtkWidget                     *row,
           const KomaCollectionDiffering *differing)
{
  GtkWidget       *label = gtk_widget_get_first_child (gtk_widget_get_last_child (row));
  g_autofree char *name = describe_picture (differing);
  g_autoptr (GString) spelt = g_string_new (name);

  for (guint i = 0; i < KOMA_N_COMPARED; i++) {
    g_autofree char *score = koma_words_for_score (differing->scores[i]);
    /* Translators: the answer of one model before, or of another now: a label and its score */
    g_autofree char *answer =
      g_strdup_printf (i == KOMA_COMPARED_BEFORE ? _ ("Before: %s, %s") : _ ("Now: %s, %s"),
                       differing->labels[i], score);

    gtk_label_set_label (GTK_LABEL (label), answer);
    append_spelt (spelt, differing, i);
    label = gtk_widget_get_next_sibling (label);
  }
  gtk_label_set_label (GTK_LABEL (label), name);
  gtk_widget_set_tooltip_text (row, name);
  name_row (row, spelt->str);
}

static GtkPicture *
get_tile (GtkListItem *item)
{
  GtkWidget *square = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  return GTK_PICTURE (adw_clamp_get_child (ADW_CLAMP (square)));
}

static void
bind_picture_cb (GtkListItemFactory      *factory,
                 GtkListItem             *item,
                 KomaCompareModelsWindow *self)
{
  KomaDifferingItem             *picture = gtk_list_item_get_item (item);
  const KomaCollectionDiffering *differing = koma_differing_item_get (picture);
  g_autoptr (GFile) file = g_file_new_for_path (differing->path);

  bind_text (gtk_list_item_get_child (item), differing);
  koma_picture_tile_load (get_tile (item), file, SIDE);
  if (!self->is_complete && self->path != NULL &&
      gtk_list_item_get_position (item) + N_AHEAD >
        g_list_model_get_n_items (G_LIST_MODEL (self->items)))
    gtk_widget_activate_action (GTK_WIDGET (self), KOMA_COMPARE_MODELS_READ, NULL);
}

static void
unbind_picture_cb (GtkListItemFactory *factory,
                   GtkListItem        *item)
{
  koma_picture_tile_clear (get_tile (item));
}

static void
activate_cb (KomaCompareModelsWindow *self,
             guint                    position)
{
  g_autoptr (KomaDifferingItem) item =
    g_list_model_get_item (G_LIST_MODEL (self->items), position);

  g_signal_emit (self, koma_compare_models_picture_signal, 0,
                 koma_differing_item_get (item)->path);
}

void
koma_compare_models_append (KomaCompareModelsWindow *self,
                            GPtrArray               *pictures)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < pictures->len; i++)
    g_ptr_array_add (items, koma_differing_item_new (g_steal_pointer (&pictures->pdata[i])));
  self->is_complete = items->len == 0;
  g_list_store_splice (self->items, g_list_model_get_n_items (G_LIST_MODEL (self->items)), 0,
                       items->pdata, items->len);
}

/* ---- Both ---- */

static void
connect_changes (KomaCompareModelsWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSingleSelection) selection =
    gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->change_words)));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_change_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_change_cb), self, 0);
  gtk_list_view_set_factory (self->changes_view, factory);
  gtk_list_view_set_model (self->changes_view, GTK_SELECTION_MODEL (selection));
  g_signal_connect_object (selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

void
koma_compare_models_connect_lists (KomaCompareModelsWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSingleSelection) selection =
    gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->items)));

  connect_changes (self);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_picture_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_picture_cb), self, 0);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_picture_cb), NULL);
  gtk_list_view_set_factory (self->pictures_view, factory);
  gtk_list_view_set_model (self->pictures_view, GTK_SELECTION_MODEL (selection));
  g_signal_connect_object (self->pictures_view, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-row-selection.h"

#include "worker/koma-thread.h"

/**
 * KomaRowSelection:
 *
 * Runs of positions. A row that goes is not selected any more; where the list says which rows of a
 * change go and which stay, those that stay are selected as before.
 *
 * Thread: main
 */
struct _KomaRowSelection
{
  GObject parent_instance;

  KomaShownList *list;
  GtkBitset     *selected; /* positions */
};

static void list_model_init (GListModelInterface *iface);
static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (
  KomaRowSelection,
  koma_row_selection,
  G_TYPE_OBJECT,
  G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
    G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, selection_model_init))

/* ---- The list model ---- */

static GType
get_item_type (GListModel *model)
{
  return KOMA_TYPE_RESULT_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (KOMA_ROW_SELECTION (model)->list));
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  return g_list_model_get_item (G_LIST_MODEL (KOMA_ROW_SELECTION (model)->list), position);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* ---- The selection model ---- */

static gboolean
is_selected (GtkSelectionModel *model,
             guint              position)
{
  return gtk_bitset_contains (KOMA_ROW_SELECTION (model)->selected, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint              position,
                        guint              n_items)
{
  return gtk_bitset_ref (KOMA_ROW_SELECTION (model)->selected);
}

/* Of those in @mask, the ones that are to be selected and are not, and the other way round. */
static GtkBitset *
find_changes (KomaRowSelection *self,
              GtkBitset        *selected,
              GtkBitset        *mask)
{
  const guint n_items = get_n_items (G_LIST_MODEL (self));
  GtkBitset  *changes = gtk_bitset_copy (self->selected);

  gtk_bitset_difference (changes, selected);
  gtk_bitset_intersect (changes, mask);
  if (n_items < G_MAXUINT)
    gtk_bitset_remove_range_closed (changes, n_items, G_MAXUINT);
  return changes;
}

/* Whoever holds the bitset of before keeps it as it was. */
static void
take_selected (KomaRowSelection *self,
               GtkBitset        *selected) /* (transfer full) */
{
  gtk_bitset_unref (self->selected);
  self->selected = selected;
}

static gboolean
set_selection (GtkSelectionModel *model,
               GtkBitset         *selected,
               GtkBitset         *mask)
{
  KomaRowSelection *self = KOMA_ROW_SELECTION (model);
  g_autoptr (GtkBitset) changes = find_changes (self, selected, mask);
  guint first = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  if (gtk_bitset_is_empty (changes))
    return TRUE;
  first = gtk_bitset_get_minimum (changes);
  take_selected (self, gtk_bitset_copy (self->selected));
  gtk_bitset_difference (self->selected, changes);
  gtk_selection_model_selection_changed (model, first,
                                         gtk_bitset_get_maximum (changes) - first + 1);
  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->set_selection = set_selection;
}

/* ---- Rows that come and go ---- */

/* (transfer full) Those selected of the rows from @position on that stay, where they will be. */
static GtkBitset *
find_staying (KomaRowSelection *self,
              GtkBitset        *leaving,
              guint             position,
              guint             n_removed)
{
  g_autoptr (GtkBitset) before = gtk_bitset_new_range (position, n_removed);
  GtkBitset    *staying = gtk_bitset_new_empty ();
  GtkBitsetIter at, gone;
  guint         row = 0, next = 0, n_gone = 0;
  gboolean      is_more = gtk_bitset_iter_init_first (&gone, leaving, &next);

  gtk_bitset_intersect (before, self->selected);
  gtk_bitset_subtract (before, leaving);
  for (gboolean is_valid = gtk_bitset_iter_init_first (&at, before, &row); is_valid;
       is_valid = gtk_bitset_iter_next (&at, &row)) {
    for (; is_more && next < row; is_more = gtk_bitset_iter_next (&gone, &next))
      n_gone++;
    gtk_bitset_add (staying, row - n_gone);
  }
  return staying;
}

static void
items_changed_cb (KomaRowSelection *self,
                  guint             position,
                  guint             n_removed,
                  guint             n_added)
{
  GtkBitset *leaving = koma_shown_list_get_leaving (self->list);
  g_autoptr (GtkBitset) staying =
    leaving != NULL ? find_staying (self, leaving, position, n_removed) : NULL;

  take_selected (self, gtk_bitset_copy (self->selected));
  gtk_bitset_splice (self->selected, position, n_removed, n_added);
  if (staying != NULL)
    gtk_bitset_union (self->selected, staying);
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

/* ---- Object ---- */

static void
koma_row_selection_finalize (GObject *object)
{
  KomaRowSelection *self = KOMA_ROW_SELECTION (object);

  gtk_bitset_unref (self->selected);
  g_object_unref (self->list);

  G_OBJECT_CLASS (koma_row_selection_parent_class)->finalize (object);
}

static void
koma_row_selection_class_init (KomaRowSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_row_selection_finalize;
}

static void
koma_row_selection_init (KomaRowSelection *self)
{
  self->selected = gtk_bitset_new_empty ();
}

KomaRowSelection *
koma_row_selection_new (KomaShownList *list)
{
  KomaRowSelection *self = g_object_new (KOMA_TYPE_ROW_SELECTION, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->list = g_object_ref (list);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

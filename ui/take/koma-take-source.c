/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-take-source.h"

#include <glib/gi18n-lib.h>

#include "ui/results/koma-item-store.h"
#include "worker/koma-thread.h"

enum {
  ALL,
  SHOWN,
  SELECTED,
  N_PARTS,
};

struct _KomaTakeSource
{
  GPtrArray *parts[N_PARTS];   /* (element-type KomaResultItem) */
  guint      choices[N_PARTS]; /* parts, as they stand in the row */
};

static GPtrArray *
dup_items (GListModel *model)
{
  const guint n = g_list_model_get_n_items (model);
  GPtrArray  *items = NULL;

  if (KOMA_IS_ITEM_STORE (model))
    return koma_item_store_share_items (KOMA_ITEM_STORE (model));
  items = g_ptr_array_new_full (n, g_object_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (items, g_list_model_get_item (model, i));
  return items;
}

KomaTakeSource *
koma_take_source_new (GListModel *all,
                      GListModel *shown,
                      GPtrArray  *selected)
{
  KomaTakeSource *self = g_new0 (KomaTakeSource, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  self->parts[ALL] = dup_items (all);
  /* A part that is all is not offered. */
  self->parts[SHOWN] = g_list_model_get_n_items (shown) == self->parts[ALL]->len
                         ? g_ptr_array_ref (self->parts[ALL])
                         : dup_items (shown);
  self->parts[SELECTED] = selected;
  return self;
}

void
koma_take_source_free (KomaTakeSource *self)
{
  for (guint i = 0; i < N_PARTS; i++)
    g_ptr_array_unref (self->parts[i]);
  g_free (self);
}

static char *
describe (guint part,
          guint n)
{
  switch (part) {
  case ALL:
    /* Translators: pictures of the list */
    return g_strdup_printf (ngettext ("All (%'u)", "All (%'u)", n), n);
  case SHOWN:
    return g_strdup_printf (ngettext ("Those Shown (%'u)", "Those Shown (%'u)", n), n);
  default:
    return g_strdup_printf (ngettext ("Those Selected (%'u)", "Those Selected (%'u)", n), n);
  }
}

void
koma_take_source_fill (KomaTakeSource *self,
                       AdwComboRow    *row)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n_choices = 0;
  guint chosen = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint part = 0; part < N_PARTS; part++) {
    const guint      n = self->parts[part]->len;
    const gboolean   is_part = n < self->parts[ALL]->len;
    g_autofree char *name = describe (part, n);

    if (part != ALL && (n == 0 || (part == SHOWN && !is_part)))
      continue;
    if (is_part && (part != SELECTED || n > 1))
      chosen = n_choices;
    gtk_string_list_append (names, name);
    self->choices[n_choices++] = part;
  }
  adw_combo_row_set_model (row, G_LIST_MODEL (names));
  adw_combo_row_set_selected (row, chosen);
}

GPtrArray *
koma_take_source_get (KomaTakeSource *self,
                      AdwComboRow    *row)
{
  const guint selected = adw_combo_row_get_selected (row);

  return self->parts[self->choices[selected < N_PARTS ? selected : 0]];
}

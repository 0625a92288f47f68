/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-row-focus.h"

#include "ui/results/koma-result-row.h"

/* A list that has just been shown lays its rows out within a few frames. */
#define MAX_FRAMES 30

typedef struct
{
  KomaResultItem *item;
  guint           n_frames;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_object_unref (search->item);
  g_free (search);
}

static gboolean
tick_cb (GtkWidget     *view,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  Search        *search = user_data;
  KomaResultRow *row = koma_results_view_find_row (KOMA_RESULTS_VIEW (view), search->item);

  if (row == NULL)
    return ++search->n_frames < MAX_FRAMES ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
  /* The list's own widget of a row is what can have the focus. */
  gtk_widget_grab_focus (gtk_widget_get_parent (GTK_WIDGET (row)));
  return G_SOURCE_REMOVE;
}

void
koma_row_focus (KomaResultsView *view,
                KomaResultItem  *item,
                guint            position)
{
  Search *search = g_new (Search, 1);

  *search = (Search){ g_object_ref (item), 0 };
  koma_results_view_scroll_to (view, position);
  gtk_widget_add_tick_callback (GTK_WIDGET (view), tick_cb, search, search_free);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that were taken together: in a review one answer is that of all, in the list one is
 * selected with the others. */
#include "koma-window-private.h"

#include "koma-window-together.h"
#include "worker/koma-thread.h"

/* (nullable) (transfer none) */
static GPtrArray *
get_burst (KomaWindow *self)
{
  KomaResultItem *item = koma_picture_page_get_item (self->picture_page);

  return self->bursts != NULL && item != NULL ? koma_bursts_get (self->bursts, item) : NULL;
}

static KomaReviewBar *
get_bar (KomaWindow *self)
{
  return koma_picture_page_get_review_bar (self->picture_page);
}

static guint
find_in (GPtrArray      *burst,
         KomaResultItem *item)
{
  guint position = 0;

  (void) g_ptr_array_find (burst, item, &position);
  return position;
}

/* Each review begins with one answer for one picture. */
void
koma_window_begin_bursts (KomaWindow *self,
                          KomaBursts *bursts) /* (transfer full) */
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_window_end_bursts (self);
  self->bursts = bursts;
  self->in_bursts = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  koma_review_bar_set_together (get_bar (self), FALSE);
}

void
koma_window_end_bursts (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->bursts, koma_bursts_free);
  g_clear_pointer (&self->in_bursts, g_hash_table_unref);
}

void
koma_window_show_burst (KomaWindow *self)
{
  KomaResultItem *item = koma_picture_page_get_item (self->picture_page);
  GPtrArray      *burst = get_burst (self);

  KOMA_ASSERT_MAIN_THREAD ();

  if (burst != NULL)
    koma_review_bar_set_burst (get_bar (self), find_in (burst, item), burst->len);
  else
    koma_review_bar_set_burst (get_bar (self), 0, 1);
}

char *
koma_window_describe_burst (KomaWindow *self)
{
  KomaResultItem *item = koma_picture_page_get_item (self->picture_page);
  GPtrArray      *burst = get_burst (self);

  KOMA_ASSERT_MAIN_THREAD ();

  return burst != NULL ? koma_review_bar_describe_together (find_in (burst, item), burst->len)
                       : NULL;
}

/**
 * koma_window_dup_burst:
 *
 * Returns: (transfer full) (element-type KomaResultItem): the picture that is reviewed, and where
 *   the user wants it, those of its burst
 */
GPtrArray *
koma_window_dup_burst (KomaWindow *self)
{
  KomaResultItem *item = koma_picture_page_get_item (self->picture_page);
  GPtrArray      *burst = get_burst (self);
  GPtrArray      *items = g_ptr_array_new_with_free_func (g_object_unref);

  KOMA_ASSERT_MAIN_THREAD ();

  g_ptr_array_add (items, g_object_ref (item));
  if (burst == NULL || !koma_review_bar_is_together (get_bar (self)))
    return items;
  for (guint i = 0; i < burst->len; i++) {
    KomaResultItem *other = g_ptr_array_index (burst, i);

    if (other == item || koma_result_item_is_removed (other))
      continue;
    g_ptr_array_add (items, g_object_ref (other));
    g_hash_table_add (self->in_bursts, g_object_ref (other));
  }
  return items;
}

static gboolean
is_answered (KomaWindow *self,
             guint       position)
{
  g_autoptr (KomaResultItem) item = g_list_model_get_item (self->review, position);

  return koma_result_item_get_correction (item) != NULL &&
         g_hash_table_contains (self->in_bursts, item);
}

/* Pictures that were answered along with another have had their turn. */
guint
koma_window_find_next_burst (KomaWindow *self)
{
  const guint n = g_list_model_get_n_items (self->review);
  guint       next = koma_picture_page_get_position (self->picture_page) + 1;

  KOMA_ASSERT_MAIN_THREAD ();

  while (next < n && is_answered (self, next))
    next++;
  return next;
}

/* ---- One key ---- */

static void
select_together (KomaWindow *self)
{
  g_autoptr (KomaResultItem) item = koma_results_view_get_current (self->results);
  g_autoptr (GPtrArray) burst = NULL;

  if (item == NULL)
    return;
  burst = koma_bursts_dup_of (koma_result_feed_get_items (self->feed), item);
  koma_results_view_select_items (self->results, burst);
}

static void
together_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->feed == NULL)
    return;
  if (self->view == KOMA_VIEW_LIST)
    select_together (self);
  else if (self->review != NULL && self->view == KOMA_VIEW_PICTURE && get_burst (self) != NULL)
    koma_review_bar_set_together (get_bar (self), !koma_review_bar_is_together (get_bar (self)));
}

void
koma_window_install_together_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.together", NULL, together_action);
}

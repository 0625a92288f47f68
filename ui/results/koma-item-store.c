/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-item-store.h"

#include <string.h>

#include "worker/koma-thread.h"

/**
 * KomaItemStore:
 *
 * An array. What goes or comes before its end moves all after it: of a million items that is 8 MB,
 * or a millisecond.
 *
 * Thread: main
 */
struct _KomaItemStore
{
  GObject parent_instance;

  GPtrArray *items;     /* KomaResultItem */
  gboolean   is_shared; /* others may have @items: it is copied before it changes */
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KomaItemStore,
                               koma_item_store,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *list)
{
  return KOMA_TYPE_RESULT_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return KOMA_ITEM_STORE (list)->items->len;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  GPtrArray *items = KOMA_ITEM_STORE (list)->items;

  return position < items->len ? g_object_ref (items->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
koma_item_store_finalize (GObject *object)
{
  g_ptr_array_unref (KOMA_ITEM_STORE (object)->items);

  G_OBJECT_CLASS (koma_item_store_parent_class)->finalize (object);
}

static void
koma_item_store_class_init (KomaItemStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_item_store_finalize;
}

static void
koma_item_store_init (KomaItemStore *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

KomaItemStore *
koma_item_store_new (void)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return g_object_new (KOMA_TYPE_ITEM_STORE, NULL);
}

static gpointer
ref_item (gconstpointer item,
          gpointer      user_data)
{
  return g_object_ref ((gpointer) item);
}

/* Those who share it keep what they have. */
static void
stop_sharing (KomaItemStore *self)
{
  GPtrArray *own = NULL;

  if (!self->is_shared)
    return;
  own = g_ptr_array_copy (self->items, ref_item, NULL);
  g_ptr_array_unref (self->items);
  self->items = own;
  self->is_shared = FALSE;
}

static void
insert (GPtrArray *items,
        guint      position,
        gpointer  *added,
        guint      n_added)
{
  const guint n_after = items->len - position;

  g_ptr_array_set_size (items, (gint) (items->len + n_added));
  memmove (items->pdata + position + n_added, items->pdata + position, n_after * sizeof (gpointer));
  for (guint i = 0; i < n_added; i++)
    items->pdata[position + i] = g_object_ref (added[i]);
}

/**
 * koma_item_store_splice:
 * @self: a list
 * @position: at most its length
 * @n_removed: items from there on that go
 * @added: (array length=n_added) (nullable): KomaResultItems that come in their place
 */
void
koma_item_store_splice (KomaItemStore *self,
                        guint          position,
                        guint          n_removed,
                        gpointer      *added,
                        guint          n_added)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (position <= self->items->len && n_removed <= self->items->len - position);

  stop_sharing (self);
  if (n_removed > 0)
    g_ptr_array_remove_range (self->items, position, n_removed);
  if (n_added > 0)
    insert (self->items, position, added, n_added);
  if (n_removed > 0 || n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

/**
 * koma_item_store_share_items:
 * @self: a list
 *
 * Costs nothing before the list changes; it is copied then.
 *
 * Returns: (transfer full) (element-type KomaResultItem): the items as they are now, in an array
 *   that is not to be changed
 */
GPtrArray *
koma_item_store_share_items (KomaItemStore *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_shared = TRUE;
  return g_ptr_array_ref (self->items);
}

/**
 * koma_item_store_find:
 * @self: a list
 * @item: looked for
 * @ret_position: gets its place
 *
 * Returns: whether it is there
 */
gboolean
koma_item_store_find (KomaItemStore *self,
                      gconstpointer  item,
                      guint         *ret_position)
{
  return g_ptr_array_find (self->items, item, ret_position);
}

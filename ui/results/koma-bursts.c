/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-bursts.h"

#include "worker/koma-thread.h"
#include "worker/take/koma-burst.h"

struct _KomaBursts
{
  GPtrArray  *items;   /* owned KomaResultItem: those that may have a burst … */
  GArray     *shots;   /* … and KomaShot of each */
  GHashTable *by_item; /* KomaResultItem → (element-type KomaResultItem) its burst */
};

static const KomaTaken *
get_taken (KomaResultItem *item)
{
  const KomaResult *result = koma_result_item_get_result (item);

  return result != NULL && result->taken.camera != 0 && result->taken.time_us != 0 ? &result->taken
                                                                                   : NULL;
}

gboolean
koma_bursts_can_have (KomaResultItem *item)
{
  return get_taken (item) != NULL;
}

/* Those of which camera and time are known, without their folders.
 * @camera: 0: of all cameras */
static KomaBursts *
collect (GListModel *items,
         gint64      camera)
{
  KomaBursts *self = g_new0 (KomaBursts, 1);

  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->shots = g_array_new (FALSE, FALSE, sizeof (KomaShot));
  self->by_item = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    const KomaTaken *taken = get_taken (item);

    if (taken == NULL || (camera != 0 && taken->camera != camera))
      continue;
    g_array_append_val (self->shots, (KomaShot){ .taken = *taken });
    g_ptr_array_add (self->items, g_steal_pointer (&item));
  }
  return self;
}

static void
add (KomaBursts      *self,
     const guint     *order,
     const KomaBurst *burst)
{
  g_autoptr (GPtrArray) members = g_ptr_array_sized_new (burst->n);

  for (guint i = 0; i < burst->n; i++)
    g_ptr_array_add (members, self->items->pdata[order[burst->first + i]]);
  for (guint i = 0; i < members->len; i++)
    g_hash_table_insert (self->by_item, members->pdata[i], g_ptr_array_ref (members));
}

/* Of the items it reads their paths alone, which never change. Thread: any. */
static void
find (KomaBursts *self)
{
  const guint       n = self->shots->len;
  KomaShot         *shots = (KomaShot *) self->shots->data;
  g_autofree guint *order = g_new (guint, MAX (n, 1));
  g_autoptr (GArray) bursts = NULL;

  for (guint i = 0; i < n; i++)
    shots[i].folder = koma_burst_hash_folder (koma_result_item_get_path (self->items->pdata[i]));
  bursts = koma_burst_find (shots, n, KOMA_BURST_GAP_US, order);
  for (guint i = 0; i < bursts->len; i++)
    add (self, order, &g_array_index (bursts, KomaBurst, i));
}

static void
find_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  find (task_data);
  g_task_return_boolean (task, TRUE);
}

void
koma_bursts_find_async (GListModel         *items,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  KOMA_ASSERT_MAIN_THREAD ();

  g_task_set_source_tag (task, koma_bursts_find_async);
  g_task_set_task_data (task, collect (items, 0), NULL);
  g_task_run_in_thread (task, find_in_thread);
}

KomaBursts *
koma_bursts_find_finish (GAsyncResult *result)
{
  g_autoptr (KomaBursts) self = g_task_get_task_data (G_TASK (result));

  KOMA_ASSERT_MAIN_THREAD ();

  return g_task_propagate_boolean (G_TASK (result), NULL) ? g_steal_pointer (&self) : NULL;
}

void
koma_bursts_free (KomaBursts *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_item);
  g_array_unref (self->shots);
  g_ptr_array_unref (self->items);
  g_free (self);
}

GPtrArray *
koma_bursts_get (KomaBursts     *self,
                 KomaResultItem *item)
{
  return g_hash_table_lookup (self->by_item, item);
}

GPtrArray *
koma_bursts_dup_of (GListModel     *items,
                    KomaResultItem *item)
{
  const KomaTaken *taken = get_taken (item);
  g_autoptr (KomaBursts) bursts = NULL;
  g_autoptr (GPtrArray) alone = g_ptr_array_new ();
  GPtrArray *found = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (taken != NULL) {
    bursts = collect (items, taken->camera);
    find (bursts);
    found = koma_bursts_get (bursts, item);
  }
  g_ptr_array_add (alone, item);
  found = g_ptr_array_copy (found != NULL ? found : alone, (GCopyFunc) g_object_ref, NULL);
  g_ptr_array_set_free_func (found, g_object_unref);
  return found;
}

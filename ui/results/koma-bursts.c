/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-bursts.h"

#include "worker/koma-thread.h"
#include "worker/take/koma-burst.h"

struct _KomaBursts
{
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

/* Those of which camera and time are known. @camera: 0: of all cameras */
static void
collect (GListModel *items,
         gint64      camera,
         GPtrArray  *ret_items,
         GArray     *ret_shots)
{
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    const KomaTaken *taken = get_taken (item);
    KomaShot         shot = { 0 };

    if (taken == NULL || (camera != 0 && taken->camera != camera))
      continue;
    shot.taken = *taken;
    shot.folder = koma_burst_hash_folder (koma_result_item_get_path (item));
    g_array_append_val (ret_shots, shot);
    g_ptr_array_add (ret_items, g_steal_pointer (&item));
  }
}

static void
add (KomaBursts      *self,
     GPtrArray       *items,
     const guint     *order,
     const KomaBurst *burst)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_full (burst->n, g_object_unref);

  for (guint i = 0; i < burst->n; i++)
    g_ptr_array_add (members,
                     g_object_ref (g_ptr_array_index (items, order[burst->first + i])));
  for (guint i = 0; i < members->len; i++)
    g_hash_table_insert (self->by_item, g_object_ref (g_ptr_array_index (members, i)),
                         g_ptr_array_ref (members));
}

static KomaBursts *
find (GListModel *items,
      gint64      camera)
{
  KomaBursts *self = g_new0 (KomaBursts, 1);
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) shots = g_array_new (FALSE, FALSE, sizeof (KomaShot));
  g_autoptr (GArray) bursts = NULL;
  g_autofree guint *order = NULL;

  self->by_item = g_hash_table_new_full (NULL, NULL, g_object_unref,
                                         (GDestroyNotify) g_ptr_array_unref);
  collect (items, camera, known, shots);
  order = g_new (guint, MAX (shots->len, 1));
  bursts = koma_burst_find ((const KomaShot *) shots->data, shots->len, KOMA_BURST_GAP_US, order);
  for (guint i = 0; i < bursts->len; i++)
    add (self, known, order, &g_array_index (bursts, KomaBurst, i));
  return self;
}

KomaBursts *
koma_bursts_new (GListModel *items)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return find (items, 0);
}

void
koma_bursts_free (KomaBursts *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_item);
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
  GPtrArray *found = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (taken != NULL) {
    bursts = find (items, taken->camera);
    found = koma_bursts_get (bursts, item);
  }
  if (found != NULL)
    return g_ptr_array_ref (found);
  found = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (found, g_object_ref (item));
  return found;
}

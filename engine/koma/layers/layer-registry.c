/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-registry.h"

#include "callback.h"
#include "engine/formats/json.h"
#include "engine/formats/keras/entry.h"
#include "engine/koma/koma-error.h"
#include "layer-private.h"
#include "own-layer.h"

typedef struct
{
  gatomicrefcount ref_count;
  KomaLayerMake   make;
  gpointer        user_data;
  GDestroyNotify  destroy;
} Maker;

static GMutex      lock;
static GHashTable *makers; /* (owned) (nullable) class → Maker. Guarded by lock. */

static void
maker_unref (gpointer data)
{
  Maker *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Maker, maker_unref)

/* (transfer full) (nullable) */
static Maker *
find (const char *class_name)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&lock);
  Maker                          *maker = NULL;

  if (makers != NULL)
    maker = g_hash_table_lookup (makers, class_name);
  if (maker != NULL)
    g_atomic_ref_count_inc (&maker->ref_count);
  return maker;
}

/**
 * koma_layer_register:
 * @class_name: what files call the class
 * @make: (scope notified) (closure user_data) (destroy destroy): makes such a layer; called on the
 *   thread that loads a model, or calls koma_layer_new()
 * @user_data: for @make
 * @destroy: (nullable): frees @user_data
 *
 * Has models of files made with layers of a class of one's own, and koma_layer_new() make them. A
 * function that was registered before for the class is forgotten. The layer that is made gets the
 * name and the settings of the file. Thread: any.
 */
void
koma_layer_register (const char    *class_name,
                     KomaLayerMake  make,
                     gpointer       user_data,
                     GDestroyNotify destroy)
{
  Maker *maker = g_new0 (Maker, 1);
  g_autoptr (Maker) before = NULL;
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = NULL;

  g_return_if_fail (class_name != NULL && make != NULL);

  g_atomic_ref_count_init (&maker->ref_count);
  maker->make = make;
  maker->user_data = user_data;
  maker->destroy = destroy;
  before = find (class_name);
  locker = g_mutex_locker_new (&lock);
  if (makers == NULL)
    makers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, maker_unref);
  g_hash_table_insert (makers, g_strdup (class_name), maker);
}

/**
 * koma_layer_registry_has: (skip)
 */
gboolean
koma_layer_registry_has (const char *class_name)
{
  g_autoptr (Maker) maker = find (class_name);

  return maker != NULL;
}

/**
 * koma_layer_registry_make: (skip)
 *
 * Errors: those of the function that was registered; %KOMA_ERROR_ARGUMENT if it gives no layer, or
 * one of another class. They name the class.
 */
KomaLayer *
koma_layer_registry_make (JsonObject *entry,
                          GError    **error)
{
  const char *class_name = koma_keras_layer_get_class (entry);
  g_autoptr (Maker) maker = find (class_name);
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_autoptr (KomaLayer) layer = NULL;
  g_autofree char *config = NULL;
  GError          *own_error = NULL;

  json_node_init_object (node, koma_json_get_object (entry, "config"));
  config = json_to_string (node, FALSE);
  layer = maker->make (class_name, config, maker->user_data, &own_error);
  if (layer != NULL && g_object_is_floating (layer))
    g_object_ref_sink (layer);
  if (!koma_callback_check (layer, own_error, "layer", error) ||
      (!g_str_equal (koma_layer_get_class_name (layer), class_name) &&
       !koma_fail (error, KOMA_ERROR_ARGUMENT, "The function made a layer of the class “%s”",
                   koma_layer_get_class_name (layer)))) {
    g_prefix_error (error, "%s “%s”: ", class_name, koma_keras_layer_get_name (entry));
    return NULL;
  }
  koma_layer_set_entry (layer, entry);
  g_object_force_floating (G_OBJECT (layer));
  return g_steal_pointer (&layer);
}

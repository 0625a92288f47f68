/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "scope.h"

#include "engine/koma/layers/callback.h"
#include "environment-private.h"
#include "tensor-private.h"

/**
 * KomaScope:
 *
 * Owns all tensors that its thread makes while it is in force, and disposes of them at its end, as
 * tf.tidy () of TensorFlow.js does. Scopes nest. Variables are in none.
 *
 * |[<!-- language="C" -->
 * KomaTensor *
 * mean_of_squares (KomaTensor *x, GError **error)
 * {
 *   g_autoptr (KomaScope) scope = koma_scope_begin ();
 *
 *   return koma_scope_return (scope, koma_tensor_mean (koma_tensor_square (x, error), …, error));
 * }
 * ]|
 */
struct _KomaScope
{
  GObject parent_instance;

  KomaEnvironment *environment; /* (owned) */
  GHashTable      *tensors;     /* (nullable) (borrowed) NULL when it has ended */
};

G_DEFINE_FINAL_TYPE (KomaScope, koma_scope, G_TYPE_OBJECT)

static void
koma_scope_dispose (GObject *object)
{
  koma_scope_end (KOMA_SCOPE (object));
  g_clear_object (&KOMA_SCOPE (object)->environment);
  G_OBJECT_CLASS (koma_scope_parent_class)->dispose (object);
}

static void
koma_scope_class_init (KomaScopeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_scope_dispose;
}

static void
koma_scope_init (KomaScope *self)
{
}

/**
 * koma_scope_begin:
 *
 * From now on the tensors that this thread makes are the scope's. Thread: any; the scope is the
 * calling thread's.
 *
 * Returns: (transfer full): the scope; it ends with koma_scope_end(), or its last reference
 */
KomaScope *
koma_scope_begin (void)
{
  KomaScope *self = g_object_new (KOMA_TYPE_SCOPE, NULL);

  self->environment = g_object_ref (koma_environment_get ());
  self->tensors = koma_environment_push_scope (self->environment);
  return self;
}

static gboolean
find_depth (const KomaScope *self,
            guint           *ret_depth)
{
  if (self->environment != koma_environment_get ())
    return FALSE;
  for (guint depth = koma_environment_get_n_scopes (self->environment); depth-- > 0;)
    if (koma_environment_get_scope (self->environment, depth) == self->tensors) {
      *ret_depth = depth;
      return TRUE;
    }
  return FALSE;
}

static void
dispose_of (GHashTable *tensors)
{
  GHashTableIter iter;
  gpointer       tensor = NULL;

  g_hash_table_iter_init (&iter, tensors);
  while (g_hash_table_iter_next (&iter, &tensor, NULL)) {
    KOMA_TENSOR (tensor)->scope = NULL;
    koma_tensor_dispose_data (tensor);
  }
  g_hash_table_unref (tensors);
}

/**
 * koma_scope_end:
 * @self: a scope
 *
 * Disposes of all tensors that are the scope's, whoever still has references; first of those of
 * scopes that began later and did not end. Nothing happens the second time. Thread: its own; on
 * another nothing happens.
 */
void
koma_scope_end (KomaScope *self)
{
  guint depth = 0;

  g_return_if_fail (KOMA_IS_SCOPE (self));

  if (self->tensors != NULL && find_depth (self, &depth))
    while (koma_environment_get_n_scopes (self->environment) > depth)
      dispose_of (koma_environment_pop_scope (self->environment));
  if (self->environment == koma_environment_get ())
    self->tensors = NULL;
}

/**
 * koma_scope_move_out:
 * @self: a scope in force
 * @tensor: (nullable): a tensor
 *
 * Moves a tensor that is the scope's to the scope outside. If there is none, it is left to those
 * who have references to it. Thread: its own.
 */
void
koma_scope_move_out (KomaScope  *self,
                     KomaTensor *tensor)
{
  guint depth = 0;

  g_return_if_fail (KOMA_IS_SCOPE (self));

  if (tensor == NULL || tensor->scope == NULL || tensor->scope != self->tensors ||
      !find_depth (self, &depth))
    return;
  g_hash_table_steal (self->tensors, tensor);
  tensor->scope = depth > 0 ? koma_environment_get_scope (self->environment, depth - 1) : NULL;
  if (tensor->scope != NULL)
    g_hash_table_add (tensor->scope, tensor);
  else
    g_object_unref (tensor);
}

/**
 * koma_scope_return: (skip)
 * @self: a scope in force
 * @tensor: (nullable): a tensor
 *
 * The tensor outlives the scope: it becomes the outer scope's, or floating if there is none, as a
 * tensor that has just been made: `return koma_scope_return (scope, y);`. Thread: its own.
 *
 * Returns: (transfer none) (nullable): @tensor
 */
KomaTensor *
koma_scope_return (KomaScope  *self,
                   KomaTensor *tensor)
{
  g_return_val_if_fail (KOMA_IS_SCOPE (self), NULL);

  if (tensor == NULL || tensor->scope == NULL || tensor->scope != self->tensors)
    return tensor;
  g_object_ref (tensor);
  koma_scope_move_out (self, tensor);
  return koma_tensor_float (tensor);
}

/**
 * koma_tidy:
 * @f: (scope call) (closure user_data): called at once
 * @user_data: data for @f
 * @error: return location for an error
 *
 * Calls a function in a scope of its own, and takes the tensor that it returns, of any shape and
 * dtype, out of that scope: all others are disposed of. For languages with functions in functions;
 * C has koma_scope_begin() and koma_scope_return(). Thread: any.
 *
 * Errors: those of @f; %KOMA_ERROR_ARGUMENT if it gives no tensor without an error.
 *
 * Returns: (transfer full) (nullable): what @f returned
 */
KomaTensor *
koma_tidy (KomaTidyFunction f,
           gpointer         user_data,
           GError         **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  GError     *own = NULL;
  KomaTensor *tensor = f (user_data, &own);

  if (!koma_callback_check (tensor, own, "tensor", error))
    return NULL;
  g_object_ref_sink (tensor);
  koma_scope_move_out (scope, tensor);
  return tensor;
}

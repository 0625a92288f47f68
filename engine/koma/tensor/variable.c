/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "variable-private.h"

#include <string.h>

#include "environment-private.h"
#include "engine/koma/koma-error.h"
#include "tensor-private.h"

struct _KomaVariable
{
  KomaTensor parent_instance;

  char    *name;
  gboolean is_trainable;

  KomaArray *store; /* (owned) (nullable) a weight of a layer: its numbers are there */
};

struct _KomaVariableClass
{
  KomaTensorClass parent_class;
};

G_DEFINE_TYPE (KomaVariable, koma_variable, KOMA_TYPE_TENSOR)

static void
koma_variable_dispose (GObject *object)
{
  if (KOMA_TENSOR (object)->environment != NULL)
    koma_environment_remove_variable (KOMA_TENSOR (object)->environment, object);
  G_OBJECT_CLASS (koma_variable_parent_class)->dispose (object);
}

static void
koma_variable_finalize (GObject *object)
{
  g_free (KOMA_VARIABLE (object)->name);
  g_clear_pointer (&KOMA_VARIABLE (object)->store, koma_array_unref);
  G_OBJECT_CLASS (koma_variable_parent_class)->finalize (object);
}

/* Takes a copy of what is stored, where it is other than the last one. Errors:
 * %KOMA_ERROR_MEMORY. */
static gboolean
load (KomaTensor *tensor,
      GError    **error)
{
  const KomaArray *store = KOMA_VARIABLE (tensor)->store;
  g_autoptr (KomaArray) copy = NULL;

  if (store == NULL || (tensor->array != NULL && memcmp (tensor->array->data, store->data,
                                                         koma_array_get_size_bytes (store)) == 0))
    return TRUE;
  copy = koma_array_new_from_data (store->dtype, &store->shape, store->data, error);
  if (copy != NULL)
    koma_tensor_set_array (tensor, copy);
  return copy != NULL;
}

static void
koma_variable_class_init (KomaVariableClass *klass)
{
  KOMA_TENSOR_CLASS (klass)->load = load;
  G_OBJECT_CLASS (klass)->dispose = koma_variable_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_variable_finalize;
}

static void
koma_variable_init (KomaVariable *self)
{
}

/**
 * koma_variable_new: (constructor)
 * @initial: (nullable): its first value, of any dtype and shape, which it keeps for good
 * @is_trainable: whether training may change it
 * @name: (nullable): for people, and for files of weights
 * @error: return location for an error
 *
 * A tensor whose value can be replaced; ops take it as any tensor. It shares the data of @initial.
 * No scope disposes of it. Thread: any; the variable is the calling thread's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @initial was disposed of; those of computing it.
 *
 * Returns: (transfer full) (nullable): the variable
 */
KomaVariable *
koma_variable_new (KomaTensor *initial,
                   gboolean    is_trainable,
                   const char *name,
                   GError    **error)
{
  KomaArray    *array = initial != NULL ? koma_tensor_get_array (initial, error) : NULL;
  KomaVariable *self = NULL;

  if (array == NULL)
    return NULL;
  self = g_object_ref_sink (g_object_new (KOMA_TYPE_VARIABLE, NULL));
  self->name = g_strdup (name);
  self->is_trainable = is_trainable;
  koma_tensor_set_up (KOMA_TENSOR (self), array->dtype, &array->shape);
  koma_tensor_set_array (KOMA_TENSOR (self), array);
  koma_environment_add_variable (KOMA_TENSOR (self)->environment, self);
  return self;
}

/**
 * koma_variable_new_for_store: (skip)
 */
KomaVariable *
koma_variable_new_for_store (KomaArray *store,
                             gboolean   is_trainable)
{
  KomaVariable *self = g_object_ref_sink (g_object_new (KOMA_TYPE_VARIABLE, NULL));

  self->is_trainable = is_trainable;
  self->store = koma_array_ref (store);
  koma_tensor_set_up (KOMA_TENSOR (self), store->dtype, &store->shape);
  koma_environment_add_variable (KOMA_TENSOR (self)->environment, self);
  return self;
}

/**
 * koma_variable_is_read: (skip)
 */
gboolean
koma_variable_is_read (KomaVariable *self)
{
  return KOMA_TENSOR (self)->array != NULL;
}

/**
 * koma_variable_set_trainable: (skip)
 */
void
koma_variable_set_trainable (KomaVariable *self,
                             gboolean      is_trainable)
{
  self->is_trainable = is_trainable;
}

/**
 * koma_variable_get_name:
 * @self: a variable
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): its name
 */
const char *
koma_variable_get_name (KomaVariable *self)
{
  g_return_val_if_fail (KOMA_IS_VARIABLE (self), NULL);

  return self->name;
}

/**
 * koma_variable_is_trainable:
 * @self: a variable
 *
 * Thread: any.
 *
 * Returns: whether training may change it
 */
gboolean
koma_variable_is_trainable (KomaVariable *self)
{
  g_return_val_if_fail (KOMA_IS_VARIABLE (self), FALSE);

  return self->is_trainable;
}

static gboolean
check_value (KomaTensor *self,
             KomaTensor *value,
             GError    **error)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (!koma_tensor_check (self, error))
    return FALSE;
  if (value->dtype != self->dtype)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "The variable is of %s, the new value is of %s",
                      koma_dtype_name (self->dtype), koma_dtype_name (value->dtype));
  if (koma_shape_equal (&value->shape, &self->shape))
    return TRUE;
  from = koma_shape_to_string (&value->shape);
  to = koma_shape_to_string (&self->shape);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "The variable has the shape %s, the new value %s", to, from);
}

/**
 * koma_variable_assign:
 * @self: a variable
 * @value: (nullable): its new value, of the same dtype and shape
 * @error: return location for an error
 *
 * Replaces the value. The variable shares the data of @value, which stays as it is. Thread: its
 * own.
 *
 * Errors: %KOMA_ERROR_SHAPE if dtype or shape are others; %KOMA_ERROR_ARGUMENT if either was
 * disposed of; %KOMA_ERROR_UNSUPPORTED in the call of a layer of one's own; those of computing
 * @value.
 *
 * Returns: whether it has the new value
 */
gboolean
koma_variable_assign (KomaVariable *self,
                      KomaTensor   *value,
                      GError      **error)
{
  KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());
  KomaArray *array = NULL;

  g_return_val_if_fail (KOMA_IS_VARIABLE (self), FALSE);

  if (value == NULL || !check_value (KOMA_TENSOR (self), value, error))
    return FALSE;
  if (trace != NULL && trace->uses != NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "A variable can not be assigned while a layer is called: its call is written "
                      "down, and not run");
  array = koma_tensor_get_array (value, error);
  if (array == NULL)
    return FALSE;
  /* A tape watches the value that it had. */
  if (trace != NULL)
    koma_trace_forget (trace, self);
  koma_tensor_set_array (KOMA_TENSOR (self), array);
  if (self->store != NULL)
    memcpy (self->store->data, array->data, koma_array_get_size_bytes (array));
  return TRUE;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor-private.h"

#include "environment-private.h"
#include "engine/koma/koma-error.h"

G_DEFINE_TYPE (KomaTensor, koma_tensor, G_TYPE_INITIALLY_UNOWNED)

static gsize
get_size_bytes (const KomaTensor *self)
{
  return koma_shape_count (&self->shape) * koma_dtype_size (self->dtype);
}

static void
koma_tensor_dispose (GObject *object)
{
  koma_tensor_dispose_data (KOMA_TENSOR (object));
  G_OBJECT_CLASS (koma_tensor_parent_class)->dispose (object);
}

static void
koma_tensor_finalize (GObject *object)
{
  g_clear_object (&KOMA_TENSOR (object)->environment);
  G_OBJECT_CLASS (koma_tensor_parent_class)->finalize (object);
}

static void
koma_tensor_class_init (KomaTensorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_tensor_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_tensor_finalize;
}

static void
koma_tensor_init (KomaTensor *self)
{
  /* Until it has a shape there is nothing to count. */
  self->is_disposed = TRUE;
}

/* Makes it a tensor of this dtype and shape, and counts it. */
void
koma_tensor_set_up (KomaTensor      *self,
                    KomaDType        dtype,
                    const KomaShape *shape)
{
  self->environment = g_object_ref (koma_environment_get ());
  self->dtype = dtype;
  self->shape = *shape;
  for (guint d = 0; d < shape->rank; d++)
    self->dims[d] = shape->dims[d];
  self->is_disposed = FALSE;
  koma_environment_add_tensor (self->environment, get_size_bytes (self));
}

/* The innermost scope in force owns it. */
static void
enter_scope (KomaTensor *self)
{
  const guint n_scopes = koma_environment_get_n_scopes (self->environment);

  if (n_scopes == 0)
    return;
  self->scope = koma_environment_get_scope (self->environment, n_scopes - 1);
  g_hash_table_add (self->scope, g_object_ref_sink (self));
}

/* (transfer none): floating, or a scope's. */
KomaTensor *
koma_tensor_new_from_array (KomaArray *array)
{
  KomaTensor *self = g_object_new (KOMA_TYPE_TENSOR, NULL);

  koma_tensor_set_up (self, array->dtype, &array->shape);
  koma_tensor_set_array (self, array);
  enter_scope (self);
  return self;
}

/* Takes a reference. In place of what it had; of the same dtype and shape. */
void
koma_tensor_set_array (KomaTensor *self,
                       KomaArray  *array /* (nullable) */)
{
  if (array != NULL) {
    koma_array_ref (array);
    koma_environment_add_buffer (self->environment, array);
  }
  if (self->array != NULL) {
    koma_environment_remove_buffer (self->environment, self->array);
    koma_array_unref (self->array);
  }
  self->array = array;
}

/**
 * koma_tensor_check:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of, or is another thread's and not computed yet.
 */
gboolean
koma_tensor_check (KomaTensor *self,
                   GError    **error)
{
  if (self->is_disposed)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The tensor has been disposed of");
  return self->trace == NULL || koma_environment_check_thread (self->environment, "tensor", error);
}

/* (transfer none): of what a trace computes when it is read; floating, or a scope's. */
KomaTensor *
koma_tensor_new_traced (KomaTrace  *trace,
                        KomaValueId value)
{
  KomaTensor      *self = g_object_new (KOMA_TYPE_TENSOR, NULL);
  const KomaValue *source = koma_graph_get_value (trace->graph, value);

  koma_tensor_set_up (self, source->dtype, &source->shape);
  self->trace = koma_trace_ref (trace);
  self->value = value;
  enter_scope (self);
  return self;
}

/* Takes @put_off. (transfer none): floating, or a scope's. */
KomaTensor *
koma_tensor_new_put_off (KomaPutOff *put_off)
{
  KomaTensor      *self = g_object_new (KOMA_TYPE_TENSOR, NULL);
  const KomaValue *source = koma_put_off_get_value (put_off);

  koma_tensor_set_up (self, source->dtype, &source->shape);
  self->put_off = put_off;
  enter_scope (self);
  return self;
}

void
koma_tensor_make_complex (KomaTensor *self)
{
  g_assert (self->dtype == KOMA_DTYPE_FLOAT32 && self->shape.rank > 0 &&
            self->shape.dims[self->shape.rank - 1] == 2);

  self->dtype = KOMA_DTYPE_COMPLEX64;
  self->shape.rank--;
}

/**
 * koma_tensor_check_real:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of complex64.
 */
gboolean
koma_tensor_check_real (KomaTensor *self,
                        GError    **error)
{
  return self->dtype != KOMA_DTYPE_COMPLEX64 ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "A tensor of complex64 is taken by real, imag, abs, clone, fft, ifft and irfft "
                    "alone");
}

/* Nobody asks for gradients any more: what it was made of may go. */
static void
detach (KomaTensor *self)
{
  if (self->trace != NULL && self->array != NULL && self->trace->n_tapes == 0)
    g_clear_pointer (&self->trace, koma_trace_unref);
}

/* (transfer full) (nullable): one of this thread that is still there. */
static KomaTensor *
get_member (GPtrArray *members,
            guint      index)
{
  KomaPutOffMember *member = members->pdata[index];
  g_autoptr (KomaTensor) tensor = g_weak_ref_get (&member->tensor);

  return tensor != NULL && tensor->environment == koma_environment_get ()
           ? g_steal_pointer (&tensor)
           : NULL;
}

/**
 * koma_tensor_renew_put_off:
 * @self: that is put off
 *
 * Tensors of its formula that have been computed since are its inputs now.
 */
void
koma_tensor_renew_put_off (KomaTensor *self)
{
  GPtrArray *members = koma_put_off_get_members (self->put_off);

  for (guint i = members->len; i-- > 0;) {
    g_autoptr (KomaTensor) tensor = get_member (members, i);

    if (tensor != NULL && tensor->array != NULL)
      koma_put_off_replace (self->put_off, i, tensor->array);
  }
}

/**
 * koma_tensor_list_put_off:
 * @members: (element-type KomaPutOffMember): of a formula
 * @ret_values: (element-type KomaValueId): what the tensors are in its graph
 *
 * Returns: (transfer full) (element-type KomaTensor): those of this thread that are still there,
 *   without data
 */
GPtrArray *
koma_tensor_list_put_off (GPtrArray *members,
                          GArray    *ret_values)
{
  GPtrArray *tensors = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < members->len; i++) {
    const KomaPutOffMember *member = members->pdata[i];
    g_autoptr (KomaTensor) tensor = get_member (members, i);

    if (tensor == NULL || tensor->put_off == NULL)
      continue;
    g_array_append_val (ret_values, member->value);
    g_ptr_array_add (tensors, g_steal_pointer (&tensor));
  }
  return tensors;
}

/* Takes the arrays of tensors that were put off. */
void
koma_tensor_set_computed (GPtrArray  *tensors,
                          KomaArray **arrays) /* (transfer full) each */
{
  for (guint i = 0; i < tensors->len; i++) {
    KomaTensor *tensor = tensors->pdata[i];

    koma_tensor_set_array (tensor, arrays[i]);
    koma_array_unref (arrays[i]);
    g_clear_pointer (&tensor->put_off, koma_put_off_free);
  }
}

static gboolean
run_put_off (KomaTensor *self,
             GError    **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (GPtrArray) tensors = NULL;
  g_autofree KomaArray **arrays = NULL;

  koma_tensor_renew_put_off (self);
  tensors = koma_tensor_list_put_off (koma_put_off_get_members (self->put_off), values);
  arrays = g_new0 (KomaArray *, tensors->len + 1);
  if (!koma_put_off_run (self->put_off, values, arrays, error))
    return FALSE;
  g_ptr_array_insert (tensors, 0, g_object_ref (self));
  koma_tensor_set_computed (tensors, arrays);
  return TRUE;
}

/**
 * koma_tensor_compute:
 * @tensors: of one trace, those that are traced; not disposed of
 *
 * Computes all that have not been; those that are traced in one run.
 *
 * Errors: those of koma_trace_compute() and koma_put_off_run().
 */
gboolean
koma_tensor_compute (KomaTensor *const *tensors,
                     guint              n_tensors,
                     GError           **error)
{
  g_autofree KomaTensor **open = g_new (KomaTensor *, n_tensors + 1);
  g_autofree KomaValueId *values = g_new (KomaValueId, n_tensors + 1);
  g_autofree KomaArray  **arrays = g_new0 (KomaArray *, n_tensors + 1);
  guint                   n_open = 0;

  for (guint i = 0; i < n_tensors; i++)
    if (tensors[i]->put_off != NULL && !run_put_off (tensors[i], error))
      return FALSE;
  for (guint i = 0; i < n_tensors; i++)
    if (tensors[i]->array == NULL) {
      values[n_open] = tensors[i]->value;
      open[n_open++] = tensors[i];
    }
  if (n_open > 0 && !koma_trace_compute (open[0]->trace, koma_environment_get (), values, n_open,
                                         arrays, error))
    return FALSE;
  for (guint i = 0; i < n_open; i++) {
    g_autoptr (KomaArray) array = arrays[i];

    koma_tensor_set_array (open[i], array);
  }
  return TRUE;
}

/**
 * koma_tensor_get_array:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED of complex64; those of koma_tensor_get_elements().
 *
 * Returns: (transfer none): its data, computed now if need be
 */
KomaArray *
koma_tensor_get_array (KomaTensor *self,
                       GError    **error)
{
  return koma_tensor_check_real (self, error) ? koma_tensor_get_elements (self, error) : NULL;
}

/**
 * koma_tensor_get_elements:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of; those of koma_tensor_compute().
 *
 * Returns: (transfer none): its data, computed now if need be
 */
KomaArray *
koma_tensor_get_elements (KomaTensor *self,
                          GError    **error)
{
  const KomaTensorClass *klass = KOMA_TENSOR_GET_CLASS (self);

  if (!koma_tensor_check (self, error) || (klass->load != NULL && !klass->load (self, error)) ||
      !koma_tensor_compute (&self, 1, error))
    return NULL;
  detach (self);
  return self->array;
}

/**
 * koma_tensor_get_shape:
 * @self: a tensor
 * @ret_rank: (out): number of dimensions, 0 to 6; 0 is a scalar
 *
 * Known after koma_tensor_dispose_data() too. Thread: any.
 *
 * Returns: (transfer none) (array length=ret_rank): sizes, the outermost first
 */
const int *
koma_tensor_get_shape (KomaTensor *self,
                       guint      *ret_rank)
{
  g_return_val_if_fail (KOMA_IS_TENSOR (self), NULL);

  *ret_rank = self->shape.rank;
  return self->dims;
}

/**
 * koma_tensor_get_rank:
 * @self: a tensor
 *
 * Thread: any.
 *
 * Returns: number of dimensions, 0 to 6
 */
guint
koma_tensor_get_rank (KomaTensor *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR (self), 0);

  return self->shape.rank;
}

/**
 * koma_tensor_get_size:
 * @self: a tensor
 *
 * Thread: any.
 *
 * Returns: number of elements, 1 for a scalar
 */
gsize
koma_tensor_get_size (KomaTensor *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR (self), 0);

  return koma_shape_count (&self->shape);
}

/**
 * koma_tensor_get_dtype:
 * @self: a tensor
 *
 * Thread: any.
 *
 * Returns: the type of its elements
 */
KomaDType
koma_tensor_get_dtype (KomaTensor *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR (self), KOMA_DTYPE_FLOAT32);

  return self->dtype;
}

/**
 * koma_tensor_is_disposed:
 * @self: a tensor
 *
 * Thread: its own.
 *
 * Returns: whether it, or its scope, was disposed of: it has no data any more
 */
gboolean
koma_tensor_is_disposed (KomaTensor *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR (self), TRUE);

  return self->is_disposed;
}

/**
 * koma_tensor_dispose_data:
 * @self: a tensor or variable
 *
 * Frees its data now, unless other tensors share them, whoever still has references. It can not
 * be computed with afterwards. Nothing happens the second time. Thread: its own.
 */
void
koma_tensor_dispose_data (KomaTensor *self)
{
  g_return_if_fail (KOMA_IS_TENSOR (self));

  if (self->is_disposed)
    return;
  self->is_disposed = TRUE;
  koma_tensor_set_array (self, NULL);
  g_clear_pointer (&self->put_off, koma_put_off_free);
  g_clear_pointer (&self->trace, koma_trace_unref);
  koma_environment_remove_tensor (self->environment, get_size_bytes (self));
}

/* Gives a reference away as functions return tensors: floating, or a scope's, which has its own. */
KomaTensor *
koma_tensor_float (KomaTensor *self /* (transfer full) */)
{
  if (self->scope == NULL)
    g_object_force_floating (G_OBJECT (self));
  else
    g_object_unref (self);
  return self;
}

/**
 * koma_tensor_keep:
 * @self: a tensor
 *
 * Takes a tensor out of the scope that would dispose of it. Thread: its own.
 *
 * Returns: (transfer full): @self, which is the caller's now
 */
KomaTensor *
koma_tensor_keep (KomaTensor *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR (self), NULL);

  /* The scope's reference becomes the caller's. */
  if (self->scope != NULL)
    g_hash_table_steal (g_steal_pointer (&self->scope), self);
  else
    g_object_ref_sink (self);
  return self;
}

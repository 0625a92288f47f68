/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "custom-grad.h"

#include "clone.h"
#include "environment-private.h"
#include "koma-error.h"
#include "scope.h"
#include "tensor-private.h"

typedef struct
{
  KomaTrace           *trace; /* (borrowed) it owns this */
  KomaValueId         *xs;    /* [n_xs] */
  guint                n_xs;
  KomaGradientFunction gradient;
  gpointer             user_data;
  GDestroyNotify       destroy;
} Custom;

static void
custom_free (gpointer data)
{
  Custom *self = data;

  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_free (self->xs);
  g_free (self);
}

static void
unref_tensor (gpointer tensor)
{
  g_clear_object (&tensor);
}

static GPtrArray *
trace_values (KomaTrace         *trace,
              const KomaValueId *values,
              guint              n_values)
{
  GPtrArray *tensors = g_ptr_array_new_with_free_func (unref_tensor);

  for (guint i = 0; i < n_values; i++)
    g_ptr_array_add (tensors, g_object_ref_sink (koma_tensor_new_traced (trace, values[i])));
  return tensors;
}

static KomaValueId
find_result (const Custom *self,
             KomaTensor   *dx,
             KomaEmit     *emit)
{
  KomaArray *array = NULL;

  if (dx->trace == self->trace)
    return dx->value;
  array = koma_tensor_get_array (dx, &emit->error);
  return array != NULL ? koma_trace_capture (self->trace, array) : KOMA_VALUE_NONE;
}

/* Calls the user's function with tensors of the trace, which is in force; what it computes is
 * appended. */
static void
emit_custom (KomaEmit    *emit,
             KomaValueId  dy,
             KomaValueId *ret_dx,
             gpointer     user_data)
{
  const Custom               *self = user_data;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GPtrArray) xs = trace_values (self->trace, self->xs, self->n_xs);
  g_autoptr (GPtrArray) dys = trace_values (self->trace, &dy, 1);
  g_autoptr (GPtrArray) dxs = self->gradient (dys->pdata[0], xs, self->user_data, &emit->error);

  if (dxs == NULL)
    return;
  if (dxs->len != self->n_xs) {
    koma_emit_fail (emit, KOMA_ERROR_ARGUMENT,
                    "The gradient function gives %u tensors, expected %u", dxs->len, self->n_xs);
    return;
  }
  for (guint i = 0; i < dxs->len && emit->error == NULL; i++)
    if (dxs->pdata[i] != NULL)
      ret_dx[i] = find_result (self, dxs->pdata[i], emit);
}

/* What the tape watches among the arguments; the others have no gradient. */
static void
add_custom (KomaTensor          *y,
            GPtrArray           *xs,
            KomaGradientFunction gradient,
            gpointer             user_data,
            GDestroyNotify       destroy)
{
  Custom *custom = g_new0 (Custom, 1);

  custom->trace = y->trace;
  custom->xs = g_new (KomaValueId, xs->len + 1);
  custom->n_xs = xs->len;
  custom->gradient = gradient;
  custom->user_data = user_data;
  custom->destroy = destroy;
  for (guint i = 0; i < xs->len; i++)
    custom->xs[i] = KOMA_TENSOR (xs->pdata[i])->value;
  koma_trace_add_custom (y->trace,
                         &(KomaGradientCustom){
                           .y = y->value,
                           .x = custom->xs,
                           .n_x = custom->n_xs,
                           .func = emit_custom,
                           .user_data = custom,
                         },
                         custom, custom_free);
}

/* Copies, all of them values of the trace in force, so that what is not watched is captured. */
static GPtrArray *
trace_copies (KomaTensor *const *xs,
              guint              n_xs,
              GError           **error)
{
  KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (unref_tensor);

  for (guint i = 0; i < n_xs; i++) {
    KomaTensor *copy = koma_tensor_clone (xs[i], error);
    KomaArray  *array = NULL;

    if (copy == NULL)
      return NULL;
    if (trace != NULL && copy->trace != trace) {
      array = koma_tensor_get_array (copy, error);
      g_object_unref (g_object_ref_sink (copy));
      if (array == NULL)
        return NULL;
      copy = koma_tensor_new_traced (trace, koma_trace_capture (trace, array));
    }
    g_ptr_array_add (copies, g_object_ref_sink (copy));
  }
  return g_steal_pointer (&copies);
}

/**
 * koma_custom_grad:
 * @f: (scope call) (closure user_data): a function of tensors
 * @gradient: (scope notified) (closure user_data) (destroy destroy): its derivatives, called while
 *   a gradient is made; what it computes can be derived again
 * @user_data: for @f and @gradient
 * @destroy: (nullable): frees @user_data
 * @xs: (array length=n_xs): the arguments, of any shapes; gradients are of those of float32
 * @n_xs: number of arguments
 * @error: return location for an error
 *
 * f (xs), of which the gradient is given, not derived. Thread: that of the tensors.
 *
 * Errors: those of @f; %KOMA_ERROR_ARGUMENT if an x was disposed of.
 *
 * Returns: (transfer none) (nullable): the value, floating, or the scope's in force
 */
KomaTensor *
koma_custom_grad (KomaFunction         f,
                  KomaGradientFunction gradient,
                  gpointer             user_data,
                  GDestroyNotify       destroy,
                  KomaTensor *const   *xs,
                  guint                n_xs,
                  GError             **error)
{
  g_autoptr (GPtrArray) copies = trace_copies (xs, n_xs, error);
  g_autoptr (KomaTensor) value = NULL;
  KomaTensor *y = NULL;

  if (copies != NULL)
    value = f (copies, user_data, error);
  if (value != NULL)
    y = koma_tensor_clone (g_object_ref_sink (value), error);
  if (y != NULL && y->trace != NULL)
    add_custom (y, copies, gradient, user_data, destroy);
  else if (destroy != NULL)
    destroy (user_data);
  return y;
}

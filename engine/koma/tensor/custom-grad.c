/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "custom-grad.h"

#include "engine/koma/layers/callback.h"
#include "engine/koma/ops/clone.h"
#include "environment-private.h"
#include "gradients-private.h"
#include "engine/koma/koma-error.h"
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
             KomaBuilder  *builder)
{
  KomaArray *array = NULL;

  if (!koma_tensor_check_real (dx, &builder->error))
    return KOMA_VALUE_NONE;
  if (dx->trace == self->trace)
    return dx->value;
  array = koma_tensor_get_array (dx, &builder->error);
  return array != NULL ? koma_trace_capture (self->trace, array) : KOMA_VALUE_NONE;
}

/* Calls the user's function with tensors of the trace, which is in force; what it computes is
 * appended. */
static void
build_custom (KomaBuilder *builder,
              KomaValueId  dy,
              KomaValueId *ret_dx,
              gpointer     user_data)
{
  const Custom               *self = user_data;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GPtrArray) xs = trace_values (self->trace, self->xs, self->n_xs);
  g_autoptr (GPtrArray) dys = trace_values (self->trace, &dy, 1);
  GError *own = NULL;
  g_autoptr (GPtrArray) dxs = self->gradient (dys->pdata[0], xs, self->user_data, &own);

  if (!koma_callback_check (dxs, own, "array of tensors", &builder->error))
    return;
  if (dxs->len != self->n_xs) {
    koma_builder_fail (builder, KOMA_ERROR_ARGUMENT,
                       "The gradient function gives %u tensors, expected %u", dxs->len, self->n_xs);
    return;
  }
  for (guint i = 0; i < dxs->len && builder->error == NULL; i++)
    if (dxs->pdata[i] != NULL)
      ret_dx[i] = find_result (self, dxs->pdata[i], builder);
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
                           .func = build_custom,
                           .user_data = custom,
                         },
                         custom, custom_free);
}

static gboolean
add_copy (GPtrArray  *copies,
          KomaTrace  *trace, /* (nullable) */
          KomaTensor *x,
          GError    **error)
{
  KomaTensor *copy = koma_tensor_check_real (x, error) ? koma_tensor_clone (x, error) : NULL;
  KomaArray  *array = NULL;

  if (copy == NULL)
    return FALSE;
  if (trace != NULL && copy->trace != trace) {
    array = koma_tensor_get_array (copy, error);
    g_object_unref (g_object_ref_sink (copy));
    if (array == NULL)
      return FALSE;
    copy = koma_tensor_new_traced (trace, koma_trace_capture (trace, array));
  }
  g_ptr_array_add (copies, g_object_ref_sink (copy));
  return TRUE;
}

/**
 * koma_custom_grad_begin:
 * @xs: (array length=n_xs): as in koma_custom_grad()
 * @n_xs: number of arguments
 * @error: return location for an error
 *
 * What koma_custom_grad() begins with. Then the function is computed from the copies, and
 * koma_custom_grad_end() is called. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if an x was disposed of.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): a copy of each argument
 */
GPtrArray *
koma_custom_grad_begin (KomaTensor *const *xs,
                        guint              n_xs,
                        GError           **error)
{
  KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (unref_tensor);

  /* All of them are values of the trace in force, so that what is not watched is captured. */
  for (guint i = 0; i < n_xs; i++)
    if (!add_copy (copies, trace, xs[i], error))
      return NULL;
  return g_steal_pointer (&copies);
}

/* All are values of the trace that @y is of. */
static gboolean
are_of_trace (KomaTensor *y,
              GPtrArray  *xs)
{
  for (guint i = 0; i < xs->len; i++)
    if (KOMA_TENSOR (xs->pdata[i])->trace != y->trace)
      return FALSE;
  return TRUE;
}

/**
 * koma_custom_grad_end:
 * @xs: (element-type KomaTensor): what koma_custom_grad_begin() gave
 * @value: (nullable): what was computed from them, of any shape and dtype
 * @gradient: (scope notified) (closure user_data) (destroy destroy): as in koma_custom_grad()
 * @user_data: for @gradient
 * @destroy: (nullable): frees @user_data
 * @error: return location for an error
 *
 * What koma_custom_grad() ends with. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @value was disposed of, or @xs are none of
 * koma_custom_grad_begin().
 *
 * Returns: (transfer none) (nullable): the value, floating, or the scope's in force
 */
KomaTensor *
koma_custom_grad_end (GPtrArray           *xs,
                      KomaTensor          *value,
                      KomaGradientFunction gradient,
                      gpointer             user_data,
                      GDestroyNotify       destroy,
                      GError             **error)
{
  KomaTensor *y = value != NULL ? koma_tensor_clone (value, error) : NULL;

  if (y != NULL && y->trace != NULL && !are_of_trace (y, xs)) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "The arguments are no copies of a custom gradient's");
    g_clear_object (&y);
  }
  if (y != NULL && y->trace != NULL)
    add_custom (y, xs, gradient, user_data, destroy);
  else if (destroy != NULL)
    destroy (user_data);
  return y;
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
 * Errors: those of @f; %KOMA_ERROR_ARGUMENT if it gives no tensor without an error, or an x was
 * disposed of.
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
  g_autoptr (GPtrArray) copies = koma_custom_grad_begin (xs, n_xs, error);
  g_autoptr (KomaTensor) value = NULL;

  if (copies != NULL)
    value = koma_gradients_call (f, copies, user_data, error);
  if (value != NULL)
    g_object_ref_sink (value);
  return koma_custom_grad_end (copies, value, gradient, user_data, destroy, error);
}

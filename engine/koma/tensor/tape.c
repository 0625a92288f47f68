/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tape.h"

#include "environment-private.h"
#include "engine/koma/koma-error.h"
#include "tensor-private.h"
#include "trace.h"

/**
 * KomaTape:
 *
 * Remembers what is computed from the tensors that it watches, to derive it afterwards. From
 * koma_tape_new() to koma_tape_end() ops on watched tensors, and on what was made of them, are
 * written down instead of computed; they are computed when data are read, all at once, or with
 * the gradients. Tapes nest: a gradient that was made while another tape is in force can be derived
 * again.
 */
struct _KomaTape
{
  GObject parent_instance;

  KomaEnvironment *environment; /* (owned) */
  KomaTrace       *trace;       /* (owned) */
  gboolean         is_in_force;
};

G_DEFINE_FINAL_TYPE (KomaTape, koma_tape, G_TYPE_OBJECT)

static void
koma_tape_dispose (GObject *object)
{
  KomaTape *self = KOMA_TAPE (object);

  koma_tape_end (self);
  if (self->trace != NULL)
    self->trace->n_tapes--;
  g_clear_pointer (&self->trace, koma_trace_unref);
  g_clear_object (&self->environment);
  G_OBJECT_CLASS (koma_tape_parent_class)->dispose (object);
}

static void
koma_tape_class_init (KomaTapeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_tape_dispose;
}

static void
koma_tape_init (KomaTape *self)
{
}

/**
 * koma_tape_new: (constructor)
 *
 * A tape in force on this thread. It watches nothing yet. Thread: any; the tape is the calling
 * thread's.
 *
 * Returns: (transfer full): the tape
 */
KomaTape *
koma_tape_new (void)
{
  KomaTape  *self = g_object_new (KOMA_TYPE_TAPE, NULL);
  KomaTrace *trace = NULL;

  self->environment = g_object_ref (koma_environment_get ());
  trace = koma_environment_get_trace (self->environment);
  self->trace = trace != NULL ? koma_trace_ref (trace) : koma_trace_new ();
  self->trace->n_tapes++;
  self->trace->n_in_force++;
  koma_environment_swap_trace (self->environment, self->trace);
  self->is_in_force = TRUE;
  return self;
}

/**
 * koma_tape_watch:
 * @self: a tape in force
 * @tensor: (nullable): a tensor or variable of float32, of any shape
 * @error: return location for an error
 *
 * What is computed from @tensor from now on can be derived by it. Thread: its own.
 *
 * Errors: %KOMA_ERROR_SHAPE if @tensor is not of float32; %KOMA_ERROR_ARGUMENT if it was disposed
 * of, the tape has ended, or it is another thread's.
 *
 * Returns: whether it is watched
 */
gboolean
koma_tape_watch (KomaTape   *self,
                 KomaTensor *tensor,
                 GError    **error)
{
  KomaArray *array = NULL;

  g_return_val_if_fail (KOMA_IS_TAPE (self), FALSE);

  if (tensor == NULL || !koma_environment_check_thread (self->environment, "tape", error))
    return FALSE;
  if (!self->is_in_force)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The tape has ended");
  if (tensor->dtype != KOMA_DTYPE_FLOAT32)
    return koma_fail (error, KOMA_ERROR_SHAPE, "Gradients are of float32, not of %s",
                      koma_dtype_name (tensor->dtype));
  if (tensor->trace == self->trace)
    return koma_tensor_check (tensor, error);
  array = koma_tensor_get_array (tensor, error);
  if (array != NULL)
    koma_trace_watch (self->trace, tensor, array);
  return array != NULL;
}

/**
 * koma_tape_end:
 * @self: a tape
 *
 * Later ops are not remembered, unless another tape is in force. Gradients can still be asked for.
 * Nothing happens the second time. Thread: its own.
 */
void
koma_tape_end (KomaTape *self)
{
  g_return_if_fail (KOMA_IS_TAPE (self));

  if (self->is_in_force && --self->trace->n_in_force == 0)
    koma_environment_swap_trace (self->environment, NULL);
  self->is_in_force = FALSE;
}

/**
 * koma_tape_compute:
 * @self: a tape; it ends
 * @tensors: (array length=n_tensors): tensors of any shapes and dtypes, that were made while it
 *   was in force, and gradients; others, and %NULL, are left alone
 * @n_tensors: number of them
 * @error: return location for an error
 *
 * Computes what was written down of all of them in one run, as a value with its gradients. If
 * another tape is in force, they are left to be derived again. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if one was disposed of, or the tape is another thread's; those of
 * reading them.
 *
 * Returns: whether they are computed, or left
 */
gboolean
koma_tape_compute (KomaTape          *self,
                   KomaTensor *const *tensors,
                   guint              n_tensors,
                   GError           **error)
{
  g_autoptr (GPtrArray) traced = g_ptr_array_new ();

  g_return_val_if_fail (KOMA_IS_TAPE (self), FALSE);

  if (!koma_environment_check_thread (self->environment, "tape", error))
    return FALSE;
  koma_tape_end (self);
  if (koma_environment_get_trace (koma_environment_get ()) != NULL)
    return TRUE;
  for (guint i = 0; i < n_tensors; i++) {
    if (tensors[i] == NULL || tensors[i]->trace != self->trace)
      continue;
    if (!koma_tensor_check (tensors[i], error))
      return FALSE;
    g_ptr_array_add (traced, tensors[i]);
  }
  return koma_tensor_compute ((KomaTensor *const *) traced->pdata, traced->len, error);
}

/* The value of a tensor in the trace. */
static KomaValueId
find_value (const KomaTape *self,
            KomaTensor     *tensor)
{
  return tensor->trace == self->trace ? tensor->value : koma_trace_find (self->trace, tensor);
}

static gboolean
find_values (const KomaTape    *self,
             KomaTensor *const *xs,
             guint              n_xs,
             KomaValueId       *ret_values,
             GError           **error)
{
  for (guint i = 0; i < n_xs; i++) {
    if (xs[i] == NULL || !koma_tensor_check (xs[i], error) ||
        !koma_tensor_check_real (xs[i], error))
      return FALSE;
    ret_values[i] = find_value (self, xs[i]);
    if (ret_values[i] == KOMA_VALUE_NONE)
      return koma_fail (error, KOMA_ERROR_ARGUMENT, "Tensor %u is not watched by the tape", i);
  }
  return TRUE;
}

static gboolean
find_y (const KomaTape *self,
        KomaTensor     *y,
        KomaValueId    *ret_y,
        GError        **error)
{
  if (!koma_tensor_check (y, error) || !koma_tensor_check_real (y, error))
    return FALSE;
  *ret_y = find_value (self, y);
  return *ret_y != KOMA_VALUE_NONE ||
         koma_fail (error, KOMA_ERROR_ARGUMENT,
                    "The value was not computed from what the tape watches");
}

static gboolean
find_dy (const KomaTape *self,
         KomaTensor     *dy, /* (nullable) */
         KomaValueId    *ret_dy,
         GError        **error)
{
  KomaArray *array = NULL;

  if (dy != NULL && !koma_tensor_check_real (dy, error))
    return FALSE;
  *ret_dy = dy != NULL ? find_value (self, dy) : KOMA_VALUE_NONE;
  if (dy == NULL || *ret_dy != KOMA_VALUE_NONE)
    return TRUE;
  array = koma_tensor_get_array (dy, error);
  if (array != NULL)
    *ret_dy = koma_trace_capture (self->trace, array);
  return array != NULL;
}

/* Appends the gradients to the trace, which is in force meanwhile, for custom gradients. */
static gboolean
derive (KomaTape                  *self,
        const KomaGradientRequest *request,
        KomaValueId               *ret_dx,
        GError                   **error)
{
  const guint n_nodes = koma_graph_get_n_nodes (self->trace->graph);
  KomaTrace  *before = koma_environment_swap_trace (self->environment, self->trace);
  gboolean    is_done = koma_gradient_add (self->trace->graph, request, ret_dx, error);

  koma_environment_swap_trace (self->environment, before);
  if (!is_done)
    koma_trace_truncate (self->trace, n_nodes);
  return is_done;
}

static void
unref_tensor (gpointer tensor)
{
  g_clear_object (&tensor);
}

static GPtrArray *
make_tensors (KomaTape          *self,
              const KomaValueId *values,
              guint              n_values)
{
  GPtrArray *tensors = g_ptr_array_new_with_free_func (unref_tensor);

  for (guint i = 0; i < n_values; i++) {
    KomaTensor *tensor = NULL;

    if (values[i] != KOMA_VALUE_NONE)
      tensor = g_object_ref_sink (koma_tensor_new_traced (self->trace, values[i]));
    g_ptr_array_add (tensors, tensor);
  }
  return tensors;
}

/**
 * koma_tape_gradient:
 * @self: a tape, in force or ended
 * @y: (nullable): a tensor of float32, computed from what the tape watches
 * @dy: (nullable): factors of @y, of its shape; %NULL: ones
 * @xs: (array length=n_xs): watched tensors, or tensors computed from them
 * @n_xs: number of them
 * @error: return location for an error
 *
 * The derivatives of sum (y · dy) by each x. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @y was not computed from what is watched, an x is not watched, a
 * tensor was disposed of, or the tape is another thread's; %KOMA_ERROR_SHAPE if @dy has another
 * shape than @y; %KOMA_ERROR_UNSUPPORTED if an op between has no gradient; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): of the shape of each x, %NULL
 *   for those that y does not depend on
 */
GPtrArray *
koma_tape_gradient (KomaTape          *self,
                    KomaTensor        *y,
                    KomaTensor        *dy,
                    KomaTensor *const *xs,
                    guint              n_xs,
                    GError           **error)
{
  g_autofree KomaValueId        *x_values = g_new (KomaValueId, n_xs + 1);
  g_autofree KomaValueId        *dx_values = g_new (KomaValueId, n_xs + 1);
  g_autofree KomaGradientCustom *custom = NULL;
  KomaValueId                    y_value = KOMA_VALUE_NONE;
  KomaValueId                    dy_value = KOMA_VALUE_NONE;
  KomaGradientRequest            request = { 0 };

  g_return_val_if_fail (KOMA_IS_TAPE (self), NULL);

  if (y == NULL || !koma_environment_check_thread (self->environment, "tape", error) ||
      !find_y (self, y, &y_value, error) ||
      !find_dy (self, dy, &dy_value, error) || !find_values (self, xs, n_xs, x_values, error))
    return NULL;
  /* A custom gradient may add more of them meanwhile. */
  custom = g_memdup2 (self->trace->custom->data,
                      self->trace->custom->len * sizeof (KomaGradientCustom));
  request = (KomaGradientRequest){
    .y = &y_value,
    .dy = &dy_value,
    .n_y = 1,
    .x = x_values,
    .n_x = n_xs,
    .custom = custom,
    .n_custom = self->trace->custom->len,
  };
  return derive (self, &request, dx_values, error) ? make_tensors (self, dx_values, n_xs) : NULL;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "own-layer-fixture.h"

G_DEFINE_FINAL_TYPE (OwnLayer, own_layer, KOMA_TYPE_LAYER)

static gboolean
own_layer_build (KomaLayer *layer,
                 GVariant  *input_shapes,
                 GError   **error)
{
  OwnLayer *self = OWN_LAYER (layer);
  g_autoptr (GVariant) shape = g_variant_get_child_value (input_shapes, 0);
  gsize         rank = 0;
  const gint32 *dims = g_variant_get_fixed_array (shape, &rank, sizeof *dims);
  const int     n_in = self->inner != NULL ? self->n_inner : dims[rank - 1];

  self->n_built++;
  g_assert_cmpint (dims[0], ==, -1);
  self->kernel = koma_layer_add_weight (layer, "kernel", KOMA_DIMS (n_in, self->units),
                                        KOMA_DTYPE_FLOAT32, NULL, TRUE, self->regularizer,
                                        self->constraint, error);
  if (self->kernel == NULL)
    return FALSE;
  self->gain = koma_layer_add_weight (layer, "gain", KOMA_DIMS (self->units), KOMA_DTYPE_FLOAT32,
                                      "ones", TRUE, NULL, NULL, error);
  return self->gain != NULL;
}

static KomaTensor *
call_inner (OwnLayer   *self,
            KomaTensor *x,
            gboolean    is_training,
            GError    **error)
{
  g_autoptr (GPtrArray) ys = is_training ? koma_layer_call_training (self->inner, &x, 1, error)
                                         : koma_layer_call (self->inner, &x, 1, error);

  return ys != NULL ? ys->pdata[0] : NULL;
}

static GPtrArray *
own_layer_compute (KomaLayer *layer,
                   GPtrArray *inputs,
                   gboolean   is_training,
                   GError   **error)
{
  OwnLayer   *self = OWN_LAYER (layer);
  KomaTensor *x = inputs->pdata[0];
  KomaTensor *y = NULL;
  GPtrArray  *ys = NULL;

  self->n_called++;
  if (self->fails) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "not today");
    return NULL;
  }
  if (self->inner != NULL)
    x = call_inner (self, x, is_training, error);
  y = koma_tensor_tanh (koma_tensor_mat_mul (x, KOMA_TENSOR (self->kernel), FALSE, FALSE, error),
                        error);
  y = koma_tensor_mul (y, KOMA_TENSOR (self->gain), error);
  if (y == NULL || (self->assigns && !koma_variable_assign (self->gain, KOMA_TENSOR (self->gain),
                                                            error)))
    return NULL;
  ys = g_ptr_array_new ();
  g_ptr_array_add (ys, y);
  return ys;
}

static GVariant *
own_layer_compute_output_shape (KomaLayer *layer,
                                GVariant  *input_shapes,
                                GError   **error)
{
  const OwnLayer *self = OWN_LAYER (layer);
  const gint32    dims[] = { -1, self->told > 0 ? self->told : self->units };

  return g_variant_ref_sink (
    g_variant_new_fixed_array (G_VARIANT_TYPE_INT32, dims, G_N_ELEMENTS (dims), sizeof *dims));
}

static char *
own_layer_get_config (KomaLayer *layer,
                      GError   **error)
{
  return g_strdup_printf ("{\"units\": %d}", OWN_LAYER (layer)->units);
}

static void
own_layer_finalize (GObject *object)
{
  g_clear_object (&OWN_LAYER (object)->inner);
  G_OBJECT_CLASS (own_layer_parent_class)->finalize (object);
}

static void
own_layer_class_init (OwnLayerClass *klass)
{
  KomaLayerClass *layer_class = KOMA_LAYER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = own_layer_finalize;
  layer_class->build = own_layer_build;
  layer_class->compute = own_layer_compute;
  layer_class->compute_output_shape = own_layer_compute_output_shape;
  layer_class->get_config = own_layer_get_config;
}

static void
own_layer_init (OwnLayer *self)
{
}

/* (transfer full) */
OwnLayer *
own_layer_new (int units)
{
  OwnLayer *self = g_object_ref_sink (g_object_new (OWN_TYPE_LAYER, NULL));

  self->units = units;
  return self;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula.h"

KomaValueId
koma_formula_real (KomaBuilder *builder,
                   KomaValueId  x)
{
  return koma_builder_get_dtype (builder, x) == KOMA_DTYPE_FLOAT32
           ? x
           : koma_builder_cast (builder, x, KOMA_DTYPE_FLOAT32);
}

KomaValueId
koma_formula_number (KomaBuilder *builder,
                     KomaValueId  x)
{
  const KomaDType dtype = koma_builder_get_dtype (builder, x);

  return dtype == KOMA_DTYPE_FLOAT32 || dtype == KOMA_DTYPE_INT32
           ? x
           : koma_builder_cast (builder, x, KOMA_DTYPE_INT32);
}

KomaValueId
koma_formula_like (KomaBuilder *builder,
                   KomaValueId  x,
                   KomaValueId  like)
{
  const KomaDType dtype = koma_builder_get_dtype (builder, like);

  return koma_builder_get_dtype (builder, x) == dtype ? x : koma_builder_cast (builder, x, dtype);
}

static KomaDType
get_common (KomaDType a,
            KomaDType b)
{
  if (a == b)
    return a;
  return a == KOMA_DTYPE_FLOAT32 || b == KOMA_DTYPE_FLOAT32 ? KOMA_DTYPE_FLOAT32
                                                            : KOMA_DTYPE_INT32;
}

void
koma_formula_match (KomaBuilder *builder,
                    KomaValueId *x,
                    guint        n_x)
{
  KomaDType dtype = koma_builder_get_dtype (builder, x[0]);

  for (guint i = 1; i < n_x; i++)
    dtype = get_common (dtype, koma_builder_get_dtype (builder, x[i]));
  for (guint i = 0; i < n_x; i++)
    if (koma_builder_get_dtype (builder, x[i]) != dtype)
      x[i] = koma_builder_cast (builder, x[i], dtype);
}

void
koma_formula_match_numbers (KomaBuilder *builder,
                            KomaValueId *x,
                            guint        n_x)
{
  koma_formula_match (builder, x, n_x);
  for (guint i = 0; i < n_x; i++)
    x[i] = koma_formula_number (builder, x[i]);
}

gboolean
koma_formula_axis (KomaBuilder *builder,
                   int          axis,
                   guint        rank,
                   guint       *ret_axis)
{
  if (rank == 0) {
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "axis is %d, but a scalar has none", axis);
    return FALSE;
  }
  if (axis < -(int) rank || axis >= (int) rank) {
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "axis is %d, expected %d to %d", axis,
                       -(int) rank, (int) rank - 1);
    return FALSE;
  }
  *ret_axis = axis < 0 ? axis + rank : axis;
  return TRUE;
}

gboolean
koma_formula_axes (KomaBuilder *builder,
                   KomaValueId  x,
                   const int   *axes,
                   guint        n_axes,
                   guint       *ret_axes)
{
  const guint rank = koma_builder_get_shape (builder, x).rank;

  *ret_axes = axes == NULL ? (1u << rank) - 1 : 0;
  for (guint i = 0; axes != NULL && i < n_axes; i++) {
    guint axis = 0;

    if (!koma_formula_axis (builder, axes[i], rank, &axis))
      return FALSE;
    if (*ret_axes >> axis & 1) {
      koma_builder_fail (builder, KOMA_ERROR_SHAPE, "axis %u is there twice, expected once", axis);
      return FALSE;
    }
    *ret_axes |= 1u << axis;
  }
  return TRUE;
}

KomaValueId
koma_formula_ints (KomaBuilder *builder,
                   const int   *values,
                   guint        n_values)
{
  G_STATIC_ASSERT (sizeof (int) == sizeof (gint32));

  return koma_builder_ints (builder, values, n_values);
}

void
koma_formula_return (KomaTensor  *tensor,
                     KomaTensor **ret)
{
  if (ret != NULL)
    *ret = tensor;
  else if (g_object_is_floating (tensor))
    g_object_unref (g_object_ref_sink (tensor));
}

/**
 * koma_formula_has_tensors:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @n_tensors is 0.
 */
gboolean
koma_formula_has_tensors (guint       n_tensors,
                          const char *name,
                          GError    **error)
{
  return n_tensors > 0 ||
         koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: there is no tensor, expected 1 or more", name);
}

KomaAttrs *
koma_formula_attr_int (const char *name,
                       gint64      value)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, name, value);
  return attrs;
}

KomaAttrs *
koma_formula_attr_float (const char *name,
                         double      value)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, name, value);
  return attrs;
}

KomaAttrs *
koma_formula_attr_string (const char *name,
                          const char *value)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, name, value);
  return attrs;
}

/**
 * koma_formula_call_real:
 *
 * Errors: those of koma_execute_begin() and koma_execute_end().
 */
KomaTensor *
koma_formula_call_real (KomaTensor *x,
                        KomaOp      op,
                        const char *name,
                        GError    **error)
{
  KomaExecution run;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  run.x[0] = koma_formula_real (&run.builder, run.x[0]);
  return koma_execute_end (&run, koma_builder_unary (&run.builder, op, run.x[0]), error);
}

/**
 * koma_formula_call_number:
 *
 * Errors: those of koma_execute_begin() and koma_execute_end().
 */
KomaTensor *
koma_formula_call_number (KomaTensor *x,
                          KomaOp      op,
                          const char *name,
                          GError    **error)
{
  KomaExecution run;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  run.x[0] = koma_formula_number (&run.builder, run.x[0]);
  return koma_execute_end (&run, koma_builder_unary (&run.builder, op, run.x[0]), error);
}

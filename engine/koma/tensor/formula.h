/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "execute.h"

G_BEGIN_DECLS

/* What the formulas of many functions begin with: arguments in the element type that an op takes,
 * axes and shapes as users write them. Mistakes go to @builder. */

/* As float32; as float32 or int32, others as int32; as @like. */
KomaValueId koma_formula_real (KomaBuilder *builder, KomaValueId x);
KomaValueId koma_formula_number (KomaBuilder *builder, KomaValueId x);
KomaValueId koma_formula_like (KomaBuilder *builder, KomaValueId x, KomaValueId like);
/* All in the type that they have; if that is not one, float32 if that is among them, else int32. */
void koma_formula_match (KomaBuilder *builder, KomaValueId *x, guint n_x);
/* The same, of float32 or int32: what else they have becomes int32. */
void koma_formula_match_numbers (KomaBuilder *builder, KomaValueId *x, guint n_x);

/* A negative axis counts from the end. */
gboolean koma_formula_axis (KomaBuilder *builder, int axis, guint rank, guint *ret_axis);
/* Bit i: dimension i; all of them where @axes is NULL. */
gboolean    koma_formula_axes (KomaBuilder *builder,
                               KomaValueId  x,
                               const int   *axes,
                               guint        n_axes,
                               guint       *ret_axes);
KomaValueId koma_formula_ints (KomaBuilder *builder, const int *values, guint n_values);

/* An unwanted result is dropped. @ret: (optional) */
void     koma_formula_return (KomaTensor *tensor, KomaTensor **ret);
gboolean koma_formula_has_tensors (guint       n_tensors,
                                   const char *name,
                                   GError    **error) G_GNUC_WARN_UNUSED_RESULT;

/* Attributes of one number or string. */
KomaAttrs *koma_formula_attr_int (const char *name, gint64 value);
KomaAttrs *koma_formula_attr_float (const char *name, double value);
KomaAttrs *koma_formula_attr_string (const char *name, const char *value);

/* Whole functions of one op: of float32, and of float32 or int32. @name: of the function */
KomaTensor *koma_formula_call_real (KomaTensor *x, KomaOp op, const char *name, GError **error);
KomaTensor *koma_formula_call_number (KomaTensor *x, KomaOp op, const char *name, GError **error);

G_END_DECLS

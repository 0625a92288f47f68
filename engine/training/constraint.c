/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Formulas: constraints.js of TensorFlow.js layers 4.22. */
#include "constraint.h"

#include "arithmetic.h"
#include "last-axis.h"
#include "name.h"

#define EPSILON 1e-7

static const struct
{
  const char    *name;
  KomaConstraint fallback;
} rows[] = {
  { "max_norm", { KOMA_CONSTRAINT_MAX_NORM, .max_value = 2, .rate = 1 } },
  { "min_max_norm", { KOMA_CONSTRAINT_MIN_MAX_NORM, .max_value = 1, .rate = 1 } },
  { "non_neg", { KOMA_CONSTRAINT_NON_NEG } },
  { "unit_norm", { KOMA_CONSTRAINT_UNIT_NORM } },
};

/**
 * koma_constraint_init:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name.
 */
gboolean
koma_constraint_init (KomaConstraint *self,
                      const char     *name,
                      GError        **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (koma_training_name_matches (name, rows[i].name)) {
      *self = rows[i].fallback;
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no constraint “%s”", name);
}

/* w · (rate · clip (|w|, min, max) + (1 - rate) · |w|) / (ε + |w|) */
static KomaValueId
build_clipped_norm (KomaBuilder          *builder,
                    const KomaConstraint *constraint,
                    KomaValueId           weight,
                    KomaValueId           norm)
{
  KomaValueId wanted =
    koma_builder_clip (builder, norm, constraint->min_value, constraint->max_value);

  if (constraint->rate != 1)
    wanted = build_add (
      builder, koma_builder_with_number (builder, KOMA_OP_MUL, wanted, constraint->rate),
      koma_builder_with_number (builder, KOMA_OP_MUL, norm, 1 - constraint->rate));
  norm = koma_builder_with_number (builder, KOMA_OP_ADD, norm, EPSILON);
  return build_mul (builder, weight, build_div (builder, wanted, norm));
}

/**
 * koma_constraint_build:
 * @weight: float32; of a rank above the axis of the constraint
 *
 * Errors, kept in @builder: %KOMA_ERROR_SHAPE if @weight does not have the axis.
 *
 * Returns: @weight as @constraint wants it
 */
KomaValueId
koma_constraint_build (KomaBuilder          *builder,
                       const KomaConstraint *constraint,
                       KomaValueId           weight)
{
  const guint rank = koma_builder_get_shape (builder, weight).rank;
  KomaValueId norm = KOMA_VALUE_NONE;

  if (constraint->kind == KOMA_CONSTRAINT_NONE)
    return weight;
  if (constraint->kind == KOMA_CONSTRAINT_NON_NEG)
    return koma_builder_unary (builder, KOMA_OP_RELU, weight);
  if (constraint->axis >= rank)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "A constraint of axis %u is on a weight of rank %u",
                              constraint->axis, rank);
  norm = koma_builder_reduce (builder, KOMA_OP_SUM, build_square (builder, weight),
                              1u << constraint->axis, TRUE);
  norm = build_sqrt (builder, norm);
  if (constraint->kind == KOMA_CONSTRAINT_UNIT_NORM)
    return build_div (builder, weight,
                      koma_builder_with_number (builder, KOMA_OP_ADD, norm, EPSILON));
  return build_clipped_norm (builder, constraint, weight, norm);
}

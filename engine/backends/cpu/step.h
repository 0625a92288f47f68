/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backend.h"
#include "engine/runtime/arena.h"

G_BEGIN_DECLS

#define KOMA_CPU_MAX_OPERANDS 4

typedef struct _KomaCpuStep KomaCpuStep;

/* Neighbouring elements of the result of an element-wise op. */
typedef struct
{
  gsize begin; /* the first of them */
  gsize n;
  /* Where element @begin of an operand lies that has as many elements as the result; where the
   * first lies of one that is repeated. */
  const void *in[KOMA_CPU_MAX_OPERANDS];
  void       *out; /* of element @begin */
} KomaCpuStrip;

/**
 * KomaCpuStep:
 *
 * One node, ready to run. `koma_cpu_<op>_prepare ()` finds @node, the
 * pointers and the shapes filled in, and sets @run and what it needs.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the op is not computed for these element
 * types; %KOMA_ERROR_MEMORY; %KOMA_ERROR_BACKEND if the processor lacks the
 * level that the spec asks for.
 */
struct _KomaCpuStep
{
  /* Set before prepare. */
  const KomaSegmentSpec *spec;
  const KomaNode        *node;
  const void           **in;    /* [node->n_inputs] host data */
  void                 **out;   /* [node->n_outputs] */
  KomaArena             *arena; /* for packed weights and scratch, which live as long as it */

  /* Set by prepare. Computes unit @unit of @n_units; units are independent
   * and run on any thread in any order. Make a unit worth about 10 µs or
   * more; 0 units is a step without work. */
  void (*run) (const KomaCpuStep *step,
               gsize              unit);
  gsize n_units;

  /* Nothing, or units of the same kind that are all done before those of @run begin. */
  void (*run_first) (const KomaCpuStep *step,
                     gsize              unit);
  gsize n_first_units;

  /* (nullable) Of an element-wise op: as @run, of any elements, wherever they lie. The cost of one
   * is as for koma_cpu_units_make(). */
  void (*run_strip) (const KomaCpuStep  *step,
                     const KomaCpuStrip *strip);
  double elem_cost;

  /* (nullable) After the units: whether the data that they met are such as the op takes. */
  gboolean (*check) (const KomaCpuStep *step,
                     GError           **error);

  /* Owned by the step: what is not in @arena. */
  gpointer       data;
  GDestroyNotify free_data;

  /* Set after prepare. */
  KomaThreads *threads; /* (nullable) what units are divided among */
};

gboolean koma_cpu_step_init (KomaCpuStep           *step,
                             const KomaSegmentSpec *spec,
                             const KomaNode        *node,
                             KomaArena             *arena,
                             GError               **error);
void     koma_cpu_step_clear (KomaCpuStep *step);
gboolean koma_cpu_step_run (const KomaCpuStep *step, GError **error);

const KomaShape *koma_cpu_step_in_shape (const KomaCpuStep *step, guint index);
const KomaShape *koma_cpu_step_out_shape (const KomaCpuStep *step, guint index);
KomaDType        koma_cpu_step_in_dtype (const KomaCpuStep *step, guint index);
gboolean         koma_cpu_step_is_8_bit (const KomaCpuStep *step);

#define KOMA_OP(ID, name, cpu, definition) \
  gboolean koma_cpu_##cpu##_prepare (KomaCpuStep *step, GError **error);
#include "engine/ops/ops.inc"
#undef KOMA_OP

/* The same for inputs of 8 bits; those above hand over. */
gboolean koma_cpu_mean_8_prepare (KomaCpuStep *step, GError **error);
gboolean koma_cpu_depthwise_conv_2d_8_prepare (KomaCpuStep *step, GError **error);
gboolean koma_cpu_binary_8_prepare (KomaCpuStep *step, GError **error);

G_END_DECLS

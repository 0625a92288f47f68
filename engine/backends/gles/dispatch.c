/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Executions of programs, with the sizes that they run in, in the order of a plan. */
#include "plan.h"

#include <string.h>

#include "program.h"

/**
 * koma_gles_float_bits:
 *
 * Returns: the bits of @number, as programs take it among their integers
 */
gint32
koma_gles_float_bits (float number)
{
  gint32 bits = 0;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

static guint
get_n_lanes (const KomaGlesDispatch *dispatch)
{
  return dispatch->n_lanes > 0 ? dispatch->n_lanes : KOMA_GLES_LANES;
}

static gboolean
reads_texels (const KomaGlesDispatch *dispatch)
{
  for (guint i = 0; i < dispatch->n_bindings; i++)
    if (dispatch->readings[i] != KOMA_GLES_AS_STORAGE)
      return TRUE;
  return FALSE;
}

/* All lines for the preprocessor; an extension comes first. */
static char *
make_defines (const KomaGlesPlan     *plan,
              const KomaGlesDispatch *dispatch)
{
  const KomaGlesInfo *info = koma_gles_device_get_info (plan->device);
  GString            *defines = g_string_new (NULL);

  if (reads_texels (dispatch))
    g_string_append_printf (defines, "#extension %s : require\n#define IS_TEXELS\n",
                            info->texels.extension);
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT)
    g_string_append (defines, KOMA_GLES_FRAGMENT);
  else
    g_string_append_printf (defines, "#define LANES %u\n", get_n_lanes (dispatch));
  if (plan->is_half)
    g_string_append (defines, "#define IS_HALF\n");
  if (dispatch->is_in_fours)
    g_string_append (defines, "#define FLOATS 4\n");
  if (dispatch->has_quarters)
    g_string_append (defines, "#define HAS_QUARTERS\n");
  g_string_append (defines, dispatch->defines != NULL ? dispatch->defines : "");
  return g_string_free (defines, FALSE);
}

static gboolean
append (KomaGlesPlan *plan,
        KomaGlesStep *step,
        GError      **error)
{
  g_autofree char *defines = NULL;

  if (!plan->has_texels)
    memset (step->dispatch.readings, 0, sizeof step->dispatch.readings);
  defines = make_defines (plan, &step->dispatch);
  step->program =
    koma_gles_device_want_program (plan->device, step->dispatch.shader, defines, error);
  if (step->program == NULL)
    return FALSE;
  if (!g_ptr_array_find (plan->programs, step->program, NULL))
    g_ptr_array_add (plan->programs, step->program);
  g_array_append_val (plan->dispatches, *step);
  return TRUE;
}

static gboolean
add (KomaGlesPlan           *plan,
     const KomaGlesDispatch *dispatch,
     const guint            *n_groups, /* [3] */
     GError                **error)
{
  KomaGlesStep step = { .dispatch = *dispatch, .node = plan->step };

  g_assert (plan->tier == KOMA_GLES_TIER_COMPUTE);

  memcpy (step.n_groups, n_groups, sizeof step.n_groups);
  return append (plan, &step, error);
}

static gboolean
add_line (KomaGlesPlan           *plan,
          const KomaGlesDispatch *dispatch,
          gsize                   n_items,
          GError                **error)
{
  const gsize n_groups = (n_items + get_n_lanes (dispatch) - 1) / get_n_lanes (dispatch);
  const gsize width = MIN (n_groups, KOMA_GLES_MAX_GROUPS);

  return add (plan, dispatch, (guint[]){ width, (n_groups + width - 1) / width, 1 }, error);
}

static void
set_head (KomaGlesDispatch *dispatch,
          gsize             n_columns,
          gsize             n_rows)
{
  koma_gles_dispatch_set (dispatch, 0,
                          (gint32[]){ n_columns, koma_gles_float_bits (dispatch->clamp.min),
                                      koma_gles_float_bits (dispatch->clamp.max), n_rows });
}

/**
 * koma_gles_plan_add_line:
 * @n_items: 1 or more, less than 2^31
 *
 * Errors: %KOMA_ERROR_BACKEND, if there is no such program.
 */
gboolean
koma_gles_plan_add_line (KomaGlesPlan     *plan,
                         KomaGlesDispatch *dispatch,
                         gsize             n_items,
                         GError          **error)
{
  set_head (dispatch, n_items, 1);
  return add_line (plan, dispatch, n_items, error);
}

/**
 * koma_gles_plan_add_rows:
 * @n_columns: 1 or more
 * @n_rows: 1 or more
 *
 * Errors: %KOMA_ERROR_BACKEND, if there is no such program;
 * %KOMA_ERROR_UNSUPPORTED for more columns than a driver takes.
 */
gboolean
koma_gles_plan_add_rows (KomaGlesPlan     *plan,
                         KomaGlesDispatch *dispatch,
                         gsize             n_columns,
                         gsize             n_rows,
                         GError          **error)
{
  const gsize n_groups = (n_columns + get_n_lanes (dispatch) - 1) / get_n_lanes (dispatch);
  const gsize height = MIN (n_rows, KOMA_GLES_MAX_GROUPS);

  if (n_groups > KOMA_GLES_MAX_GROUPS)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "rows of %" G_GSIZE_FORMAT " elements are too long for OpenGL ES", n_columns);
  set_head (dispatch, n_columns, n_rows);
  return add (plan, dispatch, (guint[]){ n_groups, height, (n_rows + height - 1) / height }, error);
}

/* Fragments find out by themselves which elements are theirs. */
static gboolean
add_fragments (KomaGlesPlan     *plan,
               KomaGlesDispatch *dispatch,
               gsize             n_columns,
               gsize             n_rows,
               GError          **error)
{
  const gsize  n_together = dispatch->is_in_fours ? 4 : 1;
  KomaGlesStep step = { .node = plan->step };

  set_head (dispatch, (n_columns + n_together - 1) / n_together, n_rows);
  step.dispatch = *dispatch;
  return append (plan, &step, error);
}

/* One invocation makes both elements of a word. */
static gboolean
add_pairs (KomaGlesPlan     *plan,
           KomaGlesDispatch *dispatch,
           gsize             n_columns,
           gsize             n_rows,
           GError          **error)
{
  set_head (dispatch, n_columns, n_rows);
  return add_line (plan, dispatch, (n_columns * n_rows + 1) / 2, error);
}

/**
 * koma_gles_plan_add_elements:
 * @n_elems: of the output; 1 or more, less than 2^31
 *
 * Errors: %KOMA_ERROR_BACKEND, if the program can not be built.
 */
gboolean
koma_gles_plan_add_elements (KomaGlesPlan     *plan,
                             KomaGlesDispatch *dispatch,
                             gsize             n_elems,
                             GError          **error)
{
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT)
    return add_fragments (plan, dispatch, n_elems, 1, error);
  if (plan->is_half)
    return add_pairs (plan, dispatch, n_elems, 1, error);
  return koma_gles_plan_add_line (plan, dispatch, n_elems / (dispatch->is_in_fours ? 4 : 1), error);
}

/**
 * koma_gles_plan_add_places:
 * @n_columns: of the output; 1 or more
 * @n_rows: 1 or more
 *
 * Errors: as koma_gles_plan_add_rows().
 */
gboolean
koma_gles_plan_add_places (KomaGlesPlan     *plan,
                           KomaGlesDispatch *dispatch,
                           gsize             n_columns,
                           gsize             n_rows,
                           GError          **error)
{
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT)
    return add_fragments (plan, dispatch, n_columns, n_rows, error);
  return plan->is_half ? add_pairs (plan, dispatch, n_columns, n_rows, error)
                       : koma_gles_plan_add_rows (plan, dispatch, n_columns, n_rows, error);
}

/**
 * koma_gles_dispatch_bind:
 *
 * Gives the program's next buffer.
 */
void
koma_gles_dispatch_bind (KomaGlesDispatch *dispatch,
                         KomaGlesBinding   binding)
{
  g_assert (dispatch->n_bindings < KOMA_GLES_MAX_BINDINGS);

  dispatch->bindings[dispatch->n_bindings++] = binding;
}

/**
 * koma_gles_dispatch_bind_texels:
 * @is_in_fours: the program reads it by READ_FOUR
 *
 * Gives the next buffer, which is float32 or float16, to a program that reads
 * texels where the plan has them.
 */
void
koma_gles_dispatch_bind_texels (KomaGlesDispatch *dispatch,
                                KomaGlesBinding   binding,
                                gboolean          is_in_fours)
{
  dispatch->readings[dispatch->n_bindings] = is_in_fours ? KOMA_GLES_AS_FOURS : KOMA_GLES_AS_ONES;
  koma_gles_dispatch_bind (dispatch, binding);
}

/**
 * koma_gles_dispatch_set:
 * @index: 1 or more; 0 is the plan's
 * @params: [4]
 */
void
koma_gles_dispatch_set (KomaGlesDispatch *dispatch,
                        guint             index,
                        const gint32     *params)
{
  g_assert (index < KOMA_GLES_N_PARAMS);

  memcpy (dispatch->params[index], params, sizeof dispatch->params[index]);
}

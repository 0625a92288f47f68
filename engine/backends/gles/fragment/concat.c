/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* A fragment finds out from which input its elements come. As many inputs as
 * a program takes become one, and that one with the next ones another, until
 * all are in. */
#include "concat.h"

#define MAX_PARTS (KOMA_GLES_MAX_BINDINGS - 1)

typedef struct
{
  KomaGlesBinding binding;
  gsize           n_elems; /* of a line */
} Part;

static gboolean
are_in_fours (const Part *parts,
              guint       n_parts)
{
  for (guint i = 0; i < n_parts; i++)
    if (parts[i].n_elems % 4 != 0)
      return FALSE;
  return TRUE;
}

static gsize
count_elems (const Part *parts,
             guint       n_parts)
{
  gsize n_elems = 0;

  for (guint i = 0; i < n_parts; i++)
    n_elems += parts[i].n_elems;
  return n_elems;
}

static gboolean
join (KomaGlesPlan   *plan,
      const Part     *parts,
      guint           n_parts,
      gsize           n_lines,
      KomaGlesBinding output,
      GError        **error)
{
  g_autofree char *defines = g_strdup_printf ("#define N_PARTS %u\n", n_parts);
  KomaGlesDispatch dispatch = { .shader = "concat.frag",
                                .defines = defines,
                                .is_in_fours = are_in_fours (parts, n_parts),
                                .clamp = KOMA_CLAMP_NONE };
  const gsize      n_together = dispatch.is_in_fours ? 4 : 1;
  const gsize      n_elems = count_elems (parts, n_parts);

  koma_gles_dispatch_set (&dispatch, 1, (gint32[]){ n_elems / n_together, 0, 0, 0 });
  for (guint i = 0; i < n_parts; i++) {
    koma_gles_dispatch_bind (&dispatch, parts[i].binding);
    koma_gles_dispatch_set (&dispatch, 2 + i,
                            (gint32[]){ count_elems (parts, i) / n_together,
                                        parts[i].n_elems / n_together, 0, 0 });
  }
  koma_gles_dispatch_bind (&dispatch, output);
  return koma_gles_plan_add_elements (plan, &dispatch, n_elems * n_lines, error);
}

/* Empty ones are nowhere. */
static guint
list_parts (KomaGlesPlan   *plan,
            const KomaNode *node,
            guint           n_inputs,
            gsize           n_lines,
            Part           *parts)
{
  guint n_parts = 0;

  for (guint i = 0; i < n_inputs; i++) {
    const gsize n_elems = koma_shape_count (koma_gles_in_shape (plan, node, i)) / n_lines;

    if (n_elems > 0)
      parts[n_parts++] = (Part){ koma_gles_plan_input (plan, node, i), n_elems };
  }
  return n_parts;
}

/**
 * koma_gles_fragment_concat:
 * @n_inputs: the first ones, which are tensors
 * @n_lines: of each input
 *
 * Errors: %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_fragment_concat (KomaGlesPlan   *plan,
                           const KomaNode *node,
                           guint           n_inputs,
                           gsize           n_lines,
                           GError        **error)
{
  g_autofree Part *all = g_new (Part, n_inputs + 1);
  Part            *parts = all;
  guint            n_parts = list_parts (plan, node, n_inputs, n_lines, parts);

  while (n_parts > MAX_PARTS) {
    const gsize n_elems = count_elems (parts, MAX_PARTS);
    const Part  joined = { koma_gles_plan_add_temporary (plan, n_elems * n_lines), n_elems };

    if (!join (plan, parts, MAX_PARTS, n_lines, joined.binding, error))
      return FALSE;
    parts += MAX_PARTS - 1;
    n_parts -= MAX_PARTS - 1;
    parts[0] = joined;
  }
  return join (plan, parts, n_parts, n_lines, koma_gles_plan_output (plan, node, 0), error);
}

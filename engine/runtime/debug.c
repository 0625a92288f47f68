/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "debug.h"

/**
 * koma_debug_warn:
 *
 * Warns once that the flag DEBUG is set and slow.
 */
void
koma_debug_warn (void)
{
  static gint is_done;

  if (g_atomic_int_compare_and_exchange (&is_done, FALSE, TRUE))
    g_message ("The flag DEBUG is set: every op is run by itself, checked and timed, which makes "
               "all of them slow (G_MESSAGES_DEBUG=%s shows the times)",
               G_LOG_DOMAIN);
}

/* "[1,2],[1,3]" */
static char *
describe_shapes (const KomaGraph *graph,
                 const KomaNode  *node)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < node->n_outputs; i++) {
    g_autofree char *shape = koma_shape_to_string (&koma_node_output (graph, node, i)->shape);

    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", shape);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * koma_debug_tell:
 * @ms: that @node took in one run
 *
 * One line of the log, at the level of information, as tf.enableDebugMode ()
 * has one for each kernel: name, op, shape, time, size, and what computed it.
 */
void
koma_debug_tell (const KomaGraph        *graph,
                 const KomaNode         *node,
                 const KomaBackendClass *backend,
                 double                  ms)
{
  g_autofree char *shapes = describe_shapes (graph, node);
  gsize            size_bytes = 0;

  for (guint i = 0; i < node->n_outputs; i++)
    size_bytes += koma_value_get_bytes (koma_node_output (graph, node, i));
  g_info ("%s “%s” made %s, %" G_GSIZE_FORMAT " bytes, in %.3f ms on %s",
          koma_op_get_name (node->op), node->name, shapes, size_bytes, ms, backend->name);
}

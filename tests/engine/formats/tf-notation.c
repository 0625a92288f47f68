/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tf-notation.h"

#include <string.h>

static void
parse_shape (KomaTfNode *node,
             const char *text)
{
  g_auto (GStrv) sizes = g_strsplit (text, ",", -1);

  node->shape = koma_shape_make (0, NULL);
  for (guint i = 0; sizes[i] != NULL; i++) {
    const gint64 size = g_ascii_strtoll (sizes[i], NULL, 10);

    node->shape.dims[node->shape.rank++] = size < 0 ? KOMA_DIM_UNKNOWN : size;
  }
}

/* A whole number, a number with a point, or text. */
static void
parse_attr (KomaTfNode *node,
            const char *name,
            const char *text)
{
  gint64 number = 0;

  if (strcmp (name, "shape") == 0)
    parse_shape (node, text);
  else if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL))
    koma_attrs_set_int (node->attrs, name, number);
  else if (g_ascii_isdigit (*text))
    koma_attrs_set_float (node->attrs, name, g_ascii_strtod (text, NULL));
  else
    koma_attrs_set_string (node->attrs, name, text);
}

static KomaArray *
parse_numbers (char **words) /* "int", "3", … */
{
  const KomaDType dtype = strcmp (words[0], "int") == 0    ? KOMA_DTYPE_INT32
                          : strcmp (words[0], "bool") == 0 ? KOMA_DTYPE_BOOL
                                                           : KOMA_DTYPE_FLOAT32;
  const guint     n = g_strv_length (words) - 1;
  const KomaShape shape = n == 1 ? KOMA_SHAPE_SCALAR : KOMA_SHAPE (n);
  g_autoptr (GError) error = NULL;
  KomaArray *tensor = koma_array_new (dtype, &shape, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++) {
    const double value = g_ascii_strtod (words[i + 1], NULL);

    if (dtype == KOMA_DTYPE_INT32)
      ((gint32 *) tensor->data)[i] = (gint32) value;
    else if (dtype == KOMA_DTYPE_BOOL)
      ((guint8 *) tensor->data)[i] = value != 0;
    else
      ((float *) tensor->data)[i] = (float) value;
  }

  return tensor;
}

static KomaTfNode *
parse_node (char **words) /* "y", "=", "Neg", "x", … */
{
  KomaTfNode *node = koma_tf_node_new (words[0], words[2]);

  if (koma_tf_node_is (node, "Const") && words[3] != NULL) {
    node->value = parse_numbers (words + 3);
    return node;
  }

  for (guint i = 3; words[i] != NULL; i++) {
    char *equals = strchr (words[i], '=');

    if (equals == NULL) {
      g_ptr_array_add (node->inputs, g_strdup (words[i]));
    } else {
      *equals = '\0';
      parse_attr (node, words[i], equals + 1);
    }
  }

  return node;
}

static gboolean
parse_line (KomaTfGraph *graph,
            const char  *line,
            GError     **error)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  if (strcmp (words[0], "input") == 0)
    g_ptr_array_add (graph->inputs, g_strdup (words[1]));
  else if (strcmp (words[0], "output") == 0)
    g_ptr_array_add (graph->outputs, g_strdup (words[1]));
  else
    return koma_tf_graph_add (graph, parse_node (words), error);

  return TRUE;
}

gboolean
tf_graph_try_parse (const char   *text,
                    KomaTfGraph **ret_graph,
                    GError      **error)
{
  g_autoptr (KomaTfGraph) graph = koma_tf_graph_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    if (*lines[i] != '\0' && !parse_line (graph, lines[i], error))
      return FALSE;
  }

  *ret_graph = g_steal_pointer (&graph);
  return TRUE;
}

KomaTfGraph *
tf_graph_parse (const char *text)
{
  KomaTfGraph *graph = NULL;
  g_autoptr (GError) error = NULL;

  tf_graph_try_parse (text, &graph, &error);
  g_assert_no_error (error);
  return graph;
}

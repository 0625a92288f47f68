/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether weights are numbers, whether all are used, and whether they are computed as stored. */

#include "doctor-private.h"

#include "engine/runtime/finite-check.h"

static void
examine_finite (const KomaModel *model,
                GPtrArray       *findings)
{
  const KomaGraph *graph = model->raw.graph;
  const char      *first = NULL;
  guint            n = 0;

  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++) {
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (value->constant == NULL || value->constant->dtype != KOMA_DTYPE_FLOAT32 ||
        koma_finite_are (value->constant->data, value->constant->count))
      continue;
    first = first != NULL ? first : value->name;
    n++;
  }
  if (n > 0)
    koma_findings_add (
      findings, "not-finite", KOMA_FINDING_DOUBT, KOMA_REMEDY_MODEL,
      /* Translators: how many tensors, and the name of the first */
      g_strdup_printf (ngettext ("%u tensor of weights has infinity or no numbers: “%s”.",
                                 "%u tensors of weights have infinity or no numbers; the first is "
                                 "“%s”.",
                                 n),
                       n, first),
      _ ("Get the model once more; if that is no help, its training went wrong."));
}

/* Weights of 8 bits that the graph itself turns to real numbers. Where it rounds values to 8 bits
 * as well, most backends compute with the integers; koma inspect says so. */
static gsize
count_dequantized (const KomaGraph *graph)
{
  gsize n = 0;

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode  *node = koma_graph_get_node (graph, i);
    const KomaArray *constant = node->op == KOMA_OP_DEQUANTIZE
                                  ? koma_graph_get_value (graph, node->inputs[0])->constant
                                  : NULL;

    if (node->op == KOMA_OP_QUANTIZE)
      return 0;
    if (constant != NULL)
      n += constant->count;
  }
  return n;
}

static void
examine_narrow (const KomaModel *model,
                GPtrArray       *findings)
{
  const gsize      n_8_bit = model->raw.n_8_bit + count_dequantized (model->raw.graph);
  const gsize      n = n_8_bit + model->raw.n_float16;
  g_autofree char *stored = g_format_size (n_8_bit + 2 * model->raw.n_float16);
  g_autofree char *held = g_format_size (n * sizeof (float));

  if (n > 0)
    koma_findings_add (
      findings, "weights-narrow", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      /* Translators: the type of numbers, and two sizes, such as “3.5 MB” */
      g_strdup_printf (_ ("Weights are stored as %s and computed as float32: %s become %s."),
                       n_8_bit > model->raw.n_float16 ? _ ("8-bit integers") : "float16", stored,
                       held),
      NULL);
}

static void
examine_unused (const KomaModel *model,
                GPtrArray       *findings)
{
  if (model->raw.n_unused_weights > 0 && model->raw.unsupported_at == NULL)
    koma_findings_add (
      findings, "weights-unused", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      g_strdup_printf (_ ("%u of the %u weights in the file are not used."),
                       model->raw.n_unused_weights, model->raw.n_weights),
      _ ("Check that the right output is read; else the file is larger than it needs to be."));
}

/*< private >
 * koma_doctor_examine_weights:
 */
void
koma_doctor_examine_weights (const KomaModel *model,
                             GPtrArray       *findings)
{
  examine_finite (model, findings);
  examine_narrow (model, findings);
  examine_unused (model, findings);
}

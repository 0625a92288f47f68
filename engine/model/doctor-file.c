/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the file asks for that Koma does not compute, and what it has that no classifier needs. */

#include "doctor-private.h"

static void
add_unsupported (const KomaModel *model,
                 const char      *what,
                 GPtrArray       *findings)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (model->raw.unsupported, what));
  const char *node = g_hash_table_lookup (model->raw.unsupported_at, what);

  koma_findings_add (
    findings, "unsupported-op", KOMA_FINDING_ERROR, KOMA_REMEDY_NONE,
    /* Translators: an operation, how many nodes need it, and the name of the first of them */
    g_strdup_printf (_ ("Koma can not compute %s (%u ×, first in “%s”)."), what, n, node),
    _ ("Export the model again with other layers, or look for a version with common ones."));
}

static void
examine_unsupported (const KomaModel *model,
                     GPtrArray       *findings)
{
  g_autoptr (GList) names = NULL;

  if (model->raw.unsupported_at == NULL || model->purpose != KOMA_PURPOSE_OTHER)
    return;
  names = g_list_sort (g_hash_table_get_keys (model->raw.unsupported_at), (GCompareFunc) strcmp);
  for (GList *l = names; l != NULL; l = l->next)
    add_unsupported (model, l->data, findings);
}

/* Ops that change or save weights, draw random numbers, or compute what training minimises. */
static gboolean
is_training_op (const char *op)
{
  static const char *const names[] = {
    "Assign",
    "AssignVariableOp",
    "RandomUniform",
    "RestoreV2",
    "SaveV2",
    "SoftmaxCrossEntropyLoss",
    "SoftmaxCrossEntropyWithLogits",
    "SparseSoftmaxCrossEntropyWithLogits",
    NULL,
  };

  return g_strv_contains (names, op) || g_str_has_prefix (op, "Apply") ||
         g_str_has_prefix (op, "ResourceApply") || g_str_has_suffix (op, "Grad");
}

static void
examine_training (const KomaModel *model,
                  GPtrArray       *findings)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (model->raw.op_counts),
                                         (GCompareFunc) strcmp);
  g_autoptr (GString) found = g_string_new (NULL);

  for (GList *l = names; l != NULL; l = l->next)
    if (is_training_op (l->data))
      g_string_append_printf (found, "%s%s", found->len > 0 ? ", " : "", (char *) l->data);
  if (found->len > 0)
    koma_findings_add (findings, "training", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
                       g_strdup_printf (_ ("The file has ops of training: %s."), found->str),
                       _ ("Export the model for inference; it becomes smaller and faster."));
}

/* Of a model of pictures and words in two files. */
static void
examine_scale (const KomaModel *model,
               GPtrArray       *findings)
{
  if (model->raw.is_scale_guess)
    koma_findings_add (
      findings, "scale-guess", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      g_strdup (_ ("The files leave out the scale of the scores; Koma takes that of the published "
                   "models of CLIP or SigLIP.")),
      _ ("The order of answers is right in any case. If probabilities matter, use the model's file "
         "of safetensors, which has the scale."));
}

/*< private >
 * koma_doctor_examine_file:
 */
void
koma_doctor_examine_file (const KomaModel *model,
                          GPtrArray       *findings)
{
  examine_unsupported (model, findings);
  examine_training (model, findings);
  examine_scale (model, findings);
  /* That of a guessed size is told with the input. */
  if (model->raw.warning != NULL && !model->raw.is_size_guess)
    koma_findings_add (findings, "file-warning", KOMA_FINDING_DOUBT, KOMA_REMEDY_NONE,
                       g_strdup_printf (_ ("A part of the file could not be used: %s."),
                                        model->raw.warning),
                       _ ("Get the file once more if answers are wrong."));
}

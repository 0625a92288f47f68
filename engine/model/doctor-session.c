/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model costs on the backend that it was compiled for. */

#include "doctor-private.h"

/* Of all arithmetic, the part on another backend from which the whole becomes slow. */
#define MUCH_LEFT 0.1
/* More strains a small computer. */
#define MANY_BYTES (G_GUINT64_CONSTANT (1) << 30)

/* Multiplications of a node: for each number that it makes, those weights that go into it; else
 * one. */
static double
estimate_work (const KomaGraph *graph,
               const KomaNode  *node)
{
  const KomaShape *shape = &koma_node_output (graph, node, 0)->shape;
  const KomaArray *weights =
    node->n_inputs > 1 ? koma_graph_get_value (graph, node->inputs[1])->constant : NULL;
  const gboolean is_product = node->op == KOMA_OP_CONV_2D ||
                              node->op == KOMA_OP_CONV_2D_BACKPROP_INPUT ||
                              node->op == KOMA_OP_DEPTHWISE_CONV_2D || node->op == KOMA_OP_MAT_MUL;
  double n_each = 1;

  if (is_product && weights != NULL && shape->rank > 0 && shape->dims[shape->rank - 1] > 0)
    n_each = MAX (1, (double) weights->count / (double) shape->dims[shape->rank - 1]);
  return (double) koma_shape_count (shape) * n_each;
}

typedef struct
{
  GHashTable *ops;        /* set of char * (static) */
  GString    *names;      /* of the ops, with commas */
  guint       n_steps;    /* left to another backend */
  double      work;       /* of these steps */
  double      whole_work; /* of all */
} Left;

static void
left_clear (Left *left)
{
  g_clear_pointer (&left->ops, g_hash_table_unref);
  if (left->names != NULL)
    g_string_free (left->names, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Left, left_clear)

static void
find_left (const KomaSession *session,
           Left              *left)
{
  const KomaGraph *graph = koma_session_get_graph (session);

  left->ops = g_hash_table_new (g_str_hash, g_str_equal);
  left->names = g_string_new (NULL);
  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    const KomaSessionStep step = koma_session_get_step (session, i);
    const double          work = estimate_work (graph, step.node);
    const char           *op = koma_node_get_op_name (step.node);

    left->whole_work += work;
    if (step.reason == NULL)
      continue;
    left->work += work;
    left->n_steps++;
    if (g_hash_table_add (left->ops, (char *) op))
      g_string_append_printf (left->names, "%s%s", left->names->len > 0 ? ", " : "", op);
  }
}

static void
examine_left (const KomaSession *session,
              GPtrArray         *findings)
{
  g_auto (Left) left = { 0 };
  double part = 0;

  find_left (session, &left);
  if (left.n_steps == 0)
    return;
  part = left.whole_work > 0 ? left.work / left.whole_work : 0;
  koma_findings_add (
    findings, part >= MUCH_LEFT ? "slow-ops" : "left-to-cpu",
    part >= MUCH_LEFT ? KOMA_FINDING_DOUBT : KOMA_FINDING_NOTE,
    part >= MUCH_LEFT ? KOMA_REMEDY_BACKEND : KOMA_REMEDY_NONE,
    /* Translators: a backend, two numbers of steps, the names of ops, and a percentage */
    g_strdup_printf (_ ("%s leaves %u of %u steps to plain code: %s. That is about %.1f %% of the "
                        "arithmetic."),
                     koma_session_get_backend (session)->title, left.n_steps,
                     koma_session_get_n_steps (session), left.names->str, 100 * part),
    part >= MUCH_LEFT ? _ ("Try another backend; “koma benchmark” compares them.") : NULL);
}

static guint64
count_weight_bytes (const KomaGraph *graph)
{
  guint64 n_bytes = 0;

  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++) {
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (value->constant != NULL)
      n_bytes += koma_array_get_size_bytes (value->constant);
  }
  return n_bytes;
}

/*< private >
 * koma_doctor_examine_memory:
 * @n_bytes: of weights, and of what lies between layers
 */
void
koma_doctor_examine_memory (guint64    n_bytes,
                            GPtrArray *findings)
{
  g_autofree char *size = g_format_size (n_bytes);

  if (n_bytes > MANY_BYTES)
    koma_findings_add (findings, "memory", KOMA_FINDING_DOUBT, KOMA_REMEDY_NONE,
                       g_strdup_printf (_ ("The model needs about %s of memory."), size),
                       _ ("Close other programs, or look for a smaller version of the model."));
}

/*< private >
 * koma_doctor_examine_session:
 *
 * Thread: that of @session.
 */
void
koma_doctor_examine_session (const KomaModel   *model,
                             const KomaSession *session,
                             GPtrArray         *findings)
{
  examine_left (session, findings);
  koma_doctor_examine_memory (count_weight_bytes (koma_session_get_graph (session)) +
                                koma_session_get_arena_bytes (session),
                              findings);
}

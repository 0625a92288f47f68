/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "put-off.h"

#include "engine/ops/elementwise.h"
#include "engine/runtime/flags.h"
#include "environment-private.h"

/* What is smaller stays in the caches from one op to the next: from here on chains gain more than
 * they cost where everything is read. */
#define MIN_ELEMS 131072
/* A loop that reads nothing computes, and frees, after so many ops, or tensors. */
#define MAX_NODES  16
#define MAX_ARRAYS 8

struct _KomaPutOff
{
  KomaGraph  *graph;
  GPtrArray  *arrays;  /* (element-type KomaArray) */
  GPtrArray  *members; /* (element-type KomaPutOffMember) */
  KomaValueId y;
  gboolean    is_taken;
};

static void
member_free (gpointer data)
{
  KomaPutOffMember *member = data;

  g_weak_ref_clear (&member->tensor);
  g_free (member);
}

GPtrArray *
koma_put_off_members_new (void)
{
  return g_ptr_array_new_with_free_func (member_free);
}

static void
add_member (GPtrArray  *members,
            gpointer    tensor,
            KomaValueId value)
{
  KomaPutOffMember *member = g_new0 (KomaPutOffMember, 1);

  g_weak_ref_init (&member->tensor, tensor);
  member->value = value;
  g_ptr_array_add (members, member);
}

static gboolean
are_elementwise (const KomaGraph *graph,
                 gsize            n_elems)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    if (!koma_node_is_elementwise (graph, node) ||
        koma_shape_count (&koma_node_output (graph, node, 0)->shape) != n_elems)
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_put_off_suits:
 *
 * With the flag DEBUG every op runs by itself. Thread: that of the environment in force.
 */
gboolean
koma_put_off_suits (const KomaGraph *graph,
                    KomaValueId      y)
{
  const gsize n_elems = koma_shape_count (&koma_graph_get_value (graph, y)->shape);
  const guint n_nodes = koma_graph_get_n_nodes (graph);

  return n_elems >= MIN_ELEMS && n_nodes > 0 && n_nodes <= MAX_NODES &&
         koma_graph_get_n_inputs (graph) <= MAX_ARRAYS && koma_flags_get (KOMA_FLAG_DEBUG) == 0 &&
         koma_flags_get (KOMA_FLAG_CHAINS) == 1 &&
         koma_environment_joins_elements (koma_environment_get ()) &&
         are_elementwise (graph, n_elems);
}

KomaPutOff *
koma_put_off_new (KomaGraph  *graph,
                  GPtrArray  *arrays,
                  GPtrArray  *members,
                  KomaValueId y)
{
  KomaPutOff *self = g_new (KomaPutOff, 1);

  *self = (KomaPutOff){ .graph = graph, .arrays = arrays, .members = members, .y = y };
  return self;
}

void
koma_put_off_free (KomaPutOff *self)
{
  koma_graph_free (self->graph);
  g_ptr_array_unref (self->arrays);
  g_ptr_array_unref (self->members);
  g_free (self);
}

const KomaValue *
koma_put_off_get_value (const KomaPutOff *self)
{
  return koma_graph_get_value (self->graph, self->y);
}

GPtrArray *
koma_put_off_get_members (KomaPutOff *self)
{
  return self->members;
}

/* @values are @ids there. */
static void
append (KomaPutOff        *self,
        const KomaValueId *values,
        guint              n_values,
        KomaGraph         *to,
        GPtrArray         *arrays,
        KomaValueId       *ids)
{
  const guint first = koma_graph_get_n_nodes (to);
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));

  koma_graph_extract_into (self->graph, values, n_values, to, indices, ids);
  for (guint i = 0; i < indices->len; i++)
    g_ptr_array_add (arrays,
                     koma_array_ref (self->arrays->pdata[g_array_index (indices, guint, i)]));
  /* As it was inferred before: it can not fail. */
  for (guint i = first; i < koma_graph_get_n_nodes (to); i++)
    (void) koma_node_infer (to, koma_graph_get_node (to, i), NULL);
}

/* Members that have gone are none. */
static void
drop_gone (KomaPutOff *self)
{
  for (guint i = self->members->len; i-- > 0;) {
    KomaPutOffMember *member = self->members->pdata[i];
    g_autoptr (GObject) tensor = g_weak_ref_get (&member->tensor);

    if (tensor == NULL)
      g_ptr_array_remove_index (self->members, i);
  }
}

KomaValueId
koma_put_off_take (KomaPutOff *self,
                   gpointer    tensor,
                   KomaGraph  *to,
                   GPtrArray  *arrays,
                   GPtrArray  *members)
{
  g_autofree KomaValueId *values = NULL;
  g_autofree KomaValueId *ids = NULL;
  guint                   n = 0;

  if (self->is_taken)
    return KOMA_VALUE_NONE;
  self->is_taken = TRUE;
  drop_gone (self);
  n = self->members->len;
  values = g_new (KomaValueId, n + 1);
  ids = g_new (KomaValueId, n + 1);
  values[n] = self->y;
  for (guint i = 0; i < n; i++)
    values[i] = ((KomaPutOffMember *) self->members->pdata[i])->value;
  append (self, values, n + 1, to, arrays, ids);
  add_member (members, tensor, ids[n]);
  for (guint i = 0; i < n; i++) {
    KomaPutOffMember *member = self->members->pdata[i];
    g_autoptr (GObject) other = g_weak_ref_get (&member->tensor);

    add_member (members, other, ids[i]);
  }
  return ids[n];
}

/**
 * koma_put_off_replace:
 *
 * What a member is made of is not computed again.
 */
void
koma_put_off_replace (KomaPutOff *self,
                      guint       index,
                      KomaArray  *array)
{
  const KomaPutOffMember *member = self->members->pdata[index];
  KomaGraph              *graph = self->graph;
  const KomaValueId       input = koma_graph_add_input (graph, "x", array->dtype, &array->shape);
  const guint             n_values = koma_graph_get_n_values (graph);
  g_autofree KomaValueId *to = g_new (KomaValueId, n_values);

  for (guint i = 0; i < n_values; i++)
    to[i] = i;
  to[member->value] = input;
  koma_graph_replace_uses (graph, to);
  g_ptr_array_add (self->arrays, koma_array_ref (array));
  g_ptr_array_remove_index (self->members, index);
}

/**
 * koma_put_off_run:
 * @others: some members' values
 *
 * Errors: those of koma_environment_run().
 */
gboolean
koma_put_off_run (KomaPutOff *self,
                  GArray     *others,
                  KomaArray **ret_arrays,
                  GError    **error)
{
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (KomaGraph) graph = NULL;
  g_autofree KomaArray **inputs = g_new (KomaArray *, self->arrays->len + 1);

  g_array_append_val (values, self->y);
  g_array_append_vals (values, others->data, others->len);
  graph =
    koma_graph_extract (self->graph, (const KomaValueId *) values->data, values->len, indices);
  for (guint i = 0; i < indices->len; i++)
    inputs[i] = self->arrays->pdata[g_array_index (indices, guint, i)];
  return koma_environment_run (koma_environment_get (), graph, inputs, ret_arrays, error);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/graph/recurrent.h"
#include "engine/runtime/memory.h"
#include "step-bind.h"

/* The body as steps of its own, which are run again and again on the same buffers. */
typedef struct
{
  KomaRecurrent   recurrent;
  KomaGraph      *body;    /* (owned) bound */
  void          **buffers; /* [values of the body] those that are_owned are freed */
  gboolean       *is_owned;
  KomaSegmentSpec spec;
  KomaCpuStep    *steps; /* [n_steps] */
  guint           n_steps;
} Loop;

static void
loop_free (gpointer data)
{
  Loop *self = data;

  for (guint i = 0; i < self->n_steps; i++)
    koma_cpu_step_clear (&self->steps[i]);
  for (guint i = 0; self->body != NULL && i < koma_graph_get_n_values (self->body); i++)
    if (self->is_owned[i])
      koma_memory_free (self->buffers[i]);
  g_clear_pointer (&self->body, koma_graph_free);
  g_free (self->buffers);
  g_free (self->is_owned);
  g_free (self->steps);
  g_free (self);
}

static gsize
get_size (const KomaValue *value)
{
  return koma_shape_count (&value->shape) * koma_dtype_size (value->dtype);
}

static void
find_shared (const Loop        *self,
             const KomaCpuStep *step)
{
  for (guint i = 0; i < self->recurrent.n_shared; i++)
    self->buffers[koma_graph_get_input (self->body, 1 + self->recurrent.n_states + i)] =
      (void *) step->in[KOMA_RECURRENT_SHARED (&self->recurrent, i)];
}

/* Constants and what is shared are where they are; all else gets memory. */
static gboolean
allocate (Loop              *self,
          const KomaCpuStep *step,
          GError           **error)
{
  const guint n_values = koma_graph_get_n_values (self->body);

  self->buffers = g_new0 (void *, n_values + 1);
  self->is_owned = g_new0 (gboolean, n_values + 1);
  find_shared (self, step);
  for (guint i = 0; i < n_values; i++) {
    const KomaValue *value = koma_graph_get_value (self->body, i);

    if (value->constant != NULL)
      self->buffers[i] = value->constant->data;
    if (self->buffers[i] != NULL)
      continue;
    self->buffers[i] = koma_memory_alloc (get_size (value), error);
    if (self->buffers[i] == NULL)
      return FALSE;
    self->is_owned[i] = TRUE;
  }
  return TRUE;
}

static gboolean
prepare_steps (Loop              *self,
               const KomaCpuStep *step,
               GError           **error)
{
  const guint n_nodes = koma_graph_get_n_nodes (self->body);

  self->spec = *step->spec;
  self->spec.graph = self->body;
  self->spec.buffers = self->buffers;
  self->spec.is_brief = FALSE; /* a run of the session is many of the body */
  self->steps = g_new0 (KomaCpuStep, n_nodes + 1);
  while (self->n_steps < n_nodes) {
    KomaCpuStep *one = &self->steps[self->n_steps];

    self->n_steps++;
    if (!koma_cpu_step_init (one, &self->spec, koma_graph_get_node (self->body, self->n_steps - 1),
                             step->arena, error))
      return FALSE;
  }
  return TRUE;
}

static void *
get_state (const Loop *self,
           guint       index)
{
  return self->buffers[koma_graph_get_input (self->body, 1 + index)];
}

/* [n, steps, ..] of @whole and [n, ..] of @part, elements of the size of float32 */
static gsize
get_row_bytes (const KomaShape *part)
{
  return koma_shape_count (part) / MAX (part->dims[0], 1) * sizeof (float);
}

static void
read_x (const Loop        *self,
        const KomaCpuStep *step,
        gsize              t)
{
  const KomaValueId id = koma_graph_get_input (self->body, 0);
  const KomaShape  *shape = &koma_graph_get_value (self->body, id)->shape;
  const gsize       n_steps = (gsize) koma_cpu_step_in_shape (step, 0)->dims[1];
  const gsize       row = get_row_bytes (shape);

  for (gsize n = 0; n < (gsize) shape->dims[0]; n++)
    memcpy ((char *) self->buffers[id] + n * row,
            (const char *) step->in[0] + (n * n_steps + t) * row, row);
}

/* New states replace the old where the mask says so. */
static void
update_state (const Loop        *self,
              const KomaCpuStep *step,
              guint              index,
              gsize              t)
{
  const gsize      n_steps = (gsize) koma_cpu_step_in_shape (step, 0)->dims[1];
  const KomaShape *shape = koma_cpu_step_out_shape (step, 1 + index);
  const gsize      row = get_row_bytes (shape);
  const guint8    *mask = self->recurrent.has_mask
                            ? step->in[KOMA_RECURRENT_MASK (&self->recurrent)]
                            : NULL;
  char            *state = get_state (self, index);
  const char      *update = self->buffers[koma_graph_get_output (self->body, index)];
  char            *sequence = step->out[0];

  for (gsize n = 0; n < (gsize) shape->dims[0]; n++) {
    if (mask == NULL || mask[n * n_steps + t])
      memmove (state + n * row, update + n * row, row);
    if (index == 0)
      memcpy (sequence + (n * n_steps + t) * row, state + n * row, row);
  }
}

static void
run (const KomaCpuStep *step,
     gsize              unit)
{
  const Loop *self = step->data;

  find_shared (self, step);
  for (guint i = 0; i < self->n_steps; i++)
    koma_cpu_step_bind (&self->steps[i]);
  for (guint i = 0; i < self->recurrent.n_states; i++)
    memcpy (get_state (self, i), step->in[KOMA_RECURRENT_STATE (i)],
            get_size (koma_node_output (step->spec->graph, step->node, 1 + i)));
  for (gsize t = 0; t < (gsize) koma_cpu_step_in_shape (step, 0)->dims[1]; t++) {
    read_x (self, step, t);
    for (guint i = 0; i < self->n_steps; i++)
      (void) koma_cpu_step_run (&self->steps[i], NULL); /* no step of a body checks its data */
    for (guint i = 0; i < self->recurrent.n_states; i++)
      update_state (self, step, i, t);
  }
  for (guint i = 0; i < self->recurrent.n_states; i++)
    memcpy (step->out[1 + i], get_state (self, i),
            get_size (koma_node_output (step->spec->graph, step->node, 1 + i)));
}

gboolean
koma_cpu_recurrent_prepare (KomaCpuStep *step,
                            GError     **error)
{
  Loop *self = g_new0 (Loop, 1);

  step->data = self;
  step->free_data = loop_free;
  step->run = run;
  step->n_units = 1;
  self->recurrent = koma_recurrent_read (step->node);
  self->body = koma_recurrent_bind (step->spec->graph, step->node, error);
  return self->body != NULL && allocate (self, step, error) && prepare_steps (self, step, error);
}

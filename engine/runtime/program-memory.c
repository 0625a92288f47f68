/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "program-private.h"

#include "carry-in-place.h"
#include "memory-plan.h"
#include "memory.h"

/* Of an end that is bound before each run: no memory, and the address of no other. */
static void
leave_unbound (KomaProgram *program,
               KomaValueId  id)
{
  if (koma_graph_get_value (program->graph, id)->constant != NULL)
    return;
  program->buffers[id] = GSIZE_TO_POINTER ((id + 1) * (gsize) KOMA_MEMORY_ALIGNMENT);
  program->lifetimes[id].is_needed = FALSE;
}

void
koma_program_leave_ends_unbound (KomaProgram *program)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (program->graph); i++)
    leave_unbound (program, koma_graph_get_input (program->graph, i));
  for (guint i = 0; i < koma_graph_get_n_outputs (program->graph); i++)
    leave_unbound (program, koma_graph_get_output (program->graph, i));
}

/* Inputs whose memory is given, and outputs that are written over an input, are not planned. */
void
koma_program_bind_ends (KomaProgram              *program,
                        const KomaProgramOptions *options)
{
  for (guint i = 0; options->input_memory != NULL && i < koma_graph_get_n_inputs (program->graph);
       i++)
    if (options->input_memory[i] != NULL) {
      const KomaValueId id = koma_graph_get_input (program->graph, i);

      program->buffers[id] = options->input_memory[i];
      program->lifetimes[id].is_needed = FALSE;
    }
  program->copies = g_array_new (FALSE, FALSE, sizeof (KomaCarry));
  for (guint i = 0; i < options->n_carries; i++) {
    const KomaCarry *carry = &options->carries[i];

    if (koma_carry_is_in_place (program->graph, program->partition, carry))
      program->lifetimes[koma_graph_get_output (program->graph, carry->output)].is_needed = FALSE;
    else
      g_array_append_val (program->copies, *carry);
  }
}

/* The memory of outputs that are written over an input. */
void
koma_program_bind_carries (KomaProgram              *program,
                           const KomaProgramOptions *options)
{
  for (guint i = 0; i < options->n_carries; i++) {
    const KomaValueId output = koma_graph_get_output (program->graph, options->carries[i].output);
    const KomaValueId input = koma_graph_get_input (program->graph, options->carries[i].input);

    if (program->buffers[output] == NULL)
      program->buffers[output] = program->buffers[input];
  }
}

/**
 * koma_program_plan_arena:
 *
 * Gives all values memory that need some of the program.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_program_plan_arena (KomaProgram *program,
                         GError     **error)
{
  guint                      n_values = koma_graph_get_n_values (program->graph);
  g_autofree KomaPlanBuffer *buffers = g_new0 (KomaPlanBuffer, MAX (n_values, 1));
  g_autofree KomaValueId    *ids = g_new (KomaValueId, MAX (n_values, 1));
  guint                      n_buffers = 0;

  for (guint i = 0; i < n_values; i++) {
    const KomaValue    *value = koma_graph_get_value (program->graph, i);
    const KomaLifetime *lifetime = &program->lifetimes[i];

    if (value->constant != NULL)
      program->buffers[i] = (void *) value->constant->data;
    if (!lifetime->is_needed)
      continue;
    ids[n_buffers] = i;
    buffers[n_buffers++] = (KomaPlanBuffer){
      .size_bytes = koma_value_get_bytes (value),
      .first = lifetime->first,
      .last = lifetime->last,
    };
  }
  if (!koma_memory_plan (buffers, n_buffers, &program->arena_bytes))
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "The model's tensors are too large together");
  program->arena = koma_memory_alloc (program->arena_bytes, error);
  for (guint i = 0; program->arena != NULL && i < n_buffers; i++)
    program->buffers[ids[i]] = (char *) program->arena + buffers[i].offset;
  for (guint i = 0; program->arena != NULL && i < n_values; i++)
    if (program->lifetimes[i].memory_of != i)
      program->buffers[i] = program->buffers[program->lifetimes[i].memory_of];
  return program->arena != NULL;
}

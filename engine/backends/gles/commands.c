/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Four buffers hold everything:
 *
 *   weights  all constants, uploaded once
 *   arena    inputs and what lies between, by lifetimes
 *   results  the spec's outputs side by side, for one reading
 *   params   sizes and strides of each dispatch
 *
 * A run is: inputs up, dispatches with a barrier behind each, a fence, the
 * results down. */

#include "commands.h"

#include <string.h>

#include "../../half.h"
#include "../../memory-plan.h"
#include "program.h"
#include "timer.h"

/* No driver wants ranges aligned to more; the planner counts in quarters. */
#define MAX_ALIGNMENT 256
#define QUARTERS      4
/* Elements that are converted at once, on the stack; an even number. */
#define CHUNK_ELEMS 8192
#define WAIT_NS     G_GUINT64_CONSTANT (1000000000)

typedef enum {
  BUFFER_WEIGHTS,
  BUFFER_ARENA,
  BUFFER_RESULTS,
  BUFFER_PARAMS,
  N_BUFFERS,
} Buffer;

typedef struct
{
  Buffer buffer;
  gsize  offset;
  gsize  size_bytes;
} Range;

typedef struct
{
  const KomaGlesProgram *program;
  gsize                  params_offset;
  Range                  ranges[KOMA_GLES_MAX_BINDINGS];
  KomaGlesReading        readings[KOMA_GLES_MAX_BINDINGS];
  GLuint                 texels[KOMA_GLES_MAX_BINDINGS]; /* 0: read as storage */
  guint                  n_ranges;
  guint                  n_groups[3];
} Command;

/* Between the host and the device. */
typedef struct
{
  void    *host;
  Range    range;
  gsize    host_bytes;
  gboolean is_half; /* there, of float32 here */
} Transfer;

struct _KomaGlesCommands
{
  KomaGlesDevice *device;
  GPtrArray      *programs; /* (element-type KomaGlesProgram) those of @commands, each once */
  GLuint          buffers[N_BUFFERS];
  gsize           sizes[N_BUFFERS];
  Command        *commands; /* [n_commands] */
  guint           n_commands;
  guint          *nodes; /* [n_commands] of the spec, that commands are for */
  guint           n_nodes;
  Transfer       *inputs; /* [n_inputs] */
  guint           n_inputs;
  Transfer       *outputs; /* [n_outputs] */
  guint           n_outputs;

  /* While profiling. */
  KomaGlesTimer *timer; /* (nullable) */
  double        *times; /* [n_commands] ms */
};

/* Where everything lies, while commands are being made. */
typedef struct
{
  const KomaGlesPlan *plan;
  Range              *values;    /* [n_values] */
  Range              *constants; /* [plan->constants->len] */
} Layout;

static gsize
align_up (gsize size)
{
  return (size + MAX_ALIGNMENT - 1) / MAX_ALIGNMENT * MAX_ALIGNMENT;
}

/* Of float16 as many words as hold all pairs. */
static gsize
get_stored_bytes (gsize    host_bytes,
                  gboolean is_half)
{
  return is_half ? (host_bytes / sizeof (float) + 1) / 2 * sizeof (guint32) : host_bytes;
}

static Transfer
make_transfer (const KomaGlesPlan *plan,
               KomaValueId         id)
{
  const KomaValue *value = koma_graph_get_value (plan->spec->graph, id);

  return (Transfer){
    .host = plan->spec->buffers[id],
    .host_bytes = koma_shape_count (&value->shape) * koma_dtype_size (value->dtype),
    .is_half = plan->is_half && value->dtype == KOMA_DTYPE_FLOAT32,
  };
}

static gsize
get_value_bytes (const KomaGlesPlan *plan,
                 KomaValueId         id)
{
  const Transfer transfer = make_transfer (plan, id);

  return get_stored_bytes (transfer.host_bytes, transfer.is_half);
}

static void
place_constants (KomaGlesCommands *self,
                 Layout           *layout)
{
  const GArray *constants = layout->plan->constants;

  for (guint i = 0; i < constants->len; i++) {
    const KomaGlesConstant *constant = &g_array_index (constants, KomaGlesConstant, i);
    gsize                   size_bytes =
      get_stored_bytes (constant->size_bytes, layout->plan->is_half && constant->is_float);

    layout->constants[i] = (Range){ BUFFER_WEIGHTS, self->sizes[BUFFER_WEIGHTS], size_bytes };
    self->sizes[BUFFER_WEIGHTS] += align_up (size_bytes);
  }
}

static void
place_results (KomaGlesCommands *self,
               Layout           *layout)
{
  const KomaSegmentSpec *spec = layout->plan->spec;

  for (guint i = 0; i < spec->n_outputs; i++) {
    gsize size_bytes = get_value_bytes (layout->plan, spec->outputs[i]);

    layout->values[spec->outputs[i]] =
      (Range){ BUFFER_RESULTS, self->sizes[BUFFER_RESULTS], size_bytes };
    self->sizes[BUFFER_RESULTS] += align_up (size_bytes);
  }
}

/* Inputs are written before the first step. */
static gboolean
place_values (KomaGlesCommands *self,
              Layout           *layout,
              GError          **error)
{
  const KomaGlesPlan        *plan = layout->plan;
  guint                      n_values = koma_graph_get_n_values (plan->spec->graph);
  g_autofree KomaPlanBuffer *buffers = g_new0 (KomaPlanBuffer, n_values + 1);
  g_autofree KomaValueId    *ids = g_new (KomaValueId, n_values + 1);
  guint                      n_buffers = 0;
  gsize                      arena_quarter = 0;

  for (guint i = 0; i < plan->spec->n_inputs; i++)
    plan->first[plan->spec->inputs[i]] = 0;
  for (guint i = 0; i < n_values; i++) {
    gsize size_bytes = get_value_bytes (plan, i);

    if (plan->first[i] == G_MAXUINT || layout->values[i].size_bytes > 0)
      continue;
    layout->values[i] = (Range){ BUFFER_ARENA, 0, size_bytes };
    ids[n_buffers] = i;
    buffers[n_buffers++] = (KomaPlanBuffer){ .size_bytes = size_bytes / QUARTERS + 1,
                                             .first = plan->first[i],
                                             .last = plan->last[i] };
  }
  if (!koma_memory_plan (buffers, n_buffers, &arena_quarter)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "The tensors are too large together");
    return FALSE;
  }
  for (guint i = 0; i < n_buffers; i++)
    layout->values[ids[i]].offset = buffers[i].offset * QUARTERS;
  self->sizes[BUFFER_ARENA] = arena_quarter * QUARTERS;
  return TRUE;
}

static gboolean
create_buffers (KomaGlesCommands *self,
                GError          **error)
{
  static const struct
  {
    const char *what;
    GLenum      usage;
  } kinds[] = {
    [BUFFER_WEIGHTS] = { "the weights", GL_STATIC_DRAW },
    [BUFFER_ARENA] = { "the tensors", GL_DYNAMIC_COPY },
    [BUFFER_RESULTS] = { "the results", GL_STREAM_READ },
    [BUFFER_PARAMS] = { "the parameters", GL_STATIC_DRAW },
  };

  for (guint i = 0; i < N_BUFFERS; i++) {
    self->buffers[i] = koma_gles_device_create_buffer (self->device, kinds[i].what,
                                                       self->sizes[i], kinds[i].usage, error);
    if (self->buffers[i] == 0)
      return FALSE;
  }
  return TRUE;
}

/* In parts: a run allocates nothing. */
static void
upload_as_half (const float *numbers,
                gsize        count,
                gsize        offset)
{
  guint16 halves[CHUNK_ELEMS];

  for (gsize i = 0; i < count; i += CHUNK_ELEMS) {
    const gsize n = MIN (count - i, CHUNK_ELEMS);

    koma_half_from_floats (numbers + i, n, halves);
    glBufferSubData (GL_SHADER_STORAGE_BUFFER, offset + i * sizeof *halves, n * sizeof *halves,
                     halves);
  }
}

static void
upload (KomaGlesCommands *self,
        const Transfer   *transfer)
{
  const Range *range = &transfer->range;

  if (range->size_bytes == 0)
    return;
  glBindBuffer (GL_SHADER_STORAGE_BUFFER, self->buffers[range->buffer]);
  if (transfer->is_half)
    upload_as_half (transfer->host, transfer->host_bytes / sizeof (float), range->offset);
  else
    glBufferSubData (GL_SHADER_STORAGE_BUFFER, range->offset, range->size_bytes, transfer->host);
}

static Range
locate (const Layout   *layout,
        KomaGlesBinding binding)
{
  return binding.is_constant ? layout->constants[binding.index] : layout->values[binding.index];
}

static void
fill_buffers (KomaGlesCommands *self,
              const Layout     *layout)
{
  const KomaGlesPlan *plan = layout->plan;

  for (guint i = 0; i < plan->constants->len; i++) {
    const KomaGlesConstant *constant = &g_array_index (plan->constants, KomaGlesConstant, i);

    upload (self, &(Transfer){ (void *) constant->data, layout->constants[i],
                               constant->size_bytes, plan->is_half && constant->is_float });
  }
  for (guint i = 0; i < self->n_commands; i++) {
    const KomaGlesDispatch *dispatch = &g_array_index (plan->dispatches, KomaGlesStep, i).dispatch;
    const Range             range = { BUFFER_PARAMS, self->commands[i].params_offset,
                                      sizeof dispatch->params };

    upload (self, &(Transfer){ (void *) dispatch->params, range, range.size_bytes, FALSE });
  }
}

static void
make_commands (KomaGlesCommands *self,
               const Layout     *layout)
{
  const GArray *steps = layout->plan->dispatches;

  self->n_commands = steps->len;
  self->commands = g_new0 (Command, steps->len + 1);
  self->nodes = g_new (guint, steps->len + 1);
  self->n_nodes = layout->plan->spec->n_nodes;
  for (guint i = 0; i < steps->len; i++) {
    const KomaGlesStep     *step = &g_array_index (steps, KomaGlesStep, i);
    const KomaGlesDispatch *dispatch = &step->dispatch;
    Command                *command = &self->commands[i];

    command->program = step->program;
    self->nodes[i] = step->node;
    memcpy (command->n_groups, step->n_groups, sizeof command->n_groups);
    command->params_offset = self->sizes[BUFFER_PARAMS];
    self->sizes[BUFFER_PARAMS] += align_up (sizeof dispatch->params);
    command->n_ranges = dispatch->n_bindings;
    memcpy (command->readings, dispatch->readings, sizeof command->readings);
    for (guint k = 0; k < dispatch->n_bindings; k++)
      command->ranges[k] = locate (layout, dispatch->bindings[k]);
  }
}

static void
create_texels (KomaGlesCommands *self)
{
  const KomaGlesTexels *texels = &koma_gles_device_get_info (self->device)->texels;

  for (guint i = 0; i < self->n_commands; i++) {
    Command *command = &self->commands[i];

    for (guint k = 0; k < command->n_ranges; k++) {
      const Range *range = &command->ranges[k];

      if (command->readings[k] != KOMA_GLES_AS_STORAGE)
        command->texels[k] =
          koma_gles_texels_create (texels, command->readings[k], self->buffers[range->buffer],
                                   range->offset, range->size_bytes);
    }
  }
}

static void
destroy_texels (KomaGlesCommands *self)
{
  const gboolean is_current = koma_gles_device_enter_to_free (self->device);

  for (guint i = 0; i < self->n_commands; i++)
    for (guint k = 0; k < self->commands[i].n_ranges; k++)
      koma_gles_texels_destroy (self->commands[i].texels[k], is_current);
}

static Transfer *
make_transfers (const Layout      *layout,
                const KomaValueId *ids,
                guint              n_ids)
{
  Transfer *transfers = g_new0 (Transfer, n_ids + 1);

  for (guint i = 0; i < n_ids; i++) {
    transfers[i] = make_transfer (layout->plan, ids[i]);
    transfers[i].range = layout->values[ids[i]];
  }
  return transfers;
}

static gboolean
make_all (KomaGlesCommands *self,
          Layout           *layout,
          GError          **error)
{
  const KomaSegmentSpec *spec = layout->plan->spec;

  place_constants (self, layout);
  place_results (self, layout);
  if (!place_values (self, layout, error))
    return FALSE;
  make_commands (self, layout);
  self->inputs = make_transfers (layout, spec->inputs, spec->n_inputs);
  self->n_inputs = spec->n_inputs;
  self->outputs = make_transfers (layout, spec->outputs, spec->n_outputs);
  self->n_outputs = spec->n_outputs;
  if (!create_buffers (self, error))
    return FALSE;
  fill_buffers (self, layout);
  create_texels (self);
  return koma_gles_device_check_memory (self->device, "uploading the weights",
                                        self->sizes[BUFFER_WEIGHTS], error);
}

/**
 * koma_gles_commands_new:
 * @plan: complete; not used any more afterwards
 *
 * Makes all buffers and uploads the weights; koma_gles_commands_finish() does
 * the rest. The device's context must be current. Errors: %KOMA_ERROR_MEMORY,
 * with how much was wanted; %KOMA_ERROR_BACKEND.
 *
 * Returns: (transfer full): the commands
 */
KomaGlesCommands *
koma_gles_commands_new (const KomaGlesPlan *plan,
                        GError            **error)
{
  g_autoptr (KomaGlesCommands) self = g_new0 (KomaGlesCommands, 1);
  g_autofree Range *values = g_new0 (Range, koma_graph_get_n_values (plan->spec->graph) + 1);
  g_autofree Range *constants = g_new0 (Range, plan->constants->len + 1);
  Layout            layout = { plan, values, constants };

  self->device = koma_gles_device_ref (plan->device);
  self->programs = g_ptr_array_ref (plan->programs);
  return make_all (self, &layout, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_gles_commands_finish:
 * @progress: (nullable): told after each program that was not there yet
 *
 * Makes the commands ready to run. Errors: %KOMA_ERROR_BACKEND,
 * %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_gles_commands_finish (KomaGlesCommands   *self,
                           const KomaProgress *progress,
                           GError            **error)
{
  return koma_gles_device_enter (self->device, error) &&
         koma_gles_device_build_programs (self->device, self->programs, progress, error);
}

/**
 * koma_gles_commands_set_profiling:
 *
 * Makes what timing needs, or frees it. The device's context must be current.
 */
void
koma_gles_commands_set_profiling (KomaGlesCommands *self,
                                  gboolean          is_profiling)
{
  g_clear_pointer (&self->timer, koma_gles_timer_free);
  g_clear_pointer (&self->times, g_free);
  if (is_profiling) {
    self->timer = koma_gles_timer_new (self->device, self->n_commands);
    self->times = g_new0 (double, self->n_commands + 1);
  }
}

/**
 * koma_gles_commands_free:
 * @self: (nullable) (transfer full)
 *
 * Thread: the device's.
 */
void
koma_gles_commands_free (KomaGlesCommands *self)
{
  if (self == NULL)
    return;
  destroy_texels (self);
  for (guint i = 0; i < N_BUFFERS; i++)
    koma_gles_device_destroy_buffer (self->device, self->buffers[i]);
  koma_gles_commands_set_profiling (self, FALSE);
  g_ptr_array_unref (self->programs);
  koma_gles_device_unref (self->device);
  g_free (self->commands);
  g_free (self->nodes);
  g_free (self->inputs);
  g_free (self->outputs);
  g_free (self);
}

static void
dispatch (const KomaGlesCommands *self,
          const Command          *command)
{
  glUseProgram (koma_gles_program_get_name (command->program));
  glBindBufferRange (GL_UNIFORM_BUFFER, 0, self->buffers[BUFFER_PARAMS], command->params_offset,
                     KOMA_GLES_N_PARAMS * 4 * sizeof (gint32));
  for (guint i = 0; i < command->n_ranges; i++) {
    const Range *range = &command->ranges[i];

    if (command->texels[i] != 0)
      koma_gles_texels_bind (i, command->texels[i]);
    else
      glBindBufferRange (GL_SHADER_STORAGE_BUFFER, i, self->buffers[range->buffer], range->offset,
                         range->size_bytes);
  }
  glDispatchCompute (command->n_groups[0], command->n_groups[1], command->n_groups[2]);
  glMemoryBarrier (GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
}

/* Sleeps in the driver until all is computed. */
static gboolean
wait (KomaGlesCommands *self,
      GError          **error)
{
  GLsync sync = glFenceSync (GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  GLenum status = GL_TIMEOUT_EXPIRED;

  while (status == GL_TIMEOUT_EXPIRED) {
    status = glClientWaitSync (sync, GL_SYNC_FLUSH_COMMANDS_BIT, WAIT_NS);
    if (!koma_gles_device_check (self->device, "computing", error)) {
      glDeleteSync (sync);
      return FALSE;
    }
  }
  glDeleteSync (sync);
  return TRUE;
}

static gboolean
download (KomaGlesCommands *self,
          GError          **error)
{
  const char *results = NULL;

  if (self->sizes[BUFFER_RESULTS] == 0)
    return TRUE;
  glBindBuffer (GL_SHADER_STORAGE_BUFFER, self->buffers[BUFFER_RESULTS]);
  results = glMapBufferRange (GL_SHADER_STORAGE_BUFFER, 0, self->sizes[BUFFER_RESULTS],
                              GL_MAP_READ_BIT);
  for (guint i = 0; results != NULL && i < self->n_outputs; i++) {
    const Transfer *output = &self->outputs[i];
    const char     *data = results + output->range.offset;

    if (output->is_half)
      koma_half_to_floats ((const guint16 *) data, output->host_bytes / sizeof (float),
                           output->host);
    else
      memcpy (output->host, data, output->host_bytes);
  }
  if (results != NULL)
    glUnmapBuffer (GL_SHADER_STORAGE_BUFFER);
  return koma_gles_device_check (self->device, "reading the results", error);
}

static gboolean
begin_run (KomaGlesCommands *self,
           GError          **error)
{
  if (!koma_gles_device_enter (self->device, error))
    return FALSE;
  for (guint i = 0; i < self->n_inputs; i++)
    upload (self, &self->inputs[i]);
  return TRUE;
}

static gboolean
end_run (KomaGlesCommands *self,
         GError          **error)
{
  glMemoryBarrier (GL_BUFFER_UPDATE_BARRIER_BIT);
  return wait (self, error) && download (self, error);
}

/**
 * koma_gles_commands_are_lost:
 *
 * Returns: whether they can never run again, the context being lost
 */
gboolean
koma_gles_commands_are_lost (const KomaGlesCommands *self)
{
  return koma_gles_device_is_lost (self->device);
}

/* One by one: drivers compile a program once more where it runs for the first
 * time, llvmpipe for a fifth of a second. */
static gboolean
dispatch_new (KomaGlesCommands   *self,
              const KomaProgress *progress,
              GError            **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->n_commands; i++) {
    dispatch (self, &self->commands[i]);
    if (!g_hash_table_add (seen, (gpointer) self->commands[i].program))
      continue;
    if (!wait (self, error) ||
        !koma_progress_report (progress, (double) g_hash_table_size (seen) / self->programs->len,
                               error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_gles_commands_warm:
 * @progress: (nullable): told after the first use of each program
 *
 * Computes as koma_gles_commands_run() does. Errors: those of
 * koma_gles_commands_run(); %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_gles_commands_warm (KomaGlesCommands   *self,
                         const KomaProgress *progress,
                         GError            **error)
{
  return begin_run (self, error) && dispatch_new (self, progress, error) && end_run (self, error);
}

/**
 * koma_gles_commands_run:
 *
 * Reads the input buffers, computes, writes the output buffers. Errors:
 * %KOMA_ERROR_BACKEND, if the context is lost; outputs are then worth nothing.
 */
gboolean
koma_gles_commands_run (KomaGlesCommands *self,
                        GError          **error)
{
  if (!begin_run (self, error))
    return FALSE;
  for (guint i = 0; i < self->n_commands; i++)
    dispatch (self, &self->commands[i]);
  return end_run (self, error);
}

/**
 * koma_gles_commands_run_profiled:
 * @ret_ms: (out) (array): what each node took, all of its commands together;
 *   -1 where the device was disturbed
 *
 * Runs as koma_gles_commands_run() does, profiling being switched on.
 */
gboolean
koma_gles_commands_run_profiled (KomaGlesCommands *self,
                                 double           *ret_ms,
                                 GError          **error)
{
  gboolean is_timed = FALSE;

  if (!begin_run (self, error))
    return FALSE;
  for (guint i = 0; i < self->n_commands; i++) {
    koma_gles_timer_begin (self->timer, i);
    dispatch (self, &self->commands[i]);
    koma_gles_timer_end (self->timer, i);
  }
  if (!end_run (self, error))
    return FALSE;
  is_timed = koma_gles_timer_read (self->timer, self->times);
  for (guint i = 0; i < self->n_nodes; i++)
    ret_ms[i] = is_timed ? 0 : -1;
  for (guint i = 0; is_timed && i < self->n_commands; i++)
    ret_ms[self->nodes[i]] += self->times[i];
  return TRUE;
}

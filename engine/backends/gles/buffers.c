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

#include "store.h"

#include <string.h>

#include "engine/graph/half.h"
#include "engine/runtime/memory-plan.h"

/* No driver wants ranges aligned to more; the planner counts in quarters. */
#define MAX_ALIGNMENT 256
#define QUARTERS      4
/* Elements that are converted at once, on the stack; an even number. */
#define CHUNK_ELEMS 8192

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

  gboolean is_half; /* there, of float32 on the host */
} Range;

typedef struct
{
  gsize           params_offset;
  Range           ranges[KOMA_GLES_MAX_BINDINGS];
  KomaGlesReading readings[KOMA_GLES_MAX_BINDINGS];
  GLuint          texels[KOMA_GLES_MAX_BINDINGS]; /* 0: read as storage */
  guint           n_ranges;
  guint           n_groups[3];
} Command;

/* Between the host and the device. */
typedef struct
{
  void *const *host; /* where the spec says that it lies now */
  Range        range;
  gsize        host_bytes;
  gboolean     is_half; /* there, of float32 here */
} Transfer;

struct _KomaGlesStore
{
  KomaGlesDevice *device;
  GLuint          buffers[N_BUFFERS];
  gsize           sizes[N_BUFFERS];
  Command        *commands; /* [n_commands] */
  guint           n_commands;
  Transfer       *inputs; /* [n_inputs] */
  guint           n_inputs;
  Transfer       *outputs; /* [n_outputs] */
  guint           n_outputs;
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
    .host = &plan->spec->buffers[id],
    .host_bytes = koma_value_get_bytes (value),
    .is_half = plan->is_half && value->dtype == KOMA_DTYPE_FLOAT32,
  };
}

static gsize
get_value_bytes (const KomaGlesPlan *plan,
                 KomaValueId         id)
{
  const KomaGlesTemporary *temporary = koma_gles_plan_get_temporary (plan, id);
  Transfer                 transfer = { 0 };

  if (temporary != NULL)
    return get_stored_bytes (temporary->n_elems * sizeof (float), plan->is_half);
  transfer = make_transfer (plan, id);
  return get_stored_bytes (transfer.host_bytes, transfer.is_half);
}

static void
place_constants (KomaGlesStore *self,
                 Layout        *layout)
{
  const GArray *constants = layout->plan->constants;

  for (guint i = 0; i < constants->len; i++) {
    const KomaGlesConstant *constant = &g_array_index (constants, KomaGlesConstant, i);
    const gboolean          is_half = layout->plan->is_half && !constant->is_exact;
    gsize                   size_bytes = get_stored_bytes (constant->size_bytes, is_half);

    layout->constants[i] =
      (Range){ BUFFER_WEIGHTS, self->sizes[BUFFER_WEIGHTS], size_bytes, is_half };
    self->sizes[BUFFER_WEIGHTS] += align_up (size_bytes);
  }
}

static void
place_results (KomaGlesStore *self,
               Layout        *layout)
{
  const KomaSegmentSpec *spec = layout->plan->spec;

  for (guint i = 0; i < spec->n_outputs; i++) {
    gsize size_bytes = get_value_bytes (layout->plan, spec->outputs[i]);

    layout->values[spec->outputs[i]] =
      (Range){ BUFFER_RESULTS, self->sizes[BUFFER_RESULTS], size_bytes, layout->plan->is_half };
    self->sizes[BUFFER_RESULTS] += align_up (size_bytes);
  }
}

/* Inputs are written before the first step. */
static gboolean
place_values (KomaGlesStore *self,
              Layout        *layout,
              GError       **error)
{
  const KomaGlesPlan        *plan = layout->plan;
  guint                      n_values = koma_gles_plan_get_n_values (plan);
  g_autofree KomaPlanBuffer *buffers = g_new0 (KomaPlanBuffer, n_values + 1);
  g_autofree KomaValueId    *ids = g_new (KomaValueId, n_values + 1);
  guint                      n_buffers = 0;
  gsize                      arena_quarter = 0;

  for (guint i = 0; i < plan->spec->n_inputs; i++)
    plan->first[plan->spec->inputs[i]] = 0;
  for (guint i = 0; i < n_values; i++) {
    const KomaGlesLifetime lifetime = koma_gles_plan_get_lifetime (plan, i);
    gsize                  size_bytes = 0;

    /* One that no node makes any more has no shape. */
    if (!lifetime.is_needed || layout->values[i].size_bytes > 0)
      continue;
    size_bytes = get_value_bytes (plan, i);
    layout->values[i] = (Range){ BUFFER_ARENA, 0, size_bytes, plan->is_half };
    ids[n_buffers] = i;
    buffers[n_buffers++] = (KomaPlanBuffer){ .size_bytes = size_bytes / QUARTERS + 1,
                                             .first = lifetime.first,
                                             .last = lifetime.last };
  }
  if (!koma_memory_plan (buffers, n_buffers, &arena_quarter))
    return koma_fail (error, KOMA_ERROR_MEMORY, "The tensors are too large together");
  for (guint i = 0; i < n_buffers; i++)
    layout->values[ids[i]].offset = buffers[i].offset * QUARTERS;
  self->sizes[BUFFER_ARENA] = arena_quarter * QUARTERS;
  return TRUE;
}

static gboolean
create_buffers (KomaGlesStore *self,
                GError       **error)
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
upload (KomaGlesStore  *self,
        const Transfer *transfer)
{
  const Range *range = &transfer->range;

  if (range->size_bytes == 0)
    return;
  glBindBuffer (GL_SHADER_STORAGE_BUFFER, self->buffers[range->buffer]);
  if (transfer->is_half)
    upload_as_half (*transfer->host, transfer->host_bytes / sizeof (float), range->offset);
  else
    glBufferSubData (GL_SHADER_STORAGE_BUFFER, range->offset, range->size_bytes, *transfer->host);
}

static Range
locate (const Layout   *layout,
        KomaGlesBinding binding)
{
  return binding.is_constant ? layout->constants[binding.index] : layout->values[binding.index];
}

static void
fill_buffers (KomaGlesStore *self,
              const Layout  *layout)
{
  const KomaGlesPlan *plan = layout->plan;

  for (guint i = 0; i < plan->constants->len; i++) {
    const KomaGlesConstant *constant = &g_array_index (plan->constants, KomaGlesConstant, i);
    void *const             data = (void *) constant->data;

    upload (self, &(Transfer){ &data, layout->constants[i], constant->size_bytes,
                               plan->is_half && !constant->is_exact });
  }
  for (guint i = 0; i < self->n_commands; i++) {
    const KomaGlesDispatch *dispatch = &g_array_index (plan->dispatches, KomaGlesStep, i).dispatch;
    const Range             range = { BUFFER_PARAMS, self->commands[i].params_offset,
                                      sizeof dispatch->params };
    void *const             data = (void *) dispatch->params;

    upload (self, &(Transfer){ &data, range, range.size_bytes, FALSE });
  }
}

static void
make_commands (KomaGlesStore *self,
               const Layout  *layout)
{
  const GArray *steps = layout->plan->dispatches;

  self->n_commands = steps->len;
  self->commands = g_new0 (Command, steps->len + 1);
  for (guint i = 0; i < steps->len; i++) {
    const KomaGlesStep     *step = &g_array_index (steps, KomaGlesStep, i);
    const KomaGlesDispatch *dispatch = &step->dispatch;
    Command                *command = &self->commands[i];

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
create_texels (KomaGlesStore *self)
{
  const KomaGlesTexels *texels = &koma_gles_device_get_info (self->device)->texels;

  for (guint i = 0; i < self->n_commands; i++) {
    Command *command = &self->commands[i];

    for (guint k = 0; k < command->n_ranges; k++) {
      const Range *range = &command->ranges[k];

      if (command->readings[k] != KOMA_GLES_AS_STORAGE)
        command->texels[k] =
          koma_gles_texels_create (texels, command->readings[k], range->is_half,
                                   self->buffers[range->buffer], range->offset,
                                   range->size_bytes);
    }
  }
}

static void
destroy_texels (KomaGlesStore *self)
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
make_all (KomaGlesStore *self,
          Layout        *layout,
          GError       **error)
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

static void buffers_free (KomaGlesStore *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGlesStore, buffers_free)

static KomaGlesStore *
buffers_new (const KomaGlesPlan *plan,
             GError            **error)
{
  g_autoptr (KomaGlesStore) self = g_new0 (KomaGlesStore, 1);
  g_autofree Range *values = g_new0 (Range, koma_gles_plan_get_n_values (plan) + 1);
  g_autofree Range *constants = g_new0 (Range, plan->constants->len + 1);
  Layout            layout = { plan, values, constants };

  KOMA_GLES_ASSERT_CURRENT (plan->device);

  self->device = koma_gles_device_ref (plan->device);
  return make_all (self, &layout, error) ? g_steal_pointer (&self) : NULL;
}

static void
buffers_free (KomaGlesStore *self)
{
  if (self == NULL)
    return;
  destroy_texels (self);
  for (guint i = 0; i < N_BUFFERS; i++)
    koma_gles_device_destroy_buffer (self->device, self->buffers[i], self->sizes[i]);
  koma_gles_device_unref (self->device);
  g_free (self->commands);
  g_free (self->inputs);
  g_free (self->outputs);
  g_free (self);
}

static void
buffers_dispatch (KomaGlesStore *self,
                  guint          index)
{
  const Command *command = &self->commands[index];

  KOMA_GLES_ASSERT_CURRENT (self->device);

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

static gboolean
download (KomaGlesStore *self,
          GError       **error)
{
  const char *results = NULL;

  if (self->sizes[BUFFER_RESULTS] == 0)
    return TRUE;
  glBindBuffer (GL_SHADER_STORAGE_BUFFER, self->buffers[BUFFER_RESULTS]);
  results = glMapBufferRange (GL_SHADER_STORAGE_BUFFER, 0, self->sizes[BUFFER_RESULTS],
                              GL_MAP_READ_BIT);
  if (results == NULL)
    return koma_gles_device_check (self->device, "reading the results", error) &&
           koma_gles_device_lose (self->device, error);
  for (guint i = 0; i < self->n_outputs; i++) {
    const Transfer *output = &self->outputs[i];
    const char     *data = results + output->range.offset;

    if (output->is_half)
      koma_half_to_floats ((const guint16 *) data, output->host_bytes / sizeof (float),
                           *output->host);
    else
      memcpy (*output->host, data, output->host_bytes);
  }
  /* FALSE: what was read was not what stood there. */
  if (!glUnmapBuffer (GL_SHADER_STORAGE_BUFFER))
    return koma_gles_device_lose (self->device, error);
  return koma_gles_device_check (self->device, "reading the results", error);
}

static void
buffers_write_inputs (KomaGlesStore *self)
{
  KOMA_GLES_ASSERT_CURRENT (self->device);

  for (guint i = 0; i < self->n_inputs; i++)
    upload (self, &self->inputs[i]);
}

static gboolean
buffers_read_outputs (KomaGlesStore *self,
                      GError       **error)
{
  KOMA_GLES_ASSERT_CURRENT (self->device);

  glMemoryBarrier (GL_BUFFER_UPDATE_BARRIER_BIT);
  return koma_gles_device_wait (self->device, error) && download (self, error);
}

const KomaGlesStoreClass koma_gles_buffers = {
  .new = buffers_new,
  .write_inputs = buffers_write_inputs,
  .dispatch = buffers_dispatch,
  .read_outputs = buffers_read_outputs,
  .free = buffers_free,
};

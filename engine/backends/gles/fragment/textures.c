/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Each constant has a texture; tensors take turns in those of texture-plan.c,
 * each with its framebuffers, so that a run makes none. Two buffers:
 *
 *   params   sizes and strides of each dispatch
 *   results  the spec's outputs, to which the driver copies their texels
 *
 * A dispatch draws one triangle over the texels of its output: for each layer,
 * or once for all of them. */

#include <string.h>

#include "engine/backends/gles/store.h"
#include "draw.h"
#include "texture-plan.h"

/* Between the host and the device. */
typedef struct
{
  void *const           *host; /* where the spec says that it lies now */
  gsize                  n_elems;
  KomaGlesExtent         extent;
  const KomaGlesTexture *texture;
  gsize                  offset; /* of an output, in the buffer of results */
} Transfer;

struct _KomaGlesStore
{
  KomaGlesDevice  *device;
  GLenum           format;    /* of the tensors */
  KomaGlesTexture *constants; /* [n_constants] */
  guint            n_constants;
  KomaGlesTexture *tensors; /* [n_tensors] */
  guint            n_tensors;
  guint           *texture_of; /* [n_values] */
  GLuint           params;
  GLuint           results;
  gsize            params_bytes;
  gsize            results_bytes;
  KomaGlesDraw    *draws; /* [n_draws] */
  guint            n_draws;
  Transfer        *inputs; /* [n_inputs] */
  guint            n_inputs;
  Transfer        *outputs; /* [n_outputs] */
  guint            n_outputs;
};

static KomaGlesExtent
get_value_extent (const KomaGlesPlan *plan,
                  guint               value)
{
  return koma_gles_extent_get (plan, (KomaGlesBinding){ FALSE, value });
}

static gboolean
create_constants (KomaGlesStore      *self,
                  const KomaGlesPlan *plan,
                  GError            **error)
{
  self->constants = g_new0 (KomaGlesTexture, plan->constants->len + 1);
  for (; self->n_constants < plan->constants->len; self->n_constants++) {
    const guint             i = self->n_constants;
    const KomaGlesConstant *constant = &g_array_index (plan->constants, KomaGlesConstant, i);
    const KomaGlesExtent    extent = koma_gles_extent_get (plan, (KomaGlesBinding){ TRUE, i });

    if (!koma_gles_texture_create (&self->constants[i], self->device,
                                   constant->is_float ? self->format : GL_RGBA32I, &extent,
                                   "the weights", error))
      return FALSE;
    koma_gles_texture_write (&self->constants[i], &extent, !constant->is_float, constant->data);
  }
  return TRUE;
}

static void
extend_lifetimes (const KomaGlesPlan *plan)
{
  const KomaSegmentSpec *spec = plan->spec;

  for (guint i = 0; i < spec->n_inputs; i++)
    plan->first[spec->inputs[i]] = 0;
  for (guint i = 0; i < spec->n_outputs; i++)
    plan->last[spec->outputs[i]] = spec->n_nodes;
}

/* Which texture each value has, and how high they are. */
static guint *
plan_tensors (KomaGlesStore      *self,
              const KomaGlesPlan *plan)
{
  const guint                     n_values = koma_gles_plan_get_n_values (plan);
  g_autofree KomaGlesTexturePlan *tensors = g_new0 (KomaGlesTexturePlan, n_values + 1);
  g_autofree guint               *values = g_new0 (guint, n_values + 1);
  guint                          *heights = g_new0 (guint, n_values + 1);
  guint                           n_needed = 0;

  self->texture_of = g_new0 (guint, n_values + 1);
  for (guint i = 0; i < n_values; i++) {
    const KomaGlesLifetime lifetime = koma_gles_plan_get_lifetime (plan, i);

    if (!lifetime.is_needed)
      continue;
    values[n_needed] = i;
    tensors[n_needed++] = (KomaGlesTexturePlan){
      .height = get_value_extent (plan, i).height,
      .first = lifetime.first,
      .last = lifetime.last,
    };
  }
  self->n_tensors = koma_gles_texture_plan (tensors, n_needed, heights);
  for (guint i = 0; i < n_needed; i++)
    self->texture_of[values[i]] = tensors[i].texture;
  return heights;
}

static gboolean
create_tensors (KomaGlesStore      *self,
                const KomaGlesPlan *plan,
                GError            **error)
{
  g_autofree guint *heights = NULL;

  extend_lifetimes (plan);
  heights = plan_tensors (self, plan);
  self->tensors = g_new0 (KomaGlesTexture, self->n_tensors + 1);
  for (guint i = 0; i < self->n_tensors; i++) {
    const KomaGlesExtent extent = { .n_layers = KOMA_GLES_N_LAYERS,
                                    .width = KOMA_GLES_TENSOR_WIDTH,
                                    .height = heights[i] };

    if (!koma_gles_texture_create (&self->tensors[i], self->device, self->format, &extent,
                                   "the tensors", error) ||
        !koma_gles_texture_make_target (&self->tensors[i], self->device, error))
      return FALSE;
  }
  return TRUE;
}

static const KomaGlesTexture *
locate (const KomaGlesStore *self,
        KomaGlesBinding      binding)
{
  return binding.is_constant ? &self->constants[binding.index]
                             : &self->tensors[self->texture_of[binding.index]];
}

static void
make_draws (KomaGlesStore      *self,
            const KomaGlesPlan *plan)
{
  const GArray *steps = plan->dispatches;

  self->n_draws = steps->len;
  self->draws = g_new0 (KomaGlesDraw, steps->len + 1);
  for (guint i = 0; i < steps->len; i++) {
    const KomaGlesStep     *step = &g_array_index (steps, KomaGlesStep, i);
    const KomaGlesDispatch *dispatch = &step->dispatch;
    KomaGlesDraw           *draw = &self->draws[i];

    draw->n_names = dispatch->n_bindings - 1;
    for (guint k = 0; k < draw->n_names; k++)
      draw->names[k] = locate (self, dispatch->bindings[k])->name;
    draw->target = locate (self, dispatch->bindings[draw->n_names]);
    draw->has_quarters = dispatch->has_quarters;
    draw->extent = koma_gles_extent_get (plan, dispatch->bindings[draw->n_names]);
  }
}

static gsize
get_layer_bytes (const KomaGlesExtent *extent)
{
  return (gsize) extent->width * extent->height * 4 * sizeof (float);
}

/* Of an output in the buffer of results. */
static gsize
get_results_bytes (const KomaGlesExtent *extent)
{
  return KOMA_GLES_N_LAYERS * get_layer_bytes (extent);
}

/* What is not float32 comes in beside the tensors that programs read. */
static Transfer *
make_transfers (const KomaGlesStore *self,
                const KomaGlesPlan  *plan,
                const KomaValueId   *ids,
                guint                n_ids,
                guint               *ret_n)
{
  Transfer *transfers = g_new0 (Transfer, n_ids + 1);
  gsize     offset = 0;

  *ret_n = 0;
  for (guint i = 0; i < n_ids; i++) {
    const KomaValue     *value = koma_graph_get_value (plan->spec->graph, ids[i]);
    const KomaGlesExtent extent = get_value_extent (plan, ids[i]);

    if (value->dtype != KOMA_DTYPE_FLOAT32)
      continue;
    transfers[(*ret_n)++] = (Transfer){ &plan->spec->buffers[ids[i]],
                                        koma_shape_count (&value->shape), extent,
                                        &self->tensors[self->texture_of[ids[i]]], offset };
    offset += get_results_bytes (&extent);
  }
  return transfers;
}

static gboolean
create_params (KomaGlesStore      *self,
               const KomaGlesPlan *plan,
               GError            **error)
{
  self->params_bytes = plan->dispatches->len * sizeof (KomaGlesDrawParams);
  self->params = koma_gles_device_create_buffer (self->device, "the parameters",
                                                 self->params_bytes, GL_STATIC_DRAW, error);
  if (self->params == 0)
    return FALSE;
  glBindBuffer (GL_COPY_WRITE_BUFFER, self->params);
  for (guint i = 0; i < plan->dispatches->len; i++) {
    const KomaGlesStep      *step = &g_array_index (plan->dispatches, KomaGlesStep, i);
    const KomaGlesDrawParams params = koma_gles_draw_make_params (plan, &step->dispatch);

    glBufferSubData (GL_COPY_WRITE_BUFFER, i * sizeof params, sizeof params, &params);
  }
  return TRUE;
}

static gboolean
create_results (KomaGlesStore *self,
                GError       **error)
{
  for (guint i = 0; i < self->n_outputs; i++)
    self->results_bytes += get_results_bytes (&self->outputs[i].extent);
  self->results = koma_gles_device_create_buffer (self->device, "the results", self->results_bytes,
                                                  GL_STREAM_READ, error);
  return self->results != 0;
}

static void
textures_free (KomaGlesStore *self)
{
  for (guint i = 0; self->constants != NULL && i <= self->n_constants; i++)
    koma_gles_texture_destroy (&self->constants[i], self->device);
  for (guint i = 0; self->tensors != NULL && i < self->n_tensors; i++)
    koma_gles_texture_destroy (&self->tensors[i], self->device);
  koma_gles_device_destroy_buffer (self->device, self->params, self->params_bytes);
  koma_gles_device_destroy_buffer (self->device, self->results, self->results_bytes);
  koma_gles_device_unref (self->device);
  g_free (self->constants);
  g_free (self->tensors);
  g_free (self->texture_of);
  g_free (self->draws);
  g_free (self->inputs);
  g_free (self->outputs);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGlesStore, textures_free)

static KomaGlesStore *
textures_new (const KomaGlesPlan *plan,
              GError            **error)
{
  const KomaSegmentSpec *spec = plan->spec;
  g_autoptr (KomaGlesStore) self = g_new0 (KomaGlesStore, 1);

  KOMA_GLES_ASSERT_CURRENT (plan->device);

  self->device = koma_gles_device_ref (plan->device);
  self->format = plan->is_half ? GL_RGBA16F : GL_RGBA32F;
  if (!create_constants (self, plan, error) || !create_tensors (self, plan, error))
    return NULL;
  make_draws (self, plan);
  self->inputs = make_transfers (self, plan, spec->inputs, spec->n_inputs, &self->n_inputs);
  self->outputs = make_transfers (self, plan, spec->outputs, spec->n_outputs, &self->n_outputs);
  if (!create_params (self, plan, error) || !create_results (self, error) ||
      !koma_gles_device_check (self->device, "uploading weights", error))
    return NULL;
  return g_steal_pointer (&self);
}

static void
textures_write_inputs (KomaGlesStore *self)
{
  KOMA_GLES_ASSERT_CURRENT (self->device);

  glActiveTexture (GL_TEXTURE0);
  glBindBuffer (GL_PIXEL_UNPACK_BUFFER, 0);
  for (guint i = 0; i < self->n_inputs; i++)
    koma_gles_texture_write (self->inputs[i].texture, &self->inputs[i].extent, FALSE,
                             *self->inputs[i].host);
}

static void
textures_dispatch (KomaGlesStore *self,
                   guint          index)
{
  KOMA_GLES_ASSERT_CURRENT (self->device);

  glBindBufferRange (GL_UNIFORM_BUFFER, 0, self->params, index * sizeof (KomaGlesDrawParams),
                     sizeof (KomaGlesDrawParams));
  koma_gles_draw_run (&self->draws[index]);
}

static void
begin_reading (KomaGlesStore *self)
{
  glBindBuffer (GL_PIXEL_PACK_BUFFER, self->results);
  for (guint i = 0; i < self->n_outputs; i++) {
    const Transfer *output = &self->outputs[i];

    for (guint layer = 0; layer < KOMA_GLES_N_LAYERS; layer++) {
      glBindFramebuffer (GL_FRAMEBUFFER, output->texture->framebuffers[layer]);
      glReadPixels (0, 0, output->extent.width, output->extent.height, GL_RGBA, GL_FLOAT,
                    GSIZE_TO_POINTER (output->offset +
                                      layer * get_layer_bytes (&output->extent)));
    }
  }
}

static void
take_output (const Transfer *output,
             const char     *results)
{
  const gsize quarter_elems = (gsize) output->extent.quarter * 4;

  for (guint i = 0; i * quarter_elems < output->n_elems; i++)
    memcpy ((float *) *output->host + i * quarter_elems,
            results + output->offset + i * get_layer_bytes (&output->extent),
            MIN (quarter_elems, output->n_elems - i * quarter_elems) * sizeof (float));
}

static gboolean
textures_read_outputs (KomaGlesStore *self,
                       GError       **error)
{
  const char *results = NULL;

  KOMA_GLES_ASSERT_CURRENT (self->device);

  begin_reading (self);
  if (!koma_gles_device_wait (self->device, error))
    return FALSE;
  if (self->results_bytes > 0)
    results = glMapBufferRange (GL_PIXEL_PACK_BUFFER, 0, self->results_bytes, GL_MAP_READ_BIT);
  for (guint i = 0; results != NULL && i < self->n_outputs; i++)
    take_output (&self->outputs[i], results);
  if (results != NULL)
    glUnmapBuffer (GL_PIXEL_PACK_BUFFER);
  glBindBuffer (GL_PIXEL_PACK_BUFFER, 0);
  return koma_gles_device_check (self->device, "reading the results", error);
}

const KomaGlesStoreClass koma_gles_textures = {
  .new = textures_new,
  .write_inputs = textures_write_inputs,
  .dispatch = textures_dispatch,
  .read_outputs = textures_read_outputs,
  .free = textures_free,
};

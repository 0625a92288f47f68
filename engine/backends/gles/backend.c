/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The backend on OpenGL ES 3, in two tiers: compute programs over storage
 * buffers, or fragment programs over textures, where 3.1 is not to be had.
 * Tensors lie there as on the host, dense and row-major, as float32 or as
 * float16. */

#include "commands.h"
#include "counts.h"
#include "engine/runtime/flags.h"
#include "kernel.h"
#include "precision.h"
#include "probe.h"
#include "tuning.h"

/* Of the progress of compiling, where sizes are tried. */
#define TUNING_SHARE 0.5

typedef struct
{
  KomaSegment       parent;
  KomaSegmentSpec   spec; /* what it points to outlives the segment */
  KomaGlesCommands *commands;
  gboolean          is_profiling;
} GlesSegment;

extern const KomaBackendClass koma_backend_gles;

static gboolean
is_float32 (const KomaGraph *graph,
            const KomaNode  *node,
            guint            input)
{
  return koma_node_input (graph, node, input)->dtype == KOMA_DTYPE_FLOAT32 &&
         koma_node_output (graph, node, 0)->dtype == KOMA_DTYPE_FLOAT32;
}

static gboolean
is_empty (const KomaGraph *graph,
          const KomaNode  *node,
          guint            input)
{
  return koma_shape_count (&koma_node_output (graph, node, 0)->shape) == 0 ||
         koma_shape_count (&koma_node_input (graph, node, input)->shape) == 0;
}

static gboolean
is_too_large (const KomaGraph *graph,
              const KomaNode  *node)
{
  const gsize max_bytes = koma_gles_probe_limits ().max_bytes;
  gsize       max_count = 0;

  for (guint i = 0; i < node->n_inputs; i++)
    max_count = MAX (max_count, koma_shape_count (&koma_node_input (graph, node, i)->shape));
  for (guint i = 0; i < node->n_outputs; i++)
    max_count = MAX (max_count, koma_shape_count (&koma_node_output (graph, node, i)->shape));
  return max_count > max_bytes / sizeof (float);
}

static gboolean
gles_supports (const KomaGraph *graph,
               const KomaNode  *node,
               GError         **error)
{
  const KomaGlesKernel *kernel = koma_gles_kernels_get (node->op);

  if (kernel == NULL)
    return koma_gles_refuse (error, "there is no program for this op");
  if (!is_float32 (graph, node, kernel->data_input))
    return koma_gles_refuse (error, "only float32 runs on OpenGL ES");
  if (is_empty (graph, node, kernel->data_input))
    return koma_gles_refuse (error, "a tensor is empty");
  if (is_too_large (graph, node))
    return koma_gles_refuse (error, "a tensor is too large for the device");
  return kernel->supports == NULL || kernel->supports (graph, node, error);
}

static gboolean
find_tier (KomaGlesTier *ret_tier,
           GError      **error)
{
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (error);
  KomaGlesLimits limits = { 0 };

  if (device == NULL ||
      !koma_gles_limits_choose (koma_gles_device_get_info (device), &limits, error))
    return FALSE;
  *ret_tier = limits.tier;
  return TRUE;
}

static KomaGlesCommands *
begin (const KomaSegmentSpec *spec,
       const KomaProgress    *progress,
       GError               **error)
{
  g_auto (KomaGlesPlan) plan = { 0 };
  g_autoptr (KomaGlesDevice) device = NULL;
  KomaGlesTier     tier = KOMA_GLES_TIER_COMPUTE;
  KomaGlesSizes    sizes;
  KomaProgressPart parts[2];

  if (!find_tier (&tier, error) ||
      !koma_gles_tuning_find_sizes (spec, tier,
                                    koma_progress_part (progress, 0, TUNING_SHARE, &parts[0]),
                                    &sizes, error))
    return NULL;
  device = koma_gles_device_get (error);
  if (device == NULL)
    return NULL;
  koma_gles_plan_init (&plan, spec, device, tier);
  plan.sizes = sizes;
  return koma_gles_kernels_record (&plan,
                                   koma_progress_part (progress, TUNING_SHARE, 1, &parts[1]),
                                   error)
           ? koma_gles_commands_new (&plan, error)
           : NULL;
}

static KomaSegment *
gles_compile (const KomaSegmentSpec *spec,
              const KomaProgress    *progress,
              GError               **error)
{
  KomaGlesCommands *commands = begin (spec, progress, error);
  GlesSegment      *self = NULL;

  if (commands == NULL)
    return NULL;
  self = g_new0 (GlesSegment, 1);
  self->parent.klass = &koma_backend_gles;
  self->spec = *spec;
  self->commands = commands;
  return &self->parent;
}

static gboolean
gles_finish (KomaSegment        *segment,
             const KomaProgress *progress,
             GError            **error)
{
  return koma_gles_commands_finish (((GlesSegment *) segment)->commands, progress, error);
}

static KomaGlesCommands *
build (const KomaSegmentSpec *spec,
       GError               **error)
{
  g_autoptr (KomaGlesCommands) commands = begin (spec, NULL, error);

  if (commands == NULL || !koma_gles_commands_finish (commands, NULL, error))
    return NULL;
  return g_steal_pointer (&commands);
}

/* For tests of whole programs, from outside: once, and when it is built again. */
static void
lose_if_told (void)
{
  static int n_runs;
  const int  at = koma_flags_get (KOMA_FLAG_GLES_LOSE_AT_RUN);

  if (at != KOMA_FLAG_AUTO && g_atomic_int_add (&n_runs, 1) + 1 == at)
    koma_gles_lose_after (1, 2);
}

/* After a loss the segment is built again, once in a run. The inputs are still
 * in host memory. */
static gboolean
gles_run (KomaSegment *segment,
          GError     **error)
{
  GlesSegment *self = (GlesSegment *) segment;
  g_autoptr (GError) reason = NULL;
  KomaGlesCommands *rebuilt = NULL;

  lose_if_told ();
  if (koma_gles_commands_run (self->commands, &reason))
    return TRUE;
  if (koma_gles_commands_are_lost (self->commands)) {
    g_debug ("%s; building again", reason->message);
    g_clear_error (&reason);
    rebuilt = build (&self->spec, &reason);
  }
  if (rebuilt == NULL) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  koma_gles_commands_free (self->commands);
  self->commands = rebuilt;
  koma_gles_commands_set_profiling (rebuilt, self->is_profiling);
  return koma_gles_commands_run (self->commands, error);
}

static gboolean
gles_set_profiling (KomaSegment *segment,
                    gboolean     is_profiling)
{
  GlesSegment *self = (GlesSegment *) segment;

  self->is_profiling = is_profiling;
  koma_gles_commands_set_profiling (self->commands, is_profiling);
  return TRUE;
}

/* A run in which something was lost has no times. */
static gboolean
gles_run_profiled (KomaSegment *segment,
                   double      *ret_ms,
                   GError     **error)
{
  GlesSegment *self = (GlesSegment *) segment;
  g_autoptr (GError) reason = NULL;

  if (koma_gles_commands_run_profiled (self->commands, ret_ms, &reason))
    return TRUE;
  for (guint i = 0; i < self->spec.n_nodes; i++)
    ret_ms[i] = -1;
  if (koma_gles_commands_are_lost (self->commands))
    return gles_run (segment, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Lost meanwhile: a run builds it again. */
static gboolean
gles_warm (KomaSegment        *segment,
           const KomaProgress *progress,
           GError            **error)
{
  KomaGlesCommands *commands = ((GlesSegment *) segment)->commands;
  g_autoptr (GError) reason = NULL;

  if (koma_gles_commands_warm (commands, progress, &reason))
    return TRUE;
  if (koma_gles_commands_are_lost (commands))
    return gles_run (segment, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static void
gles_free (KomaSegment *segment)
{
  koma_gles_commands_free (((GlesSegment *) segment)->commands);
  g_free (segment);
}

static void
gles_get_memory (KomaBackendMemory *ret_memory)
{
  KomaGlesCounts counts = { 0 };

  koma_gles_get_counts (&counts);
  *ret_memory = (KomaBackendMemory){
    .n_objects = counts.n_buffers + counts.n_texels + counts.n_textures + counts.n_framebuffers,
    .n_kept = counts.n_programs,
    .size_bytes = counts.size_bytes,
  };
}

const KomaBackendClass koma_backend_gles = {
  .name = "gles",
  .title = "OpenGL ES",
  .is_only_named = TRUE,
  .is_software = koma_gles_probe_is_software,
  .probe = koma_gles_probe,
  .supports = gles_supports,
  .choose_precision = koma_gles_choose_precision,
  .describe_tuning = koma_gles_tuning_describe,
  .compile = gles_compile,
  .finish = gles_finish,
  .warm = gles_warm,
  .run = gles_run,
  .set_profiling = gles_set_profiling,
  .run_profiled = gles_run_profiled,
  .free = gles_free,
  .get_memory = gles_get_memory,
  .leave_thread = koma_gles_device_leave,
};

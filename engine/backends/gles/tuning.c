/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes by trial, once for a driver and a version of Koma: while a model is
 * prepared, where somebody is told how far it is and can stop it. The choice is
 * kept in a file. The usual sizes are written there before the first trial: a
 * driver that crashes or hangs in one is not tried again.
 *
 * All sizes run in turns, and of each the fastest run counts, as other programs
 * disturb the device. What is built for it belongs to a
 * device of its own, and goes with that. */
#include "tuning.h"

#include <gio/gio.h>
#include <string.h>

#include "commands.h"
#include "engine/runtime/flags.h"
#include "kernel.h"
#include "precision.h"
#include "probe.h"
#include "tuning-blocks.h"

/* Of the timed runs together. What is left out then has fewer of them. */
#define MAX_RUNNING_US (200 * G_TIME_SPAN_MILLISECOND)
#define MAX_ROUNDS     8
#define MIN_ROUNDS     3

/* Of building and first runs of other sizes than the usual ones; llvmpipe takes a tenth of a
 * second for a program. Sizes whose turn has not come until then are not tried. */
#define MAX_BUILDING_US G_TIME_SPAN_SECOND

/* Other sizes than the usual ones must take less than this share of their time: less than that
 * two runs of the same may differ. */
#define MAX_SHARE 0.9

/* Of the progress; the rest are the timed runs. */
#define BUILDING_SHARE 0.8

/* Sizes on trial. */
typedef struct
{
  KomaGlesSizes     sizes;
  KomaGlesCommands *commands; /* (nullable) NULL: not tried */
  double            tile_ms;
  double            window_ms;
  guint             n_runs;
} Trial;

typedef struct
{
  KomaGlesTuningBlocks blocks;
  KomaGlesTier         tier;
  Trial               *trials; /* [n_trials] the first has the usual sizes */
  guint                n_trials;
} Tuning;

static void
tuning_clear (Tuning *self)
{
  for (guint i = 0; i < self->n_trials; i++)
    koma_gles_commands_free (self->trials[i].commands);
  g_clear_pointer (&self->trials, g_free);
  koma_gles_tuning_blocks_clear (&self->blocks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tuning, tuning_clear)

static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The usual ones first. */
static void
list_trials (Tuning             *self,
             const KomaGlesInfo *info)
{
  self->trials = g_new0 (Trial, koma_gles_sizes_get_n () + 1);
  self->trials[self->n_trials++].sizes = koma_gles_sizes_get_usual (info);
  for (guint i = 0; i < koma_gles_sizes_get_n (); i++) {
    const KomaGlesSizes *sizes = koma_gles_sizes_get (i);

    if (memcmp (sizes, &self->trials[0].sizes, sizeof *sizes) != 0 &&
        koma_gles_sizes_are_possible (sizes, info))
      self->trials[self->n_trials++].sizes = *sizes;
  }
}

/* A driver with threads for it begins to build. */
static gboolean
begin_trial (const Tuning   *self,
             Trial          *trial,
             KomaGlesDevice *device,
             GError        **error)
{
  g_auto (KomaGlesPlan) plan = { 0 };

  koma_gles_plan_init (&plan, &self->blocks.spec, device, self->tier);
  plan.sizes = trial->sizes;
  if (!koma_gles_kernels_record (&plan, NULL, error))
    return FALSE;
  trial->commands = koma_gles_commands_new (&plan, error);
  return trial->commands != NULL;
}

static gboolean
build_trial (Trial   *trial,
             GError **error)
{
  if (!koma_gles_commands_finish (trial->commands, NULL, error) ||
      !koma_gles_commands_warm (trial->commands, NULL, error))
    return FALSE;
  koma_gles_commands_profile_work (trial->commands);
  return TRUE;
}

/* Sizes that the driver does not take are not tried; the usual ones have to
 * work, and the context has to stay. */
static gboolean
try_to_build (Trial          *trial,
              gboolean        is_usual,
              KomaGlesDevice *device,
              GError        **error)
{
  g_autoptr (GError) reason = NULL;

  if (build_trial (trial, &reason))
    return TRUE;
  g_clear_pointer (&trial->commands, koma_gles_commands_free);
  if (is_usual || koma_gles_device_is_lost (device)) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  g_debug ("%s; these sizes are not tried", reason->message);
  return TRUE;
}

/* The usual ones count for nothing: a model wants them anyway. */
static gboolean
build_trials (Tuning             *self,
              KomaGlesDevice     *device,
              const KomaProgress *progress,
              GError            **error)
{
  gint64 end_us = G_MAXINT64;

  for (guint i = 0; i < self->n_trials; i++)
    if (!begin_trial (self, &self->trials[i], device, error))
      return FALSE;
  for (guint i = 0; i < self->n_trials; i++) {
    if (g_get_monotonic_time () >= end_us)
      g_clear_pointer (&self->trials[i].commands, koma_gles_commands_free);
    else if (!try_to_build (&self->trials[i], i == 0, device, error))
      return FALSE;
    if (i == 0)
      end_us = g_get_monotonic_time () + MAX_BUILDING_US;
    if (!koma_progress_report (progress, (double) (i + 1) / self->n_trials, error))
      return FALSE;
  }
  return TRUE;
}

static double
keep_least (const Trial *trial,
            double       least_ms,
            double       ms)
{
  return trial->n_runs == 0 ? ms : MIN (least_ms, ms);
}

/* One in which the device was disturbed does not count. */
static gboolean
time_trial (const Tuning *self,
            Trial        *trial,
            GError      **error)
{
  const KomaSegmentSpec *spec = &self->blocks.spec;
  g_autofree double     *ms = g_new0 (double, spec->n_nodes);
  double                 tile_ms = 0;
  double                 window_ms = 0;

  if (!koma_gles_commands_run_profiled (trial->commands, ms, error))
    return FALSE;
  for (guint i = 0; i < spec->n_nodes; i++) {
    if (ms[i] < 0)
      return TRUE;
    if (koma_graph_get_node (spec->graph, spec->nodes[i])->op == KOMA_OP_CONV_2D)
      tile_ms += ms[i];
    else
      window_ms += ms[i];
  }
  trial->tile_ms = keep_least (trial, trial->tile_ms, tile_ms);
  trial->window_ms = keep_least (trial, trial->window_ms, window_ms);
  trial->n_runs++;
  return TRUE;
}

static gboolean
time_trials (Tuning             *self,
             const KomaProgress *progress,
             GError            **error)
{
  const gint64 end_us = g_get_monotonic_time () + MAX_RUNNING_US;

  for (guint round = 0; round < MAX_ROUNDS && g_get_monotonic_time () < end_us; round++) {
    for (guint i = 0; i < self->n_trials && g_get_monotonic_time () < end_us; i++)
      if (self->trials[i].commands != NULL && !time_trial (self, &self->trials[i], error))
        return FALSE;
    if (!koma_progress_report (progress, (double) (round + 1) / MAX_ROUNDS, error))
      return FALSE;
  }
  return TRUE;
}

/* Tiles and lines by themselves. */
static void
choose (const Tuning  *self,
        KomaGlesSizes *ret_sizes)
{
  const Trial *usual = &self->trials[0];
  double       tile_ms = usual->tile_ms * MAX_SHARE;
  double       window_ms = usual->window_ms * MAX_SHARE;

  *ret_sizes = usual->sizes;
  for (guint i = 1; i < self->n_trials && usual->n_runs >= MIN_ROUNDS; i++) {
    const Trial *trial = &self->trials[i];

    if (trial->n_runs < MIN_ROUNDS)
      continue;
    if (trial->tile_ms < tile_ms) {
      tile_ms = trial->tile_ms;
      ret_sizes->tile_pixels = trial->sizes.tile_pixels;
      ret_sizes->tile_lanes = trial->sizes.tile_lanes;
    }
    if (trial->window_ms < window_ms) {
      window_ms = trial->window_ms;
      ret_sizes->window_lines = trial->sizes.window_lines;
      ret_sizes->window_lanes = trial->sizes.window_lanes;
    }
  }
}

static void
tell (const Tuning *self)
{
  for (guint i = 0; i < self->n_trials; i++) {
    const Trial *trial = &self->trials[i];

    g_debug ("OpenGL ES, %u pixels by %u: %.3f ms, %u lines by %u: %.3f ms, fastest of %u runs",
             trial->sizes.tile_pixels, trial->sizes.tile_lanes, trial->tile_ms,
             trial->sizes.window_lines, trial->sizes.window_lanes, trial->window_ms,
             trial->n_runs);
  }
}

static gboolean
measure (KomaGlesDevice     *device,
         KomaGlesTier        tier,
         KomaPrecision       precision,
         const KomaProgress *progress,
         KomaGlesSizes      *ret_sizes,
         GError            **error)
{
  g_auto (Tuning) self = { .tier = tier };
  KomaGlesSizes    found;
  KomaProgressPart parts[2];

  if (!koma_gles_tuning_blocks_init (&self.blocks, precision, error))
    return FALSE;
  list_trials (&self, koma_gles_device_get_info (device));
  if (!build_trials (&self, device, koma_progress_part (progress, 0, BUILDING_SHARE, &parts[0]),
                     error) ||
      !time_trials (&self, koma_progress_part (progress, BUILDING_SHARE, 1, &parts[1]), error))
    return FALSE;
  tell (&self);
  choose (&self, &found);
  *ret_sizes = found;
  return TRUE;
}

/* Whether there is something that sizes are for. */
static gboolean
has_convolutions (const KomaSegmentSpec *spec)
{
  for (guint i = 0; i < spec->n_nodes; i++) {
    const KomaOp op = koma_graph_get_node (spec->graph, spec->nodes[i])->op;

    if (op == KOMA_OP_CONV_2D || op == KOMA_OP_DEPTHWISE_CONV_2D)
      return TRUE;
  }
  return FALSE;
}

/* What the flag GLES_SIZES says: 0 the usual ones, then those of the list. */
static gboolean
has_flag (const KomaGlesInfo *info,
          KomaGlesSizes      *sizes) /* (inout) */
{
  const int flag = koma_flags_get (KOMA_FLAG_GLES_SIZES);

  if (flag > 0 && (guint) flag <= koma_gles_sizes_get_n () &&
      koma_gles_sizes_are_possible (koma_gles_sizes_get (flag - 1), info))
    *sizes = *koma_gles_sizes_get (flag - 1);
  return flag != KOMA_FLAG_AUTO;
}

/* The file is there until the end: see above. */
static gboolean
find_by_trial (KomaGlesDevice           *device,
               KomaGlesTier              tier,
               const KomaGlesSizesOwner *owner,
               const KomaProgress       *progress,
               KomaGlesSizes            *sizes, /* (inout) */
               GError                  **error)
{
  const KomaPrecision precision =
    owner->is_half ? KOMA_PRECISION_FLOAT16 : KOMA_PRECISION_FLOAT32;
  g_autoptr (GError) reason = NULL;

  if (measure (device, tier, precision, progress, sizes, &reason)) {
    (void) koma_gles_sizes_store (owner, sizes);
    return TRUE;
  }
  if (!is_cancelled (reason)) {
    g_debug ("%s; the usual sizes are taken", reason->message);
    return TRUE;
  }
  koma_gles_sizes_forget (owner);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/**
 * koma_gles_tuning_find_sizes:
 * @spec: what is compiled next on this thread, whose device may be another one
 *   afterwards
 * @progress: (nullable): told after each trial; without it there is none
 * @ret_sizes: (out)
 *
 * Those of the flag GLES_SIZES, or of the file, or the fastest of a trial; the
 * usual ones where nothing can be kept, or a trial fails. Thread: any that has
 * no context of its own, and shows nothing.
 *
 * Errors: %KOMA_ERROR_BACKEND if there is no device; %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_gles_tuning_find_sizes (const KomaSegmentSpec *spec,
                             KomaGlesTier           tier,
                             const KomaProgress    *progress,
                             KomaGlesSizes         *ret_sizes,
                             GError               **error)
{
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (error);
  const KomaGlesInfo *info = device != NULL ? koma_gles_device_get_info (device) : NULL;
  KomaGlesSizesOwner  owner = { info, spec->precision == KOMA_PRECISION_FLOAT16, FALSE };
  KomaGlesSizes       sizes;
  gboolean            is_done = FALSE;

  if (device == NULL)
    return FALSE;
  *ret_sizes = koma_gles_sizes_get_usual (info);
  owner.has_texels = koma_gles_texels_are_wanted (&info->texels, info->is_software);
  if (tier != KOMA_GLES_TIER_COMPUTE || !has_convolutions (spec) || has_flag (info, ret_sizes) ||
      koma_gles_sizes_load (&owner, ret_sizes) || progress == NULL ||
      !koma_gles_sizes_store (&owner, ret_sizes))
    return TRUE;
  sizes = *ret_sizes;
  is_done = find_by_trial (device, tier, &owner, progress, &sizes, error);
  /* With the programs that lost, and the context if that is lost. */
  koma_gles_device_leave ();
  *ret_sizes = sizes;
  return is_done;
}

/**
 * koma_gles_tuning_describe:
 *
 * Returns: (transfer full) (nullable): the sizes that a trial found, for people;
 *   %NULL if there was none yet, or the flag GLES_SIZES sets others. Thread: any,
 *   as koma_gles_probe().
 */
char *
koma_gles_tuning_describe (void)
{
  const KomaGlesInfo *info = koma_gles_probe_info ();
  KomaGlesSizesOwner  owner = { .info = info };
  KomaPrecision       precision = KOMA_PRECISION_FLOAT32;
  KomaGlesSizes       sizes;

  if (info == NULL || koma_gles_probe_limits ().tier != KOMA_GLES_TIER_COMPUTE ||
      koma_flags_get (KOMA_FLAG_GLES_SIZES) != KOMA_FLAG_AUTO ||
      !koma_gles_choose_precision (KOMA_PRECISION_AS_FLAGS, &precision, NULL))
    return NULL;
  owner.is_half = precision == KOMA_PRECISION_FLOAT16;
  owner.has_texels = koma_gles_texels_are_wanted (&info->texels, info->is_software);
  if (!koma_gles_sizes_load (&owner, &sizes))
    return NULL;
  return g_strdup_printf ("tiles of %u pixels in groups of %u, %u lines in groups of %u",
                          sizes.tile_pixels, sizes.tile_lanes, sizes.window_lines,
                          sizes.window_lanes);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* A run is: inputs up, dispatches, a fence, the results down. */

#include "commands.h"

#include "program.h"
#include "store.h"
#include "timer.h"

struct _KomaGlesCommands
{
  KomaGlesDevice           *device;
  const KomaGlesStoreClass *klass;
  KomaGlesStore            *store;
  GPtrArray                *programs;    /* (element-type KomaGlesProgram) each once */
  KomaGlesProgram         **programs_of; /* [n_commands] */
  guint                    *nodes;       /* [n_commands] of the spec, that commands are for */
  guint                     n_commands;
  guint                     n_nodes;

  /* While profiling. */
  KomaGlesTimer *timer; /* (nullable) */
  double        *times; /* [n_commands] ms */
};

/**
 * koma_gles_commands_new:
 * @plan: complete; not used any more afterwards
 *
 * Makes all buffers or textures and uploads the weights;
 * koma_gles_commands_finish() does the rest. The device's context must be
 * current. Errors: %KOMA_ERROR_MEMORY, with how much was wanted;
 * %KOMA_ERROR_BACKEND.
 *
 * Returns: (transfer full): the commands
 */
KomaGlesCommands *
koma_gles_commands_new (const KomaGlesPlan *plan,
                        GError            **error)
{
  g_autoptr (KomaGlesCommands) self = g_new0 (KomaGlesCommands, 1);

  KOMA_GLES_ASSERT_CURRENT (plan->device);

  self->device = koma_gles_device_ref (plan->device);
  self->programs = g_ptr_array_ref (plan->programs);
  self->n_commands = plan->dispatches->len;
  self->programs_of = g_new0 (KomaGlesProgram *, self->n_commands + 1);
  self->nodes = g_new (guint, self->n_commands + 1);
  self->n_nodes = plan->spec->n_nodes;
  for (guint i = 0; i < self->n_commands; i++) {
    self->programs_of[i] = g_array_index (plan->dispatches, KomaGlesStep, i).program;
    self->nodes[i] = g_array_index (plan->dispatches, KomaGlesStep, i).node;
  }
  self->klass = plan->tier == KOMA_GLES_TIER_COMPUTE ? &koma_gles_buffers : &koma_gles_textures;
  self->store = self->klass->new (plan, error);
  return self->store != NULL ? g_steal_pointer (&self) : NULL;
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

static void
begin_timing (KomaGlesCommands *self,
              gboolean          counts_work)
{
  if (!koma_gles_device_enter (self->device, NULL))
    return;
  self->timer = koma_gles_timer_new (self->device, self->n_commands, counts_work);
  self->times = g_new0 (double, self->n_commands + 1);
}

/**
 * koma_gles_commands_set_profiling:
 *
 * Makes what timing needs, or frees it. Commands of a lost context are not
 * timed. Thread: the device's.
 */
void
koma_gles_commands_set_profiling (KomaGlesCommands *self,
                                  gboolean          is_profiling)
{
  g_clear_pointer (&self->timer, koma_gles_timer_free);
  g_clear_pointer (&self->times, g_free);
  if (is_profiling)
    begin_timing (self, FALSE);
}

/**
 * koma_gles_commands_profile_work:
 *
 * Makes what timing needs, to compare commands: where the processor computes,
 * its time is measured, which other programs do not change, and not the clock.
 * Thread: the device's.
 */
void
koma_gles_commands_profile_work (KomaGlesCommands *self)
{
  koma_gles_commands_set_profiling (self, FALSE);
  begin_timing (self, TRUE);
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
  if (self->store != NULL)
    self->klass->free (self->store);
  koma_gles_commands_set_profiling (self, FALSE);
  g_ptr_array_unref (self->programs);
  koma_gles_device_unref (self->device);
  g_free (self->programs_of);
  g_free (self->nodes);
  g_free (self);
}

static gboolean
begin_run (KomaGlesCommands *self,
           GError          **error)
{
  if (!koma_gles_device_enter (self->device, error))
    return FALSE;
  self->klass->write_inputs (self->store);
  return TRUE;
}

static void
dispatch (KomaGlesCommands *self,
          guint             index)
{
  glUseProgram (koma_gles_program_get_name (self->programs_of[index]));
  self->klass->dispatch (self->store, index);
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
    dispatch (self, i);
    if (!g_hash_table_add (seen, self->programs_of[i]))
      continue;
    if (!koma_gles_device_wait (self->device, error) ||
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
  return begin_run (self, error) && dispatch_new (self, progress, error) &&
         self->klass->read_outputs (self->store, error);
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
    dispatch (self, i);
  return self->klass->read_outputs (self->store, error);
}

/**
 * koma_gles_commands_run_profiled:
 * @ret_ms: (out) (array): what each node took, all of its commands together;
 *   -1 where the device was disturbed
 *
 * Runs as koma_gles_commands_run() does, profiling being switched on.
 *
 * Errors: %KOMA_ERROR_BACKEND if the context is lost; outputs are then worth
 * nothing.
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
    dispatch (self, i);
    koma_gles_timer_end (self->timer, i);
  }
  if (!self->klass->read_outputs (self->store, error))
    return FALSE;
  is_timed = koma_gles_timer_read (self->timer, self->times);
  for (guint i = 0; i < self->n_nodes; i++)
    ret_ms[i] = is_timed ? 0 : -1;
  for (guint i = 0; is_timed && i < self->n_commands; i++)
    ret_ms[self->nodes[i]] += self->times[i];
  return TRUE;
}

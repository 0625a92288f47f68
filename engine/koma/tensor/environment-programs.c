/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What an environment compiles, keeps and runs. */
#include "environment-state-private.h"
#include "pool-array.h"

/* A loop over ops of changing shapes is bounded by the first, one over large ones by the second. */
#define MAX_PROGRAMS      512
#define MAX_PROGRAM_BYTES ((gsize) 1 << 30)
/* Those of models, whose weights they have packed, for each combination of shapes. */
#define MAX_MODEL_PROGRAMS 64

/* What models of this thread computed with that other threads freed. */
static void
drop_left (KomaEnvironment *self)
{
  g_autoptr (GPtrArray) left = NULL;

  g_mutex_lock (&self->lock);
  if (self->left->len > 0) {
    left = g_steal_pointer (&self->left);
    self->left = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_trainer_free);
  }
  g_mutex_unlock (&self->lock);
}

/* Programs of models that were freed on other threads. */
static void
drop_forgotten (KomaEnvironment *self)
{
  g_autoptr (GPtrArray) owners = NULL;

  drop_left (self);
  g_mutex_lock (&self->lock);
  if (self->forgotten->len > 0) {
    owners = g_steal_pointer (&self->forgotten);
    self->forgotten = g_ptr_array_new ();
  }
  g_mutex_unlock (&self->lock);
  for (guint i = 0; owners != NULL && self->models != NULL && i < owners->len; i++)
    koma_program_cache_drop (self->models, owners->pdata[i]);
}

/**
 * koma_environment_free_trainer: (skip)
 * @trainer: (nullable) (transfer full): of the thread of @self
 *
 * Frees it: now on that thread, or if that has ended; from another, before that computes again.
 * Thread: any.
 */
void
koma_environment_free_trainer (KomaEnvironment *self,
                               KomaTrainer     *trainer)
{
  gboolean is_over = FALSE;

  if (trainer == NULL)
    return;
  if (self->thread == koma_thread_mark ()) {
    koma_trainer_free (trainer);
    return;
  }
  g_mutex_lock (&self->lock);
  is_over = self->is_over;
  if (!is_over)
    g_ptr_array_add (self->left, trainer);
  g_mutex_unlock (&self->lock);
  if (is_over) {
    koma_trainer_adopt (trainer);
    koma_trainer_free (trainer);
  }
}

/**
 * koma_environment_get_n_programs:
 * @self: an environment
 *
 * Ops, gradients and models are compiled once for each combination of shapes, and kept until others
 * need the place. Thread: its own.
 *
 * Returns: how many compiled programs are kept; 0 on another thread
 */
guint
koma_environment_get_n_programs (KomaEnvironment *self)
{
  guint n = 0;

  if (self->thread != koma_thread_mark ())
    return 0;
  drop_forgotten (self);
  if (self->programs != NULL)
    n += koma_program_cache_get_n (self->programs);
  if (self->models != NULL)
    n += koma_program_cache_get_n (self->models);
  return n;
}

/**
 * koma_environment_drop_programs:
 * @self: an environment
 *
 * Frees all compiled programs, which are compiled again when they are wanted, and the memory that
 * is kept for results. Thread: its own; on another nothing happens.
 */
void
koma_environment_drop_programs (KomaEnvironment *self)
{
  if (self->thread != koma_thread_mark ())
    return;
  drop_left (self);
  koma_memory_pool_drop (self->pool);
  g_clear_pointer (&self->programs, koma_program_cache_free);
  g_clear_pointer (&self->models, koma_program_cache_free);
}

/**
 * koma_environment_new_array: (skip)
 *
 * Thread: any.
 *
 * Errors: those of koma_array_new().
 */
KomaArray *
koma_environment_new_array (KomaEnvironment *self,
                            KomaDType        dtype,
                            const KomaShape *shape,
                            GError         **error)
{
  return koma_array_new_in_pool (dtype, shape, self->pool, error);
}

/* (transfer full) (nullable): what output @index is without being written: an input, or one of
 * the outputs before it. */
static KomaArray *
find_same (const KomaGraph  *graph,
           guint             index,
           KomaArray *const *inputs,
           const GPtrArray  *arrays)
{
  const KomaValueId id = koma_graph_get_output (graph, index);

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    if (koma_graph_get_input (graph, i) == id)
      return koma_array_ref (inputs[i]);
  for (guint i = 0; i < index; i++)
    if (koma_graph_get_output (graph, i) == id)
      return koma_array_ref (arrays->pdata[i]);
  return NULL;
}

/* Adds to @arrays. A constant is copied: the program has it for later runs. */
static gboolean
make_output (KomaEnvironment  *self,
             KomaSession      *program,
             guint             index,
             KomaArray *const *inputs,
             GPtrArray        *arrays,
             gpointer         *ret_data, /* (nullable) what is to be written */
             GError          **error)
{
  const KomaValue *output = koma_session_get_output (program, index);
  const KomaArray *constant = output->constant;
  KomaArray       *array =
    find_same (koma_session_get_graph (program), index, inputs, arrays);

  if (array == NULL && constant != NULL) {
    array = koma_array_new_from_data (constant->dtype, &constant->shape, constant->data, error);
  } else if (array == NULL) {
    array = koma_environment_new_array (self, output->dtype, &output->shape, error);
    *ret_data = array != NULL ? array->data : NULL;
  }
  if (array != NULL)
    g_ptr_array_add (arrays, array);
  return array != NULL;
}

/* The program reads the data of @inputs, and writes that of @arrays, which are made now. */
static gboolean
bind (KomaEnvironment  *self,
      KomaSession      *program,
      KomaArray *const *inputs,
      GPtrArray        *arrays,
      GError          **error)
{
  const guint               n_inputs = koma_session_get_n_inputs (program);
  const guint               n_outputs = koma_session_get_n_outputs (program);
  g_autofree gconstpointer *in = g_new0 (gconstpointer, n_inputs + 1);
  g_autofree gpointer      *out = g_new0 (gpointer, n_outputs + 1);

  for (guint i = 0; i < n_inputs; i++)
    in[i] = inputs[i]->data;
  for (guint i = 0; i < n_outputs; i++)
    if (!make_output (self, program, i, inputs, arrays, &out[i], error))
      return FALSE;
  koma_session_bind (program, in, out);
  return TRUE;
}

/**
 * koma_environment_run_program:
 * @program: of koma_environment_compile() with are_ends_bound, on this thread
 * @inputs: as it has them, by dtype and shape; read where they are
 * @ret_outputs: (transfer full): as many as it has
 *
 * Nothing is copied. Thread: its own.
 *
 * Errors: those of koma_session_run(); %KOMA_ERROR_MEMORY.
 */
gboolean
koma_environment_run_program (KomaEnvironment  *self,
                              KomaSession      *program,
                              KomaArray *const *inputs,
                              KomaArray       **ret_outputs,
                              GError          **error)
{
  g_autoptr (GPtrArray) arrays =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  if (!bind (self, program, inputs, arrays, error) || !koma_session_run (program, error))
    return FALSE;
  for (guint i = 0; i < arrays->len; i++)
    ret_outputs[i] = koma_array_ref (arrays->pdata[i]);
  return TRUE;
}

gboolean
koma_environment_joins_elements (KomaEnvironment *self)
{
  return self->backend->count_together != NULL;
}

/**
 * koma_environment_run:
 * @graph: all shapes known
 * @inputs: as @graph has them, by dtype and shape
 * @ret_outputs: (transfer full): as many as @graph has
 *
 * Computes a graph on the backend in force, compiled once for all graphs like it. Thread: its own.
 *
 * Errors: those of koma_session_new() and koma_session_run().
 */
gboolean
koma_environment_run (KomaEnvironment  *self,
                      const KomaGraph  *graph,
                      KomaArray *const *inputs,
                      KomaArray       **ret_outputs,
                      GError          **error)
{
  const KomaSessionOptions options = {
    .backend = self->backend->name,
    .n_threads = self->n_threads,
    .threads = self->threads,
    .are_ends_bound = TRUE,
  };
  KomaSession *session = NULL;

  drop_forgotten (self);
  if (self->programs == NULL)
    self->programs = koma_program_cache_new (MAX_PROGRAMS, MAX_PROGRAM_BYTES);
  session = koma_program_cache_get (self->programs, graph, &options, error);
  return session != NULL &&
         koma_environment_run_program (self, session, inputs, ret_outputs, error);
}

/**
 * koma_environment_find_program:
 *
 * Returns: (transfer none) (nullable): what was compiled under @key for the backend and the threads
 *   in force, if it is still kept; valid until the next call
 */
KomaSession *
koma_environment_find_program (KomaEnvironment *self,
                               GBytes          *key)
{
  drop_forgotten (self);
  return self->models != NULL ? koma_program_cache_find (self->models, key) : NULL;
}

/**
 * koma_environment_compile:
 * @owner: a model
 * @key: that there is no program under
 * @options: without backend and threads, which are those in force
 *
 * Errors: those of koma_session_new().
 *
 * Returns: (transfer none) (nullable): a program, valid until the next call
 */
KomaSession *
koma_environment_compile (KomaEnvironment          *self,
                          gconstpointer             owner,
                          GBytes                   *key,
                          const KomaGraph          *graph,
                          const KomaSessionOptions *options,
                          GError                  **error)
{
  KomaSessionOptions all = *options;
  KomaSession       *session = NULL;

  all.backend = self->backend->name;
  all.n_threads = self->n_threads;
  all.threads = self->threads;
  session = koma_session_new (graph, &all, error);
  if (session == NULL)
    return NULL;
  if (self->models == NULL)
    self->models = koma_program_cache_new (MAX_MODEL_PROGRAMS, MAX_PROGRAM_BYTES);
  return koma_program_cache_add (self->models, key, owner, session);
}

/**
 * koma_environment_forget:
 * @owner: a model that is about to be freed
 *
 * Drops its programs: now on the thread of @self; from another, before that computes again.
 * Thread: any.
 */
void
koma_environment_forget (KomaEnvironment *self,
                         gconstpointer    owner)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->forgotten, (gpointer) owner);
  g_mutex_unlock (&self->lock);
  if (self->thread == koma_thread_mark ())
    drop_forgotten (self);
}

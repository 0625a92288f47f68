/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/cpu-count.h"
#include "engine/runtime/flags.h"
#include "environment-state-private.h"
#include "engine/koma/koma-error.h"

/* Sixteen results of a million floats. */
#define MAX_KEPT_BYTES ((gsize) 64 << 20)

G_DEFINE_FINAL_TYPE (KomaEnvironment, koma_environment, G_TYPE_OBJECT)

/* Sessions end on their own thread. Tensors may keep the environment alive for longer, to be
 * counted out. */
static void
close_thread (gpointer data)
{
  KomaEnvironment *self = data;

  g_mutex_lock (&self->lock);
  self->is_over = TRUE;
  g_mutex_unlock (&self->lock);
  koma_environment_drop_programs (self);
  koma_memory_pool_close (self->pool);
  g_clear_pointer (&self->threads, koma_threads_free);
  g_object_unref (self);
}

static GPrivate current = G_PRIVATE_INIT (close_thread);

static void
koma_environment_finalize (GObject *object)
{
  KomaEnvironment *self = KOMA_ENVIRONMENT (object);

  g_ptr_array_unref (self->scopes);
  g_ptr_array_unref (self->variables);
  g_ptr_array_unref (self->forgotten);
  g_ptr_array_unref (self->left);
  g_hash_table_unref (self->buffers);
  koma_memory_pool_unref (self->pool);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (koma_environment_parent_class)->finalize (object);
}

static void
koma_environment_class_init (KomaEnvironmentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_environment_finalize;
}

static void
koma_environment_init (KomaEnvironment *self)
{
  g_mutex_init (&self->lock);
  self->thread = koma_thread_mark ();
  self->pool = koma_memory_pool_new (MAX_KEPT_BYTES);
  self->buffers = g_hash_table_new (NULL, NULL);
  self->variables = g_ptr_array_new ();
  self->forgotten = g_ptr_array_new ();
  self->left = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_trainer_free);
  self->scopes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  self->backend = koma_backends_find ("cpu", NULL);
  koma_environment_set_n_threads (self, 0);
}

/* No call of the user's is at fault, which could be given the error. */
static void
load_flags (void)
{
  g_autoptr (GError) error = NULL;

  if (!koma_flags_load_default (&error))
    g_warning ("%s", error->message);
}

/**
 * koma_environment_get:
 *
 * What tensors are computed with on this thread: backend, threads, compiled programs; and the
 * count of the tensors that this thread made. The first call in a program reads the flags of the
 * engine from the variable KOMA_FLAGS, and warns where one is wrong. Thread: any; each has its own.
 *
 * Returns: (transfer none): the environment of the calling thread
 */
KomaEnvironment *
koma_environment_get (void)
{
  KomaEnvironment *self = g_private_get (&current);

  if (self == NULL) {
    load_flags ();
    self = g_object_new (KOMA_TYPE_ENVIRONMENT, NULL);
    g_private_set (&current, self);
  }
  return self;
}

/**
 * koma_environment_check_thread: (skip)
 * @name: "model"
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the calling thread has another environment.
 */
gboolean
koma_environment_check_thread (KomaEnvironment *self,
                               const char      *name,
                               GError         **error)
{
  return self == koma_environment_get () ||
         koma_fail (error, KOMA_ERROR_ARGUMENT,
                    "The %s belongs to another thread, and can not be used on this one", name);
}

/**
 * koma_environment_get_backend:
 * @self: an environment
 *
 * Thread: its own.
 *
 * Returns: (transfer none): the name of the backend in force, "cpu" at first
 */
const char *
koma_environment_get_backend (KomaEnvironment *self)
{
  return self->backend->name;
}

/**
 * koma_environment_set_backend:
 * @self: an environment
 * @backend: "cpu", "xnnpack" or "gles"
 * @error: return location for an error
 *
 * Ops are computed on this backend from now on; what it does not compute runs on "cpu". Compiled
 * programs are dropped. Thread: its own.
 *
 * Errors: %KOMA_ERROR_BACKEND if there is none of that name, or it is not available;
 * %KOMA_ERROR_ARGUMENT on another thread.
 *
 * Returns: whether the backend is in force
 */
gboolean
koma_environment_set_backend (KomaEnvironment *self,
                              const char      *backend,
                              GError         **error)
{
  const KomaBackendClass *found = NULL;

  g_return_val_if_fail (KOMA_IS_ENVIRONMENT (self) && backend != NULL, FALSE);

  if (!koma_environment_check_thread (self, "environment", error))
    return FALSE;
  found = koma_backends_find_available (backend, error);
  if (found == NULL)
    return FALSE;
  if (found != self->backend)
    koma_environment_drop_programs (self);
  self->backend = found;
  return TRUE;
}

/**
 * koma_environment_get_n_threads:
 * @self: an environment
 *
 * Thread: its own.
 *
 * Returns: threads that may compute an op, the caller's included; 1 or more
 */
guint
koma_environment_get_n_threads (KomaEnvironment *self)
{
  return self->n_threads;
}

/**
 * koma_environment_set_n_threads:
 * @self: an environment
 * @n_threads: 0: as many as the processor has; more than 256 counts as 256
 *
 * How many threads compute an op. Compiled programs are dropped. Thread: its own; on another
 * nothing happens.
 */
void
koma_environment_set_n_threads (KomaEnvironment *self,
                                guint            n_threads)
{
  g_return_if_fail (KOMA_IS_ENVIRONMENT (self));

  if (self->thread != koma_thread_mark ())
    return;
  koma_environment_drop_programs (self);
  self->n_threads = n_threads > 0 ? MIN (n_threads, KOMA_MAX_THREADS)
                                  : koma_cpu_count_available ();
  g_clear_pointer (&self->threads, koma_threads_free);
  self->threads = koma_threads_new (self->n_threads);
}

/**
 * koma_environment_get_memory:
 * @self: an environment
 * @ret_memory: (out caller-allocates): the counters
 *
 * What the tensors take that were made on the thread of @self, and the weights of models. Without
 * leaks the counters are the same before and after a piece of work. Thread: any.
 */
void
koma_environment_get_memory (KomaEnvironment *self,
                             KomaMemory      *ret_memory)
{
  g_return_if_fail (KOMA_IS_ENVIRONMENT (self));

  g_mutex_lock (&self->lock);
  *ret_memory = self->memory;
  g_mutex_unlock (&self->lock);
}

/**
 * koma_environment_get_kept_bytes: (skip)
 *
 * The memory of tensors that were disposed of is kept for the next of the same size, up to 64 MB,
 * and freed when many others were made meanwhile, with koma_environment_drop_programs(), or
 * when the thread ends. koma_environment_get_memory() does not count it: no tensor has it.
 * Thread: any.
 *
 * Returns: bytes of memory that is kept
 */
gsize
koma_environment_get_kept_bytes (KomaEnvironment *self)
{
  return koma_memory_pool_get_kept_bytes (self->pool);
}

void
koma_environment_add_tensor (KomaEnvironment *self,
                             gsize            size_bytes)
{
  g_mutex_lock (&self->lock);
  self->memory.n_tensors++;
  self->memory.n_bytes += size_bytes;
  g_mutex_unlock (&self->lock);
}

void
koma_environment_remove_tensor (KomaEnvironment *self,
                                gsize            size_bytes)
{
  g_mutex_lock (&self->lock);
  self->memory.n_tensors--;
  self->memory.n_bytes -= size_bytes;
  g_mutex_unlock (&self->lock);
}

static gconstpointer
find_buffer (const KomaArray *array)
{
  return array->origin != NULL ? array->origin : array;
}

static void
add_user (KomaEnvironment *self,
          gconstpointer    buffer)
{
  guint n_users = 0;

  g_mutex_lock (&self->lock);
  n_users = GPOINTER_TO_UINT (g_hash_table_lookup (self->buffers, buffer)) + 1;
  g_hash_table_insert (self->buffers, (gpointer) buffer, GUINT_TO_POINTER (n_users));
  self->memory.n_data_buffers = g_hash_table_size (self->buffers);
  g_mutex_unlock (&self->lock);
}

static void
remove_user (KomaEnvironment *self,
             gconstpointer    buffer)
{
  guint n_users = 0;

  g_mutex_lock (&self->lock);
  n_users = GPOINTER_TO_UINT (g_hash_table_lookup (self->buffers, buffer)) - 1;
  if (n_users > 0)
    g_hash_table_insert (self->buffers, (gpointer) buffer, GUINT_TO_POINTER (n_users));
  else
    g_hash_table_remove (self->buffers, buffer);
  self->memory.n_data_buffers = g_hash_table_size (self->buffers);
  g_mutex_unlock (&self->lock);
}

void
koma_environment_add_buffer (KomaEnvironment *self,
                             const KomaArray *array)
{
  add_user (self, find_buffer (array));
}

void
koma_environment_remove_buffer (KomaEnvironment *self,
                                const KomaArray *array)
{
  remove_user (self, find_buffer (array));
}

void
koma_environment_add_weight (KomaEnvironment *self,
                             gconstpointer    weight,
                             gsize            size_bytes)
{
  koma_environment_add_tensor (self, size_bytes);
  add_user (self, weight);
}

void
koma_environment_remove_weight (KomaEnvironment *self,
                                gconstpointer    weight,
                                gsize            size_bytes)
{
  koma_environment_remove_tensor (self, size_bytes);
  remove_user (self, weight);
}

void
koma_environment_add_variable (KomaEnvironment *self,
                               gpointer         variable)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->variables, variable);
  g_mutex_unlock (&self->lock);
}

void
koma_environment_remove_variable (KomaEnvironment *self,
                                  gpointer         variable)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_remove (self->variables, variable);
  g_mutex_unlock (&self->lock);
}

/* (transfer container): in the order in which they were made. */
GPtrArray *
koma_environment_list_variables (KomaEnvironment *self)
{
  GPtrArray *copy = NULL;

  g_mutex_lock (&self->lock);
  copy = g_ptr_array_copy (self->variables, NULL, NULL);
  g_mutex_unlock (&self->lock);
  return copy;
}

GHashTable *
koma_environment_push_scope (KomaEnvironment *self)
{
  GHashTable *scope = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);

  g_ptr_array_add (self->scopes, scope);
  return scope;
}

/* (transfer full): the innermost. */
GHashTable *
koma_environment_pop_scope (KomaEnvironment *self)
{
  return g_ptr_array_steal_index (self->scopes, self->scopes->len - 1);
}

/* (nullable): 0 is the outermost. */
GHashTable *
koma_environment_get_scope (KomaEnvironment *self,
                            guint            depth)
{
  return depth < self->scopes->len ? self->scopes->pdata[depth] : NULL;
}

guint
koma_environment_get_n_scopes (KomaEnvironment *self)
{
  return self->scopes->len;
}

KomaTrace *
koma_environment_get_trace (KomaEnvironment *self)
{
  return self->trace;
}

KomaTrace *
koma_environment_swap_trace (KomaEnvironment *self,
                             KomaTrace       *trace)
{
  KomaTrace *before = self->trace;

  self->trace = trace;
  return before;
}

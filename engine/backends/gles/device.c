/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts are expensive and programs more so: a thread keeps its device for
 * all segments that it will ever compile. A lost context is left to the
 * segments that still refer to it, and the next one gets a new device. */

#include "device.h"

#include <string.h>

/* Behind gl31.h. */
#include <GLES2/gl2ext.h>

#include "counts.h"
#include "program-cache.h"
#include "programs.h"

/* A lost context may tell of errors for ever. */
#define MAX_ERRORS 16

#define MIN_BUFFER_BYTES 16

#define WAIT_NS G_GUINT64_CONSTANT (1000000000)

typedef GLenum (*GetResetStatus) (void);

struct _KomaGlesDevice
{
  guint    n_refs;
  GThread *owner; /* (unowned) */

  KomaGlesContext   context;
  KomaGlesInfo      info;
  GetResetStatus    get_reset_status; /* (nullable) */
  gboolean          is_lost;
  KomaGlesPrograms *programs;
};

static guint n_checks_to_loss;
static guint n_losses;
static guint n_checks_to_full;

static void device_release (gpointer data);

static GPrivate thread_device = G_PRIVATE_INIT (device_release);

static GetResetStatus
find_reset_status (void)
{
  if (koma_gles_has_extension ("GL_KHR_robustness"))
    return (GetResetStatus) eglGetProcAddress ("glGetGraphicsResetStatusKHR");
  if (koma_gles_has_extension ("GL_EXT_robustness"))
    return (GetResetStatus) eglGetProcAddress ("glGetGraphicsResetStatusEXT");
  return NULL;
}

static KomaGlesDevice *
device_new (GError **error)
{
  g_autoptr (KomaGlesDevice) device = g_new0 (KomaGlesDevice, 1);

  device->n_refs = 1;
  device->owner = g_thread_self ();
  device->programs = koma_gles_programs_new ();
  koma_gles_count (KOMA_GLES_DEVICES, 1);
  if (!koma_gles_context_create (&device->context, error) ||
      !koma_gles_context_make_current (&device->context, error))
    return NULL;
  koma_gles_info_read (&device->info);
  if (device->context.is_robust)
    device->get_reset_status = find_reset_status ();
  return g_steal_pointer (&device);
}

/* Without a context that works they go with it. */
static void
free_programs (KomaGlesDevice *device)
{
  gboolean is_current = device->context.context != EGL_NO_CONTEXT &&
                        koma_gles_context_make_current (&device->context, NULL);

  koma_gles_programs_free (device->programs, is_current);
}

/**
 * koma_gles_device_unref:
 * @device: (nullable) (transfer full)
 *
 * Thread: the owner's.
 */
void
koma_gles_device_unref (KomaGlesDevice *device)
{
  if (device == NULL || --device->n_refs > 0)
    return;
  free_programs (device);
  koma_gles_context_destroy (&device->context);
  koma_gles_info_clear (&device->info);
  g_free (device);
  koma_gles_count (KOMA_GLES_DEVICES, -1);
}

/* Of the thread that ends. */
static void
device_release (gpointer data)
{
  koma_gles_device_unref (data);
}

/**
 * koma_gles_device_ref:
 *
 * Returns: (transfer full): @device
 */
KomaGlesDevice *
koma_gles_device_ref (KomaGlesDevice *device)
{
  device->n_refs++;
  return device;
}

/**
 * koma_gles_device_get:
 *
 * The calling thread's device, current; a new one where the last was lost.
 * Never call it on a thread with a context of its own, such as the window's.
 * Errors: %KOMA_ERROR_BACKEND.
 *
 * Returns: (transfer full): the device
 */
KomaGlesDevice *
koma_gles_device_get (GError **error)
{
  KomaGlesDevice *device = g_private_get (&thread_device);

  if (device == NULL || device->is_lost) {
    device = device_new (error);
    if (device == NULL)
      return NULL;
    g_private_replace (&thread_device, device);
  }
  if (!koma_gles_device_enter (device, error))
    return NULL;
  return koma_gles_device_ref (device);
}

/**
 * koma_gles_device_leave:
 *
 * Releases the calling thread's device, which is freed with the last session
 * that uses it. A later koma_gles_device_get() makes a new one.
 */
void
koma_gles_device_leave (void)
{
  g_private_replace (&thread_device, NULL);
}

/**
 * koma_gles_device_lose:
 *
 * Treats the context as lost. For GL calls that fail without an error code: no
 * later result of the context can be trusted.
 *
 * Errors: %KOMA_ERROR_BACKEND, always.
 *
 * Returns: %FALSE: `return koma_gles_device_lose (…)`
 */
gboolean
koma_gles_device_lose (KomaGlesDevice *device,
                       GError        **error)
{
  device->is_lost = TRUE;
  return koma_fail (error, KOMA_ERROR_BACKEND, "The graphics context was lost");
}

/**
 * koma_gles_device_enter:
 *
 * Comes before every use of GL. Errors: %KOMA_ERROR_BACKEND, if the context
 * is lost. Thread: the owner's.
 */
gboolean
koma_gles_device_enter (KomaGlesDevice *device,
                        GError        **error)
{
  g_assert (device->owner == g_thread_self ());

  if (device->is_lost)
    return koma_gles_device_lose (device, error);
  device->is_lost = !koma_gles_context_make_current (&device->context, error);
  return !device->is_lost;
}

/**
 * koma_gles_device_enter_to_free:
 *
 * Makes the context current, a lost one too: names mean something else in
 * another. Thread: the owner's.
 *
 * Returns: whether there is something to free; a context takes its objects
 *   with it
 */
gboolean
koma_gles_device_enter_to_free (KomaGlesDevice *device)
{
  g_assert (device->owner == g_thread_self ());

  return koma_gles_context_make_current (&device->context, NULL);
}

/* After so many checks so many times. */
static gboolean
is_told_to_be_lost (void)
{
  guint n_checks = __atomic_load_n (&n_checks_to_loss, __ATOMIC_RELAXED);
  guint n_times = __atomic_load_n (&n_losses, __ATOMIC_RELAXED);

  if (n_times == 0)
    return FALSE;
  if (n_checks > 1) {
    __atomic_store_n (&n_checks_to_loss, n_checks - 1, __ATOMIC_RELAXED);
    return FALSE;
  }
  __atomic_store_n (&n_losses, n_times - 1, __ATOMIC_RELAXED);
  return TRUE;
}

/**
 * koma_gles_device_check:
 * @what: the GL calls that are checked, for the error
 *
 * Checks for GL errors since the last call. Errors: %KOMA_ERROR_MEMORY,
 * %KOMA_ERROR_BACKEND; a lost context stays lost.
 */
gboolean
koma_gles_device_check (KomaGlesDevice *device,
                        const char     *what,
                        GError        **error)
{
  GLenum   code = glGetError ();
  gboolean is_reset = device->get_reset_status != NULL &&
                      device->get_reset_status () != GL_NO_ERROR;

  KOMA_GLES_ASSERT_CURRENT (device);

  if (is_told_to_be_lost () || is_reset || code == GL_CONTEXT_LOST_KHR)
    return koma_gles_device_lose (device, error);
  if (code == GL_NO_ERROR)
    return TRUE;
  for (guint i = 0; i < MAX_ERRORS && glGetError () != GL_NO_ERROR; i++)
    ;
  g_set_error (error, KOMA_ERROR,
               code == GL_OUT_OF_MEMORY ? KOMA_ERROR_MEMORY : KOMA_ERROR_BACKEND,
               "OpenGL ES, %s: %s (0x%x)", what,
               code == GL_OUT_OF_MEMORY ? "out of memory" : "failed", code);
  return FALSE;
}

/**
 * koma_gles_device_wait:
 *
 * Sleeps in the driver until all is computed. Errors: %KOMA_ERROR_BACKEND, if
 * the context is lost.
 */
gboolean
koma_gles_device_wait (KomaGlesDevice *device,
                       GError        **error)
{
  GLsync   sync = glFenceSync (GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  GLenum   status = GL_TIMEOUT_EXPIRED;
  gboolean is_well = TRUE;

  KOMA_GLES_ASSERT_CURRENT (device);

  while (is_well && status == GL_TIMEOUT_EXPIRED) {
    status = glClientWaitSync (sync, GL_SYNC_FLUSH_COMMANDS_BIT, WAIT_NS);
    is_well = koma_gles_device_check (device, "computing", error);
  }
  glDeleteSync (sync);
  if (is_well && status == GL_WAIT_FAILED)
    return koma_gles_device_lose (device, error);
  return is_well;
}

/**
 * koma_gles_device_is_current:
 *
 * Returns: whether its context is current on the calling thread, its own
 */
gboolean
koma_gles_device_is_current (const KomaGlesDevice *device)
{
  return device->owner == g_thread_self () &&
         eglGetCurrentContext () == device->context.context;
}

/**
 * koma_gles_device_is_lost:
 *
 * Returns: whether its context is lost, for good
 */
gboolean
koma_gles_device_is_lost (const KomaGlesDevice *device)
{
  return device->is_lost;
}

/**
 * koma_gles_device_get_info:
 *
 * Returns: (transfer none): what the context can do
 */
const KomaGlesInfo *
koma_gles_device_get_info (const KomaGlesDevice *device)
{
  return &device->info;
}

/**
 * koma_gles_device_want_program:
 * @shader: a file of shaders/
 * @defines: lines for the preprocessor, maybe none
 *
 * Lets a driver that has threads for it begin with the program: one for all
 * segments of the device. Errors: %KOMA_ERROR_BACKEND.
 *
 * Returns: (transfer none): the program, to be given to
 *   koma_gles_device_build_programs() before it is used; the device's, as long
 *   as that lives
 */
KomaGlesProgram *
koma_gles_device_want_program (KomaGlesDevice *device,
                               const char     *shader,
                               const char     *defines,
                               GError        **error)
{
  KomaGlesProgram *program = koma_gles_programs_want (device->programs, shader, defines);

  KOMA_GLES_ASSERT_CURRENT (device);

  if (device->info.compiles_in_parallel &&
      !koma_gles_program_start (program, &device->info, error))
    return NULL;
  return program;
}

/**
 * koma_gles_device_build_programs:
 * @programs: (element-type KomaGlesProgram): each once
 * @progress: (nullable): told after each that was not there yet
 *
 * Ends when they are built. Errors: %KOMA_ERROR_BACKEND, with what the compiler
 * says; %G_IO_ERROR_CANCELLED by @progress.
 */
gboolean
koma_gles_device_build_programs (KomaGlesDevice     *device,
                                 const GPtrArray    *programs,
                                 const KomaProgress *progress,
                                 GError            **error)
{
  KOMA_GLES_ASSERT_CURRENT (device);

  if (!koma_gles_programs_build ((KomaGlesProgram **) programs->pdata, programs->len,
                                 &device->info, progress, error))
    return FALSE;
  koma_gles_program_cache_tidy (&device->info);
  return koma_gles_device_check (device, "building programs", error);
}

static gboolean
is_told_to_be_full (void)
{
  guint n_checks = __atomic_load_n (&n_checks_to_full, __ATOMIC_RELAXED);

  if (n_checks > 0)
    __atomic_store_n (&n_checks_to_full, n_checks - 1, __ATOMIC_RELAXED);
  return n_checks == 1;
}

/**
 * koma_gles_device_check_memory:
 * @what: what was to be made or filled
 * @size_bytes: how much memory it takes
 *
 * koma_gles_device_check() for calls that allocate. Errors:
 * %KOMA_ERROR_MEMORY, with how much was wanted; %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_device_check_memory (KomaGlesDevice *device,
                               const char     *what,
                               gsize           size_bytes,
                               GError        **error)
{
  g_autoptr (GError) reason = NULL;
  const gboolean is_done = koma_gles_device_check (device, what, &reason);

  if (is_done && !is_told_to_be_full ())
    return TRUE;
  if (is_done || g_error_matches (reason, KOMA_ERROR, KOMA_ERROR_MEMORY))
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "OpenGL ES is out of memory: %s wanted %.1f MiB", what,
                 size_bytes / (double) (1 << 20));
  else
    g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Some drivers know no buffer of nothing. */
static gsize
get_buffer_bytes (gsize size_bytes)
{
  return MAX (size_bytes, MIN_BUFFER_BYTES);
}

/* A context that was lost gives no names. */
static void
count_buffer (GLuint buffer,
              gsize  size_bytes,
              int    sign)
{
  if (buffer == 0)
    return;
  koma_gles_count (KOMA_GLES_BUFFERS, sign);
  koma_gles_count (KOMA_GLES_BYTES, sign * (gssize) get_buffer_bytes (size_bytes));
}

/**
 * koma_gles_device_create_buffer:
 * @what: what it is for
 * @usage: %GL_STATIC_DRAW and so on
 *
 * Errors: %KOMA_ERROR_MEMORY, with how much was wanted; %KOMA_ERROR_BACKEND.
 */
GLuint
koma_gles_device_create_buffer (KomaGlesDevice *device,
                                const char     *what,
                                gsize           size_bytes,
                                GLenum          usage,
                                GError        **error)
{
  GLuint buffer = 0;

  KOMA_GLES_ASSERT_CURRENT (device);

  glGenBuffers (1, &buffer);
  glBindBuffer (GL_COPY_WRITE_BUFFER, buffer);
  glBufferData (GL_COPY_WRITE_BUFFER, get_buffer_bytes (size_bytes), NULL, usage);
  count_buffer (buffer, size_bytes, 1);
  if (koma_gles_device_check_memory (device, what, size_bytes, error))
    return buffer;
  koma_gles_device_destroy_buffer (device, buffer, size_bytes);
  return 0;
}

/**
 * koma_gles_device_destroy_buffer:
 * @buffer: 0 is none
 * @size_bytes: with which it was made
 *
 * Thread: the owner's.
 */
void
koma_gles_device_destroy_buffer (KomaGlesDevice *device,
                                 GLuint          buffer,
                                 gsize           size_bytes)
{
  if (buffer == 0)
    return;
  if (koma_gles_device_enter_to_free (device))
    glDeleteBuffers (1, &buffer);
  count_buffer (buffer, size_bytes, -1);
}

/**
 * koma_gles_lose_after:
 *
 * Thread: any.
 */
void
koma_gles_lose_after (guint n_checks,
                      guint n_times)
{
  __atomic_store_n (&n_checks_to_loss, n_checks, __ATOMIC_RELAXED);
  __atomic_store_n (&n_losses, n_times, __ATOMIC_RELAXED);
}

/**
 * koma_gles_fail_memory_after:
 *
 * Thread: any.
 */
void
koma_gles_fail_memory_after (guint n_checks)
{
  __atomic_store_n (&n_checks_to_full, n_checks, __ATOMIC_RELAXED);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a context comes from, in this order; the first that gives one of
 * GLES 3.1, or else of 3.0, is taken:
 *
 *   1. EGL_EXT_platform_device: each graphics card that EGL lists
 *   2. EGL_MESA_platform_surfaceless: what Mesa chooses, llvmpipe at last
 *   3. EGL_EXT_platform_device: rasterisers in software
 *   4. EGL_KHR_platform_gbm: the first card, for drivers without the others
 *
 * KOMA_GLES_DEVICE=/dev/dri/renderD129 takes that card of the first, or
 * nothing. None of them is the display of a window: EGL keeps a display for
 * each platform, so the window's context is never touched. */

#include "context.h"

#include <EGL/eglext.h>
#include <glib/gi18n.h>

#include "engine/koma/koma-error.h"

#define MAX_CANDIDATES 18
#define MAX_DEVICES    16

typedef struct
{
  EGLenum     platform;
  void       *native;
  const char *name;
} Candidate;

static gboolean
has_extension (const char *extensions, /* (nullable) */
               const char *name)
{
  g_auto (GStrv) names = g_strsplit (extensions != NULL ? extensions : "", " ", -1);

  return g_strv_contains ((const char *const *) names, name);
}

static gboolean
has_client_extension (const char *name)
{
  return has_extension (eglQueryString (EGL_NO_DISPLAY, EGL_EXTENSIONS), name);
}

static gboolean
fail (const char *what,
      GError    **error)
{
  return koma_fail (error, KOMA_ERROR_BACKEND, "EGL, %s: error 0x%x", what,
                    (guint) eglGetError ());
}

/* Whether @node is the device's file, primary or render. */
static gboolean
is_named (EGLDeviceEXT device,
          const char  *node)
{
  PFNEGLQUERYDEVICESTRINGEXTPROC query =
    (PFNEGLQUERYDEVICESTRINGEXTPROC) eglGetProcAddress ("eglQueryDeviceStringEXT");
  const char *extensions = query (device, EGL_EXTENSIONS);
  const char *file = NULL;

  if (has_extension (extensions, "EGL_EXT_device_drm"))
    file = query (device, EGL_DRM_DEVICE_FILE_EXT);
  if (g_strcmp0 (file, node) == 0)
    return TRUE;
  if (!has_extension (extensions, "EGL_EXT_device_drm_render_node"))
    return FALSE;
  return g_strcmp0 (query (device, EGL_DRM_RENDER_NODE_FILE_EXT), node) == 0;
}

static gboolean
is_software (EGLDeviceEXT device)
{
  PFNEGLQUERYDEVICESTRINGEXTPROC query =
    (PFNEGLQUERYDEVICESTRINGEXTPROC) eglGetProcAddress ("eglQueryDeviceStringEXT");

  return has_extension (query (device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

static guint
list_devices (EGLDeviceEXT *devices) /* [MAX_DEVICES] */
{
  PFNEGLQUERYDEVICESEXTPROC query =
    (PFNEGLQUERYDEVICESEXTPROC) eglGetProcAddress ("eglQueryDevicesEXT");
  EGLint n_devices = 0;

  if (!has_client_extension ("EGL_EXT_platform_device") || query == NULL ||
      eglGetProcAddress ("eglQueryDeviceStringEXT") == NULL ||
      !query (MAX_DEVICES, devices, &n_devices))
    return 0;
  return n_devices;
}

static guint
add_devices (Candidate  *candidates,
             guint       n_candidates,
             gboolean    wants_software,
             const char *node) /* (nullable) */
{
  EGLDeviceEXT devices[MAX_DEVICES] = { NULL };
  guint        n_devices = list_devices (devices);

  for (guint i = 0; i < n_devices; i++)
    if (node != NULL ? is_named (devices[i], node) : is_software (devices[i]) == wants_software)
      candidates[n_candidates++] = (Candidate){ EGL_PLATFORM_DEVICE_EXT, devices[i], "device" };
  return n_candidates;
}

static guint
list_candidates (Candidate *candidates) /* [MAX_CANDIDATES] */
{
  const char *node = g_getenv ("KOMA_GLES_DEVICE");
  guint       n = add_devices (candidates, 0, FALSE, node);

  if (node != NULL)
    return n;
  if (has_client_extension ("EGL_MESA_platform_surfaceless"))
    candidates[n++] = (Candidate){ EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY,
                                   "surfaceless" };
  n = add_devices (candidates, n, TRUE, NULL);
  if (has_client_extension ("EGL_KHR_platform_gbm"))
    candidates[n++] = (Candidate){ EGL_PLATFORM_GBM_KHR, EGL_DEFAULT_DISPLAY, "gbm" };
  return n;
}

static EGLContext
create_context (EGLDisplay display,
                EGLint     minor,
                gboolean   is_robust)
{
  const EGLint robust[] = {
    EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor,
    EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
    EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
    EGL_NONE
  };
  const EGLint plain[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor,
                           EGL_NONE };

  return eglCreateContext (display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, is_robust ? robust : plain);
}

/* The version counts for more than robustness: it decides the tier. */
static void
create_best_context (KomaGlesContext *context,
                     gboolean         may_be_robust)
{
  for (EGLint minor = 1; minor >= 0 && context->context == EGL_NO_CONTEXT; minor--) {
    context->is_robust = may_be_robust;
    if (context->is_robust)
      context->context = create_context (context->display, minor, TRUE);
    if (context->context != EGL_NO_CONTEXT)
      return;
    context->is_robust = FALSE;
    context->context = create_context (context->display, minor, FALSE);
  }
}

/* On a display that is there. */
static gboolean
open_context (KomaGlesContext *context,
              GError         **error)
{
  const char *extensions = eglQueryString (context->display, EGL_EXTENSIONS);

  if (!has_extension (extensions, "EGL_KHR_surfaceless_context") ||
      !has_extension (extensions, "EGL_KHR_no_config_context"))
    return koma_fail (error, KOMA_ERROR_BACKEND,
                      "EGL makes no context without a surface");
  if (!eglBindAPI (EGL_OPENGL_ES_API))
    return fail ("OpenGL ES", error);
  create_best_context (context, has_extension (extensions, "EGL_EXT_create_context_robustness"));
  return context->context != EGL_NO_CONTEXT || fail ("a context of GLES 3.0", error);
}

static gboolean
try_candidate (const Candidate *candidate,
               KomaGlesContext *ret_context,
               GError         **error)
{
  PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
    (PFNEGLGETPLATFORMDISPLAYEXTPROC) eglGetProcAddress ("eglGetPlatformDisplayEXT");
  KomaGlesContext context = { .platform = candidate->name, .context = EGL_NO_CONTEXT };

  if (get_display != NULL)
    context.display = get_display (candidate->platform, candidate->native, NULL);
  if (context.display == EGL_NO_DISPLAY)
    return fail ("a display", error);
  if (!eglInitialize (context.display, NULL, NULL))
    return fail ("starting", error);
  if (!open_context (&context, error))
    return FALSE;
  *ret_context = context;
  return TRUE;
}

/**
 * koma_gles_context_create:
 *
 * Makes a context, which is not current yet. Errors: %KOMA_ERROR_BACKEND, of
 * the last place that was tried. Thread: any.
 */
gboolean
koma_gles_context_create (KomaGlesContext *ret_context,
                          GError         **error)
{
  Candidate candidates[MAX_CANDIDATES];
  guint     n_candidates = list_candidates (candidates);
  g_autoptr (GError) last_error = NULL;

  for (guint i = 0; i < n_candidates; i++) {
    g_clear_error (&last_error);
    if (try_candidate (&candidates[i], ret_context, &last_error))
      return TRUE;
    g_debug ("%s: %s", candidates[i].name, last_error->message);
  }
  if (last_error == NULL)
    g_set_error (&last_error, KOMA_ERROR, KOMA_ERROR_BACKEND,
                 g_getenv ("KOMA_GLES_DEVICE") != NULL
                   ? N_ ("There is no such graphics card as KOMA_GLES_DEVICE names")
                   : N_ ("There is no EGL that works without a window"));
  g_propagate_error (error, g_steal_pointer (&last_error));
  return FALSE;
}

/**
 * koma_gles_context_make_current:
 *
 * Makes the context that of the calling thread; it must not be another's.
 * Errors: %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_context_make_current (const KomaGlesContext *context,
                                GError               **error)
{
  if (eglGetCurrentContext () == context->context)
    return TRUE;
  return (eglBindAPI (EGL_OPENGL_ES_API) &&
          eglMakeCurrent (context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->context)) ||
         fail ("making the context current", error);
}

/**
 * koma_gles_context_destroy:
 *
 * Frees the context and leaves the thread without one. Thread: that on which
 * it is current, or any if it is nowhere.
 */
void
koma_gles_context_destroy (KomaGlesContext *context)
{
  if (context->context == EGL_NO_CONTEXT)
    return;
  if (eglGetCurrentContext () == context->context)
    eglMakeCurrent (context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext (context->display, context->context);
  context->context = EGL_NO_CONTEXT;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* On hardware a query of EXT_disjoint_timer_query around each command. Without
 * it, and on rasterisers in software, whose queries know of pictures only,
 * the clock: a command is begun when the one before has ended. */

#include "timer.h"

#include <time.h>

/* Behind gl31.h. */
#include <GLES2/gl2ext.h>

#define NS_PER_MS 1e6

typedef struct
{
  PFNGLGENQUERIESEXTPROC gen;
  PFNGLDELETEQUERIESEXTPROC delete;
  PFNGLBEGINQUERYEXTPROC          begin;
  PFNGLENDQUERYEXTPROC            end;
  PFNGLGETQUERYOBJECTUI64VEXTPROC get;
} Functions;

struct _KomaGlesTimer
{
  KomaGlesDevice *device;
  guint           n_commands;
  Functions       gl;
  clockid_t       clock;   /* without queries */
  GLuint         *queries; /* (nullable) [n_commands] NULL: the clock */
  double         *ms;      /* [n_commands] by the clock */
};

static gboolean
find_functions (Functions *ret_gl)
{
  ret_gl->gen = (PFNGLGENQUERIESEXTPROC) eglGetProcAddress ("glGenQueriesEXT");
  ret_gl->delete = (PFNGLDELETEQUERIESEXTPROC) eglGetProcAddress ("glDeleteQueriesEXT");
  ret_gl->begin = (PFNGLBEGINQUERYEXTPROC) eglGetProcAddress ("glBeginQueryEXT");
  ret_gl->end = (PFNGLENDQUERYEXTPROC) eglGetProcAddress ("glEndQueryEXT");
  ret_gl->get =
    (PFNGLGETQUERYOBJECTUI64VEXTPROC) eglGetProcAddress ("glGetQueryObjectui64vEXT");
  return ret_gl->gen != NULL && ret_gl->delete != NULL && ret_gl->begin != NULL &&
         ret_gl->end != NULL && ret_gl->get != NULL;
}

/* Reading it forgets it. */
static gboolean
was_disjoint (void)
{
  GLint is_disjoint = GL_FALSE;

  glGetIntegerv (GL_GPU_DISJOINT_EXT, &is_disjoint);
  return is_disjoint;
}

/**
 * koma_gles_timer_new:
 * @counts_work: processor time, where a rasteriser in software computes: other
 *   programs do not change it
 *
 * Returns: (transfer full): a timer for a list of commands
 */
KomaGlesTimer *
koma_gles_timer_new (KomaGlesDevice *device,
                     guint           n_commands,
                     gboolean        counts_work)
{
  KomaGlesTimer      *timer = g_new0 (KomaGlesTimer, 1);
  const KomaGlesInfo *info = koma_gles_device_get_info (device);

  KOMA_GLES_ASSERT_CURRENT (device);

  timer->device = koma_gles_device_ref (device);
  timer->n_commands = n_commands;
  timer->clock = counts_work && info->is_software ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  timer->ms = g_new0 (double, n_commands + 1);
  if (info->has_timer_queries && !info->is_software && find_functions (&timer->gl)) {
    timer->queries = g_new0 (GLuint, n_commands + 1);
    timer->gl.gen (n_commands, timer->queries);
    (void) was_disjoint ();
  }
  return timer;
}

/**
 * koma_gles_timer_free:
 * @timer: (nullable) (transfer full)
 */
void
koma_gles_timer_free (KomaGlesTimer *timer)
{
  if (timer == NULL)
    return;
  /* Those of a lost context go with it. */
  if (timer->queries != NULL && koma_gles_device_enter (timer->device, NULL))
    timer->gl.delete(timer->n_commands, timer->queries);
  g_free (timer->queries);
  g_free (timer->ms);
  koma_gles_device_unref (timer->device);
  g_free (timer);
}

static double
get_ms (const KomaGlesTimer *timer)
{
  struct timespec now = { 0 };

  clock_gettime (timer->clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / NS_PER_MS;
}

/**
 * koma_gles_timer_begin:
 * @command: its place in the list
 */
void
koma_gles_timer_begin (KomaGlesTimer *timer,
                       guint          command)
{
  KOMA_GLES_ASSERT_CURRENT (timer->device);

  if (timer->queries != NULL) {
    timer->gl.begin (GL_TIME_ELAPSED_EXT, timer->queries[command]);
    return;
  }
  glFinish ();
  timer->ms[command] = get_ms (timer);
}

/**
 * koma_gles_timer_end:
 * @command: its place in the list
 */
void
koma_gles_timer_end (KomaGlesTimer *timer,
                     guint          command)
{
  KOMA_GLES_ASSERT_CURRENT (timer->device);

  if (timer->queries != NULL) {
    timer->gl.end (GL_TIME_ELAPSED_EXT);
    return;
  }
  glFinish ();
  timer->ms[command] = get_ms (timer) - timer->ms[command];
}

/**
 * koma_gles_timer_read:
 * @ret_ms: (out) (array): what each command took
 *
 * Comes after the commands have been waited for.
 *
 * Returns: %FALSE where the device was disturbed: the times are worth nothing
 */
gboolean
koma_gles_timer_read (KomaGlesTimer *timer,
                      double        *ret_ms)
{
  KOMA_GLES_ASSERT_CURRENT (timer->device);

  for (guint i = 0; i < timer->n_commands; i++) {
    GLuint64 elapsed_ns = 0;

    if (timer->queries != NULL)
      timer->gl.get (timer->queries[i], GL_QUERY_RESULT_EXT, &elapsed_ns);
    ret_ms[i] = timer->queries != NULL ? elapsed_ns / NS_PER_MS : timer->ms[i];
  }
  return timer->queries == NULL || !was_disjoint ();
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <EGL/egl.h>
#include <glib.h>

G_BEGIN_DECLS

/* First in functions that want some context of OpenGL ES current; release
 * builds drop it. */
#ifdef NDEBUG
#define KOMA_GLES_ASSERT_ANY_CURRENT() ((void) 0)
#else
#define KOMA_GLES_ASSERT_ANY_CURRENT() g_assert (eglGetCurrentContext () != EGL_NO_CONTEXT)
#endif

/* EGL's side of a device: a context of GLES 3.1, or 3.0, without window or surface. */
typedef struct
{
  EGLDisplay  display; /* of the process: never terminated, others may use it */
  EGLContext  context;
  const char *platform; /* "device", "surfaceless", "gbm" */
  gboolean    is_robust;
} KomaGlesContext;

gboolean koma_gles_context_create (KomaGlesContext *ret_context,
                                   GError         **error);
void     koma_gles_context_destroy (KomaGlesContext *context);
gboolean koma_gles_context_make_current (const KomaGlesContext *context,
                                         GError               **error);

G_END_DECLS

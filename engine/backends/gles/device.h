/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "context.h"
#include "engine/koma/koma-error.h"
#include "engine/runtime/progress.h"
#include "info.h"
#include "program.h"

G_BEGIN_DECLS

/* A context and its programs. Each thread has its own device, which stays
 * current on the thread until that ends or leaves it. It is created, used and
 * freed on that thread. */
typedef struct _KomaGlesDevice KomaGlesDevice;

KomaGlesDevice *koma_gles_device_get (GError **error) G_GNUC_WARN_UNUSED_RESULT;
KomaGlesDevice *koma_gles_device_ref (KomaGlesDevice *device);
void            koma_gles_device_unref (KomaGlesDevice *device);
void            koma_gles_device_leave (void);

gboolean koma_gles_device_enter (KomaGlesDevice *device,
                                 GError        **error);
gboolean koma_gles_device_enter_to_free (KomaGlesDevice *device);
gboolean koma_gles_device_wait (KomaGlesDevice *device, GError **error);
gboolean koma_gles_device_check (KomaGlesDevice *device,
                                 const char     *what,
                                 GError        **error);
gboolean koma_gles_device_check_memory (KomaGlesDevice *device,
                                        const char     *what,
                                        gsize           size_bytes,
                                        GError        **error);

gboolean            koma_gles_device_lose (KomaGlesDevice *device,
                                           GError        **error);
gboolean            koma_gles_device_is_lost (const KomaGlesDevice *device);
const KomaGlesInfo *koma_gles_device_get_info (const KomaGlesDevice *device);
KomaGlesProgram    *koma_gles_device_want_program (KomaGlesDevice *device,
                                                   const char     *shader,
                                                   const char     *defines,
                                                   GError        **error);
gboolean            koma_gles_device_build_programs (KomaGlesDevice     *device,
                                                     const GPtrArray    *programs,
                                                     const KomaProgress *progress, /* (nullable) */
                                                     GError            **error);
GLuint              koma_gles_device_create_buffer (KomaGlesDevice *device, /* 0: error */
                                                    const char     *what,
                                                    gsize           size_bytes,
                                                    GLenum          usage,
                                                    GError        **error);
void                koma_gles_device_destroy_buffer (KomaGlesDevice *device,
                                                     GLuint          buffer,
                                                     gsize           size_bytes);

/* First in functions that want the device's context current; release builds
 * drop it. */
#ifdef NDEBUG
#define KOMA_GLES_ASSERT_CURRENT(device) ((void) 0)
#else
#define KOMA_GLES_ASSERT_CURRENT(device) g_assert (koma_gles_device_is_current (device))
#endif
gboolean koma_gles_device_is_current (const KomaGlesDevice *device);

/* For tests: the n-th check from now on and the following ones find the context
 * lost, @n_times together; 0 switches it off. */
void koma_gles_lose_after (guint n_checks, guint n_times);
/* For tests: the n-th check for memory from now on fails, once; 0 switches it
 * off. */
void koma_gles_fail_memory_after (guint n_checks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGlesDevice, koma_gles_device_unref)

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <GLES3/gl31.h>

#include "context.h"
#include "engine/koma-error.h"
#include "engine/runtime/progress.h"
#include "texels.h"

G_BEGIN_DECLS

/* Lanes of a work group. */
#define KOMA_GLES_LANES 64
/* Of programs that do much in each. */
#define KOMA_GLES_FEW_LANES 8
/* Work groups in one direction, as many as every driver takes. */
#define KOMA_GLES_MAX_GROUPS 65535

typedef struct
{
  char          *vendor;
  char          *renderer;
  char          *version;
  gboolean       is_software;       /* llvmpipe and its like */
  gboolean       has_compute;       /* GLES 3.1 */
  GLint          max_block_bytes;   /* 0 without it */
  GLint          storage_alignment; /* of a buffer's range, bytes */
  GLint          uniform_alignment;
  gboolean       has_timer_queries;
  gboolean       compiles_in_parallel; /* programs, on threads of the driver's */
  GLint          max_texture_size;
  GLenum         texture_format; /* of floats that programs can write; 0: none */
  KomaGlesTexels texels;
} KomaGlesInfo;

/* A context and what is shared in it: the programs. Each thread has its own
 * device, which stays current on it until the thread ends, or leaves it;
 * made, used and freed there. */
typedef struct _KomaGlesDevice KomaGlesDevice;
/* A text of shaders/ with its defines, which the device builds once. */
typedef struct _KomaGlesProgram KomaGlesProgram;

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

/* For tests: the n-th check from now on finds the context lost, and those that
 * follow, @n_times in all; 0 switches it off. */
void koma_gles_lose_after (guint n_checks, guint n_times);
/* For tests: the n-th look for memory from now on finds none, once; 0 switches
 * it off. */
void koma_gles_fail_memory_after (guint n_checks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGlesDevice, koma_gles_device_unref)

G_END_DECLS

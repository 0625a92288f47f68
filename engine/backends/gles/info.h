/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "texels.h"

G_BEGIN_DECLS

/* Lanes of a work group. */
#define KOMA_GLES_LANES 64
/* Work groups in one direction, as many as every driver takes. */
#define KOMA_GLES_MAX_GROUPS 65535

/* What a context can do. */
typedef struct
{
  char          *vendor;
  char          *renderer;
  char          *version;
  gboolean       is_software;       /* llvmpipe and its like */
  gboolean       has_compute;       /* GLES 3.1 */
  GLint          max_block_bytes;   /* 0 without it */
  guint          max_lanes;         /* of a work group in a line; 0 without it */
  GLint          storage_alignment; /* of a buffer's range, bytes */
  GLint          uniform_alignment;
  gboolean       has_timer_queries;
  gboolean       compiles_in_parallel; /* programs, on threads of the driver's */
  GLint          max_texture_size;
  GLenum         texture_format; /* of floats that programs can write; 0: none */
  KomaGlesTexels texels;
} KomaGlesInfo;

void     koma_gles_info_read (KomaGlesInfo *ret_info);
void     koma_gles_info_clear (KomaGlesInfo *info);
gboolean koma_gles_has_extension (const char *name);

G_END_DECLS

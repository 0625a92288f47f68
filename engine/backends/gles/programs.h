/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "program.h"
#include "engine/runtime/progress.h"

G_BEGIN_DECLS

/* The programs of a device, each once. */
typedef struct _KomaGlesPrograms KomaGlesPrograms;

KomaGlesPrograms *koma_gles_programs_new (void);
void              koma_gles_programs_free (KomaGlesPrograms *self,
                                           gboolean          is_current);

KomaGlesProgram *koma_gles_programs_want (KomaGlesPrograms *self,
                                          const char       *shader,
                                          const char       *defines);
gboolean         koma_gles_programs_build (KomaGlesProgram *const *programs,
                                           guint                   n_programs,
                                           const KomaGlesInfo     *info,
                                           const KomaProgress     *progress,
                                           GError                **error);

G_END_DECLS

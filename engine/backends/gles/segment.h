/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plan.h"

G_BEGIN_DECLS

/* A plan made into buffers and commands: nothing is created in a run. */
typedef struct _KomaGlesSegment KomaGlesSegment;

KomaGlesSegment *koma_gles_segment_new (const KomaGlesPlan *plan,
                                        GError            **error);
gboolean         koma_gles_segment_run (KomaGlesSegment *segment,
                                        GError         **error);
void             koma_gles_segment_free (KomaGlesSegment *segment);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGlesSegment, koma_gles_segment_free)

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* What a person says that a picture shows, whatever a model answers. Immutable, reference counted,
 * any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  char  *label;        /* as the model has it where it is one of its classes; else any UTF-8 */
  char  *author;       /* UTF-8 */
  gint64 corrected_us; /* since 1970, UTC */
} KomaCorrection;

KomaCorrection *koma_correction_new (const char *label, const char *author, gint64 corrected_us);
/* Of the user of this computer. */
KomaCorrection *koma_correction_new_now (const char *label);
KomaCorrection *koma_correction_ref (KomaCorrection *self);
void            koma_correction_unref (KomaCorrection *self);

/* The class of an answer's model that is meant; -1: it is none of them. */
int koma_correction_find_class (const KomaCorrection *self, const KomaResult *result);
/* As people call it: the name of the class, or the label. */
const char *koma_correction_get_name (const KomaCorrection *self,
                                      const KomaResult     *result); /* (nullable) */
/* (nullable) The coarsest kind of that class. */
const char *koma_correction_get_kind (const KomaCorrection *self,
                                      const KomaResult     *result); /* (nullable) */
/* Whether it says that the best class of the answer is right. */
gboolean koma_correction_confirms (const KomaCorrection *self,
                                   const KomaResult     *result); /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCorrection, koma_correction_unref)

G_END_DECLS

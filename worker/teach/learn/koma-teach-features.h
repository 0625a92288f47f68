/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Features of a project's pictures for one base, in a file that may be deleted: what is missing or
 * damaged is computed again. Records are added at its end, each with a checksum. Thread: teach. */
typedef struct _KomaTeachFeatures KomaTeachFeatures;

KomaTeachFeatures *koma_teach_features_open (const char *folder, /* of the project */
                                             const char *hash,   /* of the base */
                                             guint       n);           /* values of a picture */
void               koma_teach_features_free (KomaTeachFeatures *self);

/* @picture: its file's name. (nullable) (transfer none) */
KomaFeatureVector *koma_teach_features_find (KomaTeachFeatures *self, const char *picture);
void               koma_teach_features_add (KomaTeachFeatures *self,
                                            const char        *picture,
                                            KomaFeatureVector *vector);

G_END_DECLS

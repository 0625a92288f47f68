/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "class-activation.h"
#include "occlusion.h"

G_BEGIN_DECLS

/* What a place of a class activation map depends on in the picture: its effective receptive field,
 * measured by covering patches. A map is made of this many rows of patches, and as many columns: as
 * the places of most networks for pictures of 224 pixels. */
#define KOMA_RECEPTIVE_FIELD_SIDE      7
#define KOMA_RECEPTIVE_FIELD_N_PATCHES (KOMA_RECEPTIVE_FIELD_SIDE * KOMA_RECEPTIVE_FIELD_SIDE)

gboolean  koma_receptive_field_is_wanted (const KomaClassActivation *activation);
KomaPatch koma_receptive_field_get_patch (const KomaOcclusionInput *size, guint index);
/* @features: of the whole picture; @covered: with patch @index covered; @sight: (inout) */
void koma_receptive_field_measure (const KomaClassActivation *activation,
                                   const float               *features,
                                   const float               *covered,
                                   guint                      index,
                                   float                     *sight);
void koma_receptive_field_make_map (const float *shares, /* [n_places] */
                                    const float *sight,  /* [n_places, patches] */
                                    guint        n_places,
                                    float       *ret_map); /* [patches] */

G_END_DECLS

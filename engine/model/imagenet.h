/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "labels.h"

G_BEGIN_DECLS

/* The 1,000 classes of ImageNet, which most published networks were trained on,
 * and the 1,001 with a background class first. Their names for people are in a
 * folder with labels.txt, 1,000 names in English, and files with those in other languages, see
 * imagenet-names.h. @languages: of names, see koma_localized_choose (); with
 * @is_one_language labels have no names in others. */

/* The labels of a model that has none; NULL for another number of classes, or
 * without that folder. */
KomaLabels *koma_imagenet_guess (const char        *folder, /* (nullable) */
                                 guint              n_classes,
                                 const char *const *languages,
                                 gboolean           is_one_language);
/* Gives labels that are ImageNet's the names of the folder. */
KomaLabels *koma_imagenet_name (KomaLabels        *labels,
                                const char        *folder, /* (nullable) */
                                const char *const *languages,
                                gboolean           is_one_language);

G_END_DECLS

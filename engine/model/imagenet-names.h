/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "labels.h"

G_BEGIN_DECLS

/* Gives ImageNet's classes, with or without a background class first, their names for people. A
 * file for each language has them one a line, that of the background first: names-de.txt. What is
 * missing there is called in English, which is the label. */
KomaLabels *koma_imagenet_names_apply (KomaLabels        *labels,
                                       const char        *folder,
                                       const char *const *languages, /* see imagenet.h */
                                       gboolean           is_one_language);

G_END_DECLS

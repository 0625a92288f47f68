/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "hub.h"

G_BEGIN_DECLS

/* torchvision's GoogLeNet and Inception V3 were trained behind p / 127.5 - 1, and the models turn
 * what is usual for ImageNet into that if they are the published ones. The file does not say so:
 * what those have in common with no other one is taken for it, which is @aux, a layer of the
 * classifier in the middle, the channels of the first layer, and the classes of "fc". */
KomaValueId koma_hub_to_published_range (KomaHub    *self,
                                         KomaValueId x,
                                         const char *aux,
                                         const char *first,
                                         gint64      n_first);

G_END_DECLS

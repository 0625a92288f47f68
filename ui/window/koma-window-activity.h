/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-activity-bar.h"
#include "ui/models/koma-library-item.h"
#include "ui/models/koma-model-control.h"
#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

/* Work on fewer pictures gets no bar and no toast: it ends so soon that a bar would only flash. */
#define KOMA_MIN_PICTURES_FOR_BAR 4

/* Shows in the bar what is going on now, or hides the bar. */
void koma_window_activity_update (KomaActivityBar  *bar,
                                  KomaModelControl *control,
                                  KomaResultFeed   *feed,
                                  KomaLibraryItem  *download, /* (nullable) under way */
                                  gboolean          is_searching);

G_END_DECLS

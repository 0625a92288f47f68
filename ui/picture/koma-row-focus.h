/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-item.h"
#include "ui/results/koma-results-view.h"

G_BEGIN_DECLS

/* Scrolls to a picture of the list and gives its row the focus, once there is one. */
void koma_row_focus (KomaResultsView *view, KomaResultItem *item, guint position);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-recipe-preview.h"

G_BEGIN_DECLS

/* A picture painted from the model's input, what was painted how, and the first answers. */
#define KOMA_TYPE_SEEN_VIEW (koma_seen_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaSeenView, koma_seen_view, KOMA, SEEN_VIEW, AdwBin)

void koma_seen_view_set_preview (KomaSeenView *self, KomaRecipePreview *preview);
void koma_seen_view_set_narrow (KomaSeenView *self, gboolean is_narrow); /* lies above the rest */

G_END_DECLS

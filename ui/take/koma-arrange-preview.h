/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/take/koma-arrange.h"

G_BEGIN_DECLS

/* What a plan would do: the folders with their numbers, and what is left alone. */
#define KOMA_TYPE_ARRANGE_PREVIEW (koma_arrange_preview_get_type ())
G_DECLARE_FINAL_TYPE (KomaArrangePreview, koma_arrange_preview, KOMA, ARRANGE_PREVIEW, AdwBin)

void koma_arrange_preview_set_plan (KomaArrangePreview *self, const KomaArrangePlan *plan);

G_END_DECLS

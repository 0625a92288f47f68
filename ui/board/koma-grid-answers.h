/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/preferences/koma-preferences.h"
#include "ui/results/koma-result-item.h"

G_BEGIN_DECLS

/* The three best answers of one cell. */
#define KOMA_TYPE_GRID_ANSWERS (koma_grid_answers_get_type ())
G_DECLARE_FINAL_TYPE (KomaGridAnswers, koma_grid_answers, KOMA, GRID_ANSWERS, AdwBin)

void koma_grid_answers_show (KomaGridAnswers *self,
                             KomaResultItem  *cell, /* (nullable) */
                             guint            position,
                             guint            n_columns);

G_END_DECLS

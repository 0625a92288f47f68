/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/measure/koma-comparison.h"

G_BEGIN_DECLS

/* A backend of a comparison and its figures. */
#define KOMA_TYPE_COMPARED_ROW (koma_compared_row_get_type ())
G_DECLARE_FINAL_TYPE (KomaComparedRow, koma_compared_row, KOMA, COMPARED_ROW, AdwPreferencesRow)

GtkWidget *koma_compared_row_new (void);

/* @is_running: there may be more to come */
void koma_compared_row_show (KomaComparedRow           *self,
                             const KomaComparedBackend *backend,
                             gboolean                   is_fastest,
                             gboolean                   is_running);

G_END_DECLS

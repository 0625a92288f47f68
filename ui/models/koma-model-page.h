/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-model-control.h"

G_BEGIN_DECLS

/* Shown while there is no model: ways to get one. @offers is a widget that has more of them. */
#define KOMA_TYPE_MODEL_PAGE (koma_model_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelPage, koma_model_page, KOMA, MODEL_PAGE, AdwBin)

void koma_model_page_set_low (KomaModelPage *self, gboolean is_low);
void koma_model_page_set_control (KomaModelPage *self, KomaModelControl *control);
void koma_model_page_set_offers (KomaModelPage *self, GtkWidget *offers);

G_END_DECLS

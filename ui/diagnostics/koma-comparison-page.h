/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-diagnostics.h"

G_BEGIN_DECLS

/* All backends on one's own model and picture. */
#define KOMA_TYPE_COMPARISON_PAGE (koma_comparison_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaComparisonPage, koma_comparison_page, KOMA, COMPARISON_PAGE, AdwBin)

void koma_comparison_page_set_diagnostics (KomaComparisonPage *self,
                                           KomaDiagnostics    *diagnostics);
void koma_comparison_page_focus_button (KomaComparisonPage *self);

G_END_DECLS

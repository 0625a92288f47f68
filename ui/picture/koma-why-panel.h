/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/explain/koma-explanation.h"
#include "worker/explain/koma-heat-map.h"

G_BEGIN_DECLS

/* What is said of a map, and how it is to be drawn. Properties that notify: "look", in the words of
 * the preferences, "strength", 0 … 1, "compares" and "method". */
#define KOMA_TYPE_WHY_PANEL (koma_why_panel_get_type ())
G_DECLARE_FINAL_TYPE (KomaWhyPanel, koma_why_panel, KOMA, WHY_PANEL, AdwBin)

KomaHeatMapLook   koma_why_panel_get_look (KomaWhyPanel *self);
double            koma_why_panel_get_strength (KomaWhyPanel *self);
gboolean          koma_why_panel_get_compares (KomaWhyPanel *self); /* two classes */
KomaExplainMethod koma_why_panel_get_method (KomaWhyPanel *self);

void koma_why_panel_set_class (KomaWhyPanel *self, const char *name);
void koma_why_panel_set_progress (KomaWhyPanel *self, double fraction);     /* 1: it has ended */
void koma_why_panel_set_sentence (KomaWhyPanel *self, const char *text);    /* "": there is none */
void koma_why_panel_set_note (KomaWhyPanel *self, const char *text);        /* likewise */
void koma_why_panel_set_method_note (KomaWhyPanel *self, const char *text); /* likewise */

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Two widgets beside each other, or the second below the first, under a line that says what goes
 * on. */
#define KOMA_TYPE_HALVES (koma_halves_get_type ())
G_DECLARE_FINAL_TYPE (KomaHalves, koma_halves, KOMA, HALVES, AdwBin)

KomaHalves *koma_halves_new (GtkWidget *first, GtkWidget *second);
void        koma_halves_set_status (KomaHalves *self, const char *text, gboolean is_busy);
/* The same, without telling screen readers. */
void koma_halves_set_progress (KomaHalves *self, const char *text);
/* Behind the words of the status. */
void koma_halves_add (KomaHalves *self, GtkWidget *widget);
void koma_halves_set_wide (KomaHalves *self, gboolean is_wide); /* beside each other */

G_END_DECLS

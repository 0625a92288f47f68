/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What the model doctor found, a row each, with buttons where there is something to do about it.
 * The signal "remedy" asks for an action of the window by its detailed name. */
#define KOMA_TYPE_CHECKUP (koma_checkup_get_type ())
G_DECLARE_FINAL_TYPE (KomaCheckup, koma_checkup, KOMA, CHECKUP, AdwBin)

/* (element-type KomaFinding) */
void koma_checkup_set_findings (KomaCheckup *self, GPtrArray *findings);

G_END_DECLS

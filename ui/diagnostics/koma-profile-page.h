/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-diagnostics.h"

G_BEGIN_DECLS

/* The time of each step of the model on one backend. */
#define KOMA_TYPE_PROFILE_PAGE (koma_profile_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaProfilePage, koma_profile_page, KOMA, PROFILE_PAGE, AdwBin)

void koma_profile_page_set_diagnostics (KomaProfilePage *self,
                                        KomaDiagnostics *diagnostics);

G_END_DECLS

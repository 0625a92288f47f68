/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-library.h"

G_BEGIN_DECLS

/* For a window without pictures: cards for what Koma can look for. The model in use, those that
 * Koma suggests, and classes of one's own are each a click away, as is the library of all. */
#define KOMA_TYPE_MODEL_OFFERS (koma_model_offers_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelOffers, koma_model_offers, KOMA, MODEL_OFFERS, AdwBin)

void koma_model_offers_set_library (KomaModelOffers  *self,
                                    KomaLibrary      *library,
                                    KomaModelControl *control);

G_END_DECLS

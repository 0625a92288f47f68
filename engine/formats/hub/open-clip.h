/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "hub.h"

G_BEGIN_DECLS

/* Refuses what the settings of a tower, which are @self's at the moment, want otherwise than usual:
 * koma_hub_build_clip () passes over no setting that changes the result. */
void koma_hub_open_clip_check (KomaHub *self, const char *tower);

G_END_DECLS

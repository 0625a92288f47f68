/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* How pictures become the input, in English words. Where its parts come from makes no difference: a
 * guess that the user confirms is the same recipe. (transfer full) Thread: any. */
char *koma_described_recipe_new (const KomaRecipe *recipe);

G_END_DECLS

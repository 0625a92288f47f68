/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

#define KOMA_TYPE_SCOPE (koma_scope_get_type ())
G_DECLARE_FINAL_TYPE (KomaScope, koma_scope, KOMA, SCOPE, GObject)

KomaScope  *koma_scope_begin (void);
void        koma_scope_end (KomaScope *self);
void        koma_scope_move_out (KomaScope *self, KomaTensor *tensor);
KomaTensor *koma_scope_return (KomaScope *self, KomaTensor *tensor);

/**
 * KomaTidyFunction:
 * @user_data: data given with the function
 * @error: return location for an error
 *
 * Makes tensors, one of which is wanted.
 *
 * Returns: (transfer none) (nullable): that one; %NULL with @error set
 */
typedef KomaTensor *(*KomaTidyFunction) (gpointer user_data, GError **error);

KomaTensor *koma_tidy (KomaTidyFunction f, gpointer user_data, GError **error);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "variable.h"

G_BEGIN_DECLS

/* A variable whose numbers are those of @store, an array that others write into, too: what it is
 * assigned is written there. Tensors have copies. (transfer full) */
KomaVariable *koma_variable_new_for_store (KomaArray *store, gboolean is_trainable);
gboolean      koma_variable_is_read (KomaVariable *self); /* somebody knows its numbers */
void          koma_variable_set_trainable (KomaVariable *self, gboolean is_trainable);

G_END_DECLS

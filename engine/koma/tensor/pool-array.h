/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "engine/runtime/memory-pool.h"

G_BEGIN_DECLS

/* Of any values: its maker fills all of it. */
KomaArray *koma_array_new_in_pool (KomaDType        dtype,
                                   const KomaShape *shape,
                                   KomaMemoryPool  *pool,
                                   GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

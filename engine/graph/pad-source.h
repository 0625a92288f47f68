/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "op-params.h"

G_BEGIN_DECLS

/* Returns the element that stands at @position of a dimension of @size, whose
 * padding is below 0 and from @size on; -1: a constant does. */
typedef gint64 (*KomaPadFind) (gint64 position,
                               gint64 size);

KomaPadFind koma_pad_get_find (KomaPadMode mode);

G_END_DECLS

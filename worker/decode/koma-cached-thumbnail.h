/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* What the user's other programs have made of @file: a thumbnail from the cache that
 * freedesktop.org's "Thumbnail Managing Standard" describes, if there is one that is large enough
 * for @side pixels (of the longer side) and belongs to the file as it is now. The cache is only
 * read, and trusted no more than any picture: the pixels are decoded in the box.
 *
 * Returns: (transfer full) (nullable): NULL: there is none, or it is damaged. Thread: any but main.
 */
KomaPicture *koma_cached_thumbnail_read (GFile        *file,
                                         guint         side,
                                         GCancellable *cancellable); /* (nullable) */

G_END_DECLS

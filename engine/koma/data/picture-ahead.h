/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "engine/model/recipe.h"
#include "picture-folder.h"

G_BEGIN_DECLS

/* Threads that decode pictures of a folder before they are asked for. They are given in their
 * order, whichever is decoded first. One thread takes them. */
typedef struct _KomaPictureAhead KomaPictureAhead;

KomaPictureAhead *koma_picture_ahead_new (KomaPictureFolder *folder,
                                          const GArray      *order, /* guint; kept until the end */
                                          const KomaRecipe  *recipe,
                                          guint              n_ahead,
                                          guint              n_threads);
/* Waits for the threads, whose pictures end soon. */
void     koma_picture_ahead_free (KomaPictureAhead *self);
gboolean koma_picture_ahead_is_at_end (const KomaPictureAhead *self);
/* The next of the order, where there is one; waits for it. */
KomaArray *koma_picture_ahead_take (KomaPictureAhead *self, /* (nullable) [h, w, c] */
                                    guint            *ret_index,
                                    GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPictureAhead, koma_picture_ahead_free)

G_END_DECLS

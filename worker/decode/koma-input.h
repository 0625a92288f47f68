/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-active-model.h"
#include "worker/queue/koma-request.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* From what a request has, a path, encoded bytes or pixels, to the input of a
 * model. Thread: any but main. */
KomaPicture *koma_input_decode_request (KomaRequest  *request,
                                        GBytes       *file_bytes, /* (nullable) */
                                        guint         min_side,
                                        GCancellable *cancellable,
                                        GError      **error);
KomaPicture *koma_input_decode (KomaRequest           *request,
                                const KomaActiveModel *active_model,
                                GCancellable          *cancellable,
                                GError               **error);
KomaRecipe   koma_input_choose_recipe (KomaRequest           *request,
                                       const KomaActiveModel *active_model);
guint8      *koma_input_make_pixels (KomaRequest           *request,
                                     const KomaActiveModel *active_model,
                                     const KomaPicture     *picture,
                                     GError               **error);
float       *koma_input_make (KomaRequest           *request,
                              const KomaActiveModel *active_model,
                              const KomaPicture     *picture,
                              GError               **error);
KomaPicture *koma_input_paint (KomaRequest           *request,
                               const KomaActiveModel *active_model,
                               const guint8          *pixels,
                               KomaPainted           *ret_painted,
                               GError               **error);

G_END_DECLS

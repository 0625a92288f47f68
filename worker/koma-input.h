/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-request.h"
#include "koma-serving.h"

G_BEGIN_DECLS

/* From what a request has, a path, encoded bytes or pixels, to the input of a
 * model. Thread: any but main. */
KomaPicture *koma_input_decode (KomaRequest       *request,
                                const KomaServing *serving,
                                GCancellable      *cancellable,
                                GError           **error);
float       *koma_input_make (KomaRequest       *request,
                              const KomaServing *serving,
                              const KomaPicture *picture,
                              GError           **error);

G_END_DECLS

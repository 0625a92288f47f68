/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Pictures read, decoded and made inputs of a model by several threads, some ahead of the one that
 * takes them, in their order. One thread takes. */
typedef struct _KomaCliReadAhead KomaCliReadAhead;

KomaCliReadAhead *koma_cli_read_ahead_new (const KomaRecipe *recipe,
                                           const GPtrArray  *paths,    /* utf8 or any bytes */
                                           gsize             n_values, /* of an input */
                                           GCancellable     *cancellable);
void              koma_cli_read_ahead_free (KomaCliReadAhead *self);
/* The next one; NULL and an error if it can not be read. Valid until the next call. */
const float *koma_cli_read_ahead_take (KomaCliReadAhead *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCliReadAhead, koma_cli_read_ahead_free)

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* The vector of a text, which the model in use compares with those of pictures: on a thread beside
 * the one that answers. One at a time: a later call cancels an earlier one. */
void koma_worker_encode_words_async (KomaWorker         *self,
                                     const char         *text, /* UTF-8 */
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
/* (transfer full) (nullable) */
KomaFeatureVector *koma_worker_encode_words_finish (KomaWorker   *self,
                                                    GAsyncResult *result,
                                                    GError      **error);

G_END_DECLS

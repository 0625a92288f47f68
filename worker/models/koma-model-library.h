/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-fetch.h"
#include "koma-model-item.h"
#include "koma-model-choices.h"

G_BEGIN_DECLS

/* All models of this computer, as a GListModel of KomaModelItem: see koma_model_list_read () for
 * their order. Each call works on a thread of its own and calls back in the caller's main context.
 * Thread: main. */
#define KOMA_TYPE_MODEL_LIBRARY (koma_model_library_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelLibrary, koma_model_library, KOMA, MODEL_LIBRARY, GObject)

/* Empty until it is refreshed. */
KomaModelLibrary *koma_model_library_new (KomaModelChoices *choices);

/* @callback may be NULL; "items-changed" comes before it. */
void     koma_model_library_refresh_async (KomaModelLibrary   *self,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
gboolean koma_model_library_refresh_finish (KomaModelLibrary *self,
                                            GAsyncResult     *result,
                                            GError          **error);

/* Downloads it into the store, or finds it there. @progress comes in the main context, not after
 * @callback. Several at once are fine. */
void  koma_model_library_add_async (KomaModelLibrary   *self,
                                    const char         *address,  /* or "catalogue:ID" */
                                    KomaFetchProgress   progress, /* (nullable) */
                                    gpointer            progress_data,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
char *koma_model_library_add_finish (KomaModelLibrary *self, /* path of the model's file */
                                     GAsyncResult     *result,
                                     GError          **error);

void     koma_model_library_remove_async (KomaModelLibrary   *self,
                                          KomaModelItem      *item,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
gboolean koma_model_library_remove_finish (KomaModelLibrary *self,
                                           GAsyncResult     *result,
                                           GError          **error);

G_END_DECLS

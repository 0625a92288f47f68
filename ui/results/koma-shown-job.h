/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-shown-keys.h"

G_BEGIN_DECLS

/* Answers a query on a thread. Until it has ended nothing else may use @keys, nor change
 * @entries. */
void koma_shown_job_start (gpointer               list,    /* a GObject that owns @keys */
                           KomaShownKeys         *keys,    /* borrowed */
                           GPtrArray             *entries, /* KomaShownEntry; copied */
                           const KomaResultQuery *query,   /* copied */
                           guint                  n_results,
                           GCancellable          *cancellable,
                           GAsyncReadyCallback    callback);
/* (transfer full): borrowed entries that match, in order; it may have been cancelled */
GPtrArray *koma_shown_job_finish (GAsyncResult *result, GError **error);

G_END_DECLS

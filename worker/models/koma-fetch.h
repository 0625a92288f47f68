/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Told on the thread that fetches. */
typedef void (*KomaFetchProgress) (guint64  done_bytes,
                                   guint64  total_bytes, /* 0: not known yet; may grow */
                                   gpointer user_data);

/* Brings a model into the store, unless it is there: then no network is asked. Waits for the
 * network and computes hashes: any thread but main. */
char *koma_fetch_model (const char       *address,     /* as the user wrote it */
                        GCancellable     *cancellable, /* (nullable) */
                        KomaFetchProgress progress,    /* (nullable) */
                        gpointer          progress_data,
                        GError          **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

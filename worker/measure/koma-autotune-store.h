/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-autotune-report.h"

G_BEGIN_DECLS

/* Keeps autotune reports from one start to the next: for each model, by the
 * hash of its content, as long as the machine is the same. In
 * <user cache dir>/koma/autotune.ini: losing it costs a measurement.
 * Thread: any but the main one, since files are read and written. */
KomaAutotuneReport *koma_autotune_store_find (const char *model_hash, /* NULL: not known */
                                              const char *machine);
gboolean            koma_autotune_store_keep (const char               *model_hash,
                                              const char               *machine,
                                              const KomaAutotuneReport *report,
                                              GError                  **error);
void                koma_autotune_store_forget (const char *model_hash);

/* (nullable) The backend that an earlier measurement found; loads no driver in vain. */
const char *koma_autotune_store_find_best (const char               *model_hash,
                                           const KomaSessionOptions *options);

/* For a list of models: whatever the machine was. */
GKeyFile *koma_autotune_store_read (void);                /* (transfer full) */
char     *koma_autotune_store_get_best (GKeyFile   *file, /* (nullable) not measured */
                                        const char *model_hash,
                                        double     *ret_run_ms);

/* All that a result depends on beside the model: version, threads, precision, every
 * backend with its device and driver, flags. */
char *koma_autotune_store_describe_machine (const KomaSessionOptions *options);

G_END_DECLS

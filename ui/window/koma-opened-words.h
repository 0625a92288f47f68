/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-worker.h"
#include "worker/models/koma-opened-files.h"

G_BEGIN_DECLS

/* What is said of files that were opened together, as sentences. */
char    *koma_opened_words_for_trouble (const KomaOpenedFiles *opened);
gboolean koma_opened_words_for_labels (const KomaOpenedFiles *opened,
                                       const KomaModelInfo   *info,
                                       char                 **ret_text);
char    *koma_opened_words_for_search (guint n_unreadable, guint n_found, guint n_added);

G_END_DECLS

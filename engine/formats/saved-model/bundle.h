/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* A checkpoint: an index, and files of numbers beside it. */
typedef struct _KomaBundle KomaBundle;

KomaBundle *koma_bundle_open (const char      *prefix,   /* "…/variables/variables" */
                              KomaContentHash *checksum, /* is fed all bytes that are read */
                              GError         **error) G_GNUC_WARN_UNUSED_RESULT;
void        koma_bundle_free (KomaBundle *bundle);

gboolean   koma_bundle_has (const KomaBundle *bundle, const char *key);
KomaArray *koma_bundle_read (KomaBundle *bundle,
                             const char *key,
                             const char *slice, /* as RestoreV2 has it: "", "4 3 0,2:-" */
                             GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaBundle, koma_bundle_free)

G_END_DECLS

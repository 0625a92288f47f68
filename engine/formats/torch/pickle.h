/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pickle-values.h"

G_BEGIN_DECLS

/* A pickle that was read. It makes values of the kinds above and nothing else: no class is looked
 * up, and no function is called. Values may contain themselves. */
typedef struct _KomaPickle KomaPickle;

KomaPickle *koma_pickle_read (const guint8 *data, /* borrowed by the values */
                              gsize         size_bytes,
                              gsize        *ret_used,   /* bytes of the pickle */
                              gboolean     *ret_is_cut, /* whether it would have gone on */
                              GError      **error) G_GNUC_WARN_UNUSED_RESULT;
void        koma_pickle_free (KomaPickle *self);

const KomaPickleValue *koma_pickle_get_root (const KomaPickle *self);
const GPtrArray       *koma_pickle_get_storages (const KomaPickle *self); /* KomaPickleValue */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPickle, koma_pickle_free)

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "hdf5.h"

G_BEGIN_DECLS

/* (transfer full) (nullable) A text among the attributes of the root group; NULL without an error
 * where there is none. */
char *koma_hdf5_read_text (KomaHdf5 *self, const char *name, GError **error);

/* (transfer full) All numbers below a group of the root group, by their path in it:
 * char * → KomaArray. */
GHashTable *koma_hdf5_read_tensors (KomaHdf5   *self,
                                    const char *group,
                                    GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

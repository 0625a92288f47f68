/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "torch-file.h"

G_BEGIN_DECLS

/* Where the files of a zip archive lie that are stored as they are: char * → KomaTorchPart. */
GHashTable *koma_zip_entries_read (const KomaTorchFile *file,
                                   GError             **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-collection.h"

G_BEGIN_DECLS

/* Nothing is kept any more, which is told; what was computed is printed all the same. */
void koma_cli_collection_stop (KomaCliCollection *self, const GError *error);
/* Waits until all of the file was checked: before the first answer is kept, and where a row can not
 * be read. A damaged one is opened anew, with what can be read of it; there may be no writer then. */
void koma_cli_collection_settle (KomaCliCollection *self);
/* Whether it is worth to try again what @error, which is cleared then, says: the file is known to be
 * sound now. Without an error, which was told, nothing is kept any more. */
gboolean koma_cli_collection_mend (KomaCliCollection *self, GError **error);

G_END_DECLS

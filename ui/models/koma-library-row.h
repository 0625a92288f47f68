/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-library-item.h"

G_BEGIN_DECLS

/* A row of the library: a model, its state, and what can be done with it. Its buttons activate the
 * actions of KomaLibraryWindow with the key of the item. */
#define KOMA_TYPE_LIBRARY_ROW (koma_library_row_get_type ())
G_DECLARE_FINAL_TYPE (KomaLibraryRow, koma_library_row, KOMA, LIBRARY_ROW, GtkWidget)

GtkWidget *koma_library_row_new (void);
void       koma_library_row_set_item (KomaLibraryRow  *self,
                                      KomaLibraryItem *item); /* (nullable) */

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-shown-list.h"

G_BEGIN_DECLS

/* Which rows of a list are selected. A GtkSelectionModel: all are chosen at once, of a million too,
 * where GtkMultiSelection fills a table of all that are. */
#define KOMA_TYPE_ROW_SELECTION (koma_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (KomaRowSelection, koma_row_selection, KOMA, ROW_SELECTION, GObject)

KomaRowSelection *koma_row_selection_new (KomaShownList *list);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-take-source.h"

G_BEGIN_DECLS

/* Writes answers to a file: which, in which format, with what. Signal:
 *   "working" (gboolean)  whether it writes; always FALSE at the end
 *   "done" (GFile file)   it is written; the dialog closes */
#define KOMA_TYPE_EXPORT_DIALOG (koma_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KomaExportDialog, koma_export_dialog, KOMA, EXPORT_DIALOG, AdwWindow)

/* (transfer none) owned by GTK until it is closed. @sure_from: as of KomaSheetOptions */
KomaExportDialog *koma_export_dialog_new (GtkWindow      *parent,
                                          KomaTakeSource *source, /* (transfer full) */
                                          double          sure_from);
/* In place of gtk_window_present(): the focus is on the first choice, not on “Cancel”. */
void koma_export_dialog_present (KomaExportDialog *self);

G_END_DECLS

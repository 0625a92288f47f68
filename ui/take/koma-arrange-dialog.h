/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-take-source.h"
#include "worker/take/koma-arrange.h"

G_BEGIN_DECLS

/* Puts pictures into folders by class, or labels beside them: a preview first. Signals:
 *   "working" (gboolean)  whether it does so; always FALSE at the end
 *   "done" (KomaArrangeReport *report, GFile *made)  it was done, or a part of it; the dialog
 *      closes. @made is the first folder, or the first XMP file. */
#define KOMA_TYPE_ARRANGE_DIALOG (koma_arrange_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KomaArrangeDialog, koma_arrange_dialog, KOMA, ARRANGE_DIALOG, AdwWindow)

/* (transfer none) owned by GTK until it is closed. @sure_from: as of KomaArrangeOptions */
KomaArrangeDialog *koma_arrange_dialog_new (GtkWindow      *parent,
                                            KomaTakeSource *source, /* (transfer full) */
                                            gboolean        is_for_labels,
                                            double          sure_from);
/* In place of gtk_window_present(): the focus is on the first choice, not on “Cancel”. */
void koma_arrange_dialog_present (KomaArrangeDialog *self);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-result-item.h"

G_BEGIN_DECLS

/* Asks what pictures show. It emits "taken" with the label, and closes. */
#define KOMA_TYPE_CORRECT_DIALOG (koma_correct_dialog_get_type ())
G_DECLARE_FINAL_TYPE (KomaCorrectDialog, koma_correct_dialog, KOMA, CORRECT_DIALOG, AdwWindow)

/* (transfer none) GTK owns it until it is closed. */
KomaCorrectDialog *koma_correct_dialog_new (GtkWindow  *parent,
                                            GPtrArray  *items, /* of KomaResultItem, one at least */
                                            GListModel *all);  /* of these; see the field */

/* Asks whether the label is that of all that were taken together with the one picture, too. */
void koma_correct_dialog_offer_burst (KomaCorrectDialog *self, guint n);
/* Whether the user wants that. */
gboolean koma_correct_dialog_is_together (KomaCorrectDialog *self);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/models/koma-model-control.h"

G_BEGIN_DECLS

/* Asks what the model in use is to be compared with: another model, or the same one, read in
 * another way. Emits "chosen" once with a KomaWorkerModel, valid during the emission. */
#define KOMA_TYPE_COMPARE_DIALOG (koma_compare_dialog_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaCompareDialog, koma_compare_dialog, KOMA, COMPARE_DIALOG, AdwWindow)
/* clang-format on */

KomaCompareDialog *koma_compare_dialog_new (GtkWindow *parent, KomaModelControl *control);

G_END_DECLS

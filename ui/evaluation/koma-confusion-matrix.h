/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Which pictures were taken for what: a row for each class that was taught, a column for each
 * answer. A cell that counts pictures is a button, and emits "cell" (truth, answer). */
#define KOMA_TYPE_CONFUSION_MATRIX (koma_confusion_matrix_get_type ())
G_DECLARE_FINAL_TYPE (KomaConfusionMatrix, koma_confusion_matrix, KOMA, CONFUSION_MATRIX, AdwBin)

void koma_confusion_matrix_show (KomaConfusionMatrix *self,
                                 const char *const   *names,  /* [n_classes] */
                                 const guint         *counts, /* [n_classes, n_classes] */
                                 guint                n_classes);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * KomaHistory:
 *
 * Numbers of each epoch of a training, by their names: "loss", "acc", "val_loss".
 */
#define KOMA_TYPE_HISTORY (koma_history_get_type ())
G_DECLARE_FINAL_TYPE (KomaHistory, koma_history, KOMA, HISTORY, GObject)

guint         koma_history_get_n_epochs (KomaHistory *self);
char        **koma_history_get_names (KomaHistory *self);
const double *koma_history_get_values (KomaHistory *self, const char *name, gsize *ret_n_values);

G_END_DECLS

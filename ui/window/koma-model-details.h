/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/models/koma-model-control.h"

G_BEGIN_DECLS

/* Shows what is known of the model in use, as a message over @parent; nothing without a model. */
void koma_model_details_show (GtkWindow *parent, KomaModelControl *control);
/* Why a model could not be opened, in the words of its error, and then in those of the doctor. */
void koma_model_details_show_failure (GtkWindow  *parent,
                                      const char *path,
                                      const char *message);

G_END_DECLS

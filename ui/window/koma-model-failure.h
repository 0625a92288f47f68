/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Why a model could not be opened, in the words of its error, and then in those of the doctor. */
void koma_model_failure_show (GtkWindow  *parent,
                              const char *path,
                              const char *message);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/window/koma-transfer.h"

G_BEGIN_DECLS

/* @transfer: (nullable) NULL: it could not be read. */
typedef void (*KomaTeachDropped) (GtkWidget    *widget,
                                  KomaTransfer *transfer,
                                  gpointer      user_data);

/* Lets files and pictures be dropped on @widget, which has the style class "drop-here" while they
 * are over it. @user_data must outlive @widget. */
void koma_teach_drop_connect (GtkWidget       *widget,
                              KomaTeachDropped dropped,
                              gpointer         user_data);

G_END_DECLS

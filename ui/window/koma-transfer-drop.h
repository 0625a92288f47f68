/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-transfer.h"

G_BEGIN_DECLS

/* @transfer: (nullable) NULL: it could not be read. */
typedef void (*KomaTransferDropped) (GtkWidget    *widget,
                                     KomaTransfer *transfer,
                                     gpointer      object);

/* Lets files and pictures be dropped on @widget, which has the style class "drop-here" while they
 * are over it; @overlay (nullable) is shown for as long. @object, a GObject, outlives @widget, and
 * is held while a drop is read. Returns the target, which belongs to @widget. Thread: main. */
GtkDropTargetAsync *koma_transfer_drop_connect (GtkWidget          *widget,
                                                GtkRevealer        *overlay,
                                                KomaTransferDropped dropped,
                                                gpointer            object);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-picture-input.h"

G_BEGIN_DECLS

/* Pictures by drag and drop or from the clipboard. @overlay is shown during a drag over @widget,
 * to which the target belongs. @input outlives @widget. */
GtkDropTargetAsync *koma_picture_drop_connect (GtkWidget        *widget,
                                               GtkRevealer      *overlay,
                                               KomaPictureInput *input);
void                koma_picture_drop_paste (GdkClipboard *clipboard, KomaPictureInput *input);

G_END_DECLS

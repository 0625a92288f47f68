/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Some picture files, to look through; activating one opens it in the viewer.
 * @files: (element-type GFile) */
GtkWindow *koma_cell_window_new (GtkWindow *parent, GListModel *files, const char *title);

G_END_DECLS

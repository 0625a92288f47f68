/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/teach/project/koma-teach-project.h"

G_BEGIN_DECLS

/* Examples, to look through, to remove, or to move to another class. */
#define KOMA_TYPE_PICTURES_WINDOW (koma_pictures_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaPicturesWindow, koma_pictures_window, KOMA, PICTURES_WINDOW, AdwWindow)

GtkWindow *koma_pictures_window_new (GtkWindow        *parent,
                                     KomaTeachProject *project,
                                     GListModel       *examples, /* of KomaTeachExample */
                                     const char       *title);

G_END_DECLS

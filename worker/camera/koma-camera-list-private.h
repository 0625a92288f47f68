/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-trouble.h"

G_BEGIN_DECLS

/* Why this program can not find cameras; none where it can. */
const KomaCameraTrouble *koma_camera_list_get_trouble (KomaCameraList *self);

G_END_DECLS

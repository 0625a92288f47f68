/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where a file or folder of Koma's own data lies: "models/shogi", "samples".
 * (nullable) there is none of that name */
/* The names of ImageNet's classes, for models that bring none. */
#define KOMA_DATA_DIR_IMAGENET "labels/imagenet"

char *koma_data_dir_find (const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

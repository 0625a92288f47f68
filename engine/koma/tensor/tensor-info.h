/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "dtype.h"

G_BEGIN_DECLS

/**
 * KomaTensorInfo:
 *
 * An input or an output of a model: its name, dtype and shape. Immutable, any thread.
 */
#define KOMA_TYPE_TENSOR_INFO (koma_tensor_info_get_type ())
G_DECLARE_FINAL_TYPE (KomaTensorInfo, koma_tensor_info, KOMA, TENSOR_INFO, GObject)

const char *koma_tensor_info_get_name (KomaTensorInfo *self);
KomaDType   koma_tensor_info_get_dtype (KomaTensorInfo *self);
gboolean    koma_tensor_info_has_shape (KomaTensorInfo *self);
const int  *koma_tensor_info_get_shape (KomaTensorInfo *self, guint *ret_rank); /* -1: open */

G_END_DECLS

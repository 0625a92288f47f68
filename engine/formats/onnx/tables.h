/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/formats/onnx/onnx.pb-c.h"

G_BEGIN_DECLS

/* Whether it may be a network, and is not a model for tables alone. */
gboolean koma_onnx_check_tables (const Koma__Onnx__ModelProto *model, GError **error);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

float koma_half_to_float (guint16 half); /* IEEE 754 binary16, exact */

G_END_DECLS

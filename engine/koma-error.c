/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-error.h"

G_DEFINE_QUARK (koma - error - quark, koma_error)

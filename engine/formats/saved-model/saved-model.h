/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"

G_BEGIN_DECLS

#define KOMA_SAVED_MODEL_NAME "saved_model.pb"

extern const KomaFormat koma_format_saved_model;

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"

G_BEGIN_DECLS

/* TensorFlow.js before 1.0: a GraphDef beside weights_manifest.json. */
extern const KomaFormat koma_format_tfjs_2018;

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Backends that only say what they support, for what is decided before
 * anything is compiled, and one that computes wrongly. */
#pragma once

#include "engine/backends/backend.h"

G_BEGIN_DECLS

/* All but Neg; keeps inner values to itself. */
extern const KomaBackendClass backend_fixture_closed;
extern const KomaBackendClass backend_fixture_open; /* supports all, wants every buffer */
/* "wrong": plain C, but that the first number of depthwise convolutions and means is
 * another. */
extern const KomaBackendClass backend_fixture_wrong;

G_END_DECLS

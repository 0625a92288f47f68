/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A backend that only says what it supports, for what is decided before
 * anything is compiled: every op but Neg. */
#pragma once

#include "engine/backend.h"

G_BEGIN_DECLS

extern const KomaBackendClass backend_fixture_closed; /* keeps inner values to itself */
extern const KomaBackendClass backend_fixture_open;   /* supports all, wants every buffer */

G_END_DECLS

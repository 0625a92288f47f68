/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "device.h"

G_BEGIN_DECLS

GLuint koma_gles_program_build (KomaGlesDevice *device, /* 0: error */
                                const char     *shader,
                                const char     *defines,
                                GError        **error);

G_END_DECLS

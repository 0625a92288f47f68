/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Private to the camera. */
char *koma_camera_id_new (const GstStructure *props, /* (nullable) of a GstDevice */
                          const char         *name);

G_END_DECLS

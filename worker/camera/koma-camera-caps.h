/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Private to the camera. */
GstCaps *koma_camera_caps_choose (const GstCaps *caps, /* what a camera offers */
                                  gboolean      *ret_is_jpeg);

G_END_DECLS

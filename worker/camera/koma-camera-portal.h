/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* org.freedesktop.portal.Camera: asks the desktop, and through it the user,
 * for the cameras of PipeWire. Private to the camera. */
void koma_camera_portal_open_async (GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
int  koma_camera_portal_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS

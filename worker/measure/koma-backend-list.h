/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A backend, and whether it can be used here. */
typedef struct
{
  const char *name;        /* static: "gles" */
  const char *title;       /* static: "OpenGL ES" */
  char       *device;      /* (nullable) that it computes on */
  gboolean    is_software; /* a graphics card's work is done by the processor */
  char       *reason;      /* (nullable) why it can not be used */
} KomaBackendEntry;

/* Looked up beside the main loop: the first time a driver may have to be loaded. The array has
 * those built in, best first. */
void       koma_backend_list_async (GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
GPtrArray *koma_backend_list_finish (GAsyncResult *result,
                                     GError      **error);

G_END_DECLS

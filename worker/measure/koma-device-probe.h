/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* What main () looks for, with the name of a backend behind it. */
#define KOMA_DEVICE_PROBE_ARGUMENT "--probe-device"

/* What a backend computes on. */
typedef struct
{
  char    *name;        /* as its probe gives it */
  gboolean is_software; /* a graphics card's work is done by the processor */
} KomaDevice;

/* From now on koma_device_probe () starts this program again, and that process asks the driver: a
 * driver that crashes takes no window with it. */
void koma_device_probe_open (void);

gboolean koma_device_probe (const KomaBackendClass *backend,
                            KomaDevice             *ret_device,
                            GError                **error);

/* The same in this process, for a backend that is going to compute here. */
void koma_device_probe_load (const KomaBackendClass *backend);

/* Main of the process that koma_device_probe () starts. */
void koma_device_probe_serve (const char *backend) G_GNUC_NORETURN;

void koma_device_clear (KomaDevice *device);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaDevice, koma_device_clear)

G_END_DECLS

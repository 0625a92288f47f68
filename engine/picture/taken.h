/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When a photograph was taken, and by which camera, as its EXIF block says. */
typedef struct
{
  gint64 time_us; /* since 1970, UTC, or the camera's clock if it has no offset; 0: not known */
  gint64 camera;  /* a hash of make, model and serial number, 1 or more; 0: not known */
} KomaTaken;

/* Of four digits for the year, whatever the offset. */
#define KOMA_TAKEN_MIN_US (G_GINT64_CONSTANT (-62200000000) * G_USEC_PER_SEC)
#define KOMA_TAKEN_MAX_US (G_GINT64_CONSTANT (253500000000) * G_USEC_PER_SEC)

/* Never fails: what is damaged or missing is not known. Thread: any. */
KomaTaken koma_taken_read_exif (const guint8 *exif, /* with or without "Exif\0\0" */
                                gsize         size_bytes);
KomaTaken koma_taken_read_file (const guint8 *file, /* PNG, WebP, TIFF, or anything */
                                gsize         size_bytes);
/* Whether koma_taken_read_exif () can have said so. */
gboolean koma_taken_is_possible (const KomaTaken *taken);

G_END_DECLS

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One of the forms in which a camera gives its pictures. */
typedef struct
{
  gboolean is_jpeg; /* or raw */
  guint    width;   /* pixels */
  guint    height;
  double   rate;  /* frames per second; 0: not known */
  guint    index; /* the maker's own number for it */
} KomaCameraFormat;

/* The one to take; NULL of none. Pure. */
const KomaCameraFormat *koma_camera_format_choose (const KomaCameraFormat *formats, /* [n] */
                                                   guint                   n_formats);

G_END_DECLS

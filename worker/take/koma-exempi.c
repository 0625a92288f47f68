/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-exempi.h"

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-xmp.h"

/* The ABI of Exempi 2.5 and later. */
#define SONAME "libexempi.so.8"

static gboolean
load (KomaExempi *self,
      GError    **error)
{
  gpointer library = koma_late_library_open (SONAME, error);

#define FUNCTION(name) \
  &&(self->name = koma_late_library_find (library, #name, error)) != NULL
  return library != NULL KOMA_EXEMPI (FUNCTION);
#undef FUNCTION
}

/* (nullable) what is wrong with it, for good */
static gpointer
start (gpointer exempi)
{
  KomaExempi *self = exempi;
  GError     *missing = NULL;

  if (load (self, &missing)) {
    self->xmp_init ();
    self->xmp_register_namespace (KOMA_XMP_NAMESPACE, "koma", NULL);
  }
  return missing;
}

const KomaExempi *
koma_exempi_get (GError **error)
{
  static KomaExempi exempi;
  static GOnce      once = G_ONCE_INIT;
  const GError     *missing = g_once (&once, start, &exempi);

  if (missing == NULL)
    return &exempi;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _ ("XMP needs Exempi, which can not be used: %s"), missing->message);
  return NULL;
}

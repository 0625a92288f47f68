/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "libarchive.h"

#include "engine/runtime/late-library.h"

/* The ABI of libarchive 3. */
#define SONAME "libarchive.so.13"

/**
 * koma_libarchive_load:
 * @ret_library: (out): its functions
 * @error: return location
 *
 * Thread: any; reads files the first time. Errors: %KOMA_ERROR_UNSUPPORTED where it is missing.
 *
 * Returns: whether it is there
 */
gboolean
koma_libarchive_load (KomaLibarchive *ret_library,
                      GError        **error)
{
  gpointer library = koma_late_library_open (SONAME, error);

#define FUNCTION(name) \
  &&(ret_library->name = koma_late_library_find (library, #name, error)) != NULL
  return library != NULL KOMA_LIBARCHIVE (FUNCTION);
#undef FUNCTION
}

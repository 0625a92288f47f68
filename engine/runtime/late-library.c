/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "late-library.h"

#include <dlfcn.h>

#include "engine/koma/koma-error.h"

/* dlerror () names the library and what is wrong with it. */
static gpointer
fail (GError **error)
{
  koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s", dlerror ());
  return NULL;
}

/**
 * koma_late_library_open:
 * @soname: as a program that is linked with the library names it; it is searched for in the same
 *   places
 * @error: return location
 *
 * Loads a library, for good: types and what it keeps for each thread can not be unloaded. What is
 * loaded already is found at once.
 *
 * Thread: any; reads files. Errors: %KOMA_ERROR_UNSUPPORTED where it is missing or damaged.
 *
 * Returns: (transfer none): the library
 */
gpointer
koma_late_library_open (const char *soname,
                        GError    **error)
{
  void *library = dlopen (soname, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);

  return library != NULL ? library : fail (error);
}

/**
 * koma_late_library_find:
 * @library: of koma_late_library_open()
 * @function: its name
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED where the library has no such function.
 *
 * Returns: (transfer none): the function
 */
gpointer
koma_late_library_find (gpointer    library,
                        const char *function,
                        GError    **error)
{
  void *found = dlsym (library, function);

  return found != NULL ? found : fail (error);
}

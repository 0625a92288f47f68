/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-transport.h"

#include <dlfcn.h>

#include "koma-net-error.h"

/* Beside the program where it was built, in Koma's folder of libraries where it is installed; by
 * its absolute path, so that no search can find another. */
static char *
find_module (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *beside =
    folder != NULL ? g_build_filename (folder, KOMA_TRANSPORT_MODULE, NULL) : NULL;

  return beside != NULL && g_file_test (beside, G_FILE_TEST_EXISTS)
           ? g_steal_pointer (&beside)
           : g_build_filename (KOMA_LIBRARY_DIR, KOMA_TRANSPORT_MODULE, NULL);
}

/**
 * koma_transport_find:
 *
 * Loads the module that speaks HTTP. It stays: types of GObject can not be unloaded.
 *
 * Thread: any but main.
 *
 * Returns: (transfer none): the transport
 *
 * Errors: %KOMA_NET_ERROR_UNAVAILABLE.
 */
const KomaTransport *
koma_transport_find (GError **error)
{
  g_autofree char     *path = find_module ();
  void                *module = dlopen (path, RTLD_NOW | RTLD_NODELETE);
  const KomaTransport *transport =
    module != NULL ? dlsym (module, G_STRINGIFY (KOMA_TRANSPORT_SYMBOL)) : NULL;

  if (transport == NULL) {
    g_debug ("%s", dlerror ());
    koma_net_fail (error, KOMA_NET_ERROR_UNAVAILABLE, KOMA_TRANSPORT_MODULE);
  }
  return transport;
}

void
koma_reply_clear (KomaReply *reply)
{
  g_clear_pointer (&reply->location, g_free);
  g_clear_pointer (&reply->etag, g_free);
  g_clear_pointer (&reply->modified, g_free);
  g_clear_pointer (&reply->range, g_free);
  g_clear_pointer (&reply->linked_etag, g_free);
  g_clear_pointer (&reply->linked_size, g_free);
  g_clear_pointer (&reply->commit, g_free);
}

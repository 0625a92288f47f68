/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A list of addresses, as drag and drop brings it: files with paths, or none. */

#include "fuzz.h"

#include "worker/decode/koma-uri-list.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  /* On the heap, and no longer than it is. */
  g_autofree char *text = g_memdup2 (data, size);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) addresses = g_ptr_array_new_with_free_func (g_free);

  koma_uri_list_parse (text, size, files, addresses);
  g_assert_cmpuint (files->len + (gsize) addresses->len, <=, size);
  for (guint i = 0; i < files->len; i++)
    g_assert_true (g_path_is_absolute (g_file_peek_path (g_ptr_array_index (files, i))));
  return 0;
}

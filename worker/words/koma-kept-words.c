/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-kept-words.h"

#include "engine/koma-app.h"

void
koma_kept_words_open (void)
{
  g_autofree char *folder =
    g_build_filename (g_get_user_cache_dir (), "koma", "words", KOMA_VERSION, NULL);

  koma_kept_vectors_set_folder (folder);
}

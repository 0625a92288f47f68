/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fixture.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "engine/runtime/memory.h"
#include "tests/remove-tree.h"

void
folder_init (Folder *folder)
{
  g_autoptr (GError) error = NULL;

  folder->path = g_dir_make_tmp ("koma-test-XXXXXX", &error);
  g_assert_no_error (error);
}

void
folder_clear (Folder *folder)
{
  if (folder->path != NULL)
    remove_tree (folder->path);
  g_clear_pointer (&folder->path, g_free);
}

char *
folder_get (const Folder *folder,
            const char   *name)
{
  return g_build_filename (folder->path, name, NULL);
}

void
folder_write (const Folder *folder,
              const char   *name,
              gconstpointer data,
              gssize        length)
{
  g_autofree char *path = folder_get (folder, name);
  g_autofree char *parent = g_path_get_dirname (path);
  const gsize      size = length < 0 ? strlen (data) : (gsize) length;
  FILE            *file = NULL;

  g_mkdir_with_parents (parent, 0700);
  /* GLib's own function waits for the disk, or does not cut off what was
   * longer before; there are hundreds of files, which live for a moment. */
  file = g_fopen (path, "wb");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  g_assert_cmpint (fclose (file), ==, 0);
}

void
folder_write_json (const Folder *folder,
                   const char   *name,
                   const char   *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  folder_write (folder, name, json, -1);
}

void
folder_copy_colours (const Folder *folder,
                     const char   *name)
{
  const char *const files[][2] = { { "model.json", name }, { "weights.bin", "weights.bin" } };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *source = g_build_filename ("tests", "data", "colours", files[i][0], NULL);
    gsize            length = 0;
    g_autofree char *bytes = read_source (source, &length);

    folder_write (folder, files[i][1], bytes, (gssize) length);
  }
}

void
folder_replace (const Folder *folder,
                const char   *name,
                const char   *from,
                const char   *to,
                guint         n)
{
  g_autofree char *path = folder_get (folder, name);
  g_autofree char *content = NULL;
  g_autoptr (GString) text = NULL;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  text = g_string_new (content);
  g_assert_cmpuint (g_string_replace (text, from, to, n), ==, n);
  folder_write (folder, name, text->str, -1);
}

KomaModel *
open_model (const char             *path,
            const KomaModelOptions *options)
{
  g_autoptr (GError) error = NULL;
  KomaModel *model = koma_model_load (path, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

gboolean
read_raw_model (const char   *path,
                KomaRawModel *ret_raw,
                GError      **error)
{
  const KomaFormat *format = koma_formats_find (path, error);

  return format != NULL &&
         koma_format_read (format, &(KomaModelFile){ .path = path }, ret_raw, error);
}

KomaTokenizer *
tokenizer_copy (const KomaTokenizer *tokenizer)
{
  g_autoptr (GBytes) bytes = koma_tokenizer_to_bytes (tokenizer);
  g_autoptr (GError) error = NULL;
  KomaTokenizer *copy = koma_tokenizer_new_from_bytes (bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_tokenizer_get_n_ids (copy), ==, koma_tokenizer_get_n_ids (tokenizer));
  g_assert_cmpint (koma_tokenizer_get_end (copy), ==, koma_tokenizer_get_end (tokenizer));
  return copy;
}

void
assert_error_says (const GError *error,
                   GQuark        domain,
                   int           code,
                   ...)
{
  const char *word = NULL;
  va_list     args;

  g_assert_error (error, domain, code);
  va_start (args, code);
  while ((word = va_arg (args, const char *)) != NULL) {
    if (strstr (error->message, word) == NULL)
      g_error ("“%s” does not say “%s”", error->message, word);
  }
  va_end (args);
}

void
assert_no_buffers (void)
{
  KomaMemoryInfo info = { 0 };

  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, 0);
  g_assert_cmpuint (info.size_bytes, ==, 0);
}

char *
find_shared (const char *name)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *path = shared != NULL ? g_build_filename (shared, name, NULL) : NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_test_skip ("shared data is not there");
  return NULL;
}

char *
find_source (const char *name)
{
  const char *source = g_getenv ("KOMA_SOURCE");

  return g_build_filename (source != NULL ? source : ".", name, NULL);
}

char *
read_source (const char *name,
             gsize      *ret_length)
{
  g_autofree char *path = find_source (name);
  char            *bytes = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, ret_length, NULL));
  return bytes;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fuzz.h"

#include "engine/passes/passes.h"

#define WEIGHTS_BYTES 448

void
fuzz_write_weights (void)
{
  static const guint8 weights[WEIGHTS_BYTES] = { 0 };
  g_autofree char    *path = g_build_filename (fuzz_get_folder (), "weights.bin", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    fuzz_write_file ("weights.bin", weights, sizeof weights);
}

void
fuzz_prepare_model (KomaRawModel *raw)
{
  g_autoptr (GError) error = NULL;

  if (g_hash_table_size (raw->unsupported) == 0)
    (void) !koma_passes_run (raw->graph,
                             &(KomaPassesOptions){
                               .batch = 1,
                               .computes_integers = TRUE,
                               .fuses_layer_norm = TRUE,
                               .fuses_attention = TRUE,
                             },
                             &error);
}

static void
read_file (const KomaFormat *format,
           const char       *path)
{
  KomaRawModel raw = { 0 };
  g_autoptr (GError) error = NULL;

  if (koma_format_read (format, &(KomaModelFile){ .path = path }, &raw, &error))
    fuzz_prepare_model (&raw);
  koma_raw_model_clear (&raw);
}

void
fuzz_read_model_as (const KomaFormat *format,
                    const char       *name,
                    const guint8     *data,
                    gsize             size)
{
  g_autofree char *path = g_build_filename (fuzz_get_folder (), name, NULL);

  fuzz_write_file (name, data, size);
  read_file (format, path);
}

void
fuzz_read_model (const char   *name,
                 const guint8 *data,
                 gsize         size)
{
  g_autofree char  *path = g_build_filename (fuzz_get_folder (), name, NULL);
  const KomaFormat *format = NULL;
  g_autoptr (GError) error = NULL;

  fuzz_write_weights ();
  fuzz_write_file (name, data, size);
  format = koma_formats_find (path, &error);
  if (format != NULL)
    read_file (format, path);
}

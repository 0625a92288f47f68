/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a helper says that it has read: eight bytes with the offset of the last parts, then all
 * parts of raw-bytes.h. The corpus was written by koma_raw_model_write (); in-files.bin was changed
 * so that it wants parts of the files that are kept here. */

#include <stdlib.h>
#include <string.h>

#include <fcntl.h>

#include "engine/formats/raw/raw-bytes.h"
#include "engine/runtime/memory.h"
#include "fuzz.h"

#define N_FILES     2
#define FILES_BYTES 4096 /* that a model may have of them */

static const KomaRawFile *
get_files (void)
{
  static KomaRawFile files[N_FILES];

  for (guint i = 0; i < N_FILES && files[i].name == NULL; i++) {
    static const guint8 weights[448];
    g_autofree char    *path = NULL;

    fuzz_write_file ("weights.bin", weights, sizeof weights);
    path = g_build_filename (fuzz_get_folder (), "weights.bin", NULL);
    files[i] = (KomaRawFile){ open (path, O_RDONLY | O_CLOEXEC), sizeof weights,
                              (char *) "weights.bin" };
  }
  return files;
}

static void
read_model (const KomaRawMemory *memory,
            guint8              *data)
{
  g_autoptr (KomaRawModel) raw = koma_raw_model_new ();
  g_auto (KomaRawWanted) wanted = { 0 };
  g_autoptr (GError) error = NULL;

  if (koma_raw_model_read (memory, get_files (), N_FILES, raw, &wanted, &error) &&
      koma_raw_files_read (&wanted, get_files (), data + koma_raw_files_begin (memory->size_bytes),
                           NULL, NULL, raw, &error))
    fuzz_prepare_model (raw);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  void         *aligned = NULL;
  KomaRawMemory memory = { 0 };
  gsize         room = 0;
  g_autoptr (GBytes) bytes = NULL;

  if (size <= sizeof memory.offset)
    return 0;
  memcpy (&memory.offset, data, sizeof memory.offset);
  memory.size_bytes = size - sizeof memory.offset;
  room = koma_raw_files_begin (memory.size_bytes) + FILES_BYTES;
  g_assert_cmpint (posix_memalign (&aligned, KOMA_MEMORY_ALIGNMENT, room), ==, 0);
  memset (aligned, 0, room);
  memcpy (aligned, data + sizeof memory.offset, memory.size_bytes);
  bytes = memory.memory = g_bytes_new_with_free_func (aligned, room, free, aligned);
  read_model (&memory, aligned);
  return 0;
}

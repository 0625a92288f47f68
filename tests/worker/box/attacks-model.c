/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attacks.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/formats/file.h"
#include "engine/formats/model-folder.h"
#include "engine/koma/koma-error.h"

/* What can be done with a file that Koma opened for reading. */
static int
change_file (int         fd,
             const char *name)
{
  g_autofree char *again = g_strdup_printf ("/proc/self/fd/%d", fd);

  if (g_str_equal (name, "write to the model"))
    return (int) write (fd, "x", 1);
  if (g_str_equal (name, "cut the model off"))
    return ftruncate (fd, 0);
  if (g_str_equal (name, "change the model's rights"))
    return fchmod (fd, 0777);
  if (g_str_equal (name, "open the model for writing"))
    return open (again, O_WRONLY);
  if (g_str_equal (name, "map the model for writing"))
    return mmap (NULL, 1, PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED ? -1 : 0;
  if (g_str_equal (name, "list the model's folder"))
    return open (".", O_RDONLY | O_DIRECTORY);
  errno = 0;
  return -1;
}

static int
attack_file (const char *path,
             const char *name)
{
  guint64   size_bytes = 0;
  const int fd = koma_file_open (path, &size_bytes, NULL);
  int       code = 0;

  if (fd < 0)
    return 254;
  code = change_file (fd, name) < 0 ? errno : 0;
  (void) close (fd);
  return code;
}

static int
run (const char *path,
     const char *name)
{
  static const char *const of_files[] = {
    "write to the model", "cut the model off", "change the model's rights",
    "open the model for writing", "map the model for writing", "list the model's folder", NULL
  };
  guint64 size_bytes = 0;

  if (g_strv_contains (of_files, name))
    return attack_file (path, name);
  if (g_str_equal (name, "ask for a file beside it"))
    return koma_file_open ("beside.bin", &size_bytes, NULL) >= 0 ? 0 : 254;
  if (g_str_equal (name, "ask for a file above it"))
    return koma_file_open ("../beside.bin", &size_bytes, NULL) >= 0 ? 0 : 254;
  if (g_str_equal (name, "take all memory"))
    g_free (g_malloc ((gsize) 1 << 40));
  return attack_run (name);
}

gboolean
attack_read (const KomaFormat    *format,
             const KomaModelFile *file,
             KomaRawModel        *raw,
             GError             **error)
{
  g_autofree char *text = NULL;
  gsize            length = 0;

  if (!koma_file_read (file->path, 1 << 28, &text, &length, error))
    return FALSE;
  if (!g_str_has_prefix (text, "ATTACK "))
    return koma_format_read (format, file, raw, error);
  return koma_fail (error, KOMA_ERROR_MODEL, "errno %d",
                    run (file->path, text + strlen ("ATTACK ")));
}

KomaTokenizer *
attack_read_tokenizer (const char *model_path,
                       GError    **error)
{
  g_autofree char *text = NULL;
  gsize            length = 0;

  if (!koma_file_read (KOMA_TOKENIZER_JSON_FILE, 1 << 28, &text, &length, NULL) ||
      !g_str_has_prefix (text, "ATTACK "))
    return koma_tokenizer_new_for_model (model_path, error);
  koma_fail (error, KOMA_ERROR_MODEL, "errno %d", run (model_path, text + strlen ("ATTACK ")));
  return NULL;
}

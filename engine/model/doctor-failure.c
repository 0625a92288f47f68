/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a model could not be loaded, and how to go on: by the kind of the error, as its words are for
 * those who know the format. */

#include "doctor.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "engine/formats/foreign.h"
#include "engine/formats/format.h"
#include "engine/koma/koma-error.h"

static gboolean
is_missing (const GError *error)
{
  return g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
add_missing (const char   *path,
             const GError *error,
             GPtrArray    *findings)
{
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    koma_findings_add (findings, "model-missing", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
                       g_strdup_printf (_ ("There is no such file: %s."), path),
                       _ ("Choose the model where it is now."));
  else
    koma_findings_add (
      findings, "file-missing", KOMA_FINDING_ERROR, KOMA_REMEDY_FOLDER,
      g_strdup_printf (_ ("A file that belongs to the model is missing: %s."), error->message),
      _ ("Put all files of the model into one folder and open that, or drop them together."));
}

/**
 * koma_doctor_explain:
 * @path: of a file or folder
 * @error: of koma_model_load() for it
 *
 * Thread: any; reads the first bytes of files.
 *
 * Returns: (transfer full) (element-type KomaFinding): why it could not be loaded
 */
GPtrArray *
koma_doctor_explain (const char   *path,
                     const GError *error)
{
  GPtrArray         *findings = koma_findings_new ();
  const KomaForeign *foreign = koma_foreign_find_file (path);

  if (is_missing (error))
    add_missing (path, error, findings);
  else if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED) && foreign != NULL &&
           koma_formats_find (path, NULL) == NULL)
    koma_findings_add (findings, "foreign", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
                       /* Translators: the kind of a file: “a PyTorch model” */
                       g_strdup_printf (_ ("This is %s, which Koma does not read."),
                                        _ (foreign->kind)),
                       _ (foreign->advice));
  else if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
    koma_findings_add (
      findings, "unsupported", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
      g_strdup_printf (_ ("The file has something that Koma does not read: %s."), error->message),
      _ ("Export the model again: as ONNX with opset 17 and float32, or as TensorFlow Lite."));
  else if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MEMORY))
    koma_findings_add (findings, "memory", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
                       g_strdup_printf (_ ("The model is too large: %s."), error->message),
                       _ ("Look for a smaller version of the model."));
  else if (error->domain == KOMA_ERROR && error->code != KOMA_ERROR_MODEL)
    koma_findings_add (findings, "not-usable", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
                       g_strdup_printf (_ ("Koma can not open this: %s."), error->message),
                       _ ("Choose another file, or give what is missing."));
  else if (error->domain == KOMA_ERROR)
    koma_findings_add (
      findings, "damaged", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
      g_strdup_printf (_ ("The file is damaged, incomplete or no model: %s."), error->message),
      _ ("Get it once more from where it came, or choose another file."));
  else
    koma_findings_add (findings, "not-readable", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
                       g_strdup_printf (_ ("The file can not be read: %s."), error->message),
                       _ ("Check that it is there and that you may read it."));
  return findings;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-error-words.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "engine/koma-values.h"

static const char *
words_for_file_error (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return _ ("The file is not there any more");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_ACCES) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_PERM))
    return _ ("You are not allowed to read this file");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR))
    return _ ("This is a folder, not a file");

  return NULL;
}

/**
 * koma_words_for_picture_error:
 * @error: why a picture could not be classified
 *
 * Says what the user can act on. The error's own message has the details.
 *
 * Returns: (transfer none): a sentence without its full stop
 */
const char *
koma_words_for_picture_error (const GError *error)
{
  const char *words = words_for_file_error (error);

  if (words != NULL)
    return words;
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_DECODE))
    return _ ("Not a picture, or a damaged one");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return _ ("Reading this picture crashed or took too long, and was stopped");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MEMORY))
    return _ ("The picture is too large");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL))
    return _ ("No model is open");

  return _ ("The picture could not be classified");
}

/**
 * koma_words_for_model_error:
 * @error: why a model could not be loaded
 *
 * Returns: (transfer none): a sentence without its full stop
 */
const char *
koma_words_for_model_error (const GError *error)
{
  const char *words = words_for_file_error (error);

  if (words != NULL)
    return words;
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MODEL))
    return _ ("Not a model, or a damaged one");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL))
    return _ ("There is no model in it");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_SEVERAL_MODELS))
    return _ ("There are several models in it; open one of them");
  if (error->domain == KOMA_PURPOSE_ERROR)
    return koma_purpose_get_sentence ((KomaPurpose) error->code);
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
    return _ ("Koma can not run this model yet");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_SHAPE))
    return _ ("This model does not classify pictures");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_BACKEND))
    return _ ("This backend does not work here");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MEMORY))
    return _ ("Not enough memory for this model");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return _ ("Reading this model crashed or took too long, and was stopped");

  return _ ("The model could not be opened");
}

/**
 * koma_words_for_measurement_error:
 * @error: why backends could not be compared, or a model not be profiled
 *
 * Returns: (transfer none): a sentence without its full stop
 */
const char *
koma_words_for_measurement_error (const GError *error)
{
  const char *words = words_for_file_error (error);

  if (words != NULL)
    return words;
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_DECODE))
    return _ ("Not a picture, or a damaged one");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_BACKEND))
    return _ ("This backend does not work here");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MEMORY))
    return _ ("Not enough memory for this model");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL))
    return _ ("No model is open");

  return _ ("It could not be measured");
}

/**
 * koma_words_for_save_error:
 * @error: why a file could not be written
 *
 * Returns: (transfer none): a sentence without its full stop
 */
const char *
koma_words_for_save_error (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY))
    return _ ("You are not allowed to write there");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    return _ ("There is no space left to save it");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return _ ("The folder is not there any more");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    return _ ("This is a folder, not a file");

  return _ ("The file could not be saved");
}

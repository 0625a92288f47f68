/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "onnx-words-fixture.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/model/purpose.h"

void
words_put (const Folder *folder,
           const char   *model,
           const char   *name)
{
  g_autofree char *source = g_strconcat ("tests/engine/formats/onnx-models/", model, NULL);
  g_autofree char *path = find_source (source);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  folder_write (folder, name, bytes, (gssize) length);
}

void
words_put_pair (const Folder *folder)
{
  words_put (folder, "words-pictures.onnx", "vision_model.onnx");
  words_put (folder, "words-texts.onnx", "text_model.onnx");
}

KomaModel *
words_load (const Folder *folder,
            const char   *name, /* "": the folder */
            GError      **error)
{
  g_autofree char *path = *name != '\0' ? folder_get (folder, name) : g_strdup (folder->path);

  return koma_model_load (path, NULL, NULL, NULL, error);
}

KomaModel *
words_open (const Folder *folder,
            const char   *name)
{
  g_autoptr (GError) error = NULL;
  KomaModel *model = words_load (folder, name, &error);

  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (model), ==, KOMA_PURPOSE_WORDS);
  return model;
}

void
words_assert_fails (const Folder *folder,
                    const char   *name,
                    int           code,
                    const char   *word,
                    const char   *other_word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = words_load (folder, name, &error);

  g_assert_null (model);
  assert_error_says (error, KOMA_ERROR, code, word, other_word, NULL);
}

void
words_check_recipe (const KomaModel *model)
{
  const KomaRecipe *recipe = koma_model_get_picture_recipe (model);

  g_assert_nonnull (recipe);
  g_assert_cmpuint (recipe->width, ==, SIDE);
  g_assert_cmpuint (recipe->height, ==, SIDE);
  g_assert_cmpuint (recipe->scaled_width, ==, 8);
  g_assert_cmpint (recipe->resize, ==, KOMA_RESIZE_BICUBIC);
  g_assert_cmpfloat (recipe->scale[0], ==, 0.5);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
  g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], !=, KOMA_SOURCE_GUESS);
}

KomaTowers *
words_cut (const KomaModel *model)
{
  g_autoptr (GError) error = NULL;
  KomaTowers *towers = koma_towers_new (model, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_towers_get_width (towers), ==, 3);
  return towers;
}

KomaSession *
words_open_session (const KomaGraph *graph,
                    guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = batch };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_session_get_n_inputs (session), ==, 1);
  return session;
}

void
words_run (KomaSession *session)
{
  g_autoptr (GError) error = NULL;

  koma_session_run (session, &error);
  g_assert_no_error (error);
}

static void
assert_vector (const float *found,
               double       x,
               double       y,
               double       z)
{
  g_assert_cmpfloat_with_epsilon (found[0], x, 1e-6);
  g_assert_cmpfloat_with_epsilon (found[1], y, 1e-6);
  g_assert_cmpfloat_with_epsilon (found[2], z, 1e-6);
}

/* Its mean colour, as long as 1. */
void
words_check_pictures (const KomaTowers *towers)
{
  g_autoptr (KomaSession) session = words_open_session (koma_towers_get_pictures (towers), 2);
  float *pixels = koma_session_get_input_data (session, 0);

  for (guint i = 0; i < SIDE * SIDE; i++) {
    memcpy (pixels + 3 * i, (const float[]){ 3, 0, 4 }, 3 * sizeof (float));
    memcpy (pixels + 3 * (SIDE * SIDE + i), (const float[]){ 0, 0.5, 0 }, 3 * sizeof (float));
  }
  words_run (session);
  assert_vector (koma_session_get_output_data (session, 0), 0.6, 0, 0.8);
  assert_vector ((const float *) koma_session_get_output_data (session, 0) + 3, 0, 1, 0);
}

/* Of ids 1 and 3 the rows are red and blue; those of start and end are zeros. */
void
words_check_words (const KomaTowers *towers,
                   gint64            n_rows)
{
  g_autoptr (KomaSession) session = words_open_session (koma_towers_get_words (towers), 2);
  const KomaShape *shape = &koma_session_get_input (session, 0)->shape;
  gint32          *ids = koma_session_get_input_data (session, 0);

  g_assert_cmpuint (shape->rank, ==, 2);
  g_assert_cmpint (shape->dims[1], ==, n_rows);
  for (gint64 i = 0; i < 2 * n_rows; i++)
    ids[i] = i % n_rows == 0 ? 0 : 4;
  ids[1] = 1;
  ids[2] = 3;
  ids[n_rows + 1] = 2;
  words_run (session);
  assert_vector (koma_session_get_output_data (session, 0), G_SQRT2 / 2, 0, G_SQRT2 / 2);
  assert_vector ((const float *) koma_session_get_output_data (session, 0) + 3, 0, 1, 0);
}

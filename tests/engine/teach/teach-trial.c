/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What test-teach-accuracy.py asks of Koma.
 *
 *   teach-trial features MODEL SIDE RGB OUT   the features of pictures, RGB8 [n,SIDE,SIDE,3], as
 *                                             float32 [n,n_features]; prints node and n_features */
#include <stdio.h>
#include <string.h>

#include "engine/model/model.h"
#include "engine/picture/preprocess.h"
#include "engine/runtime/session.h"
#include "engine/teach/features.h"

static void
check (gboolean      is_well,
       const GError *error)
{
  if (is_well)
    return;
  g_printerr ("%s\n", error->message);
  exit (1);
}

static char *
read_file (const char *path,
           gsize      *ret_length)
{
  g_autoptr (GError) error = NULL;
  char *data = NULL;

  check (g_file_get_contents (path, &data, ret_length, &error), error);
  return data;
}

static void
write_file (const char       *path,
            const GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;

  check (g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error), error);
}

static int
compute_features (char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (argv[2], NULL, NULL, NULL, &error);
  const guint      side = (guint) atoi (argv[3]);
  const gsize      size = (gsize) side * side * 3;
  gsize            length = 0;
  g_autofree char *rgb = read_file (argv[4], &length);
  g_autoptr (GByteArray) found = g_byte_array_new ();
  g_auto (KomaFeatures) features = { 0 };
  const KomaRecipe *recipe = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (KomaSession) session = NULL;

  check (model != NULL, error);
  recipe = koma_model_get_recipe (model, &error);
  check (recipe != NULL, error);
  graph = koma_features_graph_new (koma_model_get_graph (model), koma_model_get_output (model),
                                   &features, &error);
  check (graph != NULL, error);
  session = koma_session_new (graph, NULL, &error);
  check (session != NULL, error);
  g_assert_cmpuint (koma_value_get_bytes (koma_session_get_output (session, 0)), ==,
                    features.n_features * sizeof (float));
  for (gsize at = 0; at + size <= length; at += size) {
    check (koma_preprocess (recipe, (const guint8 *) rgb + at, side, side, (gsize) side * 3,
                            koma_session_get_input_data (session, 0), &error),
           error);
    check (koma_session_run (session, &error), error);
    g_byte_array_append (found, koma_session_get_output_data (session, 0),
                         features.n_features * sizeof (float));
  }
  write_file (argv[5], found);
  g_print ("%s\n%u\n", features.node, features.n_features);
  return 0;
}

int
main (int    argc,
      char **argv)
{
  if (argc == 6 && strcmp (argv[1], "features") == 0)
    return compute_features (argv);
  g_printerr ("see the comment in teach-trial.c\n");
  return 2;
}

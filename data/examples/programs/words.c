/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A classifier of words of one's own: words [MODEL PICTURE WORD…] */
#include <koma/koma.h>
#include <stdio.h>

/* What the model takes of a text, and the vector that it makes of it. */
static gboolean
encode (KomaGraphModel    *model,
        const char *const *words, /* NULL-terminated */
        GError           **error)
{
  g_autoptr (KomaTextEncoder) encoder = koma_text_encoder_new (model, error);
  KomaTensor *ids = NULL, *vectors = NULL;
  const int  *from = NULL, *to = NULL;
  guint       rank = 0;

  if (encoder != NULL)
    ids = koma_text_encoder_tokenize (encoder, words, error);
  if (ids != NULL)
    vectors = koma_text_encoder_encode (encoder, words, error);
  if (vectors == NULL)
    return FALSE;
  from = koma_tensor_get_shape (ids, &rank);
  to = koma_tensor_get_shape (vectors, &rank);
  printf ("%d words: tokens [%d, %d], vectors [%d, %d]\n", from[0], from[0], from[1], to[0], to[1]);
  return TRUE;
}

/* The words become classes, each as the mean of two sentences. */
static gboolean
classify (KomaGraphModel    *model,
          const char *const *words,
          const char        *picture,
          GError           **error)
{
  const char *const prompts[] = { "a photo of a {}", "{}", NULL };
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (KomaGraphModel) classifier =
    koma_graph_model_make_classifier (model, words, prompts, error);

  if (classifier != NULL)
    found = koma_graph_model_classify (classifier, picture, 3, error);
  for (guint i = 0; found != NULL && i < found->len; i++) {
    const KomaPrediction *best = found->pdata[i];

    printf ("%6.2f %%  %s\n", 100 * best->score, best->label);
  }
  return found != NULL;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  /* A model that knows the words for eight colours, and what is beside it. */
  g_autofree char   *here = g_path_get_dirname (argv[0]);
  g_autofree char   *own = g_build_filename (here, "colour-words", NULL);
  g_autofree char   *rose = g_build_filename (own, "rose.png", NULL);
  const char *const  own_words[] = { "red", "green", "blue", NULL };
  const gboolean     is_given = argc > 3;
  const char *const *words = is_given ? (const char *const *) argv + 3 : own_words;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraphModel) model = koma_graph_model_load (is_given ? argv[1] : own, &error);

  if (model != NULL && encode (model, words, &error) &&
      classify (model, words, is_given ? argv[2] : rose, &error))
    return 0;
  fprintf (stderr, "%s\n", error->message);
  return 1;
}

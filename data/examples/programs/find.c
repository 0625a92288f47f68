/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that go best with words: find [MODEL WORDS PICTURE…] */
#include <koma/koma.h>
#include <stdio.h>

#define N_BEST 3

/* The product of two vectors of length 1 is the cosine of the angle between them. */
static gboolean
find (KomaGraphModel *model,
      const char     *words,
      char          **paths, /* NULL-terminated */
      GError        **error)
{
  const int   n = MIN (N_BEST, (int) g_strv_length (paths));
  KomaTensor *pictures = koma_graph_model_embed_image (model, (const char *const *) paths, error);
  KomaTensor *text = NULL, *best = NULL, *where = NULL;
  gsize       n_read = 0;

  if (pictures != NULL)
    text = koma_graph_model_embed_text (model, (const char *const[]){ words, NULL }, error);
  if (koma_tensor_top_k (koma_tensor_mat_mul (text, pictures, FALSE, TRUE, error), n, &best,
                         &where, error)) {
    g_autofree float *cosines = koma_tensor_read_floats (best, &n_read, error);
    g_autofree int   *indices = koma_tensor_read_ints (where, &n_read, error);

    for (int i = 0; i < n; i++) {
      g_autofree char *name = g_path_get_basename (paths[indices[i]]);

      printf ("%.3f  %s\n", cosines[i], name);
    }
  }
  return best != NULL;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  /* A model that knows the words for eight colours, and what is beside it. */
  g_autofree char *here = g_path_get_dirname (argv[0]);
  g_autofree char *own = g_build_filename (here, "colour-words", NULL);
  g_autofree char *meadow = g_build_filename (own, "meadow.png", NULL);
  g_autofree char *sky = g_build_filename (own, "sky.png", NULL);
  g_autofree char *sun = g_build_filename (own, "sun.png", NULL);
  char            *pictures[] = { meadow, sky, sun, NULL };
  const gboolean   is_given = argc > 3;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraphModel) model = koma_graph_model_load (is_given ? argv[1] : own, &error);

  if (model != NULL &&
      find (model, is_given ? argv[2] : "yellow and green", is_given ? argv + 3 : pictures, &error))
    return 0;
  fprintf (stderr, "%s\n", error->message);
  return 1;
}

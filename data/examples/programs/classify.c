/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model is loaded and run on a picture: classify [MODEL PICTURE] */
#include <koma/koma.h>
#include <stdio.h>

static void
print_shape (const int *shape,
             guint      rank)
{
  printf ("[");
  for (guint d = 0; d < rank; d++)
    printf ("%s%d", d > 0 ? ", " : "", shape[d]);
  printf ("]");
}

static void
print_model (KomaGraphModel *model)
{
  KomaTensorInfo *info = koma_graph_model_get_input (model, 0);
  guint           rank = 0;
  const int      *shape = koma_tensor_info_get_shape (info, &rank);

  printf ("%s, %s\n", koma_graph_model_get_name (model), koma_graph_model_get_format (model));
  printf ("takes %s: ", koma_tensor_info_get_name (info));
  print_shape (shape, rank);
  printf ("\n");
}

/* What is in the picture, in one call … */
static gboolean
classify (KomaGraphModel *model,
          const char     *picture,
          GError        **error)
{
  g_autoptr (GPtrArray) predictions = koma_graph_model_classify (model, picture, 3, error);

  for (guint i = 0; predictions != NULL && i < predictions->len; i++) {
    const KomaPrediction *best = predictions->pdata[i];

    printf ("%6.2f %%  %-8s %s\n", 100 * best->score, best->label, best->name);
  }
  return predictions != NULL;
}

/* … and by hand: the picture as the model gets it, and what the model makes of it. */
static gboolean
predict (KomaGraphModel *model,
         const char     *picture,
         GError        **error)
{
  KomaTensor     *x = koma_graph_model_read_picture (model, picture, error);
  KomaTensor     *y = koma_graph_model_predict (model, &x, 1, error);
  gsize           n = 0;
  g_autofree int *best = koma_tensor_read_ints (koma_tensor_arg_max (y, -1, error), &n, error);
  guint           rank = 0;
  const int      *shape = NULL;

  if (best == NULL)
    return FALSE;
  shape = koma_tensor_get_shape (x, &rank);
  print_shape (shape, rank);
  printf (" becomes ");
  shape = koma_tensor_get_shape (y, &rank);
  print_shape (shape, rank);
  printf ("\nthe greatest is number %d, %s\n", *best, koma_graph_model_get_label (model, *best));
  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  /* Koma's own: a model of shogi pieces, and one of its samples. */
  g_autofree char *here = g_path_get_dirname (argv[0]);
  g_autofree char *own_model = g_build_filename (here, "../../models/shogi", NULL);
  g_autofree char *own_picture = g_build_filename (here, "../../samples/07-rook.jpg", NULL);
  const char      *picture = argc == 3 ? argv[2] : own_picture;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraphModel) model =
    koma_graph_model_load (argc == 3 ? argv[1] : own_model, &error);

  if (model != NULL)
    print_model (model);
  if (model != NULL && classify (model, picture, &error) && predict (model, picture, &error))
    return 0;
  fprintf (stderr, "%s\n", error->message);
  return 1;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights of PyTorch as a model. Where config.json lies beside them they are a folder of Hugging
 * Face, timm or open_clip; MobileCLIP's are told by their names. Else they are of torchvision,
 * whose files say nothing but the weights: not the architecture, not the size of pictures, not what
 * their numbers mean. 224 × 224 is taken, of Inception V3 299 × 299, and what the recipe guesses of
 * a model of PyTorch, the colours of ImageNet. */

#include "format.h"

#include <math.h>

#include "engine/formats/file.h"
#include "engine/formats/hub/folder.h"
#include "engine/formats/hub/model.h"
#include "engine/formats/hub/shard-index.h"
#include "engine/formats/hub/torchvision-names.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "advice.h"
#include "recognize.h"
#include "torch.h"

#define SIDE         224
#define SCALED       256 /* before so much is cut out */
#define INCEPTION    "inception_v3"
#define LARGE_SIDE   299
#define POSITIONS    "encoder.pos_embedding"
#define WEIGHTS      "pytorch_model.bin"
#define INDEX        "pytorch_model.bin.index.json"
#define OPEN_CLIP    "open_clip_pytorch_model.bin"
#define INDEX_ENDING ".bin.index.json"

/* Files of other programs are called so, too: these are told by what they begin with. */
static const char *const ambiguous[] = { ".ckpt", ".bin" };
static const char *const own[] = { ".pth", ".pt", ".pth.tar" };

static gboolean
has_ending (const char        *lower,
            const char *const *endings,
            guint              n_endings)
{
  for (guint i = 0; i < n_endings; i++)
    if (g_str_has_suffix (lower, endings[i]))
      return TRUE;
  return FALSE;
}

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, INDEX_ENDING) ||
         (has_ending (lower, own, G_N_ELEMENTS (own)) && koma_torch_may_be (head, head_length)) ||
         (has_ending (lower, ambiguous, G_N_ELEMENTS (ambiguous)) &&
          koma_torch_is (head, head_length));
}

static gboolean
add_file (const char      *path,
          KomaContentHash *checksum,
          KomaHubWeights  *weights,
          GError         **error)
{
  gsize n_float16 = 0;
  g_autoptr (GHashTable) tensors = koma_torch_read_tensors (path, checksum, &n_float16, error);
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       array = NULL;

  if (tensors == NULL)
    return FALSE;
  weights->n_float16 += n_float16;
  g_hash_table_iter_init (&iter, tensors);
  while (g_hash_table_iter_next (&iter, &name, &array))
    if (!koma_hub_weights_add (weights, name, array, error)) {
      g_prefix_error (error, "weight “%.200s”: ", (const char *) name);
      return koma_file_prefix_error (path, error);
    }
  return TRUE;
}

/* Rows of pictures. ViT has a position for each patch, and one for the class. */
static guint
find_side (const KomaHubWeights *weights,
           const char           *architecture) /* (nullable) */
{
  const KomaArray *positions = koma_hub_weights_look (weights, POSITIONS);
  const KomaArray *patches = koma_hub_weights_look (weights, "conv_proj.weight");

  if (g_strcmp0 (architecture, INCEPTION) == 0)
    return LARGE_SIDE;
  if (positions == NULL || patches == NULL || positions->shape.rank != 3 ||
      patches->shape.rank != 4)
    return SIDE;
  return (guint) MIN (sqrt ((double) MAX (positions->shape.dims[1] - 1, 0)) *
                        (double) patches->shape.dims[2],
                      KOMA_MAX_INPUT_SIDE + 1);
}

static gboolean
read_torchvision (KomaHubWeights *weights,
                  KomaRawModel   *raw,
                  GError        **error)
{
  const char        *architecture = koma_torch_recognize (weights);
  const guint        side = find_side (weights, architecture);
  const KomaHubModel model = {
    .source = KOMA_HUB_TORCHVISION,
    .architecture = architecture,
    .height = side,
    .width = side,
  };

  if (model.architecture == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "its weights are of no model of torchvision that Koma knows, and no file"
                      " " KOMA_HUB_CONFIG " beside it says of which architecture they are. %s",
                      KOMA_TORCH_SAVE_ADVICE);
  /* The short side of a picture becomes 256 pixels, of which the centre is seen. */
  raw->has_fit = TRUE;
  raw->fit = (KomaPictureFit){
    .fit = KOMA_FIT_CROP,
    .resize = KOMA_RESIZE_BILINEAR,
    .scaled_width = (side * SCALED + SIDE / 2) / SIDE,
    .scaled_height = (side * SCALED + SIDE / 2) / SIDE,
    .is_cut_rounded = TRUE,
    .is_guess = TRUE,
  };
  raw->is_size_guess = koma_hub_weights_look (weights, POSITIONS) == NULL;
  koma_hub_torchvision_rename (weights, model.architecture);
  return koma_hub_model_build (&model, weights, raw, error);
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_auto (KomaHubWeights) weights = { 0 };

  koma_hub_weights_init (&weights);
  if (!koma_hub_shard_index_read_weights (file, INDEX_ENDING, add_file, &weights, error))
    return FALSE;
  if (koma_hub_folder_knows (file, &weights))
    return koma_hub_folder_read (file, &weights, raw, error);
  return read_torchvision (&weights, raw, error) || koma_file_prefix_error (file->path, error);
}

const KomaFormat koma_format_torch = {
  .name = "PyTorch",
  .endings = (const char *const[]){ ".pth", ".pt", "/" WEIGHTS, "/" INDEX, "/" OPEN_CLIP, NULL },
  .usual_names =
    (const char *const[]){ WEIGHTS, INDEX, OPEN_CLIP, NULL },
  .matches = matches,
  .read = read_model,
};

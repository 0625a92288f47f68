/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MobileCLIP-S0, -S1, -S2 and -B of github.com/apple/ml-mobileclip. Their networks for pictures are
 * timm's fastvit_mci and vit_base_mci_224, but that the projection is turned, and the layers of a
 * FastViT stand in one list: a layer that halves begins a stage. */

#include "mobileclip-names.h"

#include <math.h>
#include <string.h>

#include "engine/formats/json.h"
#include "timm-tower.h"

#define PICTURES  "image_encoder.model."
#define WORDS     "text_encoder."
#define VIT       PICTURES "patch_emb."
#define NETWORK   "network."
#define SCALE     "logit_scale"
#define MAX_SCALE 100.0

/* What open_clip_config.json says of a model; the numbers of a picture are 0 … 1. */
static const char config[] =
  "{'model_cfg':{'vision_cfg':{'timm_model_name':'%s','timm_pool':'%s','timm_proj':'linear',"
  "'image_size':%u,'timm_model_kwargs':{%s}},'text_cfg':{'no_causal_mask':%s}},"
  "'preprocess_cfg':{'mean':[0,0,0],'std':[1,1,1],'interpolation':'bilinear',"
  "'resize_mode':'shortest'}}";

typedef struct
{
  const char *from;
  const char *to;
} Part;

/* Of names, one after the other. */
static const Part of_both[] = {
  { "rbr_conv.", "conv_kxk." },
  { "rbr_scale.", "conv_scale." },
  { "rbr_skip.", "identity." },
  { "lkb_origin.", "large_conv." },
  { "lkb_reparam.", "reparam_conv." },
  { "convffn.", "mlp." },
  { "se.reduce.", "se.fc1." },
  { "se.expand.", "se.fc2." },
};

static const Part of_pictures[] = {
  { PICTURES, "visual.trunk." },
  { ".patch_embed.", ".stem." },
  { ".patch_emb.", ".patch_embed.backbone." },
  { ".conv_exp.", ".final_conv." },
  { ".block.conv.", ".conv." },
  { ".block.norm.", ".bn." },
  { ".post_transformer_norm.", ".norm." },
  { ".transformer.", ".blocks." },
  { ".pre_norm_mha.0.", ".norm1." },
  { ".pre_norm_mha.1.qkv_proj.", ".attn.qkv." },
  { ".pre_norm_mha.1.out_proj.", ".attn.proj." },
  { ".pre_norm_ffn.0.", ".norm2." },
  { ".pre_norm_ffn.1.", ".mlp.fc1." },
  { ".pre_norm_ffn.4.", ".mlp.fc2." },
  { ".pos_embed.pos_embed.pos_embed", ".pos_embed" },
  { ".trunk.head.proj", ".head.proj.weight" },
  { ".trunk.classifier.proj", ".head.proj.weight" },
};

static const Part of_words[] = {
  { WORDS, "text." },
  { ".embedding_layer.", ".token_embedding." },
  { ".positional_embedding.pos_embed.pos_embed", ".positional_embedding" },
  { ".transformer.", ".transformer.resblocks." },
  { ".pre_norm_mha.0.", ".ln_1." },
  { ".pre_norm_mha.1.qkv_proj.", ".attn.in_proj." },
  { ".pre_norm_mha.1.out_proj.", ".attn.out_proj." },
  { ".pre_norm_ffn.0.", ".ln_2." },
  { ".pre_norm_ffn.1.", ".mlp.c_fc." },
  { ".pre_norm_ffn.4.", ".mlp.c_proj." },
  { ".final_layer_norm.", ".ln_final." },
  { ".projection_layer", ".text_projection" },
};

gboolean
koma_hub_mobileclip_is (const KomaHubWeights *weights)
{
  return koma_hub_weights_look (weights, WORDS "embedding_layer.weight") != NULL &&
         koma_hub_weights_look (weights, SCALE) != NULL;
}

/* ---- Names ---- */

static void
replace_parts (GString    *name,
               const Part *parts,
               guint       n_parts)
{
  for (guint i = 0; i < n_parts; i++)
    g_string_replace (name, parts[i].from, parts[i].to, 1);
}

/* The layers of the list that halve a picture. */
static GHashTable *
find_halving (GList *names)
{
  GHashTable *halving = g_hash_table_new (NULL, NULL);

  for (GList *at = names; at != NULL; at = at->next) {
    char   *end = NULL;
    guint64 number = 0;

    if (!g_str_has_prefix (at->data, PICTURES NETWORK))
      continue;
    number = g_ascii_strtoull ((const char *) at->data + strlen (PICTURES NETWORK), &end, 10);
    if (g_str_has_prefix (end, ".proj.") && number < G_MAXUINT)
      g_hash_table_add (halving, GUINT_TO_POINTER ((guint) number));
  }
  return halving;
}

static guint
count_up_to (GHashTable *halving,
             guint64     layer)
{
  GHashTableIter iter;
  gpointer       number = NULL;
  guint          n = 0;

  g_hash_table_iter_init (&iter, halving);
  while (g_hash_table_iter_next (&iter, &number, NULL))
    n += GPOINTER_TO_UINT (number) <= layer;
  return n;
}

/* "…network.3.0.mlp" → "…stages.1.blocks.0.mlp"; “proj” and “pe” of a layer have names of their
 * own. */
static void
replace_layer (GString    *name,
               GHashTable *halving)
{
  const char       *list = strstr (name->str, "." NETWORK);
  g_autofree char  *rest = NULL;
  char             *end = NULL;
  guint64           layer = 0;
  static const Part parts[] = { { ".proj.", ".downsample.proj." },
                                { ".pe.", ".pos_emb.pos_enc." },
                                { ".reparam_conv.", ".pos_emb.reparam_conv." } };

  if (list == NULL)
    return;
  layer = g_ascii_strtoull (list + strlen ("." NETWORK), &end, 10);
  rest = g_strdup (end);
  g_string_truncate (name, (gsize) (list - name->str));
  g_string_append_printf (name, ".stages.%u", count_up_to (halving, layer));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_has_prefix (rest, parts[i].from)) {
      g_string_append_printf (name, "%s%s", parts[i].to, rest + strlen (parts[i].from));
      return;
    }
  g_string_append_printf (name, ".blocks%s", rest);
}

/* (transfer full) */
static char *
make_name (const char *from,
           GHashTable *halving)
{
  GString *name = g_string_new (from);

  if (g_str_has_prefix (from, PICTURES))
    replace_parts (name, of_pictures, G_N_ELEMENTS (of_pictures));
  else if (g_str_has_prefix (from, WORDS))
    replace_parts (name, of_words, G_N_ELEMENTS (of_words));
  replace_parts (name, of_both, G_N_ELEMENTS (of_both));
  replace_layer (name, halving);
  if (strstr (name->str, ".layer_scale") != NULL)
    g_string_append (name, ".gamma");
  return g_string_free (name, FALSE);
}

/* ---- Numbers ---- */

/* (transfer full) (nullable) [in,out] → [out,in] */
static KomaArray *
turn (const KomaArray *matrix,
      GError         **error)
{
  const gint64   *dims = matrix->shape.dims;
  const KomaShape shape = KOMA_SHAPE (dims[1], dims[0]);
  KomaArray      *turned = koma_array_new (matrix->dtype, &shape, error);

  for (gint64 i = 0; turned != NULL && i < dims[0] * dims[1]; i++)
    ((float *) turned->data)[i % dims[1] * dims[0] + i / dims[1]] =
      ((const float *) matrix->data)[i];
  return turned;
}

/* (transfer full) (nullable) As open_clip stores it. */
static KomaArray *
convert (const char *name,
         KomaArray  *array, /* (transfer none) */
         GError    **error)
{
  const KomaShape *shape = &array->shape;
  const gboolean   is_float = array->dtype == KOMA_DTYPE_FLOAT32;
  const KomaShape  rows = KOMA_SHAPE (shape->dims[2], shape->dims[3]);
  float            scale = 0;

  if (is_float && shape->rank == 2 && g_str_has_suffix (name, ".head.proj.weight"))
    return turn (array, error);
  if (shape->rank == 4 && (g_str_has_suffix (name, ".pos_embed") ||
                           g_str_has_suffix (name, ".positional_embedding")))
    return koma_array_reshape (array, &rows, error);
  if (!is_float || array->count != 1 || !g_str_equal (name, SCALE))
    return koma_array_ref (array);
  scale = MIN (*(const float *) array->data, logf ((float) MAX_SCALE));
  return koma_array_new_from_data (KOMA_DTYPE_FLOAT32, shape, &scale, error);
}

static gboolean
rename_weight (KomaHubWeights *weights,
               const char     *from,
               GHashTable     *halving,
               GError        **error)
{
  g_autofree char *to = make_name (from, halving);
  g_autoptr (KomaArray) stored = koma_hub_weights_take (weights, from);
  g_autoptr (KomaArray) array = convert (to, stored, error);

  if (array == NULL)
    return FALSE;
  weights->n_weights--;
  return koma_hub_weights_add (weights, to, array, error);
}

/* (transfer full) (nullable) Words of -B see those before them alone, and its stem and its norms
 * are not quite those of timm. */
static JsonNode *
make_config (gboolean is_vit,
             GError **error)
{
  g_autofree char *text =
    is_vit ? g_strdup_printf (config, "vit_base_mci_224", "token", 224,
                              "'norm_eps':1e-5,'" KOMA_HUB_PADDED_STEM "':true", "false")
           : g_strdup_printf (config, "fastvit_mci0", "avg", 256, "", "true");

  g_strdelimit (text, "'", '"');
  return koma_json_parse (text, strlen (text), "open_clip_config.json", error);
}

/**
 * koma_hub_mobileclip_rename:
 *
 * Errors: %KOMA_ERROR_MODEL where two weights would have one name, %KOMA_ERROR_MEMORY; they name
 * the weight. Thread: any.
 *
 * Returns: (transfer full) (nullable): open_clip_config.json
 */
JsonNode *
koma_hub_mobileclip_rename (KomaHubWeights *weights,
                            GError        **error)
{
  const gboolean is_vit = koma_hub_weights_look (weights, VIT "0.block.conv.weight") != NULL;
  g_autoptr (GList) names = koma_hub_weights_list (weights);
  g_autoptr (GHashTable) halving = find_halving (names);

  for (GList *at = names; at != NULL; at = at->next) {
    g_autofree char *from = g_strdup (at->data);

    if (!rename_weight (weights, from, halving, error)) {
      g_prefix_error (error, "weight “%.200s”: ", from);
      return NULL;
    }
  }
  return make_config (is_vit, error);
}

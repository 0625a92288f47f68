/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* open_clip's TimmModel (its src/open_clip/timm_model.py): the trunk is a classifier of timm, whose
 * last layer is the projection, or is left out; then one or two layers behind it may be that. What
 * the trunk makes of all pixels or rows is timm's "global_pool". */

#include "timm-tower.h"

#include "architectures.h"
#include "engine/formats/json.h"

#define MODEL  "timm_model_name"
#define POOL   "timm_pool"
#define PROJ   "timm_proj"
#define KWARGS "timm_model_kwargs"
#define PLACE  "vision_cfg"
#define TRUNK  "visual.trunk."
#define HEAD   "visual.head."

/* Arguments of models that their weights have the shape of. */
static const char *const shapes[] = {
  "channels",
  "depth",
  "depths",
  "dims",
  "embed_dim",
  "embed_dims",
  "img_size",
  "init_values",
  "layers",
  "mlp_ratio",
  "mlp_ratios",
  NULL,
};
/* Those that architectures ask for. */
static const char *const asked[] = { KOMA_HUB_PADDED_STEM, "norm_eps", "num_heads", NULL };

/* Of all architectures; transformers have those behind the first two, too. */
static const char *const pools[] = { "", "avg", "map", "token" };
#define N_PLAIN_POOLS 2u

gboolean
koma_hub_has_timm_tower (const KomaHub *self)
{
  return *koma_hub_string (self, MODEL, "") != '\0';
}

static KomaValueId
refuse (KomaHub    *self,
        const char *setting,
        const char *value)
{
  return koma_builder_fail (&self->nodes, KOMA_ERROR_UNSUPPORTED,
                            "“%s” of " PLACE " is “%.100s”, which Koma does not have", setting,
                            value);
}

static gboolean
is_transformer (const char *model)
{
  return g_str_has_prefix (model, "vit_") || g_str_has_prefix (model, "deit_");
}

static gboolean
is_known_pool (const char *pool,
               const char *model)
{
  const guint n = is_transformer (model) ? G_N_ELEMENTS (pools) : N_PLAIN_POOLS;

  for (guint i = 0; i < n; i++)
    if (g_str_equal (pools[i], pool))
      return TRUE;
  return FALSE;
}

/* (transfer full) (nullable) As timm's classifiers have them. */
static JsonObject *
make_trunk_settings (KomaHub    *self,
                     const char *pool)
{
  JsonObject *kwargs = koma_json_get_object (self->settings, KWARGS);
  g_autoptr (JsonObject) all = json_object_new ();
  JsonObjectIter iter;
  const char    *name = NULL;
  JsonNode      *node = NULL;

  if (*pool != '\0')
    json_object_set_string_member (all, "global_pool", pool);
  if (kwargs == NULL)
    return g_steal_pointer (&all);
  json_object_iter_init (&iter, kwargs);
  while (json_object_iter_next (&iter, &name, &node)) {
    if (g_strv_contains (asked, name))
      json_object_set_member (all, name, json_node_copy (node));
    else if (!g_strv_contains (shapes, name)) {
      refuse (self, KWARGS, name);
      return NULL;
    }
  }
  return g_steal_pointer (&all);
}

static KomaValueId
build_trunk (KomaHub    *self,
             KomaValueId pictures,
             const char *model,
             const char *pool,
             gboolean    is_headless)
{
  const KomaHubArchitecture *architecture = koma_hub_architecture_find (KOMA_HUB_TIMM, model);
  const KomaHub              outer = *self;
  g_autoptr (JsonObject) settings = make_trunk_settings (self, pool);
  KomaValueId x = KOMA_VALUE_NONE;

  if (settings == NULL)
    return KOMA_VALUE_NONE;
  if (architecture == NULL)
    return refuse (self, MODEL, model);
  self->source = KOMA_HUB_TIMM;
  self->architecture = model;
  self->settings = settings;
  self->prefix = TRUNK;
  self->is_headless = is_headless;
  x = architecture->build (self, pictures);
  self->source = outer.source;
  self->architecture = outer.architecture;
  self->settings = outer.settings;
  self->prefix = outer.prefix;
  self->is_headless = outer.is_headless;
  return x;
}

/* What is left out means another projection than null. */
static const char *
get_projection (KomaHub *self)
{
  const gboolean is_there =
    self->settings != NULL && json_object_has_member (self->settings, PROJ);

  return koma_hub_string (self, PROJ, is_there ? "" : "linear");
}

KomaValueId
koma_hub_timm_tower (KomaHub    *self,
                     KomaValueId pictures)
{
  const char    *model = koma_hub_string (self, MODEL, "");
  const char    *pool = koma_hub_string (self, POOL, "avg");
  const char    *projection = get_projection (self);
  const gboolean is_linear = g_str_equal (projection, "linear");
  const gboolean is_mlp = g_str_equal (projection, "mlp");
  const gboolean is_none = g_str_equal (projection, "none");
  KomaValueId    x = KOMA_VALUE_NONE;

  /* Without a layer behind it, the trunk is made with the pool that is named: "" is none. */
  if (!is_known_pool (pool, model) || (*pool == '\0' && !is_linear && !is_mlp))
    return refuse (self, POOL, pool);
  if (!is_linear && !is_mlp && !is_none && *projection != '\0')
    return refuse (self, PROJ, projection);
  x = build_trunk (self, pictures, model, pool, is_linear || is_mlp || is_none);
  if (is_linear)
    return koma_hub_linear (self, x, HEAD "proj");
  if (!is_mlp)
    return x;
  x = koma_hub_activate (self, koma_hub_linear (self, x, HEAD "mlp.fc1"), "gelu");
  return koma_hub_linear (self, x, HEAD "mlp.fc2");
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-score-item.h"

struct _KomaScoreItem
{
  GObject parent_instance;

  char  *name;
  guint  class_index;
  double score;
};

enum {
  PROP_0,
  PROP_NAME,
  N_PROPS,
};

G_DEFINE_FINAL_TYPE (KomaScoreItem, koma_score_item, G_TYPE_OBJECT)

static void
koma_score_item_finalize (GObject *object)
{
  g_free (KOMA_SCORE_ITEM (object)->name);

  G_OBJECT_CLASS (koma_score_item_parent_class)->finalize (object);
}

static void
koma_score_item_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  if (prop_id == PROP_NAME)
    g_value_set_string (value, KOMA_SCORE_ITEM (object)->name);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
koma_score_item_class_init (KomaScoreItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = koma_score_item_finalize;
  object_class->get_property = koma_score_item_get_property;
  g_object_class_install_property (
    object_class, PROP_NAME,
    g_param_spec_string ("name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
koma_score_item_init (KomaScoreItem *self)
{
}

KomaScoreItem *
koma_score_item_new (const char *name,
                     guint       class_index,
                     double      score)
{
  KomaScoreItem *self = g_object_new (KOMA_TYPE_SCORE_ITEM, NULL);

  self->name = g_strdup (name);
  self->class_index = class_index;
  self->score = score;
  return self;
}

const char *
koma_score_item_get_name (KomaScoreItem *self)
{
  return self->name;
}

guint
koma_score_item_get_class (KomaScoreItem *self)
{
  return self->class_index;
}

double
koma_score_item_get_score (KomaScoreItem *self)
{
  return self->score;
}

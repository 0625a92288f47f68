/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-class-private.h"

#include "koma-teach-list.h"

struct _KomaTeachClass
{
  GObject parent_instance;

  /* Immutable after construction. */
  guint id;

  /* Main thread only. */
  char      *name;
  guint      colour;
  gboolean   is_removed;
  GPtrArray *examples; /* (element-type KomaTeachExample) by key */
};

enum {
  PROP_0,
  PROP_NAME,
  PROP_COLOUR,
  PROP_N_EXAMPLES,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* KomaTeachExample, which has its class: a class knows no more of it than this. */
static GType
get_item_type (GListModel *list)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *list)
{
  return KOMA_TEACH_CLASS (list)->examples->len;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  const GPtrArray *examples = KOMA_TEACH_CLASS (list)->examples;

  return position < examples->len ? g_object_ref (examples->pdata[position]) : NULL;
}

static void
init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* clang-format off */
G_DEFINE_FINAL_TYPE_WITH_CODE (KomaTeachClass, koma_teach_class, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_list_model))
/* clang-format on */

static void
koma_teach_class_finalize (GObject *object)
{
  KomaTeachClass *self = KOMA_TEACH_CLASS (object);

  g_ptr_array_unref (self->examples);
  g_free (self->name);
  G_OBJECT_CLASS (koma_teach_class_parent_class)->finalize (object);
}

static void
koma_teach_class_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *spec)
{
  KomaTeachClass *self = KOMA_TEACH_CLASS (object);

  switch (id) {
  case PROP_NAME:
    g_value_set_string (value, self->name);
    break;
  case PROP_COLOUR:
    g_value_set_uint (value, self->colour);
    break;
  case PROP_N_EXAMPLES:
    g_value_set_uint (value, self->examples->len);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

static void
koma_teach_class_class_init (KomaTeachClassClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = koma_teach_class_finalize;
  object_class->get_property = koma_teach_class_get_property;
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, "", flags);
  properties[PROP_COLOUR] =
    g_param_spec_uint ("colour", NULL, NULL, 0, KOMA_TEACH_N_COLOURS - 1, 0, flags);
  properties[PROP_N_EXAMPLES] =
    g_param_spec_uint ("n-examples", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
koma_teach_class_init (KomaTeachClass *self)
{
  self->examples = g_ptr_array_new_with_free_func (g_object_unref);
}

/*< private >
 * koma_teach_class_new:
 * @id: its own in the project, 1 or more
 * @name: for people
 * @colour: a place in the palette; taken modulo %KOMA_TEACH_N_COLOURS
 *
 * Thread: main. Returns: (transfer full): a class without examples, in no project yet
 */
KomaTeachClass *
koma_teach_class_new (guint       id,
                      const char *name,
                      guint       colour)
{
  KomaTeachClass *self = g_object_new (KOMA_TYPE_TEACH_CLASS, NULL);

  self->id = id;
  self->name = g_strdup (name);
  self->colour = colour % KOMA_TEACH_N_COLOURS;
  self->is_removed = TRUE;
  return self;
}

/**
 * koma_teach_class_get_id:
 *
 * Thread: main. Returns: its number in the project, which no other class ever has
 */
guint
koma_teach_class_get_id (KomaTeachClass *self)
{
  return self->id;
}

/**
 * koma_teach_class_get_name:
 *
 * Thread: main. Returns: (transfer none): as people call it
 */
const char *
koma_teach_class_get_name (KomaTeachClass *self)
{
  return self->name;
}

/**
 * koma_teach_class_get_colour:
 *
 * Thread: main. Returns: a place in the window's palette
 */
guint
koma_teach_class_get_colour (KomaTeachClass *self)
{
  return self->colour;
}

/**
 * koma_teach_class_get_n_examples:
 *
 * Thread: main. Returns: how many pictures show it
 */
guint
koma_teach_class_get_n_examples (KomaTeachClass *self)
{
  return self->examples->len;
}

/**
 * koma_teach_class_is_removed:
 *
 * Thread: main. Returns: whether it is in no project now; it may come back by undoing
 */
gboolean
koma_teach_class_is_removed (KomaTeachClass *self)
{
  return self->is_removed;
}

/*< private >*/
void
koma_teach_class_set_name (KomaTeachClass *self,
                           const char     *name)
{
  if (g_str_equal (self->name, name))
    return;
  g_free (self->name);
  self->name = g_strdup (name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

/*< private >*/
void
koma_teach_class_set_colour (KomaTeachClass *self,
                             guint           colour)
{
  if (self->colour == colour % KOMA_TEACH_N_COLOURS)
    return;
  self->colour = colour % KOMA_TEACH_N_COLOURS;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COLOUR]);
}

/*< private >*/
void
koma_teach_class_set_removed (KomaTeachClass *self,
                              gboolean        is_removed)
{
  self->is_removed = is_removed;
}

/*< private >*/
const GPtrArray *
koma_teach_class_get_examples (KomaTeachClass *self)
{
  return self->examples;
}

/*< private >*/
void
koma_teach_class_append (KomaTeachClass *self,
                         GPtrArray      *examples)
{
  const guint n_before = self->examples->len;

  for (guint i = 0; i < examples->len; i++)
    g_ptr_array_add (self->examples, g_object_ref (examples->pdata[i]));
  g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, examples->len);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_EXAMPLES]);
}

/*< private >*/
void
koma_teach_class_set_examples (KomaTeachClass *self,
                               GPtrArray      *examples)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->examples);

  self->examples = examples;
  koma_teach_list_tell (G_LIST_MODEL (self), before, examples);
  if (before->len != examples->len)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_EXAMPLES]);
}

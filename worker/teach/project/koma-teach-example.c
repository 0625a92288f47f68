/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-example-private.h"

#include "worker/decode/koma-picture-load.h"

struct _KomaTeachExample
{
  GObject parent_instance;

  /* Immutable after construction. */
  guint64  key;
  char    *path; /* of the picture */
  char    *source;
  gboolean is_from_camera;

  /* Main thread only. */
  KomaTeachClass       *klass; /* (nullable) (borrowed) of the project, which keeps all of them */
  KomaTeachExample     *twin;  /* (nullable) (borrowed) likewise */
  KomaTeachExampleState state;
  char                 *error;           /* (nullable) */
  KomaTeachClass       *held_out_answer; /* (nullable) (borrowed) */
  float                 held_out_score;
};

G_DEFINE_FINAL_TYPE (KomaTeachExample, koma_teach_example, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_CLASS,
  PROP_STATE,
  PROP_TWIN,
  PROP_HELD_OUT_ANSWER,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
koma_teach_example_finalize (GObject *object)
{
  KomaTeachExample *self = KOMA_TEACH_EXAMPLE (object);

  g_free (self->path);
  g_free (self->source);
  g_free (self->error);
  G_OBJECT_CLASS (koma_teach_example_parent_class)->finalize (object);
}

static void
koma_teach_example_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *spec)
{
  KomaTeachExample *self = KOMA_TEACH_EXAMPLE (object);

  switch (id) {
  case PROP_CLASS:
    g_value_set_object (value, self->klass);
    break;
  case PROP_STATE:
    g_value_set_int (value, self->state);
    break;
  case PROP_TWIN:
    g_value_set_object (value, self->twin);
    break;
  case PROP_HELD_OUT_ANSWER:
    g_value_set_object (value, self->held_out_answer);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

static void
koma_teach_example_class_init (KomaTeachExampleClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = koma_teach_example_finalize;
  object_class->get_property = koma_teach_example_get_property;
  properties[PROP_CLASS] =
    g_param_spec_object ("class", NULL, NULL, KOMA_TYPE_TEACH_CLASS, flags);
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_TWIN] =
    g_param_spec_object ("twin", NULL, NULL, KOMA_TYPE_TEACH_EXAMPLE, flags);
  properties[PROP_HELD_OUT_ANSWER] =
    g_param_spec_object ("held-out-answer", NULL, NULL, KOMA_TYPE_TEACH_CLASS, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
koma_teach_example_init (KomaTeachExample *self)
{
}

/*< private >
 * koma_teach_example_new:
 * @record: as it is on the disk
 * @folder: the folder of the pictures
 *
 * Thread: main. Returns: (transfer full): an example that is in no class yet
 */
KomaTeachExample *
koma_teach_example_new (const KomaTeachExampleRecord *record,
                        const char                   *folder)
{
  KomaTeachExample *self = g_object_new (KOMA_TYPE_TEACH_EXAMPLE, NULL);

  self->key = record->key;
  self->path = g_build_filename (folder, record->picture, NULL);
  self->source = g_strdup (record->source);
  self->is_from_camera = record->is_from_camera;
  return self;
}

/**
 * koma_teach_example_get_key:
 *
 * Thread: main. Returns: its number in the project, which no other example ever has; a later one
 *   has a greater one
 */
guint64
koma_teach_example_get_key (KomaTeachExample *self)
{
  return self->key;
}

/**
 * koma_teach_example_get_class:
 *
 * Thread: main. Returns: (transfer none) (nullable): what it shows; %NULL: it was removed
 */
KomaTeachClass *
koma_teach_example_get_class (KomaTeachExample *self)
{
  return self->klass;
}

/**
 * koma_teach_example_get_file:
 *
 * Thread: main. Returns: (transfer full): the project's own copy of the picture
 */
GFile *
koma_teach_example_get_file (KomaTeachExample *self)
{
  return g_file_new_for_path (self->path);
}

/**
 * koma_teach_example_get_source:
 *
 * Thread: main. Returns: (transfer none) (nullable): the name of what it was added from
 */
const char *
koma_teach_example_get_source (KomaTeachExample *self)
{
  return self->source;
}

/**
 * koma_teach_example_is_from_camera:
 *
 * Thread: main. Returns: whether it is a frame of a camera, not mirrored
 */
gboolean
koma_teach_example_is_from_camera (KomaTeachExample *self)
{
  return self->is_from_camera;
}

/**
 * koma_teach_example_get_state:
 *
 * Thread: main. Returns: whether it counts in answers
 */
KomaTeachExampleState
koma_teach_example_get_state (KomaTeachExample *self)
{
  return self->state;
}

/**
 * koma_teach_example_get_error:
 *
 * Thread: main. Returns: (transfer none) (nullable): why its picture can not be used
 */
const char *
koma_teach_example_get_error (KomaTeachExample *self)
{
  return self->error;
}

/**
 * koma_teach_example_get_twin:
 *
 * Thread: main. Returns: (transfer none) (nullable): an earlier example that looks the same
 */
KomaTeachExample *
koma_teach_example_get_twin (KomaTeachExample *self)
{
  return self->twin;
}

/**
 * koma_teach_example_get_held_out:
 * @ret_score: (out) (optional): of that class, 0 … 1
 *
 * Thread: main. Returns: (transfer none) (nullable): the answer of a head taught without it
 */
KomaTeachClass *
koma_teach_example_get_held_out (KomaTeachExample *self,
                                 float            *ret_score)
{
  if (ret_score != NULL && self->held_out_answer != NULL)
    *ret_score = self->held_out_score;
  return self->held_out_answer;
}

/*< private >*/
const char *
koma_teach_example_get_picture (KomaTeachExample *self)
{
  return strrchr (self->path, G_DIR_SEPARATOR) + 1;
}

static void
notify (KomaTeachExample *self,
        guint             property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/*< private >*/
void
koma_teach_example_set_class (KomaTeachExample *self,
                              KomaTeachClass   *klass)
{
  if (self->klass == klass)
    return;
  self->klass = klass;
  notify (self, PROP_CLASS);
}

/*< private >*/
void
koma_teach_example_set_twin (KomaTeachExample *self,
                             KomaTeachExample *twin)
{
  if (self->twin == twin)
    return;
  self->twin = twin;
  notify (self, PROP_TWIN);
}

/*< private >*/
void
koma_teach_example_set_state (KomaTeachExample     *self,
                              KomaTeachExampleState state,
                              const char           *error)
{
  g_free (self->error);
  self->error = g_strdup (error);
  if (self->state == state)
    return;
  self->state = state;
  notify (self, PROP_STATE);
}

/*< private >*/
void
koma_teach_example_set_held_out (KomaTeachExample *self,
                                 KomaTeachClass   *answer,
                                 float             score)
{
  self->held_out_score = score;
  if (self->held_out_answer == answer)
    return;
  self->held_out_answer = answer;
  notify (self, PROP_HELD_OUT_ANSWER);
}

static void
loaded_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError      *error = NULL;
  KomaPicture *picture = koma_picture_load_finish (result, &error);

  if (picture != NULL)
    g_task_return_pointer (task, picture, (GDestroyNotify) koma_picture_unref);
  else
    g_task_return_error (task, error);
}

/**
 * koma_teach_example_load_async:
 * @side: pixels of the square that the picture fits into
 * @cancellable: (nullable): ends it
 *
 * Thread: main.
 */
void
koma_teach_example_load_async (KomaTeachExample   *self,
                               guint               side,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .file = file });

  g_task_set_source_tag (task, koma_teach_example_load_async);
  g_task_set_name (task, "[koma] example");
  koma_picture_load_async (request, side, cancellable, loaded_cb, task);
}

/**
 * koma_teach_example_load_finish:
 *
 * Thread: main. Errors: those of koma_picture_load_async().
 *
 * Returns: (transfer full): its pixels
 */
KomaPicture *
koma_teach_example_load_finish (KomaTeachExample *self,
                                GAsyncResult     *result,
                                GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

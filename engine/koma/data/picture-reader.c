/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture-reader.h"

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-private.h"
#include "engine/runtime/cpu-count.h"
#include "picture-ahead.h"

#define N_AHEAD 16

struct _KomaPictureReader
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaPictureFolder *folder; /* (owned) */
  guint              height;
  guint              width;

  /* One thread only; those before the blank line do not change once it has begun. */
  char    *channels; /* (owned) */
  char    *fit;      /* (owned) */
  char    *range;    /* (owned) */
  guint    n_ahead;
  guint    n_threads; /* 0: one for each processor */
  gboolean skips_damaged;
  GArray  *order; /* (owned) guint */

  KomaPictureAhead *ahead; /* (nullable) (owned) it has begun, and not ended */
  gboolean          has_ended;
  GPtrArray        *damaged; /* (owned) char *: what was wrong with those left out */
};

enum {
  PROP_0,
  PROP_FOLDER,
  PROP_HEIGHT,
  PROP_WIDTH,
  PROP_CHANNELS,
  PROP_FIT,
  PROP_RANGE,
  PROP_N_AHEAD,
  PROP_N_THREADS,
  PROP_SKIPS_DAMAGED,
  N_PROPS,
};

G_DEFINE_FINAL_TYPE (KomaPictureReader, koma_picture_reader, G_TYPE_OBJECT)

static void
koma_picture_reader_finalize (GObject *object)
{
  KomaPictureReader *self = KOMA_PICTURE_READER (object);

  g_clear_pointer (&self->ahead, koma_picture_ahead_free);
  g_clear_object (&self->folder);
  g_free (self->channels);
  g_free (self->fit);
  g_free (self->range);
  g_array_unref (self->order);
  g_ptr_array_unref (self->damaged);
  G_OBJECT_CLASS (koma_picture_reader_parent_class)->finalize (object);
}

static void
koma_picture_reader_constructed (GObject *object)
{
  KomaPictureReader *self = KOMA_PICTURE_READER (object);
  guint              n = 0;

  G_OBJECT_CLASS (koma_picture_reader_parent_class)->constructed (object);
  if (self->folder != NULL)
    n = koma_picture_folder_get_n_pictures (self->folder);
  for (guint i = 0; i < n; i++)
    g_array_append_val (self->order, i);
}

/* NULL is the default. */
static void
set_text (char        **text,
          const GValue *value,
          GParamSpec   *spec)
{
  const char *given = g_value_get_string (value);

  g_free (*text);
  *text = g_strdup (given != NULL ? given : G_PARAM_SPEC_STRING (spec)->default_value);
}

static void
koma_picture_reader_set_property (GObject      *object,
                                  guint         property,
                                  const GValue *value,
                                  GParamSpec   *spec)
{
  KomaPictureReader *self = KOMA_PICTURE_READER (object);

  switch (property) {
  case PROP_FOLDER:
    self->folder = g_value_dup_object (value);
    break;
  case PROP_HEIGHT:
    self->height = g_value_get_uint (value);
    break;
  case PROP_WIDTH:
    self->width = g_value_get_uint (value);
    break;
  case PROP_CHANNELS:
    set_text (&self->channels, value, spec);
    break;
  case PROP_FIT:
    set_text (&self->fit, value, spec);
    break;
  case PROP_RANGE:
    set_text (&self->range, value, spec);
    break;
  case PROP_N_AHEAD:
    self->n_ahead = g_value_get_uint (value);
    break;
  case PROP_N_THREADS:
    self->n_threads = g_value_get_uint (value);
    break;
  case PROP_SKIPS_DAMAGED:
    self->skips_damaged = g_value_get_boolean (value);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, spec);
  }
}

static void
koma_picture_reader_get_property (GObject    *object,
                                  guint       property,
                                  GValue     *value,
                                  GParamSpec *spec)
{
  const KomaPictureReader *self = KOMA_PICTURE_READER (object);

  switch (property) {
  case PROP_FOLDER:
    g_value_set_object (value, self->folder);
    break;
  case PROP_HEIGHT:
    g_value_set_uint (value, self->height);
    break;
  case PROP_WIDTH:
    g_value_set_uint (value, self->width);
    break;
  case PROP_CHANNELS:
    g_value_set_string (value, self->channels);
    break;
  case PROP_FIT:
    g_value_set_string (value, self->fit);
    break;
  case PROP_RANGE:
    g_value_set_string (value, self->range);
    break;
  case PROP_N_AHEAD:
    g_value_set_uint (value, self->n_ahead);
    break;
  case PROP_N_THREADS:
    g_value_set_uint (value, self->n_threads);
    break;
  case PROP_SKIPS_DAMAGED:
    g_value_set_boolean (value, self->skips_damaged);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, spec);
  }
}

#define FLAGS (G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS)
#define FIXED (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS)

static void
koma_picture_reader_class_init (KomaPictureReaderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamSpec   *specs[N_PROPS] = {
      /**
     * KomaPictureReader:folder:
     *
     * Where the pictures are.
     */
    [PROP_FOLDER] =
      g_param_spec_object ("folder", NULL, NULL, KOMA_TYPE_PICTURE_FOLDER, FIXED),
    /**
     * KomaPictureReader:height:
     *
     * Rows of each tensor.
     */
    [PROP_HEIGHT] =
      g_param_spec_uint ("height", NULL, NULL, 1, KOMA_MAX_INPUT_SIDE, 224, FIXED),
    /**
     * KomaPictureReader:width:
     *
     * Columns of each tensor.
     */
    [PROP_WIDTH] = g_param_spec_uint ("width", NULL, NULL, 1, KOMA_MAX_INPUT_SIDE, 224, FIXED),
    /**
     * KomaPictureReader:channels:
     *
     * "rgb", "bgr" or "grey", which has one channel.
     */
    [PROP_CHANNELS] = g_param_spec_string ("channels", NULL, NULL, "rgb", FLAGS),
    /**
     * KomaPictureReader:fit:
     *
     * "stretch": the whole picture, its ratio lost; "crop": the largest part of its centre; "pad":
     * the whole picture between black bars.
     */
    [PROP_FIT] = g_param_spec_string ("fit", NULL, NULL, "stretch", FLAGS),
    /**
     * KomaPictureReader:range:
     *
     * What black and white become, two numbers: "0,255", "0,1", "-1,1"; mean and standard
     * deviation of each channel, of values from 0 to 1: "0.5,0.5,0.5/0.25,0.25,0.25"; "imagenet".
     */
    [PROP_RANGE] = g_param_spec_string ("range", NULL, NULL, "0,255", FLAGS),
    /**
     * KomaPictureReader:n-ahead:
     *
     * How many pictures may be in memory before they are asked for.
     */
    [PROP_N_AHEAD] = g_param_spec_uint ("n-ahead", NULL, NULL, 1, 65536, N_AHEAD, FLAGS),
    /**
     * KomaPictureReader:n-threads:
     *
     * How many threads decode; 0: one for each processor.
     */
    [PROP_N_THREADS] =
      g_param_spec_uint ("n-threads", NULL, NULL, 0, KOMA_MAX_THREADS, 0, FLAGS),
    /**
     * KomaPictureReader:skips-damaged:
     *
     * Whether pictures that can not be read are left out; else they are errors.
     */
    [PROP_SKIPS_DAMAGED] = g_param_spec_boolean ("skips-damaged", NULL, NULL, FALSE, FLAGS),
  };

  object_class->constructed = koma_picture_reader_constructed;
  object_class->finalize = koma_picture_reader_finalize;
  object_class->set_property = koma_picture_reader_set_property;
  object_class->get_property = koma_picture_reader_get_property;
  g_object_class_install_properties (object_class, N_PROPS, specs);
}

static void
koma_picture_reader_init (KomaPictureReader *self)
{
  self->order = g_array_new (FALSE, FALSE, sizeof (guint));
  self->damaged = g_ptr_array_new_with_free_func (g_free);
}

/**
 * koma_picture_reader_new:
 * @folder: where the pictures are
 * @height: rows of each tensor, 1 to 4096
 * @width: columns of each tensor, 1 to 4096
 *
 * Nothing is read before the first picture is asked for. Thread: any, which alone uses it then.
 *
 * Returns: (transfer full): a reader of all pictures, in the order of the folder
 */
KomaPictureReader *
koma_picture_reader_new (KomaPictureFolder *folder,
                         guint              height,
                         guint              width)
{
  g_return_val_if_fail (KOMA_IS_PICTURE_FOLDER (folder), NULL);

  return g_object_new (KOMA_TYPE_PICTURE_READER, "folder", folder, "height", height, "width", width,
                       NULL);
}

static gboolean
has_begun (const KomaPictureReader *self)
{
  return self->ahead != NULL || self->has_ended;
}

/**
 * koma_picture_reader_set_order:
 * @self: a reader
 * @indices: (array length=n_indices): pictures of the folder, from 0; each may be there several
 *   times, or not at all
 * @n_indices: how many pictures are read
 * @error: return location for an error
 *
 * Which pictures are read, in which order: shuffled, or a part of them. Thread: that of the reader.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if a picture was asked for before, or the folder has no picture of
 * such an index.
 *
 * Returns: whether it is the order now
 */
gboolean
koma_picture_reader_set_order (KomaPictureReader *self,
                               const guint       *indices,
                               gsize              n_indices,
                               GError           **error)
{
  const guint n = koma_picture_folder_get_n_pictures (self->folder);

  g_return_val_if_fail (KOMA_IS_PICTURE_READER (self), FALSE);

  if (has_begun (self))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: the reader has begun", G_STRFUNC);
  if (n_indices > G_MAXINT32)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: there are %zu indices, expected up to %d",
                      G_STRFUNC, n_indices, G_MAXINT32);
  for (gsize i = 0; i < n_indices; i++)
    if (indices[i] >= n)
      return koma_fail (error, KOMA_ERROR_ARGUMENT,
                        "%s: index %u at %zu is out of range: there are %u pictures", G_STRFUNC,
                        indices[i], i, n);
  g_array_set_size (self->order, 0);
  g_array_append_vals (self->order, indices, (guint) n_indices);
  return TRUE;
}

static gboolean
set_part (KomaRecipe    *recipe,
          KomaRecipePart part,
          const char    *word,
          GError       **error)
{
  return koma_recipe_set_part (recipe, part, word, KOMA_SOURCE_OPTION, error);
}

static gboolean
begin (KomaPictureReader *self,
       GError           **error)
{
  const guint n_processors = koma_cpu_count_available ();
  KomaRecipe  recipe = {
     .width = self->width,
     .height = self->height,
     /* The number of channels is not to be changed later. */
     .channels = g_str_equal (self->channels, "grey") ? KOMA_CHANNELS_GREY : KOMA_CHANNELS_RGB,
  };

  if (!set_part (&recipe, KOMA_PART_CHANNELS, self->channels, error) ||
      !set_part (&recipe, KOMA_PART_FIT, self->fit, error) ||
      !set_part (&recipe, KOMA_PART_RANGE, self->range, error))
    return FALSE;
  self->ahead = koma_picture_ahead_new (self->folder, self->order, &recipe, self->n_ahead,
                                        self->n_threads > 0 ? self->n_threads : n_processors);
  return TRUE;
}

/* NULL without an error: there is no more. */
static KomaArray *
take (KomaPictureReader *self,
      guint             *ret_index,
      GError           **error)
{
  while (!koma_picture_ahead_is_at_end (self->ahead)) {
    GError    *own_error = NULL;
    KomaArray *pixels = koma_picture_ahead_take (self->ahead, ret_index, &own_error);

    if (pixels != NULL)
      return pixels;
    if (!self->skips_damaged) {
      g_propagate_error (error, own_error);
      return NULL;
    }
    g_ptr_array_add (self->damaged, g_strdup (own_error->message));
    g_error_free (own_error);
  }
  return NULL;
}

/**
 * koma_picture_reader_next:
 * @self: a reader
 * @ret_index: (out): which picture of the folder it is: its class is
 *   koma_picture_folder_get_class_index()
 * @error: return location for an error
 *
 * The next picture: upright, its alpha over white, of an animation the first. Threads go on with
 * those behind it. After the last one, and after an error, they end, and there is no more. Thread:
 * that of the reader; waits for the picture.
 *
 * Errors: of a picture, with its path, where KomaPictureReader:skips-damaged is not set:
 * %KOMA_ERROR_DECODE if it is damaged, or of no known format, %KOMA_ERROR_MEMORY if it is too
 * large, #GIOErrorEnum if it can not be read; %KOMA_ERROR_MODEL or %KOMA_ERROR_UNSUPPORTED if a
 * property has a word that there is not.
 *
 * Returns: (transfer none) (nullable): float32 `[height, width, channels]`, floating, or the
 *   scope's in force; %NULL without an error where there is no more
 */
KomaTensor *
koma_picture_reader_next (KomaPictureReader *self,
                          guint             *ret_index,
                          GError           **error)
{
  g_autoptr (KomaArray) pixels = NULL;
  guint index = 0;

  g_return_val_if_fail (KOMA_IS_PICTURE_READER (self), NULL);

  if (self->has_ended || (self->ahead == NULL && !begin (self, error)))
    return NULL;
  pixels = take (self, &index, error);
  if (pixels == NULL) {
    koma_picture_reader_stop (self);
    return NULL;
  }
  *ret_index = index;
  return koma_tensor_new_from_array (pixels);
}

/**
 * koma_picture_reader_list_damaged:
 * @self: a reader
 *
 * Thread: that of the reader.
 *
 * Returns: (transfer full): of each picture that was left out until now, its path and what is wrong
 *   with it
 */
char **
koma_picture_reader_list_damaged (KomaPictureReader *self)
{
  char **found = NULL;

  g_return_val_if_fail (KOMA_IS_PICTURE_READER (self), NULL);

  found = g_new0 (char *, self->damaged->len + 1);
  for (guint i = 0; i < self->damaged->len; i++)
    found[i] = g_strdup (self->damaged->pdata[i]);
  return found;
}

/**
 * koma_picture_reader_stop:
 * @self: a reader
 *
 * Ends the threads, and drops what they have read: there is no more picture. The last reference
 * that goes does so, too. Thread: that of the reader.
 */
void
koma_picture_reader_stop (KomaPictureReader *self)
{
  g_return_if_fail (KOMA_IS_PICTURE_READER (self));

  g_clear_pointer (&self->ahead, koma_picture_ahead_free);
  self->has_ended = TRUE;
}

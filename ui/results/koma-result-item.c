/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-item-private.h"

#include "worker/koma-thread.h"

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

/**
 * KomaResultItem:
 *
 * One picture of the list: its source, and its result or error.
 *
 * A list may have a million items, so an item stores little. It makes its name and its file when a
 * row shows it.
 *
 * Thread: main
 */
G_DEFINE_FINAL_TYPE (KomaResultItem, koma_result_item, G_TYPE_OBJECT)

static void
more_free (KomaItemMore *more)
{
  g_clear_object (&more->file);
  g_clear_pointer (&more->bytes, g_bytes_unref);
  g_clear_pointer (&more->grid, koma_grid_picture_unref);
  g_clear_pointer (&more->picture, koma_picture_unref);
  g_clear_pointer (&more->name, g_free);
  g_clear_pointer (&more->earlier, koma_result_unref);
  g_clear_error (&more->error);
  g_clear_pointer (&more->correction, koma_correction_unref);
  g_clear_pointer (&more->rating, koma_rating_unref);
  g_free (more);
}

KomaItemMore *
koma_result_item_ensure_more (KomaResultItem *self)
{
  if (self->more == NULL)
    self->more = g_new0 (KomaItemMore, 1);
  return self->more;
}

static void
koma_result_item_finalize (GObject *object)
{
  KomaResultItem *self = KOMA_RESULT_ITEM (object);

  g_clear_pointer (&self->path, g_ref_string_release);
  g_clear_pointer (&self->more, more_free);
  g_clear_object (&self->names);
  g_clear_pointer (&self->result, koma_result_unref);
  g_clear_pointer (&self->thumbnail, g_bytes_unref);

  G_OBJECT_CLASS (koma_result_item_parent_class)->finalize (object);
}

static void
koma_result_item_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  switch (prop_id) {
  case PROP_STATE:
    g_value_set_uint (value, KOMA_RESULT_ITEM (object)->state);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  }
}

static void
koma_result_item_class_init (KomaResultItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = koma_result_item_finalize;
  object_class->get_property = koma_result_item_get_property;

  /* Also notified when a new result replaces an old one. */
  props[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, KOMA_ITEM_STOPPED, 0,
                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
koma_result_item_init (KomaResultItem *self)
{
}

KomaItemState
koma_result_item_get_state (KomaResultItem *self)
{
  return self->state;
}

/* Thread: any. */
gboolean
koma_result_item_has_file (KomaResultItem *self)
{
  return self->path != NULL || self->more->file != NULL;
}

const char *
koma_result_item_get_path (KomaResultItem *self)
{
  return self->path;
}

KomaResult *
koma_result_item_get_result (KomaResultItem *self)
{
  return self->result;
}

GBytes *
koma_result_item_get_thumbnail (KomaResultItem *self)
{
  return self->thumbnail != NULL && g_bytes_get_size (self->thumbnail) > 0 ? self->thumbnail : NULL;
}

GBytes *
koma_result_item_ensure_thumbnail (KomaResultItem *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->thumbnail == NULL && self->result != NULL && koma_result_item_has_file (self))
    self->thumbnail = g_bytes_new (NULL, 0);
  return self->thumbnail;
}

const GError *
koma_result_item_get_error (KomaResultItem *self)
{
  return self->more != NULL ? self->more->error : NULL;
}

void
koma_result_item_set_names (KomaResultItem *self,
                            KomaFileNames  *names)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->names, names);
  if (self->path != NULL)
    koma_file_names_add (names, self->path);
  else if (self->more->file != NULL && g_file_peek_path (self->more->file) != NULL)
    koma_file_names_add_copy (names, g_file_peek_path (self->more->file));
}

KomaFileNames *
koma_result_item_get_names (KomaResultItem *self)
{
  return self->names;
}

gboolean
koma_result_item_is_removed (KomaResultItem *self)
{
  return self->is_removed;
}

void
koma_result_item_set_removed (KomaResultItem *self,
                              gboolean        is_removed)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_removed = is_removed;
}

/**
 * koma_result_item_get_key:
 * @self: a picture
 *
 * Returns: the key of its request that is with the worker; 0: there is none
 */
guint64
koma_result_item_get_key (KomaResultItem *self)
{
  return self->key;
}

void
koma_result_item_set_key (KomaResultItem *self,
                          guint64         key)
{
  self->key = key;
}

KomaItemAsk
koma_result_item_get_ask (KomaResultItem *self)
{
  return self->ask;
}

void
koma_result_item_set_ask (KomaResultItem *self,
                          KomaItemAsk     ask)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->ask = ask;
}

/**
 * koma_result_item_set_watch:
 * @self: a picture
 * @watch: (nullable): is told of changes, after all rows; takes the place of the one before
 * @user_data: for @watch
 */
void
koma_result_item_set_watch (KomaResultItem     *self,
                            KomaResultItemWatch watch,
                            gpointer            user_data)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->watch = watch;
  self->watch_data = user_data;
}

void
koma_result_item_notify (KomaResultItem *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
  if (self->watch != NULL)
    self->watch (self, self->watch_data);
}

/* @result, @error: (transfer full) (nullable) */
void
koma_result_item_set_state (KomaResultItem *self,
                            KomaItemState   state,
                            KomaResult     *result,
                            GError         *error)
{
  g_clear_pointer (&self->result, koma_result_unref);
  if (self->more != NULL)
    g_clear_error (&self->more->error);
  self->state = state;
  self->result = result;
  if (error != NULL)
    koma_result_item_ensure_more (self)->error = error;
  koma_result_item_notify (self);
}

void
koma_result_item_set_waiting (KomaResultItem *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_earlier = FALSE;
  self->ask = KOMA_ASK_ANY;
  if (self->state != KOMA_ITEM_WAITING)
    koma_result_item_set_state (self, KOMA_ITEM_WAITING, NULL, NULL);
}

void
koma_result_item_set_stopped (KomaResultItem *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_result_item_set_state (self, KOMA_ITEM_STOPPED, NULL, NULL);
}

void
koma_result_item_take_result (KomaResultItem *self,
                              KomaResult     *result)
{
  GBytes *thumbnail = result->thumbnail;

  KOMA_ASSERT_MAIN_THREAD ();

  if (thumbnail != NULL) {
    g_clear_pointer (&self->thumbnail, g_bytes_unref);
    self->thumbnail = g_bytes_ref (thumbnail);
  }
  koma_result_item_set_state (self, KOMA_ITEM_DONE, result, NULL);
}

void
koma_result_item_take_error (KomaResultItem *self,
                             GError         *error)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_result_item_set_state (self, KOMA_ITEM_FAILED, NULL, error);
}

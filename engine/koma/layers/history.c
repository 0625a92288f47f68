/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "history.h"

#include "engine/graph/nan.h"
#include "history-private.h"

struct _KomaHistory
{
  GObject parent_instance;

  GPtrArray *names;  /* (owned) char * */
  GPtrArray *series; /* (owned) GArray of double, one for each name */
};

G_DEFINE_FINAL_TYPE (KomaHistory, koma_history, G_TYPE_OBJECT)

static void
koma_history_finalize (GObject *object)
{
  KomaHistory *self = KOMA_HISTORY (object);

  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->series);
  G_OBJECT_CLASS (koma_history_parent_class)->finalize (object);
}

static void
koma_history_class_init (KomaHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_history_finalize;
}

static void
koma_history_init (KomaHistory *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->series = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
}

/**
 * koma_history_new: (skip)
 */
KomaHistory *
koma_history_new (void)
{
  return g_object_new (KOMA_TYPE_HISTORY, NULL);
}

static GArray *
find (KomaHistory *self,
      const char  *name)
{
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), name))
      return g_ptr_array_index (self->series, i);
  return NULL;
}

/**
 * koma_history_add: (skip)
 *
 * Adds the number of an epoch.
 */
void
koma_history_add (KomaHistory *self,
                  const char  *name,
                  double       value)
{
  const double plain = koma_nan_make_plain_double (value);
  GArray      *series = find (self, name);

  if (series == NULL) {
    series = g_array_new (FALSE, FALSE, sizeof (double));
    g_ptr_array_add (self->names, g_strdup (name));
    g_ptr_array_add (self->series, series);
  }
  g_array_append_val (series, plain);
}

/**
 * koma_history_get_n_epochs:
 * @self: a history
 *
 * Thread: the one that trains.
 *
 * Returns: how many epochs have ended
 */
guint
koma_history_get_n_epochs (KomaHistory *self)
{
  g_return_val_if_fail (KOMA_IS_HISTORY (self), 0);

  return self->series->len > 0 ? ((GArray *) g_ptr_array_index (self->series, 0))->len : 0;
}

/**
 * koma_history_get_names:
 * @self: a history
 *
 * Thread: the one that trains.
 *
 * Returns: (transfer full): "loss", then metrics, then those of the validation with "val_" before
 */
char **
koma_history_get_names (KomaHistory *self)
{
  char **names = NULL;

  g_return_val_if_fail (KOMA_IS_HISTORY (self), NULL);

  names = g_new0 (char *, self->names->len + 1);
  for (guint i = 0; i < self->names->len; i++)
    names[i] = g_strdup (g_ptr_array_index (self->names, i));
  return names;
}

/**
 * koma_history_get_values:
 * @self: a history
 * @name: one of koma_history_get_names()
 * @ret_n_values: (out): koma_history_get_n_epochs()
 *
 * Thread: the one that trains.
 *
 * Returns: (transfer none) (array length=ret_n_values) (nullable): one number for each epoch, valid
 *   until the next ends; %NULL if there is none of that name
 */
const double *
koma_history_get_values (KomaHistory *self,
                         const char  *name,
                         gsize       *ret_n_values)
{
  GArray *series = NULL;

  g_return_val_if_fail (KOMA_IS_HISTORY (self), NULL);

  series = find (self, name);
  *ret_n_values = series != NULL ? series->len : 0;
  return series != NULL ? (const double *) series->data : NULL;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recipe-choices.h"

#include "worker/koma-thread.h"

/* Classes and prompts are chosen elsewhere, and stay as they are. */
#define N_CHOICES KOMA_PART_CLASSES

struct _KomaRecipeChoices
{
  GObject parent_instance;

  /* Owned. */
  KomaModelControl *control;
  char             *hash;    /* (nullable) of the model that all of this is about */
  char            **current; /* [N_CHOICES] in effect, or on the way to it */
  GPtrArray        *before;  /* such lists: the newest last */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (KomaRecipeChoices, koma_recipe_choices, G_TYPE_OBJECT)

static void
koma_recipe_choices_finalize (GObject *object)
{
  KomaRecipeChoices *self = KOMA_RECIPE_CHOICES (object);

  g_clear_object (&self->control);
  g_clear_pointer (&self->hash, g_free);
  g_clear_pointer (&self->current, g_strfreev);
  g_clear_pointer (&self->before, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_recipe_choices_parent_class)->finalize (object);
}

static void
koma_recipe_choices_class_init (KomaRecipeChoicesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_recipe_choices_finalize;

  /* The ways back are others. */
  changed_signal = g_signal_new ("changed", KOMA_TYPE_RECIPE_CHOICES, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_recipe_choices_init (KomaRecipeChoices *self)
{
  self->before = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
}

/* What the model in use was loaded with. */
static char **
read_choices (const KomaModelInfo *info)
{
  char **parts = g_new0 (char *, N_CHOICES + 1);

  for (KomaRecipePart part = 0; part < N_CHOICES; part++) {
    const gboolean is_chosen = info->values.sources[part] == KOMA_SOURCE_OPTION;

    if (part == KOMA_PART_LABELS)
      parts[part] = g_strdup (info->labels_path != NULL ? info->labels_path : "");
    else
      parts[part] = is_chosen ? koma_recipe_dup_part (&info->values, part) : g_strdup ("");
  }
  return parts;
}

/* While a choice is on its way, what is in effect is older than what was chosen. */
static void
loaded_cb (KomaRecipeChoices *self)
{
  const KomaModelInfo *info = koma_model_control_get_info (self->control);

  if (info == NULL || koma_model_control_is_choosing (self->control))
    return;
  if (g_strcmp0 (info->hash, self->hash) != 0) {
    g_free (self->hash);
    self->hash = g_strdup (info->hash);
    g_ptr_array_set_size (self->before, 0);
  }
  g_strfreev (self->current);
  self->current = read_choices (info);
  g_signal_emit (self, changed_signal, 0);
}

KomaRecipeChoices *
koma_recipe_choices_new (KomaModelControl *control)
{
  KomaRecipeChoices *self = g_object_new (KOMA_TYPE_RECIPE_CHOICES, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->control = g_object_ref (control);
  g_signal_connect_object (control, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  loaded_cb (self);
  return self;
}

static void
apply (KomaRecipeChoices *self)
{
  const char *parts[KOMA_N_PARTS] = { NULL };

  memcpy (parts, self->current, N_CHOICES * sizeof *parts);
  koma_model_control_set_parts (self->control, parts);
  g_signal_emit (self, changed_signal, 0);
}

static void
remember (KomaRecipeChoices *self)
{
  g_ptr_array_add (self->before, g_strdupv (self->current));
}

static void
replace (KomaRecipeChoices *self,
         KomaRecipePart     part,
         const char        *word)
{
  g_free (self->current[part]);
  self->current[part] = g_strdup (word);
}

void
koma_recipe_choices_choose (KomaRecipeChoices *self,
                            KomaRecipePart     part,
                            const char        *word)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->current == NULL || !koma_model_control_can_choose (self->control) ||
      g_str_equal (self->current[part], word))
    return;
  remember (self);
  /* That one brings its order of channels along, and takes it away again. */
  if (part == KOMA_PART_RANGE &&
      (g_str_equal (word, "caffe") || g_str_equal (self->current[part], "caffe")))
    replace (self, KOMA_PART_CHANNELS, "");
  replace (self, part, word);
  apply (self);
}

gboolean
koma_recipe_choices_can_undo (KomaRecipeChoices *self)
{
  return self->before->len > 0;
}

void
koma_recipe_choices_undo (KomaRecipeChoices *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->before->len == 0 || !koma_model_control_can_choose (self->control))
    return;
  g_strfreev (self->current);
  self->current = g_ptr_array_steal_index (self->before, self->before->len - 1);
  apply (self);
}

gboolean
koma_recipe_choices_can_reset (KomaRecipeChoices *self)
{
  for (guint i = 0; self->current != NULL && i < N_CHOICES; i++)
    if (*self->current[i] != '\0')
      return TRUE;
  return FALSE;
}

void
koma_recipe_choices_reset (KomaRecipeChoices *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (!koma_recipe_choices_can_reset (self) || !koma_model_control_can_choose (self->control))
    return;
  remember (self);
  for (KomaRecipePart part = 0; part < N_CHOICES; part++)
    replace (self, part, "");
  apply (self);
}

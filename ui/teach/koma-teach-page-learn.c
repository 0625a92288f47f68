/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person said of pictures in the list becomes classes and examples. */
#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-teach-words.h"
#include "worker/koma-thread.h"

/* Pictures on their way into classes; held until the last has come back. */
typedef struct
{
  KomaTeachPage    *page;
  KomaTeachProject *project;
  GPtrArray        *corrected; /* (element-type KomaTeachCorrected) */
  gulong            handler;   /* while the project is being opened; 0: it is not waited for */
  guint             n_waiting;
  guint             n_classes; /* that get pictures */
  guint             n_there;   /* pictures that were examples before */
  KomaTeachAdded    added;
} Learning;

void
koma_teach_corrected_free (KomaTeachCorrected *corrected)
{
  koma_request_unref (corrected->request);
  g_free (corrected->name);
  g_free (corrected->label);
  g_free (corrected);
}

static void
learning_free (Learning *learning)
{
  g_clear_signal_handler (&learning->handler, learning->project);
  g_object_unref (learning->page);
  g_object_unref (learning->project);
  g_ptr_array_unref (learning->corrected);
  g_free (learning);
}

static char *
describe (const Learning *learning)
{
  const guint      n = learning->added.n_added;
  g_autofree char *pictures = NULL;

  if (n == 0 && learning->added.n_failed == 0)
    return g_strdup (_ ("These pictures are in their classes already"));
  if (learning->added.n_failed > 0)
    return koma_teach_words_for_added (&learning->added, NULL);
  pictures = g_strdup_printf (ngettext ("%'u picture added", "%'u pictures added", n), n);
  /* Translators: “12 pictures added”, and a number of classes */
  return g_strdup_printf (ngettext ("%s to %'u class", "%s to %'u classes", learning->n_classes),
                          pictures, learning->n_classes);
}

static void
end (Learning *learning)
{
  KomaTeachPage *page = learning->page;

  if (page->project == learning->project) {
    g_autofree char *text = describe (learning);

    if (learning->added.n_added > 0)
      koma_teach_page_offer_undo (page, text);
    else
      koma_teach_page_say (page, text, NULL, NULL);
  }
  learning_free (learning);
}

static void
added_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Learning *learning = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachExample) example =
    koma_teach_project_add_picture_finish (KOMA_TEACH_PROJECT (source), result, &error);

  if (example != NULL)
    learning->added.n_added++;
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    learning->added.n_failed++;
  if (--learning->n_waiting == 0)
    end (learning);
}

/* How often each name is an example already: a project keeps copies, which know no folder.
 * (transfer full) utf8 → number */
static GHashTable *
count_names (KomaTeachClass *klass)
{
  GListModel *examples = G_LIST_MODEL (klass);
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (examples); i++) {
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (examples, i);
    const char *name = koma_teach_example_get_source (example);

    if (name != NULL)
      g_hash_table_replace (
        names, g_strdup (name),
        GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (names, name)) + 1));
  }
  return names;
}

/* One of a name that is there less. */
static gboolean
is_there (GHashTable *names,
          const char *name)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));

  if (n > 0)
    g_hash_table_replace (names, g_strdup (name), GUINT_TO_POINTER (n - 1));
  return n > 0;
}

/* (nullable) there are too many classes */
static KomaTeachClass *
find_class (Learning   *learning,
            const char *label)
{
  KomaTeachClass *klass = koma_teach_project_find_class (learning->project, label);

  return klass != NULL ? klass : koma_teach_project_add_class (learning->project, label);
}

static void
add_to_class (Learning   *learning,
              const char *label)
{
  KomaTeachClass *klass = find_class (learning, label);
  g_autoptr (GHashTable) names = klass != NULL ? count_names (klass) : NULL;
  const guint n_before = learning->n_waiting;

  for (guint i = 0; klass != NULL && i < learning->corrected->len; i++) {
    const KomaTeachCorrected *one = learning->corrected->pdata[i];

    if (!g_str_equal (one->label, label) || is_there (names, one->name))
      continue;
    learning->n_waiting++;
    koma_teach_project_add_picture_async (learning->project, klass, one->request, one->name, NULL,
                                          added_cb, learning);
  }
  learning->n_classes += learning->n_waiting > n_before;
}

/* All of it is one step. */
static void
learn (Learning *learning)
{
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  learning->n_waiting = 1;
  koma_teach_project_begin_step (learning->project);
  for (guint i = 0; i < learning->corrected->len; i++) {
    const KomaTeachCorrected *one = learning->corrected->pdata[i];

    if (g_hash_table_add (done, one->label))
      add_to_class (learning, one->label);
  }
  koma_teach_project_end_step (learning->project);
  if (--learning->n_waiting == 0)
    end (learning);
}

static void
state_cb (Learning *learning)
{
  const KomaTeachState state = koma_teach_project_get_status (learning->project).state;

  if (state == KOMA_TEACH_OPENING)
    return;
  g_clear_signal_handler (&learning->handler, learning->project);
  if (state == KOMA_TEACH_READY)
    learn (learning);
  else
    learning_free (learning);
}

void
koma_teach_page_learn (KomaTeachPage *self,
                       GPtrArray     *corrected)
{
  Learning *learning = g_new0 (Learning, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  learning->page = g_object_ref (self);
  learning->project = g_object_ref (koma_teach_page_open (self));
  learning->corrected = g_ptr_array_ref (corrected);
  learning->handler = g_signal_connect_swapped (learning->project, "notify::state",
                                                G_CALLBACK (state_cb), learning);
  state_cb (learning);
}

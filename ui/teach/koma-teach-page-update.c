/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the page shows, derived from the state of the project. */

#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-teach-situation.h"
#include "koma-teach-words.h"
#include "worker/koma-thread.h"
#include "worker/teach/learn/koma-teach-tune.h"

/* ---- Helpers of all parts ---- */

/* Returns: (transfer full) (nullable) */
KomaTeachClass *
koma_teach_page_find_class (KomaTeachPage *self,
                            guint          id)
{
  GListModel *classes = G_LIST_MODEL (self->project);

  for (guint i = 0; i < g_list_model_get_n_items (classes); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);

    if (koma_teach_class_get_id (klass) == id)
      return g_steal_pointer (&klass);
  }
  return NULL;
}

static KomaClassCard *
get_card (KomaTeachPage *self,
          guint          i)
{
  GtkFlowBoxChild *child = gtk_flow_box_get_child_at_index (self->cards, i);

  return child != NULL ? KOMA_CLASS_CARD (gtk_flow_box_child_get_child (child)) : NULL;
}

void
koma_teach_page_say (KomaTeachPage *self,
                     const char    *text,
                     const char    *button,
                     const char    *action)
{
  g_signal_emit_by_name (self, "message", text, button, action);
}

/**
 * koma_teach_page_offer_undo:
 * @self: a page
 * @text: (nullable): what has been done; %NULL: as the project notes it
 */
void
koma_teach_page_offer_undo (KomaTeachPage *self,
                            const char    *text)
{
  const KomaTeachUndo *undo = koma_teach_project_get_undo (self->project);
  g_autofree char     *words = NULL;

  if (undo == NULL)
    return;
  words = text != NULL ? g_strdup (text) : koma_teach_words_for_undo (undo);
  koma_teach_page_say (self, words, _ ("Undo"), "win.undo-teaching");
}

/* ---- Advice of the cards ---- */

static guint
count_twins (KomaTeachClass *klass)
{
  GListModel *examples = G_LIST_MODEL (klass);
  guint       n_twins = 0;

  for (guint i = 0; i < g_list_model_get_n_items (examples); i++) {
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (examples, i);

    if (koma_teach_example_get_twin (example) != NULL)
      n_twins++;
  }
  return n_twins;
}

static KomaTeachClass *
find_largest (KomaTeachPage *self)
{
  KomaTeachClass *largest = NULL;
  KomaClassCard  *card = NULL;

  for (guint i = 0; (card = get_card (self, i)) != NULL; i++) {
    KomaTeachClass *klass = koma_class_card_get_class (card);

    if (largest == NULL ||
        koma_teach_class_get_n_examples (klass) > koma_teach_class_get_n_examples (largest))
      largest = klass;
  }
  return largest;
}

static void
update_advice (KomaTeachPage *self)
{
  KomaTeachClass *largest = find_largest (self);
  KomaClassCard  *card = NULL;

  for (guint i = 0; (card = get_card (self, i)) != NULL; i++) {
    KomaTeachClass  *klass = koma_class_card_get_class (card);
    g_autofree char *advice =
      koma_teach_words_for_advice (koma_teach_class_get_n_examples (klass), count_twins (klass),
                                   koma_teach_class_get_n_examples (largest),
                                   koma_teach_class_get_name (largest));

    koma_class_card_set_advice (card, advice);
  }
}

static void
focus_named (KomaTeachPage *self)
{
  KomaClassCard *card = NULL;

  if (self->named_class == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self->cards)))
    return;
  for (guint i = 0; (card = get_card (self, i)) != NULL; i++) {
    if (koma_teach_class_get_id (koma_class_card_get_class (card)) == self->named_class)
      koma_class_card_focus_name (card);
  }
  self->named_class = 0;
}

/* ---- The page ---- */

static const char *
choose_page (KomaTeachPage *self)
{
  switch (koma_teach_project_get_status (self->project).state) {
  case KOMA_TEACH_FAILED:
    return "failed";
  case KOMA_TEACH_OPENING:
    return "opening";
  default:
    return g_list_model_get_n_items (G_LIST_MODEL (self->project)) > 0 ? "classes" : "empty";
  }
}

static void
show_page (KomaTeachPage *self)
{
  const char    *page = choose_page (self);
  const GError  *error = koma_teach_project_get_status (self->project).error;
  const gboolean has_classes = g_str_equal (page, "classes");

  if (error != NULL)
    adw_status_page_set_description (self->failed_page, error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->pane_area), has_classes);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), has_classes);
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), page) == 0)
    return;
  gtk_stack_set_visible_child_name (self->pages, page);
  if (self->named_class == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->pages), GTK_DIR_TAB_FORWARD);
}

static void
enable (KomaTeachPage *self,
        const char    *name,
        gboolean       is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

static void
show_situation (KomaTeachPage *self)
{
  KomaTeachSituation now;
  g_autofree char   *text = NULL;
  gboolean           is_trained = FALSE;
  /* Pictures that wait would be lost. */
  const gboolean can_leave =
    koma_teach_project_get_status (self->project).n_adding == 0 && !self->is_saving;

  koma_teach_situation_get (self->project, &now);
  text = koma_teach_situation_describe (&now);
  is_trained = now.head == KOMA_TEACH_HEAD_TRAINED && !self->is_saving;
  gtk_label_set_label (self->status, text);
  if (!koma_teach_situation_is_busy (&now) && g_strcmp0 (text, self->said) != 0) {
    g_free (self->said);
    self->said = g_strdup (text);
    g_signal_emit_by_name (self, "announce", text);
  }
  gtk_widget_set_visible (GTK_WIDGET (self->progress), koma_teach_situation_is_busy (&now));
  gtk_progress_bar_set_fraction (self->progress, koma_teach_situation_get_fraction (&now));
  enable (self, "show-evaluation", now.n_checked > 0);
  enable (self, "fine-tune",
          now.head == KOMA_TEACH_HEAD_TRAINED ||
            koma_teach_project_get_status (self->project).tune_state != KOMA_TEACH_TUNE_NONE);
  enable (self, "save", is_trained);
  enable (self, "export", is_trained);
  enable (self, "new-project", can_leave);
  enable (self, "open-project", can_leave);
}

void
koma_teach_page_update (KomaTeachPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->project == NULL)
    return;
  show_page (self);
  show_situation (self);
  update_advice (self);
  focus_named (self);
  g_signal_emit_by_name (self, "changed");
}

static gboolean
update_cb (gpointer user_data)
{
  KomaTeachPage *self = user_data;

  self->update_source = 0;
  koma_teach_page_update (self);
  return G_SOURCE_REMOVE;
}

/* Hundreds of examples come in a second. */
void
koma_teach_page_queue_update (KomaTeachPage *self)
{
  if (self->update_source == 0)
    self->update_source = g_timeout_add (50, update_cb, self);
}

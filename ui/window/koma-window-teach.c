/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-announce.h"
#include "ui/teach/koma-teach-situation.h"
#include "ui/teach/koma-teach-words.h"
#include "worker/koma-thread.h"
#include "worker/teach/learn/koma-teach-tune.h"

/* ---- Corrections: a picture of the list becomes an example ---- */

static char *
describe_classes (GListModel *classes)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (classes); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);

    g_string_append_printf (text, "%u %s\n", koma_teach_class_get_id (klass),
                            koma_teach_class_get_name (klass));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_class (GMenu          *menu,
              KomaTeachClass *klass)
{
  g_autoptr (GMenuItem) item = koma_teach_words_create_menu_item (klass);

  g_menu_item_set_action_and_target (item, "win.correct", "u", koma_teach_class_get_id (klass));
  g_menu_append_item (menu, item);
}

/* The classes change seldom, and the page more often. */
static void
update_corrections (KomaWindow *self)
{
  GListModel      *classes = G_LIST_MODEL (koma_teach_page_open (self->teach_page));
  g_autofree char *described = describe_classes (classes);
  g_autoptr (GMenu) known = g_menu_new ();
  g_autoptr (GMenu) unknown = g_menu_new ();

  if (g_strcmp0 (described, self->described_classes) == 0)
    return;
  g_free (self->described_classes);
  self->described_classes = g_steal_pointer (&described);
  for (guint i = 0; i < g_list_model_get_n_items (classes); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);

    append_class (known, klass);
  }
  g_menu_append (unknown, _ ("_New Class…"), "win.correct(uint32 0)");
  g_menu_remove_all (self->corrections);
  g_menu_append_section (self->corrections, NULL, G_MENU_MODEL (known));
  g_menu_append_section (self->corrections, NULL, G_MENU_MODEL (unknown));
}

static void
message_cb (KomaWindow *self,
            const char *text,
            const char *button,
            const char *action)
{
  /* A model that was taught stays offered until it is used, or the user closes it. */
  if (action != NULL && g_str_has_prefix (action, "win.use-taught"))
    koma_notice_show (self->notice, text, button, action);
  else if (button != NULL)
    koma_toast_show_with_action (self->toast, text, button, action);
  else
    koma_toast_show (self->toast, text);
}

static void
announce_cb (KomaWindow *self,
             const char *text)
{
  if (self->view == KOMA_VIEW_TEACH)
    koma_announce (GTK_WIDGET (self->toast), text);
}

/* Without a base nothing goes on, however many examples there are. */
static void
update_long_work (KomaWindow       *self,
                  KomaTeachProject *project)
{
  const KomaTeachTuneState tune = koma_teach_project_get_status (project).tune_state;
  KomaTeachSituation       now;
  gboolean                 is_busy = FALSE;

  koma_teach_situation_get (project, &now);
  is_busy = tune == KOMA_TEACH_TUNE_LOOKING || tune == KOMA_TEACH_TUNE_RUNNING ||
            (now.base != KOMA_TEACH_BASE_NONE && koma_teach_situation_is_busy (&now));
  koma_long_work_set_busy (self->long_work, KOMA_WORK_TEACHING, is_busy);
  if (is_busy)
    return;
  if (tune == KOMA_TEACH_TUNE_DONE)
    koma_long_work_tell (self->long_work, KOMA_WORK_TEACHING, _ ("Fine-tuning has ended"),
                         _ ("Show"), "app.show-teaching");
  else if (now.training == KOMA_TEACH_TRAINING_DONE)
    koma_long_work_tell (self->long_work, KOMA_WORK_TEACHING, _ ("Koma has learned your classes"),
                         _ ("Show"), "app.show-teaching");
}

static void
changed_cb (KomaWindow *self)
{
  KomaTeachProject *project = koma_teach_page_open (self->teach_page);

  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->teach_title),
                                 koma_teach_project_get_status (project).name);
  update_corrections (self);
  update_long_work (self, project);
  koma_window_update_actions (self);
}

static void
ensure_page (KomaWindow *self)
{
  if (self->teach_page != NULL)
    return;
  self->teach_page = g_object_new (KOMA_TYPE_TEACH_PAGE, NULL);
  koma_teach_page_connect (self->teach_page, self->library, self->control, self->camera_options);
  if (self->project != NULL)
    koma_teach_page_switch (self->teach_page, self->project);
  g_signal_connect_object (self->teach_page, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->teach_page, "message", G_CALLBACK (message_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->teach_page, "announce", G_CALLBACK (announce_cb), self,
                           G_CONNECT_SWAPPED);
  koma_window_pages_add (self, "teach", GTK_WIDGET (self->teach_page));
}

static void
open_corrections (KomaWindow *self)
{
  ensure_page (self);
  update_corrections (self);
}

static void
correct_action (GtkWidget  *widget,
                const char *name,
                GVariant   *class_id)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) items = koma_results_view_dup_selected (self->results);
  g_autoptr (GPtrArray) requests =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_request_unref);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const KomaRequest how = { 0 };

  for (guint i = 0; i < items->len; i++) {
    KomaResultItem *item = g_ptr_array_index (items, i);

    g_ptr_array_add (requests, koma_result_item_create_request (item, &how));
    g_ptr_array_add (names, koma_result_item_dup_name (item));
  }
  ensure_page (self);
  koma_teach_page_correct (self->teach_page, requests, names, g_variant_get_uint32 (class_id));
  if (g_variant_get_uint32 (class_id) == 0)
    koma_window_show (self, KOMA_VIEW_TEACH);
}

/* ---- The page ---- */

void
koma_window_show_teach (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  ensure_page (self);
  koma_window_show (self, KOMA_VIEW_TEACH);
}

/* (transfer full) (element-type KomaTeachCorrected) of the list */
static GPtrArray *
list_corrected (KomaWindow *self)
{
  GListModel *items = koma_result_feed_get_items (self->feed);
  GPtrArray  *corrected =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_corrected_free);
  const KomaRequest how = { 0 };

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    const KomaCorrection *correction = koma_result_item_get_correction (item);
    KomaTeachCorrected   *one = NULL;

    if (correction == NULL)
      continue;
    one = g_new (KomaTeachCorrected, 1);
    *one = (KomaTeachCorrected){ koma_result_item_create_request (item, &how),
                                 koma_result_item_dup_name (item), g_strdup (correction->label) };
    g_ptr_array_add (corrected, one);
  }
  return corrected;
}

/* What was corrected, and what was confirmed. */
static void
teach_corrections_action (GtkWidget  *widget,
                          const char *name,
                          GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) corrected = list_corrected (self);

  if (corrected->len == 0) {
    koma_toast_show (self->toast, _ ("No picture was corrected or confirmed yet"));
    return;
  }
  koma_window_show_teach (self);
  koma_teach_page_learn (self->teach_page, corrected);
}

static void
teach_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  /* What was said of models and pictures is no matter of the classes, and would cover them. */
  koma_toast_hide (self->toast);
  if (self->view == KOMA_VIEW_TEACH)
    koma_window_show (self, KOMA_VIEW_LIST);
  else
    koma_window_show_teach (self);
}

/* A model that was taught, with the pictures of the list, or the first of them. */
static void
use_taught_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *path)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_model_control_load (self->control, g_variant_get_string (path, NULL));
  koma_window_show (self, KOMA_VIEW_LIST);
}

/* From the library's window. */
static void
teach_on_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *path)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_window_show_teach (self);
  koma_teach_page_teach_on (self->teach_page, g_variant_get_string (path, NULL));
  gtk_window_present (GTK_WINDOW (self));
}

static void
undo_teaching_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_toast_withdraw (self->toast, "win.undo-teaching");
  ensure_page (self);
  koma_teach_page_undo (self->teach_page);
}

void
koma_window_install_teach_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.teach", NULL, teach_action);
  gtk_widget_class_install_action (widget_class, "win.correct", "u", correct_action);
  gtk_widget_class_install_action (widget_class, "win.teach-on", "s", teach_on_action);
  gtk_widget_class_install_action (widget_class, "win.teach-corrections", NULL,
                                   teach_corrections_action);
  gtk_widget_class_install_action (widget_class, "win.undo-teaching", NULL, undo_teaching_action);
  gtk_widget_class_install_action (widget_class, "win.use-taught", "s", use_taught_action);
}

const char *
koma_window_get_project (KomaWindow *self)
{
  return self->teach_page != NULL ? koma_teach_page_get_folder (self->teach_page) : self->project;
}

void
koma_window_set_project (KomaWindow *self,
                         const char *folder)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->teach_page != NULL)
    koma_teach_page_switch (self->teach_page, folder);
  g_free (self->project);
  self->project = g_strdup (folder);
}

void
koma_window_connect_teach (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->corrections = g_menu_new ();
  koma_results_view_set_corrections (self->results, G_MENU_MODEL (self->corrections));
  /* The project is opened when it is first needed. */
  g_signal_connect_object (self->results, "menu", G_CALLBACK (open_corrections), self,
                           G_CONNECT_SWAPPED);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "koma-window-activity.h"
#include "koma-window-suggest.h"
#include "ui/diagnostics/koma-diagnostics-window.h"
#include "ui/models/koma-recipe-window.h"
#include "ui/results/koma-sureness.h"
#include "worker/koma-thread.h"

gboolean
koma_window_has_model (KomaWindow *self)
{
  return koma_model_control_get_info (self->control) != NULL ||
         koma_model_control_is_loading (self->control);
}

static void
update_page (KomaWindow *self)
{
  static const char *const pages[] = {
    [KOMA_VIEW_LIST] = "results",
    [KOMA_VIEW_CAMERA] = "camera",
    [KOMA_VIEW_TEACH] = "teach",
    [KOMA_VIEW_PICTURE] = "picture",
    [KOMA_VIEW_BOARD] = "board",
    [KOMA_VIEW_GRID] = "grid",
  };
  const char *page = pages[self->view];

  if (self->view == KOMA_VIEW_LIST && koma_result_feed_is_empty (self->feed))
    page = koma_window_has_model (self) ? "empty" : "model";
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), page) == 0)
    return;

  gtk_stack_set_visible_child_name (self->pages, page);
  /* So that arrow keys, the menu key and Enter do what one expects. And GTK drops keys while the
   * focus is in a row that has gone. */
  if (g_str_equal (page, "results"))
    koma_results_view_focus_list (self->results);
  else
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->pages), GTK_DIR_TAB_FORWARD);
}

/* These windows are about the first picture that is selected, else about the newest. */
void
koma_window_update_picture_windows (KomaWindow *self)
{
  g_autoptr (KomaResultItem) item = NULL;

  if (self->diagnostics_window == NULL && self->recipe_window == NULL)
    return;
  item = koma_results_view_get_current (self->results);
  if (self->diagnostics_window != NULL)
    koma_diagnostics_set_item (
      koma_diagnostics_window_get_diagnostics (KOMA_DIAGNOSTICS_WINDOW (self->diagnostics_window)),
      item);
  if (self->recipe_window != NULL)
    koma_recipe_window_set_item (KOMA_RECIPE_WINDOW (self->recipe_window), item);
}

/* A range that the model says itself is not for the user to choose here. */
static gboolean
is_for_user (KomaRecipeSource source)
{
  return source == KOMA_SOURCE_GUESS || source == KOMA_SOURCE_PICTURES ||
         source == KOMA_SOURCE_OPTION;
}

static void
update_choices (KomaWindow *self)
{
  GtkWidget     *widget = GTK_WIDGET (self);
  KomaModelInfo *info = koma_model_control_get_info (self->control);
  gboolean       can_choose = koma_model_control_can_choose (self->control);
  gboolean       has_range = can_choose && is_for_user (info->values.sources[KOMA_PART_RANGE]);
  GAction       *range = g_action_map_lookup_action (G_ACTION_MAP (self), "range");

  gtk_widget_action_set_enabled (widget, "win.open-labels", can_choose);
  gtk_widget_action_set_enabled (widget, "win.use-own-labels",
                                 can_choose && info->labels_path != NULL);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (range), has_range);
  if (info != NULL && !koma_model_control_is_choosing (self->control))
    g_simple_action_set_state (G_SIMPLE_ACTION (range),
                               g_variant_new_string (info->range != NULL ? info->range : ""));
}

/* In a field on the page of the list, or of a review. */
static gboolean
is_typing (KomaWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return (self->view == KOMA_VIEW_LIST || self->review != NULL) && focus != NULL &&
         GTK_IS_TEXT (focus);
}

/* Of a picture whose model compares it with words. */
static gboolean
knows_words (KomaResultItem *item) /* (nullable) */
{
  const KomaResult *result = item != NULL ? koma_result_item_get_result (item) : NULL;

  return result != NULL && result->info->space != NULL;
}

static void
update_collection_actions (KomaWindow *self,
                           gboolean    is_empty,
                           gboolean    is_selected)
{
  GtkWidget     *widget = GTK_WIDGET (self);
  const gboolean is_open = koma_collection_control_get_path (self->collection) != NULL;

  gtk_widget_action_set_enabled (widget, "win.keep-answers", !is_empty && !is_open);
  gtk_widget_action_set_enabled (widget, "win.close-collection", is_open);
  gtk_widget_action_set_enabled (widget, "win.compare-models", is_open);
  gtk_widget_action_set_enabled (widget, "win.take-out", is_open && is_selected);
  gtk_widget_action_set_enabled (widget, "win.forget-missing",
                                 koma_collection_control_get_n_gone (self->collection) > 0);
}

/* (nullable) (transfer full) The one that is shown large, or the only one that is selected. */
static KomaResultItem *
dup_subject (KomaWindow *self,
             guint64     n_selected)
{
  KomaResultItem *item = NULL;

  if (self->view == KOMA_VIEW_PICTURE) {
    item = koma_picture_page_get_item (self->picture_page);
    return item != NULL ? g_object_ref (item) : NULL;
  }
  return n_selected == 1 ? koma_results_view_get_current (self->results) : NULL;
}

/* Of several that are selected some may have an answer, and something said of them. */
static void
update_correcting (KomaWindow *self,
                   guint64     n_selected)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (KomaResultItem) subject = dup_subject (self, n_selected);
  const gboolean has_any = n_selected > 1 || subject != NULL;

  gtk_widget_action_set_enabled (widget, "win.correct-answer", has_any);
  gtk_widget_action_set_enabled (widget, "win.rate", has_any);
  gtk_widget_action_set_enabled (widget, "win.confirm-answer",
                                 has_any && (subject == NULL ||
                                             koma_result_item_get_result (subject) != NULL));
  gtk_widget_action_set_enabled (widget, "win.take-back",
                                 has_any && (subject == NULL ||
                                             koma_result_item_get_correction (subject) != NULL));
}

/* With a picture that was taken within seconds of others. */
static gboolean
can_be_together (KomaWindow *self,
                 gboolean    is_selected)
{
  g_autoptr (KomaResultItem) item = NULL;

  if (is_selected)
    item = koma_results_view_get_current (self->results);
  return (self->review != NULL && self->view == KOMA_VIEW_PICTURE) ||
         (item != NULL && koma_bursts_can_have (item));
}

void
koma_window_update_actions (KomaWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GtkBitset) selection = NULL;
  g_autoptr (KomaResultItem) comparable = NULL;
  const gboolean is_list = self->view == KOMA_VIEW_LIST && !is_typing (self);
  gboolean       has_rows = FALSE, is_selected = FALSE, is_empty = FALSE;
  gboolean       is_busy = FALSE, can_undo = FALSE;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->feed == NULL)
    return;

  selection = koma_results_view_get_selection (self->results);
  comparable = koma_results_view_dup_comparable (self->results);
  /* No action on a list that is not shown. */
  has_rows = is_list && !koma_window_is_suggesting (self);
  is_selected = has_rows && !gtk_bitset_is_empty (selection);
  is_empty = !is_list || koma_result_feed_is_empty (self->feed);
  is_busy = koma_model_control_is_loading (self->control) ||
            koma_library_get_running (self->library) != NULL ||
            koma_picture_input_is_searching (self->input) ||
            koma_result_feed_get_progress (self->feed)->n_open > 0;

  koma_window_update_picture_windows (self);
  update_choices (self);
  update_correcting (self, is_selected ? gtk_bitset_get_size (selection) : 0);
  gtk_widget_action_set_enabled (widget, "win.show-earlier",
                                 !is_empty && koma_result_feed_can_show_earlier (self->feed));
  gtk_widget_action_set_enabled (widget, "win.copy", is_selected);
  gtk_widget_action_set_enabled (widget, "win.select-group",
                                 is_selected && koma_results_view_has_groups (self->results));
  gtk_widget_action_set_enabled (widget, "win.together", can_be_together (self, is_selected));
  gtk_widget_action_set_enabled (widget, "win.name-group",
                                 is_selected && knows_words (comparable) &&
                                   koma_results_view_has_groups (self->results));
  gtk_widget_action_set_enabled (widget, "win.more-like-this",
                                 is_selected && comparable != NULL);
  gtk_widget_action_set_enabled (widget, "win.cut-grid",
                                 koma_model_control_get_info (self->control) != NULL);
  gtk_widget_action_set_enabled (widget, "win.open-in-viewer", is_selected);
  gtk_widget_action_set_enabled (widget, "win.open-with", is_selected);
  gtk_widget_action_set_enabled (widget, "win.show-selected-in-files", is_selected);
  gtk_widget_action_set_enabled (widget, "win.remove", is_selected);
  gtk_widget_action_set_enabled (widget, "win.select-all", has_rows && !is_empty);
  gtk_widget_action_set_enabled (widget, "win.retry", !is_empty && !is_busy);
  gtk_widget_action_set_enabled (widget, "win.clear", !is_empty);
  gtk_widget_action_set_enabled (widget, "win.export", !is_empty);
  update_collection_actions (self, is_empty, is_selected);
  gtk_widget_action_set_enabled (widget, "win.review", !is_empty);
  gtk_widget_action_set_enabled (widget, "win.arrange", !is_empty);
  gtk_widget_action_set_enabled (widget, "win.write-labels", !is_empty);
  gtk_widget_action_set_enabled (widget, "win.teach-corrections", !is_empty);
  gtk_widget_action_set_enabled (widget, "win.cancel",
                                 !is_typing (self) && (is_busy || !is_list));
  gtk_widget_action_set_enabled (widget, "win.paste", !is_typing (self));
  gtk_widget_action_set_enabled (widget, "win.find", !koma_result_feed_is_empty (self->feed));
  gtk_widget_action_set_enabled (widget, "win.stop", is_busy);
  gtk_widget_action_set_enabled (widget, "win.pause",
                                 koma_result_feed_get_progress (self->feed)->n_open > 0);
  gtk_widget_action_set_enabled (widget, "win.read-board",
                                 koma_model_control_get_info (self->control) != NULL);
  can_undo = self->view == KOMA_VIEW_TEACH ? koma_teach_page_can_undo (self->teach_page)
                                           : is_list && koma_result_feed_can_undo (self->feed);
  if (self->view == KOMA_VIEW_BOARD)
    can_undo = koma_board_page_can_undo (self->board_page);
  if (self->view == KOMA_VIEW_GRID)
    can_undo = koma_grid_page_can_undo (self->grid_page);
  if (self->view == KOMA_VIEW_PICTURE)
    can_undo = !is_typing (self) && koma_result_feed_can_undo_correction (self->feed);
  gtk_widget_action_set_enabled (widget, "win.undo", can_undo);
  gtk_widget_action_set_enabled (widget, "win.correct", is_selected);
  gtk_widget_action_set_enabled (widget, "win.model-expects",
                                 koma_model_control_get_info (self->control) != NULL);
  gtk_widget_action_set_enabled (widget, "win.evaluate",
                                 koma_model_control_get_info (self->control) != NULL);
  gtk_widget_action_set_enabled (widget, "win.about-model",
                                 koma_model_control_get_info (self->control) != NULL);
}

static void
update_long_work (KomaWindow *self)
{
  const gboolean          has_model = koma_model_control_get_info (self->control) != NULL;
  const KomaFeedProgress *progress = koma_result_feed_get_progress (self->feed);

  koma_long_work_set_busy (self->long_work, KOMA_WORK_PICTURES,
                           has_model && progress->n_open > 0 && !progress->is_paused);
  koma_long_work_set_busy (self->long_work, KOMA_WORK_DOWNLOAD,
                           koma_library_get_running (self->library) != NULL);
}

/* Of the list; other pages have answers of their own, and nobody counts them. */
static KomaAnswersState
find_answers_state (KomaWindow *self)
{
  KomaSureness sureness = { 0 };

  if (self->view != KOMA_VIEW_LIST)
    return self->view == KOMA_VIEW_TEACH ? KOMA_ANSWERS_FINE : KOMA_ANSWERS_DOUBTFUL;
  if (koma_result_feed_get_progress (self->feed)->n_open > 0)
    return KOMA_ANSWERS_AWAITED;
  /* The list may be long. */
  if (!koma_range_notice_is_needed (self->range_notice))
    return KOMA_ANSWERS_FINE;
  koma_sureness_count (koma_result_feed_get_items (self->feed), self->preferences, &sureness);
  return koma_sureness_is_low (&sureness) ? KOMA_ANSWERS_DOUBTFUL : KOMA_ANSWERS_FINE;
}

/* Derives all that is shown from the state of the model and of the list. Called at each change of
 * either, some times a second at most. */
void
koma_window_update (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->feed == NULL)
    return;

  koma_window_update_suggestion (self);
  update_page (self);
  koma_window_activity_update (self->activity, self->control, self->feed,
                               koma_library_get_running (self->library),
                               koma_picture_input_is_searching (self->input));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.open-samples",
                                 koma_model_control_get_samples (self->control) != NULL);
  koma_range_notice_update (self->range_notice, find_answers_state (self));
  update_long_work (self);
  koma_window_update_actions (self);
}

void
koma_window_show (KomaWindow    *self,
                  KomaWindowView view)
{
  const gboolean is_list = view == KOMA_VIEW_LIST;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->view == view)
    return;

  if (self->view == KOMA_VIEW_BOARD)
    koma_board_page_close (self->board_page);
  if (self->view == KOMA_VIEW_GRID)
    koma_grid_page_close (self->grid_page);
  self->view = view;
  gtk_widget_set_visible (self->back_button, !is_list);
  gtk_widget_set_visible (self->open_button, is_list);
  gtk_widget_set_visible (self->camera_button, is_list);
  /* It is about answers of the model in use, which that page does not show. */
  gtk_widget_set_visible (GTK_WIDGET (self->range_notice),
                          view != KOMA_VIEW_TEACH && view != KOMA_VIEW_PICTURE);
  koma_words_bar_set_wanted (self->words_bar, view == KOMA_VIEW_LIST || view == KOMA_VIEW_CAMERA ||
                                                view == KOMA_VIEW_PICTURE);
  /* Above the buttons at the bottom of that page. */
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->toast), view == KOMA_VIEW_TEACH ? 60 : 0);
  koma_window_update (self);
}

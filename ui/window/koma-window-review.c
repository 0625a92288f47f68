/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Doubtful answers, one after the other: each is confirmed, corrected or skipped by one key. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-window-together.h"
#include "ui/compat/koma-announce.h"
#include "ui/picture/koma-review.h"
#include "worker/koma-thread.h"

static guint
get_position (KomaWindow *self)
{
  return koma_picture_page_get_position (self->picture_page);
}

static gboolean
is_reviewing (KomaWindow *self)
{
  return self->review != NULL && self->view == KOMA_VIEW_PICTURE &&
         koma_picture_page_get_item (self->picture_page) != NULL;
}

static void
announce (KomaWindow *self)
{
  KomaResultItem  *item = koma_picture_page_get_item (self->picture_page);
  g_autofree char *place = koma_review_bar_describe_place (
    get_position (self), g_list_model_get_n_items (self->review));
  g_autofree char *answer =
    koma_result_item_speak (item, koma_preferences_get_results (self->preferences));
  /* Translators: for screen readers: which of the pictures this is, then the picture */
  g_autofree char *text = g_strdup_printf (C_ ("place and picture", "%s. %s"), place, answer);
  g_autofree char *burst = koma_window_describe_burst (self);
  g_autofree char *whole =
    burst != NULL ? g_strdup_printf (C_ ("place and picture", "%s. %s"), text, burst) : NULL;

  koma_announce (GTK_WIDGET (self->toast), whole != NULL ? whole : text);
}

static void
set_enabled (KomaWindow *self,
             gboolean    is_on)
{
  static const char *const names[] = { "win.review-confirm", "win.review-choose", "win.review-skip",
                                       "win.review-other", "win.review-end", "win.together" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], is_on);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.review-back",
                                 is_on && get_position (self) > 0);
}

/* Another picture. */
static void
changed_cb (KomaWindow *self)
{
  if (!is_reviewing (self))
    return;
  self->n_reviewed = MAX (self->n_reviewed, get_position (self));
  koma_review_bar_set_place (koma_picture_page_get_review_bar (self->picture_page),
                             get_position (self), g_list_model_get_n_items (self->review));
  koma_window_show_burst (self);
  set_enabled (self, TRUE);
  announce (self);
}

/* ---- The end ---- */

static void
tell_end (KomaWindow *self)
{
  KomaReviewCounts counts;
  g_autofree char *text = NULL;

  koma_review_count (self->review, self->n_reviewed, &counts);
  if (counts.n_confirmed + counts.n_corrected + counts.n_skipped == 0)
    return;
  /* Translators: how many answers the user confirmed, corrected and skipped */
  text = g_strdup_printf (_ ("%'u confirmed, %'u corrected, %'u skipped"), counts.n_confirmed,
                          counts.n_corrected, counts.n_skipped);
  koma_toast_show (self->toast, text);
}

/* The page of the picture has been left, by whatever way. */
static void
left_cb (KomaWindow *self)
{
  if (self->review == NULL ||
      gtk_stack_get_visible_child (self->pages) == GTK_WIDGET (self->picture_page))
    return;
  tell_end (self);
  g_clear_object (&self->review);
  koma_window_end_bursts (self);
  koma_review_bar_close_field (koma_picture_page_get_review_bar (self->picture_page));
  koma_picture_page_set_reviewed (self->picture_page, FALSE);
  gtk_event_controller_set_propagation_phase (self->review_keys, GTK_PHASE_NONE);
  set_enabled (self, FALSE);
  koma_window_update_actions (self);
}

/* ---- Answers ---- */

static void
advance (KomaWindow *self)
{
  const guint next = koma_window_find_next_burst (self);

  self->n_reviewed = MAX (self->n_reviewed, next);
  if (next == g_list_model_get_n_items (self->review)) {
    koma_window_show (self, KOMA_VIEW_LIST);
    return;
  }
  if (next == get_position (self) + 1)
    gtk_widget_activate_action (GTK_WIDGET (self->picture_page), "picture.next", NULL);
  else
    koma_picture_page_open (self->picture_page, self->review, next);
  koma_picture_page_focus_picture (self->picture_page);
  koma_window_update_actions (self);
}

static void
say (KomaWindow *self,
     const char *label) /* (nullable): the answer is right */
{
  const KomaResult *result =
    koma_result_item_get_result (koma_picture_page_get_item (self->picture_page));
  g_autoptr (GPtrArray) items = koma_window_dup_burst (self);

  /* The answer to this picture is that to all of its burst. */
  if (label == NULL && result != NULL && result->n_classes > 0)
    label = koma_result_get_class (result, 0).label;
  if (label != NULL)
    koma_result_feed_correct (self->feed, items, label);
  advance (self);
}

static void
taken_cb (KomaWindow *self,
          const char *label)
{
  if (is_reviewing (self))
    say (self, label);
}

/* Where keys are those of the review; the button of the field would take Enter. */
static void
closed_cb (KomaWindow *self)
{
  if (is_reviewing (self))
    koma_picture_page_focus_picture (self->picture_page);
}

static void
opening_cb (KomaWindow    *self,
            KomaReviewBar *bar)
{
  if (is_reviewing (self))
    koma_correct_field_begin (koma_review_bar_get_field (bar),
                              koma_picture_page_get_item (self->picture_page),
                              koma_result_feed_get_items (self->feed));
}

static void
confirm_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  if (is_reviewing (KOMA_WINDOW (widget)))
    say (KOMA_WINDOW (widget), NULL);
}

static void
choose_action (GtkWidget  *widget,
               const char *name,
               GVariant   *number)
{
  KomaWindow      *self = KOMA_WINDOW (widget);
  g_autofree char *label =
    is_reviewing (self)
      ? koma_picture_page_dup_numbered (self->picture_page, g_variant_get_uint32 (number))
      : NULL;

  if (label != NULL)
    say (self, label);
}

static void
skip_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  if (is_reviewing (KOMA_WINDOW (widget)))
    advance (KOMA_WINDOW (widget));
}

static void
back_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (!is_reviewing (self))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self->picture_page), "picture.previous", NULL);
  koma_picture_page_focus_picture (self->picture_page);
}

static void
other_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (is_reviewing (self))
    koma_review_bar_open_field (koma_picture_page_get_review_bar (self->picture_page));
}

static void
end_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  koma_window_show (KOMA_WINDOW (widget), KOMA_VIEW_LIST);
}

/* ---- Undo ---- */

/* Of a picture that is reviewed: it is shown again; of a burst, the one that was answered, which is
 * the first. */
static void
corrected_cb (KomaWindow     *self,
              KomaResultItem *item)
{
  guint position = 0;

  if (!self->is_undoing_review ||
      !g_list_store_find (G_LIST_STORE (self->review), item, &position))
    return;
  self->is_undoing_review = FALSE;
  koma_picture_page_open (self->picture_page, self->review, position);
}

void
koma_window_undo_review (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_undoing_review = self->review != NULL;
  koma_result_feed_undo (self->feed);
  self->is_undoing_review = FALSE;
  if (is_reviewing (self))
    koma_picture_page_focus_picture (self->picture_page);
}

/* ---- Keys ---- */

static gboolean
is_in (GtkWidget *focus, /* (nullable) */
       GtkWidget *widget)
{
  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* (nullable) What a key does; a button that has the focus has its own idea of Enter and Space. */
static const char *
find_action (KomaWindow *self,
             guint       key)
{
  GtkWidget *view = koma_picture_page_get_view (self->picture_page);

  switch (key) {
  case GDK_KEY_Right:
  case GDK_KEY_Page_Down:
    return "win.review-skip";
  case GDK_KEY_Left:
  case GDK_KEY_Page_Up:
  case GDK_KEY_BackSpace:
    return "win.review-back";
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
  case GDK_KEY_ISO_Enter:
  case GDK_KEY_space:
  case GDK_KEY_KP_Space:
    return is_in (gtk_window_get_focus (GTK_WINDOW (self)), view) ? "win.review-confirm" : NULL;
  default:
    return NULL;
  }
}

static guint
find_number (guint key)
{
  if (key >= GDK_KEY_1 && key <= GDK_KEY_5)
    return key - GDK_KEY_0;
  return key >= GDK_KEY_KP_1 && key <= GDK_KEY_KP_5 ? key - GDK_KEY_KP_0 : 0;
}

/* The first letter of a class is the first in the field, by way of an input method, too. */
static gboolean
type_first (KomaWindow            *self,
            GtkEventControllerKey *keys)
{
  KomaReviewBar *bar = koma_picture_page_get_review_bar (self->picture_page);
  GtkEditable   *entry =
    GTK_EDITABLE (koma_correct_field_get_entry (koma_review_bar_get_field (bar)));

  koma_review_bar_open_field (bar);
  gtk_event_controller_key_forward (keys, GTK_WIDGET (gtk_editable_get_delegate (entry)));
  return GDK_EVENT_STOP;
}

static gboolean
key_pressed_cb (KomaWindow            *self,
                guint                  key,
                guint                  code,
                GdkModifierType        state,
                GtkEventControllerKey *keys)
{
  GtkWidget  *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const char *action = find_action (self, key);
  const guint number = find_number (key);

  if (!is_reviewing (self) || (focus != NULL && GTK_IS_TEXT (focus)) ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (action != NULL)
    return gtk_widget_activate_action (GTK_WIDGET (self), action, NULL);
  if (number > 0)
    return gtk_widget_activate_action (GTK_WIDGET (self), "win.review-choose", "u", number);
  return g_unichar_isalpha (gdk_keyval_to_unicode (key)) ? type_first (self, keys)
                                                         : GDK_EVENT_PROPAGATE;
}

/* ---- The beginning ---- */

/* Once there is a page. */
static void
connect_page (KomaWindow *self)
{
  KomaReviewBar *bar = koma_picture_page_get_review_bar (self->picture_page);

  if (self->review_keys != NULL)
    return;
  self->review_keys = gtk_event_controller_key_new ();
  g_signal_connect_object (self->review_keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->picture_page), self->review_keys);
  g_signal_connect_object (self->picture_page, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (left_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->feed, "corrected", G_CALLBACK (corrected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (bar, "opening", G_CALLBACK (opening_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (bar, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (bar, "taken", G_CALLBACK (taken_cb), self, G_CONNECT_SWAPPED);
}

typedef struct
{
  KomaWindow *window;
  GListModel *doubtful;
} Beginning;

static void
begin (KomaWindow *self,
       GListModel *doubtful,
       KomaBursts *bursts) /* (transfer full) */
{
  koma_window_ensure_picture_page (self);
  connect_page (self);
  g_set_object (&self->review, doubtful);
  koma_window_begin_bursts (self, bursts);
  self->n_reviewed = 0;
  gtk_event_controller_set_propagation_phase (self->review_keys, GTK_PHASE_CAPTURE);
  koma_picture_page_set_reviewed (self->picture_page, TRUE);
  koma_window_open_picture_of (self, doubtful, 0);
  changed_cb (self);
}

static void
bursts_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Beginning  *beginning = user_data;
  KomaBursts *bursts = koma_bursts_find_finish (result);

  if (bursts != NULL) {
    g_clear_object (&beginning->window->to_review);
    begin (beginning->window, beginning->doubtful, bursts);
  }
  g_object_unref (beginning->doubtful);
  g_object_unref (beginning->window);
  g_free (beginning);
}

/* The first picture is shown once it is known which others were taken with it: a second later for a
 * million. */
static void
review_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) shown = koma_results_view_dup_shown (self->results);
  g_autoptr (GListModel) doubtful = koma_review_list_doubtful (shown, self->preferences);
  Beginning *beginning = NULL;

  if (g_list_model_get_n_items (doubtful) == 0) {
    koma_toast_show (self->toast, _ ("No doubtful picture is left to review"));
    return;
  }
  g_cancellable_cancel (self->to_review);
  g_clear_object (&self->to_review);
  koma_toast_hide (self->toast);
  beginning = g_new (Beginning, 1);
  *beginning = (Beginning){ g_object_ref (self), g_steal_pointer (&doubtful) };
  self->to_review = g_cancellable_new ();
  koma_bursts_find_async (koma_result_feed_get_items (self->feed), self->to_review, bursts_cb,
                          beginning);
}

void
koma_window_install_review_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.review", NULL, review_action);
  gtk_widget_class_install_action (widget_class, "win.review-confirm", NULL, confirm_action);
  gtk_widget_class_install_action (widget_class, "win.review-choose", "u", choose_action);
  gtk_widget_class_install_action (widget_class, "win.review-skip", NULL, skip_action);
  gtk_widget_class_install_action (widget_class, "win.review-back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "win.review-other", NULL, other_action);
  gtk_widget_class_install_action (widget_class, "win.review-end", NULL, end_action);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-revealer.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "ui/teach/koma-picture-texture.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

/* Of what shows the picture. */
#define MIN_HEIGHT          80
#define MIN_HEIGHT_REVIEWED 32

enum {
  SIGNAL_CHANGED,
  SIGNAL_MESSAGE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaPicturePage, koma_picture_page, ADW_TYPE_BIN)

/* ---- One picture ---- */

static void
set_loading (KomaPicturePage *self,
             gboolean         is_loading)
{
  gtk_widget_set_visible (self->spinner, is_loading);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_loading);
}

static void
show_picture (KomaPicturePage *self,
              KomaPicture     *picture)
{
  g_autoptr (GdkTexture) texture = koma_picture_texture_new (picture);

  koma_picture_view_set_texture (self->view, texture, picture->source_width,
                                 picture->source_height);
  koma_picture_page_look_ahead (self);
  koma_picture_page_look_for_board (self, picture);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaPictureWish) wish = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, &error);

  if (!koma_picture_wish_is_current (wish))
    return;
  set_loading (wish->self, FALSE);
  if (picture == NULL) {
    g_signal_emit (wish->self, signals[SIGNAL_MESSAGE], 0, koma_words_for_picture_error (error));
    return;
  }
  show_picture (wish->self, picture);
}

static void
load (KomaPicturePage *self)
{
  const KomaRequest how = { 0 };
  g_autoptr (KomaPicture) ahead = koma_picture_page_take_ahead (self);
  g_autoptr (KomaRequest) request = NULL;

  if (ahead != NULL) {
    show_picture (self, ahead);
    return;
  }
  request = koma_result_item_create_request (self->item, &how);
  set_loading (self, TRUE);
  koma_picture_load_async (request, KOMA_PICTURE_PAGE_SIDE, self->cancellable, loaded_cb,
                           koma_picture_wish_new (self));
}

static void
forget (KomaPicturePage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->item != NULL)
    g_clear_signal_handler (&self->changed, self->item);
  g_clear_object (&self->item);
}

/* Nothing of the picture before is left to be seen. */
static void
clear (KomaPicturePage *self)
{
  forget (self);
  set_loading (self, FALSE);
  koma_picture_page_stop_explaining (self);
  koma_picture_page_forget_answer (self);
  koma_picture_page_forget_agreement (self);
  koma_picture_page_forget_board (self);
  koma_picture_view_set_texture (self->view, NULL, 1, 1);
}

static void
show_item (KomaPicturePage *self,
           guint            position)
{
  g_autoptr (KomaResultItem) item = g_list_model_get_item (self->shown, position);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  if (item == NULL)
    return;
  clear (self);
  self->item = g_steal_pointer (&item);
  self->position = position;
  self->changed = g_signal_connect_object (self->item, "notify::state",
                                           G_CALLBACK (koma_picture_page_show_said), self,
                                           G_CONNECT_SWAPPED);
  self->cancellable = g_cancellable_new ();
  name = koma_result_item_dup_name (self->item);
  /* Translators: the name of a picture, which is shown large */
  title = g_strdup_printf (_ ("Picture “%s”"), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  load (self);
  koma_picture_page_ask (self);
  koma_picture_page_explain (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.previous", position > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.next",
                                 position + 1 < g_list_model_get_n_items (self->shown));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* ---- Actions ---- */

static void
previous_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  KomaPicturePage *self = KOMA_PICTURE_PAGE (widget);
  const guint      position = koma_picture_page_get_position (self);

  if (position > 0 && position != GTK_INVALID_LIST_POSITION)
    show_item (self, position - 1);
}

static void
next_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaPicturePage *self = KOMA_PICTURE_PAGE (widget);
  const guint      position = koma_picture_page_get_position (self);

  if (position != GTK_INVALID_LIST_POSITION)
    show_item (self, position + 1);
}

static void
compare_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  if (KOMA_PICTURE_PAGE (widget)->item != NULL)
    koma_picture_page_compare (KOMA_PICTURE_PAGE (widget));
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  if (KOMA_PICTURE_PAGE (widget)->item != NULL)
    koma_picture_page_save (KOMA_PICTURE_PAGE (widget));
}

/* ---- Object ---- */

static void
koma_picture_page_dispose (GObject *object)
{
  KomaPicturePage *self = KOMA_PICTURE_PAGE (object);

  forget (self);
  koma_picture_page_forget_ahead (self);
  koma_picture_page_drop_board (self);
  if (self->why_cancellable != NULL)
    g_cancellable_cancel (self->why_cancellable);
  g_clear_object (&self->why_cancellable);
  g_clear_pointer (&self->explanation, koma_explanation_unref);
  koma_explanation_map_clear (&self->map);
  g_clear_object (&self->shown);
  g_clear_object (&self->control);
  g_clear_object (&self->preferences);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_picture_page_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint       key;
    const char *action;
  } keys[] = {
    { GDK_KEY_Left, "picture.previous" },
    { GDK_KEY_Right, "picture.next" },
    { GDK_KEY_Page_Up, "picture.previous" },
    { GDK_KEY_Page_Down, "picture.next" },
    { GDK_KEY_plus, "picture.zoom-in" },
    { GDK_KEY_equal, "picture.zoom-in" },
    { GDK_KEY_KP_Add, "picture.zoom-in" },
    { GDK_KEY_minus, "picture.zoom-out" },
    { GDK_KEY_KP_Subtract, "picture.zoom-out" },
    { GDK_KEY_0, "picture.zoom-all" },
    { GDK_KEY_KP_0, "picture.zoom-all" },
    { GDK_KEY_F11, "win.fullscreen" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, 0, keys[i].action, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "picture.save",
                                       NULL);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "picture.previous", NULL, previous_action);
  gtk_widget_class_install_action (widget_class, "picture.next", NULL, next_action);
  gtk_widget_class_install_action (widget_class, "picture.compare", NULL, compare_action);
  gtk_widget_class_install_action (widget_class, "picture.save", NULL, save_action);
  koma_picture_page_install_zoom (widget_class);
  add_keys (widget_class);
}

static void
koma_picture_page_class_init (KomaPicturePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_picture_page_dispose;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_PICTURE_PAGE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_MESSAGE] = g_signal_new ("message", KOMA_TYPE_PICTURE_PAGE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (KOMA_TYPE_PICTURE_VIEW);
  g_type_ensure (KOMA_TYPE_REVIEW_BAR);
  g_type_ensure (KOMA_TYPE_SCORE_LIST);
  g_type_ensure (KOMA_TYPE_TIME_LINE);
  g_type_ensure (KOMA_TYPE_WHY_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-picture-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, review_bar);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, box);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, heading);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, mark);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, headline);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, said);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, rating);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, view);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, name);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, beside);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, other_name);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, other_view);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, side);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, why_box);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, why_button);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, why_details);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, why);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, board_button);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, scores);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, scores_note);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, technical);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, time_line);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, seen);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, agreement_button);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, agreement);
  gtk_widget_class_bind_template_callback (widget_class, koma_picture_page_show_zoom);
  gtk_widget_class_bind_template_callback (widget_class, koma_picture_page_explain);
  gtk_widget_class_bind_template_callback (widget_class, koma_picture_page_query_why);
  gtk_widget_class_bind_template_callback (widget_class, koma_picture_page_update_beside);
  gtk_widget_class_bind_template_callback (widget_class, koma_picture_page_update_cover);
  gtk_widget_class_bind_template_callback (widget_class, koma_picture_page_update_map);
  gtk_widget_class_bind_template_callback (widget_class, koma_picture_page_update_strength);

  install_actions (widget_class);
}

/* All classes have the side for themselves, so that nothing scrolls within what scrolls. */
static void
update_side (KomaPicturePage *self)
{
  gboolean is_list_alone = FALSE;

  g_object_get (self->scores, "expanded", &is_list_alone, NULL);
  gtk_widget_set_visible (self->why_box, !is_list_alone);
  gtk_widget_set_visible (self->technical,
                          !is_list_alone &&
                            koma_preferences_get_technical_details (self->preferences));
}

static void
koma_picture_page_init (KomaPicturePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->scores, "notify::expanded", G_CALLBACK (update_side), self,
                           G_CONNECT_SWAPPED);
  koma_revealer_claim_nothing_when_closed (self->why_details);
}

void
koma_picture_page_connect (KomaPicturePage  *self,
                           KomaWorker       *worker,
                           KomaModelControl *control,
                           KomaPreferences  *preferences)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_object_bind_property (preferences, "technical-details", self->scores, "precise",
                          G_BINDING_SYNC_CREATE);
  self->worker = g_object_ref (worker);
  self->control = g_object_ref (control);
  self->preferences = g_object_ref (preferences);
  g_signal_connect_object (preferences, "notify::technical-details", G_CALLBACK (update_side), self,
                           G_CONNECT_SWAPPED);
  update_side (self);
  g_object_bind_property (preferences, "why-look", self->why, "look",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

void
koma_picture_page_open (KomaPicturePage *self,
                        GListModel      *shown,
                        guint            position)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->shown, shown);
  show_item (self, position);
}

void
koma_picture_page_close (KomaPicturePage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  clear (self);
  koma_picture_page_forget_ahead (self);
  g_clear_object (&self->shown);
}

KomaResultItem *
koma_picture_page_get_item (KomaPicturePage *self)
{
  return self->item;
}

static gboolean
is_at (KomaPicturePage *self,
       guint            position)
{
  g_autoptr (KomaResultItem) item =
    self->shown != NULL ? g_list_model_get_item (self->shown, position) : NULL;

  return item != NULL && item == self->item;
}

/**
 * koma_picture_page_get_position:
 * @self: a page
 *
 * Returns: where the picture is in the list now; %GTK_INVALID_LIST_POSITION if it is not in it
 */
guint
koma_picture_page_get_position (KomaPicturePage *self)
{
  const guint n_items = self->shown != NULL ? g_list_model_get_n_items (self->shown) : 0;

  KOMA_ASSERT_MAIN_THREAD ();

  if (is_at (self, self->position))
    return self->position;
  for (guint i = 0; i < n_items; i++)
    if (is_at (self, i))
      return i;
  return GTK_INVALID_LIST_POSITION;
}

void
koma_picture_page_set_narrow (KomaPicturePage *self,
                              gboolean         is_narrow)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), is_narrow
                                                                ? GTK_ORIENTATION_VERTICAL
                                                                : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_vexpand (self->side, is_narrow);
  koma_review_bar_set_narrow (self->review_bar, is_narrow);
  gtk_widget_set_css_classes (GTK_WIDGET (self->headline),
                              (const char *[]){ is_narrow ? "heading" : "title-2", NULL });
}

void
koma_picture_page_set_reviewed (KomaPicturePage *self,
                                gboolean         is_reviewed)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_reviewed = is_reviewed;
  if (is_reviewed)
    g_object_set (self->scores, "expanded", FALSE, NULL);
  else
    koma_picture_page_forget_ahead (self);
  g_object_set (self->scores, "numbered", is_reviewed, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->review_bar), is_reviewed);
  /* The bar has its room in a low window. */
  gtk_widget_set_size_request (GTK_WIDGET (self->view), -1,
                               is_reviewed ? MIN_HEIGHT_REVIEWED : MIN_HEIGHT);
  /* The bar takes the place of the second line. */
  gtk_label_set_lines (self->headline, is_reviewed ? 1 : 2);
}

KomaReviewBar *
koma_picture_page_get_review_bar (KomaPicturePage *self)
{
  return self->review_bar;
}

char *
koma_picture_page_dup_numbered (KomaPicturePage *self,
                                guint            number)
{
  const KomaResult *result = self->item != NULL ? koma_result_item_get_result (self->item) : NULL;
  g_autoptr (KomaScoreItem) class = koma_score_list_dup_numbered (self->scores, number);

  KOMA_ASSERT_MAIN_THREAD ();

  return result != NULL && class != NULL
           ? g_strdup (koma_labels_get (result->labels, koma_score_item_get_class (class)))
           : NULL;
}

/* The picture alone. */
void
koma_picture_page_set_bare (KomaPicturePage *self,
                            gboolean         is_bare)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_set_visible (self->heading, !is_bare);
  gtk_widget_set_visible (self->side, !is_bare);
}

void
koma_picture_page_focus_picture (KomaPicturePage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

GtkWidget *
koma_picture_page_get_view (KomaPicturePage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return GTK_WIDGET (self->view);
}

GdkTexture *
koma_picture_page_get_texture (KomaPicturePage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return koma_picture_view_get_texture (self->view);
}

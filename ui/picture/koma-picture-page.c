/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page.h"

#include "koma-picture-view.h"
#include "ui/koma-words.h"
#include "ui/teach/koma-picture-texture.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

/* The longer side, in pixels, of the picture that is decoded: more than most screens have. */
#define PICTURE_SIDE 4096

struct _KomaPicturePage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkBox          *box;
  KomaPictureView *view;

  /* Owned. */
  KomaWorker       *worker;
  KomaModelControl *control;
  GListModel       *shown;       /* (nullable) while no picture is shown */
  KomaResultItem   *item;        /* (nullable) likewise */
  guint             position;    /* of it in @shown, unless that has changed since */
  GCancellable     *cancellable; /* (nullable) of the work for this picture */
};

enum {
  SIGNAL_CHANGED,
  SIGNAL_MESSAGE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaPicturePage, koma_picture_page, ADW_TYPE_BIN)

/* ---- One picture ---- */

typedef struct
{
  KomaPicturePage *self;
  KomaResultItem  *item;
} Load;

static void
load_free (Load *load)
{
  g_object_unref (load->self);
  g_object_unref (load->item);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, &error);
  g_autoptr (GdkTexture) texture = NULL;

  if (load->self->item != load->item)
    return;
  if (picture == NULL) {
    g_signal_emit (load->self, signals[SIGNAL_MESSAGE], 0, koma_words_for_picture_error (error));
    return;
  }
  texture = koma_picture_texture_new (picture);
  koma_picture_view_set_texture (load->self->view, texture, TRUE);
}

static void
load (KomaPicturePage *self)
{
  const KomaRequest how = { 0 };
  g_autoptr (KomaRequest) request = koma_result_item_create_request (self->item, &how);
  Load *load = g_new (Load, 1);

  *load = (Load){ g_object_ref (self), g_object_ref (self->item) };
  koma_picture_load_async (request, PICTURE_SIDE, self->cancellable, loaded_cb, load);
}

static void
forget (KomaPicturePage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->item);
}

static void
show_item (KomaPicturePage *self,
           guint            position)
{
  g_autoptr (KomaResultItem) item = g_list_model_get_item (self->shown, position);
  g_autofree char *name = NULL;

  if (item == NULL)
    return;
  forget (self);
  self->item = g_steal_pointer (&item);
  self->position = position;
  self->cancellable = g_cancellable_new ();
  name = koma_result_item_dup_name (self->item);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  koma_picture_view_set_texture (self->view, NULL, TRUE);
  load (self);
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

/* ---- Object ---- */

static void
koma_picture_page_dispose (GObject *object)
{
  KomaPicturePage *self = KOMA_PICTURE_PAGE (object);

  forget (self);
  g_clear_object (&self->shown);
  g_clear_object (&self->control);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_picture_page_parent_class)->dispose (object);
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
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-picture-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, box);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturePage, view);

  gtk_widget_class_install_action (widget_class, "picture.previous", NULL, previous_action);
  gtk_widget_class_install_action (widget_class, "picture.next", NULL, next_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, 0, "picture.previous", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, 0, "picture.next", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Up, 0, "picture.previous", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Down, 0, "picture.next", NULL);
}

static void
koma_picture_page_init (KomaPicturePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
koma_picture_page_connect (KomaPicturePage  *self,
                           KomaWorker       *worker,
                           KomaModelControl *control)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  self->control = g_object_ref (control);
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

  forget (self);
  g_clear_object (&self->shown);
  koma_picture_view_set_texture (self->view, NULL, TRUE);
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
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-drop-down.h"
#include "ui/koma-button-flow.h"
#include "ui/teach/koma-picture-texture.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

#define SHOWN_SIDE 1600 /* pixels of the picture that is shown */
#define INSET      0.12 /* of the picture: the corners where no board was found */
#define SPACING    18

/**
 * KomaBoardPage:
 *
 * The worker decodes, searches and classifies; the page shows what it answers. A corner that is
 * moved has the squares read again.
 */
enum {
  SIGNAL_MESSAGE,
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaBoardPage, koma_board_page, ADW_TYPE_BIN)

static void
show_picture (KomaBoardPage *self,
              KomaPicture   *picture)
{
  const double width = picture->source_width, height = picture->source_height;
  g_autoptr (GdkTexture) texture = koma_picture_texture_new (picture);

  koma_board_view_set_picture (self->view, texture, picture->source_width,
                               picture->source_height);
  if (self->now.has_corners)
    return;
  self->now.corners[0] = (KomaPoint){ INSET * width, INSET * height };
  self->now.corners[1] = (KomaPoint){ (1 - INSET) * width, INSET * height };
  self->now.corners[2] = (KomaPoint){ (1 - INSET) * width, (1 - INSET) * height };
  self->now.corners[3] = (KomaPoint){ INSET * width, (1 - INSET) * height };
  koma_board_view_set_corners (self->view, self->now.corners);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (KomaBoardPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (picture != NULL)
    show_picture (self, picture);
}

/**
 * koma_board_page_open:
 * @self: a page
 * @worker: reads it
 * @item: a picture, not a cell of one
 *
 * Shows the picture, and searches a board in it. What was shown before is lost.
 */
void
koma_board_page_open (KomaBoardPage  *self,
                      KomaWorker     *worker,
                      KomaResultItem *item)
{
  const KomaRequest how = { 0 };

  KOMA_ASSERT_MAIN_THREAD ();

  koma_board_page_close (self);
  g_clear_pointer (&self->request, koma_request_unref);
  g_set_object (&self->worker, worker);
  self->request = koma_result_item_create_request (item, &how);
  g_array_set_size (self->before, 0);
  self->now = (KomaBoardState){ 0 };
  koma_board_view_set_picture (self->view, NULL, 1, 1);
  koma_board_page_show_state (self);
  if (self->request->picture != NULL)
    show_picture (self, self->request->picture);
  else {
    self->loading = g_cancellable_new ();
    koma_picture_load_async (self->request, SHOWN_SIDE, self->loading, loaded_cb,
                             g_object_ref (self));
  }
  koma_board_page_read (self);
}

void
koma_board_page_close (KomaBoardPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_board_page_stop_reading (self);
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

/**
 * koma_board_page_set_model:
 * @self: a page
 * @knows_pieces: whether the model in use does; else nothing is read
 * @other: (nullable): key of a model that does, for the action "win.load-model", to be offered
 *
 * To be called before koma_board_page_open() and koma_board_page_restart().
 */
void
koma_board_page_set_model (KomaBoardPage *self,
                           gboolean       knows_pieces,
                           const char    *other)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->knows_pieces = knows_pieces;
  self->is_waiting = FALSE;
  self->has_offer = other != NULL;
  if (other != NULL) {
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->offer), "s", other);
    gtk_actionable_set_action_name (GTK_ACTIONABLE (self->offer), "win.load-model");
  }
}

/**
 * koma_board_page_wait_for_model:
 * @self: a page
 *
 * The other model is being loaded: nothing is offered until koma_board_page_set_model().
 */
void
koma_board_page_wait_for_model (KomaBoardPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_waiting = TRUE;
}

void
koma_board_page_stop_waiting (KomaBoardPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (!self->is_waiting)
    return;
  self->is_waiting = FALSE;
  koma_board_page_read (self);
}

/* ---- Corrections ---- */

static void
chosen_cb (KomaBoardPage *self,
           guint          square,
           guint          kind,
           guint          side)
{
  koma_board_page_remember (self);
  self->now.position.squares[square] = (KomaPiece){ kind, side };
  self->now.is_doubtful[square] = FALSE;
  koma_board_page_show_state (self);
}

static void
hand_changed_cb (KomaBoardPage *self,
                 guint          side,
                 guint          kind,
                 guint          number)
{
  koma_board_page_remember (self);
  self->now.position.hands[side][kind] = number;
  koma_board_page_show_state (self);
}

static void
turn_changed_cb (KomaBoardPage *self)
{
  if (self->is_showing)
    return;
  koma_board_page_remember (self);
  self->now.position.turn = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->turn));
  koma_board_page_show_state (self);
}

static void
rotate_cb (KomaBoardPage *self)
{
  const KomaBoardState before = self->now;

  koma_board_page_remember (self);
  koma_position_turn_around (&self->now.position);
  for (guint i = 0; i < 4; i++)
    self->now.corners[i] = before.corners[(i + 2) % 4];
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    self->now.is_doubtful[i] = before.is_doubtful[KOMA_POSITION_SQUARES - 1 - i];
  koma_board_page_show_state (self);
}

gboolean
koma_board_page_can_undo (KomaBoardPage *self)
{
  return self->before->len > 0;
}

void
koma_board_page_undo (KomaBoardPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->before->len == 0)
    return;
  koma_board_page_stop_reading (self);
  self->now = g_array_index (self->before, KomaBoardState, self->before->len - 1);
  g_array_set_size (self->before, self->before->len - 1);
  koma_board_page_show_state (self);
  if (!self->now.has_position)
    koma_board_page_show_none (self, _ ("No board was found. Drag the corners onto it."));
}

/* ---- Copying ---- */

typedef char *(*Write) (const KomaPosition *position);

static void
copy (KomaBoardPage *self,
      Write          write,
      const char    *message)
{
  g_autofree char *text = write (&self->now.position);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, message);
}

static void
copy_sfen_cb (KomaBoardPage *self)
{
  copy (self, koma_position_to_sfen, _ ("SFEN copied"));
}

static void
copy_kif_cb (KomaBoardPage *self)
{
  copy (self, koma_position_to_kif, _ ("KIF copied"));
}

static void
copy_csa_cb (KomaBoardPage *self)
{
  copy (self, koma_position_to_csa, _ ("CSA copied"));
}

/* ---- Object ---- */

static GtkWidget *
create_buttons (KomaBoardPage *self)
{
  GtkWidget *flow = koma_button_flow_new ();

  koma_button_flow_add (flow, _ ("Copy _SFEN"), G_CALLBACK (copy_sfen_cb), self);
  koma_button_flow_add (flow, _ ("Copy _KIF"), G_CALLBACK (copy_kif_cb), self);
  koma_button_flow_add (flow, _ ("Copy _CSA"), G_CALLBACK (copy_csa_cb), self);
  return flow;
}

static GtkWidget *
create_turn (KomaBoardPage *self)
{
  const char *const turns[] = { _ ("Black to move"), _ ("White to move"), NULL };
  GtkWidget        *flow = koma_button_flow_new ();

  self->turn = gtk_drop_down_new_from_strings (turns);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->turn), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Side to Move"), -1);
  koma_drop_down_name_button (GTK_DROP_DOWN (self->turn));
  g_signal_connect_object (self->turn, "notify::selected", G_CALLBACK (turn_changed_cb), self,
                           G_CONNECT_SWAPPED);
  koma_button_flow_append (flow, self->turn);
  koma_button_flow_add (flow, _ ("_Turn Around"), G_CALLBACK (rotate_cb), self);
  return flow;
}

static GtkWidget *
create_result (KomaBoardPage *self)
{
  self->result = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_box_append (GTK_BOX (self->result), GTK_WIDGET (self->diagram));
  gtk_box_append (GTK_BOX (self->result), create_buttons (self));
  gtk_box_append (GTK_BOX (self->result), create_turn (self));
  gtk_box_append (GTK_BOX (self->result), GTK_WIDGET (self->hands));
  self->second = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->second, adw_bin_new (), "nothing");
  gtk_stack_add_named (self->second, self->result, "result");
  return GTK_WIDGET (self->second);
}

static GtkWidget *
create_offer (void)
{
  GtkWidget *offer = gtk_button_new_with_mnemonic (_ ("_Use Shogi Pieces"));

  gtk_widget_add_css_class (offer, "suggested-action");
  gtk_widget_set_visible (offer, FALSE);
  return offer;
}

static void
koma_board_page_dispose (GObject *object)
{
  KomaBoardPage *self = KOMA_BOARD_PAGE (object);

  koma_board_page_close (self);
  g_clear_pointer (&self->request, koma_request_unref);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_board_page_parent_class)->dispose (object);
}

static void
koma_board_page_finalize (GObject *object)
{
  g_array_unref (KOMA_BOARD_PAGE (object)->before);

  G_OBJECT_CLASS (koma_board_page_parent_class)->finalize (object);
}

static void
koma_board_page_class_init (KomaBoardPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_board_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_board_page_finalize;
  signals[SIGNAL_MESSAGE] = g_signal_new ("message", KOMA_TYPE_BOARD_PAGE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_BOARD_PAGE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_board_page_init (KomaBoardPage *self)
{
  self->before = g_array_new (FALSE, FALSE, sizeof (KomaBoardState));
  self->view = g_object_new (KOMA_TYPE_BOARD_VIEW, "hexpand", TRUE, NULL);
  gtk_widget_set_valign (GTK_WIDGET (self->view), GTK_ALIGN_START);
  self->diagram = g_object_new (KOMA_TYPE_BOARD_DIAGRAM, "hexpand", TRUE, NULL);
  self->hands = g_object_new (KOMA_TYPE_BOARD_HANDS, NULL);
  self->halves = koma_halves_new (GTK_WIDGET (self->view), create_result (self));
  self->offer = create_offer ();
  koma_halves_add (self->halves, self->offer);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->halves));
  g_signal_connect_object (self->view, "moved", G_CALLBACK (koma_board_page_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->diagram, "chosen", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->hands, "changed", G_CALLBACK (hand_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

void
koma_board_page_set_wide (KomaBoardPage *self,
                          gboolean       is_wide)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_halves_set_wide (self->halves, is_wide);
}

void
koma_board_page_focus_corner (KomaBoardPage *self)
{
  koma_board_view_focus_corner (self->view);
}

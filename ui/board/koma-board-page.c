/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-page.h"

#include <glib/gi18n-lib.h>

#include "koma-board-diagram.h"
#include "koma-board-hands.h"
#include "koma-board-view.h"
#include "koma-board-words.h"
#include "koma-halves.h"
#include "ui/compat/koma-drop-down.h"
#include "ui/koma-button-flow.h"
#include "ui/teach/koma-picture-texture.h"
#include "worker/board/koma-board-error.h"
#include "worker/board/koma-board-reading.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

#define SHOWN_SIDE 1600 /* pixels of the picture that is shown */
#define INSET      0.12 /* of the picture: the corners where no board was found */
#define SPACING    18

/* All that the user can change, and take back. */
typedef struct
{
  KomaPosition position;
  KomaPoint    corners[4];
  gboolean     is_doubtful[KOMA_POSITION_SQUARES];
} State;

/**
 * KomaBoardPage:
 *
 * The worker decodes, searches and classifies; the page shows what it answers. A corner that is
 * moved has the squares read again.
 */
struct _KomaBoardPage
{
  AdwBin parent_instance;

  /* Borrowed. */
  KomaHalves       *halves; /* the picture and the position */
  KomaBoardView    *view;
  KomaBoardDiagram *diagram;
  KomaBoardHands   *hands;
  GtkWidget        *turn;
  GtkWidget        *result; /* what needs a position */

  KomaWorker   *worker;      /* (nullable) */
  KomaRequest  *request;     /* (nullable) the picture */
  GCancellable *cancellable; /* (nullable) of what is being read */
  GCancellable *loading;     /* (nullable) of the picture that is shown */
  State         now;
  GArray       *before; /* of State */
  gboolean      is_showing;
  gboolean      has_position;
};

enum {
  SIGNAL_MESSAGE,
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaBoardPage, koma_board_page, ADW_TYPE_BIN)

static guint
count_doubtful (const State *state)
{
  guint n = 0;

  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    n += state->is_doubtful[i];
  return n;
}

static void
describe (KomaBoardPage *self)
{
  const guint      n = count_doubtful (&self->now);
  g_autofree char *excess = koma_board_words_describe_excess (&self->now.position);
  g_autofree char *doubtful =
    g_strdup_printf (ngettext ("%u square is doubtful: look at those with a question mark",
                               "%u squares are doubtful: look at those with a question mark", n),
                     n);

  if (excess != NULL)
    koma_halves_set_status (self->halves, excess, FALSE);
  else
    koma_halves_set_status (self->halves, n > 0 ? doubtful : _ ("The board was read"), FALSE);
}

static void
show_state (KomaBoardPage *self)
{
  self->is_showing = TRUE;
  koma_board_view_set_corners (self->view, self->now.corners);
  koma_board_diagram_show (self->diagram, &self->now.position, self->now.is_doubtful);
  koma_board_hands_show (self->hands, &self->now.position);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->turn), self->now.position.turn);
  gtk_widget_set_sensitive (self->result, self->has_position);
  self->is_showing = FALSE;
  if (self->has_position)
    describe (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
remember (KomaBoardPage *self)
{
  g_array_append_val (self->before, self->now);
}

/* ---- Reading ---- */

static void
take_reading (KomaBoardPage    *self,
              KomaBoardReading *reading)
{
  const KomaPosition before = self->now.position;

  self->now.position = reading->position;
  /* What no picture tells. */
  memcpy (self->now.position.hands, before.hands, sizeof before.hands);
  self->now.position.turn = before.turn;
  memcpy (self->now.corners, reading->corners, sizeof reading->corners);
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    self->now.is_doubtful[i] = koma_board_reading_is_doubtful (reading, i);
  self->has_position = TRUE;
  show_state (self);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (KomaBoardPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaBoardReading) reading = koma_board_read_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  if (reading != NULL)
    take_reading (self, reading);
  else if (g_error_matches (error, KOMA_BOARD_ERROR, KOMA_BOARD_ERROR_NO_BOARD))
    koma_halves_set_status (self->halves, _ ("No board was found. Drag the corners onto it."),
                            FALSE);
  else
    koma_halves_set_status (self->halves, error->message, FALSE);
}

static void
cancel (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
start_reading (KomaBoardPage   *self,
               const KomaPoint *corners) /* (nullable) */
{
  cancel (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  koma_halves_set_status (self->halves, _ ("Reading the board…"), TRUE);
  koma_board_read_async (self->worker, self->request, corners, self->cancellable, read_cb,
                         g_object_ref (self));
}

static void
moved_cb (KomaBoardPage *self)
{
  const KomaPoint *corners = koma_board_view_get_corners (self->view);

  remember (self);
  memcpy (self->now.corners, corners, sizeof self->now.corners);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  if (koma_quad_is_convex (corners))
    start_reading (self, corners);
  else
    koma_halves_set_status (self->halves, _ ("The corners do not go around a board"), FALSE);
}

static void
show_picture (KomaBoardPage *self,
              KomaPicture   *picture)
{
  const double width = picture->source_width, height = picture->source_height;
  g_autoptr (GdkTexture) texture = koma_picture_texture_new (picture);

  koma_board_view_set_picture (self->view, texture, picture->source_width,
                               picture->source_height);
  if (self->has_position)
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
  self->now = (State){ 0 };
  self->has_position = FALSE;
  koma_board_view_set_picture (self->view, NULL, 1, 1);
  show_state (self);
  if (self->request->picture != NULL)
    show_picture (self, self->request->picture);
  else {
    self->loading = g_cancellable_new ();
    koma_picture_load_async (self->request, SHOWN_SIDE, self->loading, loaded_cb,
                             g_object_ref (self));
  }
  start_reading (self, NULL);
}

void
koma_board_page_close (KomaBoardPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  cancel (&self->cancellable);
  cancel (&self->loading);
}

/* ---- Corrections ---- */

static void
chosen_cb (KomaBoardPage *self,
           guint          square,
           guint          kind,
           guint          side)
{
  remember (self);
  self->now.position.squares[square] = (KomaPiece){ kind, side };
  self->now.is_doubtful[square] = FALSE;
  show_state (self);
}

static void
hand_changed_cb (KomaBoardPage *self,
                 guint          side,
                 guint          kind,
                 guint          number)
{
  remember (self);
  self->now.position.hands[side][kind] = number;
  show_state (self);
}

static void
turn_changed_cb (KomaBoardPage *self)
{
  if (self->is_showing)
    return;
  remember (self);
  self->now.position.turn = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->turn));
  show_state (self);
}

static void
rotate_cb (KomaBoardPage *self)
{
  const State before = self->now;

  remember (self);
  koma_position_turn_around (&self->now.position);
  for (guint i = 0; i < 4; i++)
    self->now.corners[i] = before.corners[(i + 2) % 4];
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    self->now.is_doubtful[i] = before.is_doubtful[KOMA_POSITION_SQUARES - 1 - i];
  show_state (self);
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
  cancel (&self->cancellable);
  self->now = g_array_index (self->before, State, self->before->len - 1);
  g_array_set_size (self->before, self->before->len - 1);
  show_state (self);
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
  return self->result;
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
  self->before = g_array_new (FALSE, FALSE, sizeof (State));
  self->view = g_object_new (KOMA_TYPE_BOARD_VIEW, "hexpand", TRUE, NULL);
  gtk_widget_set_valign (GTK_WIDGET (self->view), GTK_ALIGN_START);
  self->diagram = g_object_new (KOMA_TYPE_BOARD_DIAGRAM, "hexpand", TRUE, NULL);
  self->hands = g_object_new (KOMA_TYPE_BOARD_HANDS, NULL);
  self->halves = koma_halves_new (GTK_WIDGET (self->view), create_result (self));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->halves));
  g_signal_connect_object (self->view, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
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

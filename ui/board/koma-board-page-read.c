/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-board-words.h"
#include "worker/board/koma-board-error.h"
#include "worker/board/koma-board-reading.h"
#include "worker/koma-thread.h"

static guint
count_doubtful (const KomaBoardState *state)
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

/* Squares of which nothing is known are not shown; there is room for what is being read. */
static void
show_second (KomaBoardPage *self)
{
  gtk_stack_set_visible_child_name (self->second, self->now.has_position ? "result" : "nothing");
  gtk_widget_set_visible (GTK_WIDGET (self->second),
                          self->now.has_position || self->cancellable != NULL);
}

void
koma_board_page_show_state (KomaBoardPage *self)
{
  self->is_showing = TRUE;
  koma_board_view_set_corners (self->view, self->now.corners);
  koma_board_diagram_show (self->diagram, &self->now.position, self->now.is_doubtful);
  koma_board_hands_show (self->hands, &self->now.position);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->turn), self->now.position.turn);
  self->is_showing = FALSE;
  koma_board_view_set_size (self->view, self->now.has_position ? KOMA_POSITION_SIDE : 1,
                            self->now.has_position ? KOMA_POSITION_SIDE : 1);
  gtk_widget_set_visible (self->offer, FALSE);
  show_second (self);
  if (self->now.has_position)
    describe (self);
  g_signal_emit_by_name (self, "changed");
}

void
koma_board_page_remember (KomaBoardPage *self)
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
  self->now.has_position = TRUE;
  self->now.has_corners = TRUE;
  koma_board_page_show_state (self);
}

void
koma_board_page_show_none (KomaBoardPage *self,
                           const char    *text)
{
  show_second (self);
  gtk_widget_set_visible (self->offer, self->has_offer);
  koma_halves_set_status (self->halves, text, FALSE);
}

/* What another model has read is no answer of this one. */
static void
take_ignorance (KomaBoardPage *self)
{
  self->now.has_position = FALSE;
  koma_board_page_show_state (self);
  koma_board_page_show_none (self, _ ("This model does not know the pieces of shogi"));
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
  else if (g_error_matches (error, KOMA_BOARD_ERROR, KOMA_BOARD_ERROR_MODEL))
    take_ignorance (self);
  else if (g_error_matches (error, KOMA_BOARD_ERROR, KOMA_BOARD_ERROR_NO_BOARD))
    koma_board_page_show_none (self, _ ("No board was found. Drag the corners onto it."));
  else
    koma_board_page_show_none (self, error->message);
}

void
koma_board_page_stop_reading (KomaBoardPage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
koma_board_page_read (KomaBoardPage *self)
{
  koma_board_page_stop_reading (self);
  if (!self->knows_pieces && !self->is_waiting) {
    take_ignorance (self);
    return;
  }
  self->cancellable = g_cancellable_new ();
  gtk_widget_set_visible (self->offer, FALSE);
  show_second (self);
  koma_halves_set_status (self->halves, _ ("Reading the board…"), TRUE);
  if (self->is_waiting)
    return;
  koma_board_read_async (self->worker, self->request,
                         self->now.has_corners ? self->now.corners : NULL, self->cancellable,
                         read_cb, g_object_ref (self));
}

void
koma_board_page_moved (KomaBoardPage *self)
{
  const KomaPoint *corners = koma_board_view_get_corners (self->view);

  koma_board_page_remember (self);
  memcpy (self->now.corners, corners, sizeof self->now.corners);
  self->now.has_corners = TRUE;
  g_signal_emit_by_name (self, "changed");
  if (koma_quad_is_convex (corners))
    koma_board_page_read (self);
  else
    koma_halves_set_status (self->halves, _ ("The corners do not go around a board"), FALSE);
}

/**
 * koma_board_page_restart:
 * @self: a page
 *
 * Reads the board anew, since the worker has another model. Undo brings back what was corrected.
 */
void
koma_board_page_restart (KomaBoardPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->request == NULL)
    return;
  if (self->now.has_position)
    koma_board_page_remember (self);
  if (!self->now.has_corners || koma_quad_is_convex (self->now.corners))
    koma_board_page_read (self);
}

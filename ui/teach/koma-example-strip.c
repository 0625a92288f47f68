/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-example-strip.h"

#include "koma-example-tile.h"
#include "worker/koma-thread.h"

#define N_TILES   14
#define MIN_TILES 4
#define SIDE      56 /* application pixels */
#define GAP       6

/**
 * KomaExampleStrip:
 *
 * Has few tiles, however long the list is. A tile whose example moves on by one place moves with
 * it, so that a new example costs one picture to decode.
 */
struct _KomaExampleStrip
{
  GtkWidget parent_instance;

  KomaExampleTile *tiles[N_TILES]; /* children, in the order in which they are seen */
  GListModel      *examples;       /* (nullable) owned */
  gboolean         is_from_first;  /* of the list */
  guint            refresh_source; /* many examples come at once */
};

G_DEFINE_FINAL_TYPE (KomaExampleStrip, koma_example_strip, GTK_TYPE_WIDGET)

/* ---- Layout ---- */

static void
koma_example_strip_measure (GtkWidget     *widget,
                            GtkOrientation orientation,
                            int            for_size,
                            int           *minimum,
                            int           *natural,
                            int           *minimum_baseline,
                            int           *natural_baseline)
{
  const gboolean is_width = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = *natural = is_width ? MIN_TILES * (SIDE + GAP) - GAP : SIDE;
}

static void
koma_example_strip_size_allocate (GtkWidget *widget,
                                  int        width,
                                  int        height,
                                  int        baseline)
{
  KomaExampleStrip *self = KOMA_EXAMPLE_STRIP (widget);
  const gboolean    is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  for (int i = 0; i < N_TILES; i++) {
    GtkWidget *tile = GTK_WIDGET (self->tiles[i]);
    const int  x = i * (SIDE + GAP);

    gtk_widget_set_child_visible (tile, x + SIDE <= width);
    gtk_widget_size_allocate (
      tile, &(GtkAllocation){ is_rtl ? width - x - SIDE : x, 0, SIDE, SIDE }, -1);
  }
}

/* ---- Examples ---- */

static guint
find_tile (KomaExampleStrip *self,
           KomaTeachExample *example)
{
  guint i = 0;

  while (i < N_TILES - 1 && koma_example_tile_get_example (self->tiles[i]) != example)
    i++;
  return i;
}

static void
move_tile (KomaExampleStrip *self,
           guint             from,
           guint             to)
{
  KomaExampleTile *tile = self->tiles[from];

  for (; from > to; from--)
    self->tiles[from] = self->tiles[from - 1];
  self->tiles[to] = tile;
}

static KomaTeachExample *
get_example (KomaExampleStrip *self,
             guint             i)
{
  const guint n = self->examples != NULL ? g_list_model_get_n_items (self->examples) : 0;

  if (i >= n)
    return NULL;
  return g_list_model_get_item (self->examples, self->is_from_first ? i : n - 1 - i);
}

static gboolean
refresh_cb (gpointer user_data)
{
  KomaExampleStrip *self = user_data;

  self->refresh_source = 0;
  for (guint i = 0; i < N_TILES; i++) {
    g_autoptr (KomaTeachExample) example = get_example (self, i);

    if (example != NULL)
      move_tile (self, MAX (find_tile (self, example), i), i);
    koma_example_tile_set_example (self->tiles[i], example);
    gtk_widget_set_visible (GTK_WIDGET (self->tiles[i]), example != NULL);
  }
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
items_changed_cb (KomaExampleStrip *self)
{
  if (self->refresh_source == 0)
    self->refresh_source = g_idle_add (refresh_cb, self);
}

static void
set_examples (KomaExampleStrip *self,
              GListModel       *examples,
              gboolean          is_from_first)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_from_first = is_from_first;
  if (self->examples != NULL)
    g_signal_handlers_disconnect_by_data (self->examples, self);
  g_set_object (&self->examples, examples);
  if (examples != NULL)
    g_signal_connect_object (examples, "items-changed", G_CALLBACK (items_changed_cb), self,
                             G_CONNECT_SWAPPED);
  items_changed_cb (self);
}

void
koma_example_strip_set_examples (KomaExampleStrip *self,
                                 GListModel       *examples)
{
  set_examples (self, examples, FALSE);
}

void
koma_example_strip_set_first (KomaExampleStrip *self,
                              GListModel       *examples)
{
  set_examples (self, examples, TRUE);
}

/* ---- Object ---- */

static void
koma_example_strip_dispose (GObject *object)
{
  KomaExampleStrip *self = KOMA_EXAMPLE_STRIP (object);

  g_clear_handle_id (&self->refresh_source, g_source_remove);
  if (self->examples != NULL)
    g_signal_handlers_disconnect_by_data (self->examples, self);
  g_clear_object (&self->examples);
  for (guint i = 0; i < N_TILES; i++) {
    if (self->tiles[i] != NULL)
      gtk_widget_unparent (GTK_WIDGET (self->tiles[i]));
    self->tiles[i] = NULL;
  }

  G_OBJECT_CLASS (koma_example_strip_parent_class)->dispose (object);
}

static void
koma_example_strip_class_init (KomaExampleStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_example_strip_dispose;
  widget_class->measure = koma_example_strip_measure;
  widget_class->size_allocate = koma_example_strip_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
koma_example_strip_init (KomaExampleStrip *self)
{
  for (guint i = 0; i < N_TILES; i++) {
    GtkWidget *tile = koma_example_tile_new (SIDE);

    gtk_widget_set_parent (tile, GTK_WIDGET (self));
    gtk_widget_set_visible (tile, FALSE);
    self->tiles[i] = KOMA_EXAMPLE_TILE (tile);
  }
}

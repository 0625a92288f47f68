/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-example-tile.h"

#include "koma-picture-texture.h"
#include "koma-teach-words.h"
#include "worker/koma-thread.h"

/**
 * KomaExampleTile:
 *
 * Has a fixed size, so that nothing moves when the picture comes. Keeps no texture that it does not
 * show: a list of thousands has no more of them than it has widgets.
 */
struct _KomaExampleTile
{
  GtkWidget parent_instance;

  int side;

  /* Owned. */
  KomaTeachExample *example; /* (nullable) */
  GCancellable     *loading; /* (nullable) */
  GdkTexture       *texture; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (KomaExampleTile, koma_example_tile, GTK_TYPE_WIDGET)

static void
koma_example_tile_measure (GtkWidget     *widget,
                           GtkOrientation orientation,
                           int            for_size,
                           int           *minimum,
                           int           *natural,
                           int           *minimum_baseline,
                           int           *natural_baseline)
{
  *minimum = *natural = KOMA_EXAMPLE_TILE (widget)->side;
}

/* The texture covers the square. CSS overflow hides the parts outside. */
static void
koma_example_tile_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  KomaExampleTile *self = KOMA_EXAMPLE_TILE (widget);
  const float      width = gtk_widget_get_width (widget);
  const float      height = gtk_widget_get_height (widget);
  float            out_w = 0.0, out_h = 0.0, scale = 0.0;

  if (self->texture == NULL)
    return;
  out_w = gdk_texture_get_width (self->texture);
  out_h = gdk_texture_get_height (self->texture);
  scale = MAX (width / out_w, height / out_h);
  out_w *= scale;
  out_h *= scale;
  gtk_snapshot_append_texture (snapshot, self->texture,
                               &GRAPHENE_RECT_INIT ((width - out_w) / 2, (height - out_h) / 2,
                                                    out_w, out_h));
}

/* Thousands of examples change at once when a model was tried, and few are ever pointed at. */
static gboolean
koma_example_tile_query_tooltip (GtkWidget  *widget,
                                 int         x,
                                 int         y,
                                 gboolean    is_by_keyboard,
                                 GtkTooltip *tooltip)
{
  KomaExampleTile *self = KOMA_EXAMPLE_TILE (widget);
  g_autofree char *text = NULL;

  if (self->example == NULL)
    return FALSE;
  text = koma_teach_words_for_example (self->example);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* ---- The example ---- */

static void
let_go (KomaExampleTile *self)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_object (&self->texture);
  g_clear_object (&self->example);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaExampleTile) self = user_data;
  KomaTeachExample *example = KOMA_TEACH_EXAMPLE (source);
  g_autoptr (KomaPicture) picture = koma_teach_example_load_finish (example, result, NULL);

  /* NULL: the tile shows another one by now, or the picture is damaged, and its tooltip says so. */
  if (picture == NULL || self->example != example)
    return;
  g_clear_object (&self->texture);
  self->texture = koma_picture_texture_new (picture);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
load (KomaExampleTile *self)
{
  /* The shorter side, too, must be large enough. */
  const int side = self->side * 4 / 3 * gtk_widget_get_scale_factor (GTK_WIDGET (self));

  self->loading = g_cancellable_new ();
  koma_teach_example_load_async (self->example, side, self->loading, loaded_cb,
                                 g_object_ref (self));
}

/**
 * koma_example_tile_set_example:
 * @self: a tile
 * @example: (nullable): the example to show
 *
 * The tile is empty until the picture is decoded, and where that fails.
 */
void
koma_example_tile_set_example (KomaExampleTile  *self,
                               KomaTeachExample *example)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->example == example)
    return;
  let_go (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (example == NULL)
    return;
  self->example = g_object_ref (example);
  load (self);
}

KomaTeachExample *
koma_example_tile_get_example (KomaExampleTile *self)
{
  return self->example;
}

/* ---- Object ---- */

static void
koma_example_tile_dispose (GObject *object)
{
  let_go (KOMA_EXAMPLE_TILE (object));

  G_OBJECT_CLASS (koma_example_tile_parent_class)->dispose (object);
}

static void
koma_example_tile_class_init (KomaExampleTileClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_example_tile_dispose;
  widget_class->measure = koma_example_tile_measure;
  widget_class->snapshot = koma_example_tile_snapshot;
  widget_class->query_tooltip = koma_example_tile_query_tooltip;

  /* Styled as the thumbnails of the list. */
  gtk_widget_class_set_css_name (widget_class, "thumbnail");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
koma_example_tile_init (KomaExampleTile *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
koma_example_tile_new (int side)
{
  KomaExampleTile *self = g_object_new (KOMA_TYPE_EXAMPLE_TILE, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->side = side;
  return GTK_WIDGET (self);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a picture comes from: a file, bytes, a cell of a grid, or a frame of the camera. */

#include "koma-result-item-private.h"

#include "worker/koma-thread.h"

KomaResultItem *
koma_result_item_new_for_file (GFile *file)
{
  KomaResultItem *self = g_object_new (KOMA_TYPE_RESULT_ITEM, NULL);
  const char     *path = g_file_peek_path (file);

  KOMA_ASSERT_MAIN_THREAD ();

  if (path != NULL)
    self->path = g_ref_string_new (path);
  else
    koma_result_item_ensure_more (self)->file = g_object_ref (file);
  return self;
}

KomaResultItem *
koma_result_item_new_for_path (const char *path)
{
  KomaResultItem  *self = g_object_new (KOMA_TYPE_RESULT_ITEM, NULL);
  g_autofree char *canonical = g_canonicalize_filename (path, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->path = g_ref_string_new (canonical);
  return self;
}

KomaResultItem *
koma_result_item_new_for_bytes (GBytes     *bytes,
                                const char *name)
{
  KomaResultItem *self = g_object_new (KOMA_TYPE_RESULT_ITEM, NULL);
  KomaItemMore   *more = koma_result_item_ensure_more (self);

  KOMA_ASSERT_MAIN_THREAD ();

  more->bytes = g_bytes_ref (bytes);
  more->name = g_strdup (name);
  return self;
}

KomaResultItem *
koma_result_item_new_for_cell (KomaGridPicture *grid,
                               guint            index)
{
  KomaResultItem *self = g_object_new (KOMA_TYPE_RESULT_ITEM, NULL);
  KomaItemMore   *more = koma_result_item_ensure_more (self);

  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&more->file, koma_grid_picture_get_file (grid));
  more->grid = koma_grid_picture_ref (grid);
  more->cell = index;
  return self;
}

KomaResultItem *
koma_result_item_new_for_frame (KomaCameraFrame        *frame,
                                const KomaCameraRegion *region,
                                const char             *name)
{
  KomaResultItem *self = g_object_new (KOMA_TYPE_RESULT_ITEM, NULL);
  KomaItemMore   *more = koma_result_item_ensure_more (self);
  KomaPicture    *picture = frame->picture;
  KomaCameraRect  rect;

  KOMA_ASSERT_MAIN_THREAD ();

  more->name = g_strdup (name);
  if (region->kind != KOMA_CAMERA_REGION_SQUARE) {
    more->picture = koma_picture_ref (picture);
    more->fit = region->kind == KOMA_CAMERA_REGION_CENTRE ? KOMA_REQUEST_FIT_CROP
                                                          : KOMA_REQUEST_FIT_STRETCH;
    return self;
  }

  koma_camera_region_get_rect (region, picture->width,
                               picture->height, 1.0, &rect);
  more->picture = koma_picture_copy_part (picture, rect.x, rect.y, rect.width, rect.height);
  more->fit = KOMA_REQUEST_FIT_STRETCH;
  return self;
}

GFile *
koma_result_item_get_file (KomaResultItem *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->path != NULL && (self->more == NULL || self->more->file == NULL))
    koma_result_item_ensure_more (self)->file = g_file_new_for_path (self->path);
  return self->more->file;
}

/**
 * koma_result_item_dup_file:
 * @self: a picture
 *
 * For those who look at many pictures, where koma_result_item_get_file() would fill the memory.
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): its file, or that of its grid
 */
GFile *
koma_result_item_dup_file (KomaResultItem *self)
{
  if (self->path != NULL)
    return g_file_new_for_path (self->path);
  return self->more->file != NULL ? g_object_ref (self->more->file) : NULL;
}

/**
 * koma_result_item_create_request:
 * @self: a picture
 * @how: the key, and how to classify; the picture in it does not count
 *
 * Returns: (transfer full): what to send to the worker
 */
KomaRequest *
koma_result_item_create_request (KomaResultItem    *self,
                                 const KomaRequest *how)
{
  static const KomaItemMore nothing = { 0 };
  const KomaItemMore       *more = self->more != NULL ? self->more : &nothing;
  g_autoptr (GFile) file = koma_result_item_dup_file (self);
  KomaRequest values = *how;

  KOMA_ASSERT_MAIN_THREAD ();

  values.fit = more->fit;
  values.is_from_camera = more->picture != NULL;
  values.picture = more->picture;
  values.grid = more->grid;
  values.cell = more->cell;
  /* That of a cell is the grid's. */
  values.file = more->grid == NULL ? file : NULL;
  values.bytes = more->bytes;
  values.earlier = self->result != NULL ? self->result : more->earlier;
  return koma_request_new (&values);
}

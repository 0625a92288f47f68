/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-grid.h"

#include <glib/gi18n.h>

#include "koma-cli.h"

void
koma_cli_grid_clear (KomaCliGrid *self)
{
  g_clear_pointer (&self->given, g_free);
  g_clear_pointer (&self->corners_given, g_free);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->grids, koma_grids_free);
}

static gboolean
read_number (const char *text,
             double     *ret_number)
{
  char *end = NULL;

  *ret_number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && *ret_number >= 0 && *ret_number <= G_MAXUINT;
}

static gboolean
parse_corners (KomaCliGrid *self)
{
  g_auto (GStrv) numbers = NULL;
  gboolean is_right = FALSE;

  if (self->corners_given == NULL)
    return TRUE;
  if (self->given == NULL) {
    koma_cli_warn (_ ("--corners says what --grid cuts, which is not given"));
    return FALSE;
  }
  numbers = g_strsplit (self->corners_given, ",", 9);
  is_right = g_strv_length (numbers) == 8;
  for (guint i = 0; is_right && i < 8; i++)
    is_right =
      read_number (numbers[i], i % 2 == 0 ? &self->corners[i / 2].x : &self->corners[i / 2].y);
  if (is_right && koma_quad_is_convex (self->corners))
    return TRUE;
  koma_cli_warn (_ ("--corners “%s” are not those of an area, clockwise from the top left, as "
                    "0,0,640,0,640,480,0,480"),
                 self->corners_given);
  return FALSE;
}

/**
 * koma_cli_grid_parse:
 *
 * Returns: %FALSE after having told the user that it is no grid
 */
gboolean
koma_cli_grid_parse (KomaCliGrid *self)
{
  g_auto (GStrv) sides = NULL;
  guint64 n_rows = 0, n_columns = 0;

  if (self->given == NULL)
    return parse_corners (self);
  if (self->is_board) {
    koma_cli_warn (_ ("--board and --grid can not be used together"));
    return FALSE;
  }
  sides = g_strsplit (self->given, "x", 3);
  if (g_strv_length (sides) != 2 ||
      !g_ascii_string_to_unsigned (sides[0], 10, 1, KOMA_GRID_MAX_SIDE, &n_rows, NULL) ||
      !g_ascii_string_to_unsigned (sides[1], 10, 1, KOMA_GRID_MAX_SIDE, &n_columns, NULL)) {
    koma_cli_warn (_ ("--grid “%s” is not ROWSxCOLUMNS, as 9x9, each up to %d"), self->given,
                   KOMA_GRID_MAX_SIDE);
    return FALSE;
  }
  self->n_rows = n_rows;
  self->n_columns = n_columns;
  return parse_corners (self);
}

const char *
koma_cli_grid_get_formats (const KomaCliGrid *self)
{
  return self->is_board ? "text json jsonl" : "text json jsonl csv html";
}

/* A folder's pictures follow one another, so one folder is remembered. */
static void
look_into (KomaCliGrid *self,
           const char  *folder)
{
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (self->folder, folder) == 0)
    return;
  g_free (self->folder);
  self->folder = g_strdup (folder);
  g_clear_pointer (&self->grids, koma_grids_free);
  self->grids = koma_grids_load (folder, &error);
  if (error != NULL)
    koma_cli_warn (_ ("warning: %s"), error->message);
}

static KomaGridPicture *
open_as_given (KomaCliGrid *self,
               const char  *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return koma_grid_picture_new (&(KomaGridValues){
    .file = file,
    .n_rows = self->n_rows,
    .n_columns = self->n_columns,
    .corners = self->corners_given != NULL ? self->corners : NULL,
  });
}

static KomaGridPicture *
open_as_folder_says (KomaCliGrid *self,
                     const char  *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GFile) file = NULL;

  look_into (self, folder);
  if (self->grids == NULL)
    return NULL;
  file = g_file_new_for_path (path);
  return koma_grid_picture_open (self->grids, file);
}

KomaGridPicture *
koma_cli_grid_open (KomaCliGrid *self,
                    const char  *path)
{
  if (self->n_rows * self->n_columns > 1 || self->corners_given != NULL)
    return open_as_given (self, path);
  return self->given == NULL ? open_as_folder_says (self, path) : NULL;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of a folder with a folder for each class; one of them is damaged. */
#include <koma/koma.h>
#include <glib/gstdio.h>

/* A picture of one pixel, as PPM. */
static void
write_picture (const char *name,
               char        grey)
{
  const char pixels[] = { 'P', '6', ' ', '1', ' ', '1', ' ',
                          '2', '5', '5', '\n', grey, grey, grey };

  if (!g_file_set_contents (name, pixels, sizeof pixels, NULL))
    g_error ("%s", name);
}

static void
write_pictures (void)
{
  if (g_mkdir_with_parents ("pictures/dark", 0700) != 0 ||
      g_mkdir_with_parents ("pictures/light", 0700) != 0)
    g_error ("no folders");
  write_picture ("pictures/dark/1.ppm", 10);
  write_picture ("pictures/dark/2.ppm", 20);
  write_picture ("pictures/light/1.ppm", (char) 250);
  if (!g_file_set_contents ("pictures/light/2.ppm", "", 0, NULL))
    g_error ("no file");
}

static gboolean
print_next (KomaPictureFolder *folder,
            KomaPictureReader *reader,
            GError           **error)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  guint                       index = 0;
  gsize                       n = 0;
  KomaTensor                 *x = koma_picture_reader_next (reader, &index, error);
  g_autofree float           *values = x != NULL ? koma_tensor_read_floats (x, &n, error) : NULL;
  const guint                 class_index = koma_picture_folder_get_class_index (folder, index);

  if (values != NULL)
    g_print ("%s %.1f\n", koma_picture_folder_get_class_names (folder)[class_index], values[0]);
  return values != NULL;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPictureFolder) folder = NULL;
  g_autoptr (KomaPictureReader) reader = NULL;
  g_auto (GStrv) damaged = NULL;

  write_pictures ();
  folder = koma_picture_folder_new ("pictures", &error);
  if (folder == NULL)
    g_error ("%s", error->message);
  reader = koma_picture_reader_new (folder, 2, 2);
  g_object_set (reader, "skips-damaged", TRUE, NULL);
  while (print_next (folder, reader, &error))
    ;
  if (error != NULL)
    g_error ("%s", error->message);
  damaged = koma_picture_reader_list_damaged (reader);
  g_print ("left out: %u\n", g_strv_length (damaged));
  return 0;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that other programs wrote, among the shared data: one cat in many
 * formats, one landscape in every orientation, and files that are broken. */

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "engine/koma/koma-error.h"
#include "engine/picture/resize.h"
#include "engine/picture/decoder.h"
#include "tests/test-main.h"

#define SIDE 32

typedef struct
{
  const char *name;
  double      max_difference; /* mean of |a - b|, 0 … 255 */
  gboolean    is_grey;
} Variant;

/* chelsea.png again, as other formats keep it. */
static const Variant cats[] = {
  { "cat_lossless.webp", 0.0 },
  { "cat.tif", 0.0 },
  { "cat_422_baseline.jpg", 2.0 },
  { "cat_progressive.jpg", 2.0 },
  { "cat_cmyk.jpg", 2.0 },
  { "cat.webp", 3.0 },
  { "cat_palette.png", 4.0 },
  { "png_named.jpg", 4.0 },
  { "cat_anim.gif", 4.0 },
  { "cat_gray.jpg", 3.0, TRUE },
  { "cat_gray.png", 3.0, TRUE },
  { "cat_16bit_gray.png", 3.0, TRUE },
  { "cat_1bit.png", 25.0, TRUE },
};

static const struct
{
  const char *name;
  guint       width;
  guint       height;
} sound[] = {
  { "cat_alpha.png", 451, 300 },
  { "app13-multiple.jpg", 256, 160 },
  { "chi.gif", 320, 240 },
  { "flower.webp", 480, 360 },
  { "hopper_bad_exif.jpg", 500, 500 },
  { "hopper_gray.jpg", 128, 128 },
  { "i_trns.png", 64, 64 },
  { "iss634.gif", 245, 245 },
  { "iss634.webp", 245, 245 },
  { "mode_16bit.png", 128, 64 },
  { "one_pixel.png", 1, 1 },
  { "pil_sample_cmyk.jpg", 100, 100 },
  { "transparent.webp", 200, 150 },
  { "very_wide_4000x3.png", 4000, 3 },
};

static const char *const broken[] = {
  "odd/broken.png",
  "odd/cat_truncated_300bytes.jpg",
  "odd/cat_truncated_60pct.jpg",
  "odd/text_named.jpg",
  "odd/truncated_image.png",
  "odd/truncated_jpeg.jpg",
  "odd/zero_bytes.jpg",
  "scikit-image/truncated.jpg",
};

static gboolean
has_shared_data (void)
{
  const char      *shared = g_getenv ("KOMA_SHARED") != NULL ? g_getenv ("KOMA_SHARED") : "/none";
  g_autofree char *folder = g_build_filename (shared, "photos", NULL);

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  g_test_skip ("shared data not there");
  return FALSE;
}

/* Loaders come in packages of their own. */
static gboolean
has_loader (const char *name)
{
  g_autoptr (GSList) formats = gdk_pixbuf_get_formats ();
  gboolean is_there = !g_str_has_suffix (name, ".webp");

  for (GSList *link = formats; link != NULL && !is_there; link = link->next) {
    g_autofree char *format = gdk_pixbuf_format_get_name (link->data);

    is_there = g_str_equal (format, "webp");
  }
  if (!is_there)
    g_test_skip ("webp-pixbuf-loader is not installed");
  return is_there;
}

static KomaPicture *
decode (const char *folder,
        const char *name,
        GError    **error)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SHARED"), "photos", folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return koma_decoder_decode_file (file, 0, NULL, error);
}

static KomaPicture *
decode_sound (const char *folder,
              const char *name)
{
  g_autoptr (GError) error = NULL;
  KomaPicture *picture = decode (folder, name, &error);

  g_assert_no_error (error);
  return picture;
}

/* All pictures at one small size, so that they can be compared. */
static void
shrink (const KomaPicture *picture,
        gboolean           is_grey,
        guint8             ret_rgb[SIDE * SIDE * 3])
{
  const KomaPixels pixels = { picture->rgb, picture->width,
                              picture->height, 3,
                              picture->stride };

  g_assert_true (koma_resize (&pixels, KOMA_RESIZE_BILINEAR, SIDE, SIDE, ret_rgb, NULL));
  for (guint i = 0; i < SIDE * SIDE * 3 && is_grey; i += 3)
    ret_rgb[i] = ret_rgb[i + 1] = ret_rgb[i + 2] =
      (guint8) ((299 * ret_rgb[i] + 587 * ret_rgb[i + 1] + 114 * ret_rgb[i + 2] + 500) / 1000);
}

static double
get_difference (const KomaPicture *a,
                const KomaPicture *b,
                gboolean           is_grey)
{
  guint8 first[SIDE * SIDE * 3];
  guint8 second[SIDE * SIDE * 3];
  double sum = 0.0;

  shrink (a, is_grey, first);
  shrink (b, is_grey, second);
  for (guint i = 0; i < SIDE * SIDE * 3; i++)
    sum += ABS (first[i] - second[i]);
  return sum / (SIDE * SIDE * 3);
}

static void
test_cat (gconstpointer data)
{
  const Variant *variant = data;
  g_autoptr (KomaPicture) original = NULL;
  g_autoptr (KomaPicture) cat = NULL;
  double difference = 0.0;

  if (!has_shared_data () || !has_loader (variant->name))
    return;
  original = decode_sound ("scikit-image", "chelsea.png");
  cat = decode_sound ("odd", variant->name);
  g_assert_cmpuint (cat->width, ==, 451);
  g_assert_cmpuint (cat->height, ==, 300);
  difference = get_difference (original, cat, variant->is_grey);
  g_test_message ("mean difference %.2f", difference);
  g_assert_cmpfloat (difference, <=, variant->max_difference);
}

static void
test_sound (void)
{
  if (!has_shared_data ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sound); i++) {
    g_autoptr (KomaPicture) picture = NULL;

    if (g_str_has_suffix (sound[i].name, ".webp") && !has_loader (sound[i].name))
      continue;
    picture = decode_sound ("odd", sound[i].name);
    g_test_message ("%s", sound[i].name);
    g_assert_cmpuint (picture->width, ==, sound[i].width);
    g_assert_cmpuint (picture->height, ==, sound[i].height);
  }
}

static void
test_broken (void)
{
  if (!has_shared_data ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture = decode ("", broken[i], &error);
    g_autofree char *name = g_path_get_basename (broken[i]);

    g_assert_null (picture);
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
    g_test_message ("%s", error->message);
    g_assert_true (g_str_has_prefix (error->message, name));
  }
}

static void
test_orientations (void)
{
  g_autoptr (KomaPicture) upright = NULL;

  if (!has_shared_data ())
    return;
  upright = decode_sound ("exif", "Landscape_1.jpg");
  for (guint i = 0; i <= 8; i++) {
    g_autofree char *name = g_strdup_printf ("Landscape_%u.jpg", i);
    g_autoptr (KomaPicture) picture = decode_sound ("exif", name);

    g_assert_cmpuint (picture->source_width, ==,
                      upright->width);
    g_assert_cmpuint (picture->source_height, ==,
                      upright->height);
    g_assert_cmpfloat (get_difference (upright, picture, FALSE), <, 2.0);
  }
}

/* Half of a file never passes for a picture. */
static void
test_halves (void)
{
  static const char *const names[] = {
    "cat.tif", "cat.webp", "cat_lossless.webp", "cat_palette.png",
    "cat_alpha.png", "cat_gray.jpg", "cat_progressive.jpg", "one_pixel.png"
  };

  if (!has_shared_data () || !has_loader ("cat.webp"))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (g_getenv ("KOMA_SHARED"), "photos/odd", names[i],
                                              NULL);
    g_autoptr (GBytes) half = NULL;
    g_autoptr (GError) error = NULL;
    char *data = NULL;
    gsize size_bytes = 0;

    g_file_get_contents (path, &data, &size_bytes, &error);
    g_assert_no_error (error);
    half = g_bytes_new_take (data, size_bytes / 2);
    g_assert_null (koma_decoder_decode_bytes (half, 0, NULL, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
    g_test_message ("%s: %s", names[i], error->message);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cats); i++) {
    g_autofree char *path = g_strconcat ("/photos/cat/", cats[i].name, NULL);

    g_test_add_data_func (path, &cats[i], test_cat);
  }
  g_test_add_func ("/photos/sound", test_sound);
  g_test_add_func ("/photos/broken", test_broken);
  g_test_add_func ("/photos/orientations", test_orientations);
  g_test_add_func ("/photos/halves", test_halves);
  return g_test_run ();
}

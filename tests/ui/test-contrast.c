/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text that is less important is paler, and still has the contrast that WCAG 2 asks for. */
#include <math.h>

#include "tests/test-main.h"
#include "tests/ui/widget-tests.h"

#define BLOCKS         "█████" /* so that no edge of a letter is blurred */
#define LEAST_CONTRAST 4.5

static double
linearize (guint8 value)
{
  const double share = value / 255.0;

  return share <= 0.03928 ? share / 12.92 : pow ((share + 0.055) / 1.055, 2.4);
}

static double
get_luminance (const guint8 *pixel) /* [4] blue, green, red, opacity */
{
  return 0.2126 * linearize (pixel[2]) + 0.7152 * linearize (pixel[1]) +
         0.0722 * linearize (pixel[0]);
}

static double
get_contrast (const guint8 *a,
              const guint8 *b)
{
  const double first = get_luminance (a), second = get_luminance (b);

  return (MAX (first, second) + 0.05) / (MIN (first, second) + 0.05);
}

static GdkTexture *
paint (GtkWidget *window)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  g_autoptr (GskRenderNode) node = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (window),
                          gtk_widget_get_height (window));
  node = gtk_snapshot_free_to_node (snapshot);
  return gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                      &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (window),
                                                           gtk_widget_get_height (window)));
}

static double
measure (GtkWidget *window,
         GtkWidget *label)
{
  g_autoptr (GdkTexture) texture = paint (window);
  const gsize        stride = 4 * (gsize) gdk_texture_get_width (texture);
  g_autofree guint8 *pixels = g_malloc (stride * gdk_texture_get_height (texture));
  graphene_rect_t    bounds;
  const guint8      *behind = NULL;
  double             best = 1;

  gdk_texture_download (texture, pixels, stride);
  g_assert_true (gtk_widget_compute_bounds (label, window, &bounds));
  behind = pixels + (gsize) (bounds.origin.y + bounds.size.height / 2) * stride +
           4 * (gsize) (bounds.origin.x - 2);
  for (int y = (int) bounds.origin.y; y < bounds.origin.y + bounds.size.height; y++)
    for (int x = (int) bounds.origin.x; x < bounds.origin.x + bounds.size.width; x++)
      best = MAX (best, get_contrast (pixels + y * stride + 4 * x, behind));
  return best;
}

static GtkWidget *
make_dim_label (void)
{
  GtkWidget *label = gtk_label_new (BLOCKS);

  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static GtkWidget *
make_subtitle (void)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), "A");
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), BLOCKS);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return group;
}

static GtkWidget *
make_placeholder (void)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), BLOCKS);
  return entry;
}

static GtkWidget *
make_column (void)
{
  GtkWidget           *view = gtk_column_view_new (NULL);
  GtkColumnViewColumn *column = gtk_column_view_column_new (BLOCKS, NULL);

  gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  g_object_unref (column);
  return view;
}

static void
test_contrast (gconstpointer data)
{
  GtkWidget *(*make) (void) = data;
  GtkCssProvider *koma = gtk_css_provider_new ();
  GtkWidget      *window = adw_window_new ();
  GtkWidget      *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget      *label = NULL;

  gtk_css_provider_load_from_resource (koma, "/app/koma/Koma/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (koma),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), gtk_button_new ()); /* has the focus */
  gtk_box_append (GTK_BOX (box), make ());
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  label = find_visible_label (box, BLOCKS);
  g_assert_nonnull (label);
  for (AdwColorScheme scheme = ADW_COLOR_SCHEME_FORCE_LIGHT; scheme <= ADW_COLOR_SCHEME_FORCE_DARK;
       scheme++) {
    adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
    widget_tests_settle (window);
    g_assert_cmpfloat (measure (window, label), >=, LEAST_CONTRAST);
  }
  gtk_window_destroy (GTK_WINDOW (window));
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (),
                                                 GTK_STYLE_PROVIDER (koma));
  g_object_unref (koma);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_data_func ("/ui/contrast/dim-label", make_dim_label, test_contrast);
  g_test_add_data_func ("/ui/contrast/subtitle", make_subtitle, test_contrast);
  g_test_add_data_func ("/ui/contrast/placeholder", make_placeholder, test_contrast);
  g_test_add_data_func ("/ui/contrast/column", make_column, test_contrast);
  return g_test_run ();
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-seen-view.h"

#include <glib/gi18n-lib.h>

#include "ui/camera/koma-announcer.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "ui/results/koma-score-bar.h"
#include "worker/koma-thread.h"

#define N_ANSWERS   3
#define LARGE_SIDE  280
#define NARROW_SIDE 128

struct _KomaSeenView
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkBox     *box;
  AdwClamp   *clamp;
  GtkPicture *picture;
  GtkLabel   *title;
  GtkBox     *answers;
  GtkLabel   *caption;

  KomaScoreBar *bars[N_ANSWERS]; /* of @answers (borrowed) */

  /* Owned. */
  KomaRecipePreview *preview;
  KomaAnnouncer     *announcer;
};

G_DEFINE_FINAL_TYPE (KomaSeenView, koma_seen_view, ADW_TYPE_BIN)

static void
koma_seen_view_dispose (GObject *object)
{
  KomaSeenView *self = KOMA_SEEN_VIEW (object);

  g_clear_object (&self->preview);
  g_clear_pointer (&self->announcer, koma_announcer_free);

  G_OBJECT_CLASS (koma_seen_view_parent_class)->dispose (object);
}

static void
koma_seen_view_class_init (KomaSeenViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_seen_view_dispose;

  /* What is announced is its name; see koma_announce (). */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-seen-view.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaSeenView, box);
  gtk_widget_class_bind_template_child (widget_class, KomaSeenView, clamp);
  gtk_widget_class_bind_template_child (widget_class, KomaSeenView, picture);
  gtk_widget_class_bind_template_child (widget_class, KomaSeenView, title);
  gtk_widget_class_bind_template_child (widget_class, KomaSeenView, answers);
  gtk_widget_class_bind_template_child (widget_class, KomaSeenView, caption);
}

static void
koma_seen_view_init (KomaSeenView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->announcer = koma_announcer_new (GTK_WIDGET (self));
  for (guint i = 0; i < N_ANSWERS; i++) {
    self->bars[i] = KOMA_SCORE_BAR (koma_score_bar_new ());
    if (i == 0)
      gtk_widget_add_css_class (GTK_WIDGET (self->bars[i]), "first");
    gtk_box_append (self->answers, GTK_WIDGET (self->bars[i]));
  }
  koma_seen_view_set_narrow (self, FALSE);
}

/* Every pixel of the model is a square of whole pixels of the screen, not a blur. */
static GdkTexture *
make_texture (const KomaPicture *seen)
{
  const guint times = MAX (2 * LARGE_SIDE / MAX (seen->width, seen->height), 1);
  const gsize stride = 3 * (gsize) seen->width * times;
  guint8     *pixels = g_malloc_n (seen->height * times, stride);
  g_autoptr (GBytes) bytes = NULL;

  for (guint y = 0; y < seen->height * times; y++)
    for (guint x = 0; x < seen->width * times; x++)
      memcpy (pixels + y * stride + 3 * (gsize) x,
              seen->rgb + y / times * seen->stride + 3 * (gsize) (x / times), 3);
  bytes = g_bytes_new_take (pixels, seen->height * times * stride);
  return gdk_memory_texture_new ((int) (seen->width * times), (int) (seen->height * times),
                                 GDK_MEMORY_R8G8B8, bytes, stride);
}

static char *
describe_values (const KomaResult *result)
{
  const KomaPainted *painted = &result->seen->painted;
  g_autofree char   *numbers =
    g_strdup_printf ("%.3g\u00a0…\u00a0%.3g", (double) painted->least, (double) painted->greatest);
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) parts = g_strsplit (numbers, "-", -1);
  g_autofree char *signs = g_strjoinv ("−", parts);

  /* Translators: width and height, and a range of numbers, such as “−1 … 1” */
  g_string_append_printf (text, _ ("%u × %u pixels with values %s, painted from dark to light."),
                          result->seen->picture->width, result->seen->picture->height, signs);
  if (result->info->values.channels == KOMA_CHANNELS_BGR)
    g_string_append_printf (text, " %s", _ ("Blue comes first, in the place of red."));
  if (painted->n_outside > 0)
    g_string_append_printf (text, " %s",
                            _ ("Values beyond the range are painted as its nearest."));
  return g_strdup (text->str);
}

static void
show_result (KomaSeenView *self,
             KomaResult   *result) /* (nullable) */
{
  g_autoptr (GdkTexture) texture = result != NULL ? make_texture (result->seen->picture) : NULL;

  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
  for (guint i = 0; i < N_ANSWERS; i++) {
    const gboolean is_shown = result != NULL && i < result->n_classes;

    gtk_widget_set_visible (GTK_WIDGET (self->bars[i]), is_shown);
    if (is_shown)
      koma_score_bar_set_score (self->bars[i], koma_result_get_class (result, i).name,
                                result->classes[i].score);
  }
}

static void
set_texts (KomaSeenView *self,
           const char   *title,
           const char   *caption)
{
  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->caption, caption);
  gtk_widget_set_visible (GTK_WIDGET (self->caption), *caption != '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, caption, -1);
}

static void
announce (KomaSeenView *self,
          KomaResult   *result)
{
  g_autofree char *score = NULL;
  g_autofree char *text = NULL;

  if (result->n_classes == 0)
    return;
  score = koma_words_for_score (result->classes[0].score);
  /* Translators: the name of a class and its score */
  text = g_strdup_printf (_ ("The first answer is %s, %s"),
                          koma_result_get_class (result, 0).name, score);
  koma_announcer_say (self->announcer, text, text);
}

static void
update_cb (KomaSeenView *self)
{
  KomaResult      *result = koma_recipe_preview_get_result (self->preview);
  KomaResultItem  *item = koma_recipe_preview_get_item (self->preview);
  const GError    *error = koma_recipe_preview_get_error (self->preview);
  g_autofree char *name = item != NULL ? koma_result_item_dup_name (item) : NULL;
  g_autofree char *title = NULL;
  g_autofree char *caption = NULL;

  show_result (self, result);
  if (item == NULL) {
    set_texts (self, _ ("No Picture Yet"), _ ("Open one to see it as the model does."));
    return;
  }
  /* Translators: the name of a picture */
  title = g_strdup_printf (_ ("“%s” as the Model Sees It"), name);
  if (result != NULL)
    caption = describe_values (result);
  else
    caption = g_strdup (error != NULL ? koma_words_for_picture_error (error) : "");
  set_texts (self, title, caption);
  if (result != NULL)
    announce (self, result);
}

void
koma_seen_view_set_preview (KomaSeenView      *self,
                            KomaRecipePreview *preview)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->preview, preview);
  g_signal_connect_object (preview, "changed", G_CALLBACK (update_cb), self, G_CONNECT_SWAPPED);
  update_cb (self);
}

void
koma_seen_view_set_narrow (KomaSeenView *self,
                           gboolean      is_narrow)
{
  const int side = is_narrow ? NARROW_SIDE : LARGE_SIDE;

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box),
                                  is_narrow ? GTK_ORIENTATION_HORIZONTAL
                                            : GTK_ORIENTATION_VERTICAL);
  adw_clamp_set_maximum_size (self->clamp, side);
  adw_clamp_set_tightening_threshold (self->clamp, side);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma collection compare: what two models say of the same pictures. */
#include <glib/gi18n.h>

#include "koma-cli-collections.h"
#include "koma-cli-json.h"
#include "koma-cli.h"
#include "worker/collection/koma-collection-compare.h"
#include "worker/koma-csv.h"

#define DEFAULT_LIMIT 20
/* Pictures that are read at once. */
#define N_PAGE 1000

/* In JSON and CSV. */
static const char *const words[KOMA_N_COMPARED] = { "before", "now" };

typedef struct
{
  KomaCollectionCompare     *compare;
  const KomaCollectionModel *models[KOMA_N_COMPARED];
  KomaCollectionCounts       counts;
  guint                      limit;
} Compare;

/* What one picture becomes. */
typedef void (*Tell) (const KomaCollectionDiffering *differing, gpointer data);

/* Piece by piece: there may be more of them than memory. */
static gboolean
tell_pictures (Compare *self,
               Tell     tell,
               gpointer data,
               GError **error)
{
  gint64 place = 0;
  guint  n_told = 0;

  while (n_told < self->limit) {
    g_autoptr (GPtrArray) page = koma_collection_compare_list (
      self->compare, NULL, place, MIN (N_PAGE, self->limit - n_told), error);

    if (page == NULL || page->len == 0)
      return page != NULL;
    for (guint i = 0; i < page->len; i++)
      tell (page->pdata[i], data);
    n_told += page->len;
    place = ((KomaCollectionDiffering *) page->pdata[page->len - 1])->place;
  }
  return TRUE;
}

static gint64
count_alone (const Compare *self,
             KomaCompared   side)
{
  return self->counts.n_answers[side] - self->counts.n_both;
}

/* ---- CSV ---- */

static void
append_cell (GString    *line,
             const char *text)
{
  koma_csv_append (line, text);
  g_string_append_c (line, ',');
}

static void
print_csv_row (const KomaCollectionDiffering *differing,
               gpointer                       data)
{
  g_autoptr (GFile) file = g_file_new_for_path (differing->path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GString) line = g_string_new (NULL);

  append_cell (line, differing->path);
  for (guint i = 0; i < KOMA_N_COMPARED; i++) {
    char score[G_ASCII_DTOSTR_BUF_SIZE] = { 0 };

    append_cell (line, differing->labels[i]);
    append_cell (line, g_ascii_formatd (score, sizeof score, "%.6f", differing->scores[i]));
  }
  append_cell (line, differing->correction != NULL ? differing->correction : "");
  koma_csv_append (line, uri);
  koma_cli_print ("%s\r\n", line->str);
}

static gboolean
print_csv (Compare *self,
           GError **error)
{
  koma_cli_print ("path,before,before_score,now,now_score,correction,uri\r\n");
  return tell_pictures (self, print_csv_row, NULL, error);
}

/* ---- JSON ---- */

static void
build_model (const Compare *self,
             JsonBuilder   *builder,
             KomaCompared   side)
{
  json_builder_set_member_name (builder, words[side]);
  json_builder_begin_object (builder);
  koma_json_string (builder, "name", self->models[side]->name);
  koma_json_string (builder, "hash", self->models[side]->hash);
  koma_json_string (builder, "recipe", self->models[side]->recipe);
  koma_json_int (builder, "answers", self->counts.n_answers[side]);
  koma_json_int (builder, "failed", self->counts.n_failed[side]);
  koma_json_int (builder, "alone", count_alone (self, side));
  koma_json_int (builder, "right", self->counts.n_right[side]);
  json_builder_end_object (builder);
}

static void
build_picture (const KomaCollectionDiffering *differing,
               gpointer                       data)
{
  JsonBuilder *builder = data;

  json_builder_begin_object (builder);
  koma_cli_json_path (builder, "path", differing->path);
  for (guint i = 0; i < KOMA_N_COMPARED; i++) {
    g_autofree char *score = g_strconcat (words[i], "_score", NULL);

    koma_json_string (builder, words[i], differing->labels[i]);
    koma_json_double (builder, score, differing->scores[i]);
  }
  koma_json_string (builder, "correction", differing->correction);
  json_builder_end_object (builder);
}

static void
build_changes (JsonBuilder     *builder,
               const GPtrArray *changes)
{
  json_builder_set_member_name (builder, "changes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < changes->len; i++) {
    const KomaCollectionChange *change = changes->pdata[i];

    json_builder_begin_object (builder);
    for (guint side = 0; side < KOMA_N_COMPARED; side++)
      koma_json_string (builder, words[side], change->labels[side]);
    koma_json_int (builder, "pictures", change->n);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static gboolean
print_json (Compare         *self,
            const GPtrArray *changes,
            GError         **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  build_model (self, builder, KOMA_COMPARED_BEFORE);
  build_model (self, builder, KOMA_COMPARED_NOW);
  koma_json_int (builder, "both", self->counts.n_both);
  koma_json_int (builder, "agree", self->counts.n_agree);
  koma_json_int (builder, "corrected", self->counts.n_corrected);
  build_changes (builder, changes);
  json_builder_set_member_name (builder, "pictures");
  json_builder_begin_array (builder);
  if (!tell_pictures (self, build_picture, builder, error))
    return FALSE;
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
  return TRUE;
}

/* ---- For people ---- */

/* (transfer full) */
static char *
dup_number (gint64 number)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static void
say_model (const Compare *self,
           const char    *title,
           KomaCompared   side)
{
  const KomaCollectionModel *model = self->models[side];
  g_autofree char           *answers = dup_number (self->counts.n_answers[side]);
  g_autofree char           *failed = dup_number (self->counts.n_failed[side]);
  g_autofree char           *alone = dup_number (count_alone (self, side));

  /* Translators: "Before" or "Now", a model's name and hash, and numbers of pictures; the last is
   * of those that the other model did not answer */
  koma_cli_say (_ ("%s: %s (%s): answers: %s, failed: %s, alone: %s\n"), title, model->name,
                model->hash, answers, failed, alone);
}

static void
say_counts (const Compare *self)
{
  const KomaCollectionCounts *counts = &self->counts;
  g_autofree char            *both = dup_number (counts->n_both);
  g_autofree char            *agree = dup_number (counts->n_agree);
  g_autofree char            *corrected = dup_number (counts->n_corrected);
  g_autofree char            *before = dup_number (counts->n_right[KOMA_COMPARED_BEFORE]);
  g_autofree char            *now = dup_number (counts->n_right[KOMA_COMPARED_NOW]);

  say_model (self, _ ("Before"), KOMA_COMPARED_BEFORE);
  say_model (self, _ ("Now"), KOMA_COMPARED_NOW);
  /* Translators: numbers of pictures */
  koma_cli_say (_ ("Answered by both: %s, with the same label: %s\n"), both, agree);
  if (counts->n_corrected > 0)
    /* Translators: numbers of pictures: those of which a person says what they show, and how many
     * of them each model answered so */
    koma_cli_say (_ ("Corrected by a person: %s, right before: %s, right now: %s\n"), corrected,
                  before, now);
}

static void
say_changes (const GPtrArray *changes)
{
  if (changes->len > 0)
    koma_cli_say ("%s\n", _ ("Labels that changed most often:"));
  for (guint i = 0; i < changes->len; i++) {
    const KomaCollectionChange *change = changes->pdata[i];
    g_autofree char            *n = dup_number (change->n);

    koma_cli_say ("    %s → %s: %s\n", change->labels[KOMA_COMPARED_BEFORE],
                  change->labels[KOMA_COMPARED_NOW], n);
  }
}

static void
say_picture (const KomaCollectionDiffering *differing,
             gpointer                       data)
{
  koma_cli_say ("    %s: %s %.2f → %s %.2f", differing->path,
                differing->labels[KOMA_COMPARED_BEFORE], differing->scores[KOMA_COMPARED_BEFORE],
                differing->labels[KOMA_COMPARED_NOW], differing->scores[KOMA_COMPARED_NOW]);
  if (differing->correction != NULL)
    /* Translators: behind the answers of two models: the label that a person gave the picture */
    koma_cli_say (_ ("; a person says: %s"), differing->correction);
  koma_cli_say ("\n");
}

static gboolean
print_text (Compare         *self,
            const GPtrArray *changes,
            GError         **error)
{
  say_counts (self);
  say_changes (changes);
  if (self->limit > 0 && self->counts.n_agree < self->counts.n_both)
    koma_cli_say ("%s\n", _ ("Pictures with two labels, the surest first:"));
  return tell_pictures (self, say_picture, NULL, error);
}

static gboolean
print (Compare       *self,
       KomaFormatKind format,
       GError       **error)
{
  g_autoptr (GPtrArray) changes = NULL;

  if (format == KOMA_FORMAT_CSV)
    return print_csv (self, error);
  changes = koma_collection_compare_list_changes (self->compare, self->limit, error);
  if (changes == NULL)
    return FALSE;
  return format == KOMA_FORMAT_JSON ? print_json (self, changes, error)
                                    : print_text (self, changes, error);
}

static gboolean
compare (Compare           *self,
         const char *const *names,
         GError           **error)
{
  guint         models[KOMA_N_COMPARED] = { 0 };
  const GArray *all = koma_collection_compare_get_models (self->compare);

  if (!koma_collection_compare_choose (self->compare, names, models, error))
    return FALSE;
  for (guint i = 0; i < KOMA_N_COMPARED; i++)
    self->models[i] = &g_array_index (all, KomaCollectionModel, models[i]);
  return koma_collection_compare_run (self->compare, models, &self->counts, error);
}

int
koma_cli_collection_compare (const char    *path,
                             const char    *model,
                             const char    *with,
                             KomaFormatKind format,
                             int            limit)
{
  const char *names[KOMA_N_COMPARED] = { with, model };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaCollectionCompare) own = koma_collection_compare_new (path, NULL, &error);
  Compare self = { .compare = own, .limit = (guint) limit };

  if (limit < 0)
    self.limit = format == KOMA_FORMAT_CSV ? G_MAXUINT : DEFAULT_LIMIT;
  if (own != NULL && compare (&self, names, &error) && print (&self, format, &error))
    return KOMA_EXIT_OK;
  koma_cli_warn ("%s", error->message);
  return KOMA_EXIT_USAGE;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma find: the pictures that go best with words, or are most like another. */
#include <glib/gi18n.h>

#include "koma-cli-json.h"
#include "koma-cli-pictures.h"
#include "koma-cli-vectors.h"
#include "koma-cli.h"

#define DEFAULT_TOP 20
#define MAX_TOP     1000000

static const char arguments[] = N_ ("[WORDS] PATH…");
static const char summary[] =
  N_ ("Find pictures by what they show: those that go best with WORDS, “red car at night”, or with "
      "--like those that are most like another picture. PATH is a picture or a folder.");
static const char description[] =
  N_ ("Words need a model that compares pictures with words, such as CLIP or SigLIP. Any model "
      "finds pictures like another.\n\n"
      "Exit code: 0 all pictures were looked at, 1 some could not be read, 2 wrong usage or a "
      "model that can not be used, 130 interrupted, 143 terminated.");

typedef struct
{
  guint  index; /* of the picture */
  double score; /* the cosine of both vectors, -1 … 1 */
} Found;

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char          *like; /* (nullable) the picture */
  int            top;
  const char    *words; /* (nullable) */
  GPtrArray     *paths; /* that of @like comes first */
  KomaCliVectors vectors;
  GArray        *found; /* Found, best first */
} Find;

static void
find_clear (Find *self)
{
  koma_cli_options_clear (&self->options);
  koma_cli_vectors_clear (&self->vectors);
  g_free (self->like);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Find, find_clear)

static gboolean
parse (Find   *self,
       int    *argc,
       char ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "like", 0, 0, G_OPTION_ARG_FILENAME, &self->like,
      N_("Find pictures like this one, in place of words"), N_("PICTURE") },
    { "top", 'k', 0, G_OPTION_ARG_INT, &self->top,
      N_("How many pictures, best first; default 20"), N_("N") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_FORMAT | KOMA_TAKES_VECTORS,
    .entries = entries,
  };
  int n_before = 1; /* arguments that are no paths */

  self->top = DEFAULT_TOP;
  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format) ||
      !koma_cli_check_number ("--top", self->top, MAX_TOP))
    return FALSE;
  n_before += self->like == NULL;
  if (*argc <= n_before) {
    koma_cli_warn (_ ("name words, or a picture with --like, and then pictures or folders; “koma "
                      "find --help” tells more"));
    return FALSE;
  }
  self->words = self->like == NULL ? (*argv)[1] : NULL;
  *argv += n_before;
  return TRUE;
}

static int
compare_found (gconstpointer a,
               gconstpointer b)
{
  const Found *one = a, *other = b;

  if (one->score != other->score)
    return one->score > other->score ? -1 : 1;
  return one->index < other->index ? -1 : 1;
}

static void
rank (Find                    *self,
      const KomaFeatureVector *wanted,
      guint                    first) /* of the pictures */
{
  GPtrArray        *pictures = self->vectors.pictures;
  g_autofree float *cosines = g_new (float, pictures->len);
  g_autoptr (KomaVectorIndex) index =
    koma_vector_index_new (koma_feature_vector_get_n (wanted));

  for (guint i = first; i < pictures->len; i++)
    koma_vector_index_add (index, koma_feature_vector_get_values (pictures->pdata[i]));
  koma_vector_index_compare (index, koma_feature_vector_get_values (wanted), cosines);
  for (guint i = first; i < pictures->len; i++) {
    const Found found = { i, cosines[i - first] };

    g_array_append_val (self->found, found);
  }
  g_array_sort (self->found, compare_found);
  if (self->top > 0 && self->found->len > (guint) self->top)
    g_array_set_size (self->found, (guint) self->top);
}

static gboolean
work (KomaCliJob *job,
      gpointer    user_data,
      GError    **error)
{
  Find *self = user_data;
  g_autoptr (KomaFeatureVector) wanted = NULL;

  if (!koma_cli_vectors_load (&self->vectors, error))
    return FALSE;
  if (self->words != NULL)
    wanted = koma_cli_vectors_encode (&self->vectors, self->words, error);
  if ((self->words != NULL && wanted == NULL) ||
      !koma_cli_vectors_add_pictures (&self->vectors, self->paths, job, error))
    return FALSE;
  if (self->words != NULL) {
    rank (self, wanted, 0);
    return TRUE;
  }
  if (self->vectors.paths->len == 0 ||
      !g_str_equal (self->vectors.paths->pdata[0], self->like)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("%s: can not be read"), self->like);
    return FALSE;
  }
  rank (self, self->vectors.pictures->pdata[0], 1);
  return TRUE;
}

static void
print_text (const Find *self)
{
  for (guint i = 0; i < self->found->len; i++) {
    const Found *found = &g_array_index (self->found, Found, i);

    koma_cli_say ("%.3f  %s\n", found->score,
                  (const char *) self->vectors.paths->pdata[found->index]);
  }
}

static void
print_json (const Find *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < self->found->len; i++) {
    const Found *found = &g_array_index (self->found, Found, i);

    json_builder_begin_object (builder);
    koma_cli_json_path (builder, "path", self->vectors.paths->pdata[found->index]);
    koma_json_double (builder, "score", found->score);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  koma_cli_json_print (builder);
}

int
koma_cli_find_pictures (int    argc,
                        char **argv)
{
  g_auto (Find) self = { 0 };
  int code = KOMA_EXIT_OK;

  if (!parse (&self, &argc, &argv) || !koma_cli_options_take_model (&self.options, 0, NULL))
    return KOMA_EXIT_USAGE;
  koma_cli_vectors_init (&self.vectors, &self.options);
  self.vectors.kept_in = self.options.collection;
  self.found = g_array_new (FALSE, FALSE, sizeof (Found));
  self.paths = koma_cli_vectors_find_pictures (argv);
  self.vectors.asked = self.like;
  if (self.like != NULL)
    g_ptr_array_insert (self.paths, 0, g_strdup (self.like));
  code = koma_cli_pictures_end (koma_cli_job_run (work, &self), self.vectors.failures);
  if (code != KOMA_EXIT_OK && code != KOMA_EXIT_SOME_FAILED)
    return code;
  koma_cli_vectors_tell (&self.vectors);
  if (self.format == KOMA_FORMAT_JSON)
    print_json (&self);
  else
    print_text (&self);
  return code;
}

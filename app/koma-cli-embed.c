/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma embed: vectors of texts and of pictures, for other programs. */
#include <glib/gi18n.h>
#include <string.h>

#include "koma-cli-json.h"
#include "koma-cli-pictures.h"
#include "koma-cli-vectors.h"
#include "koma-cli.h"

/* The header of a .npy file ends at a multiple of so many bytes. */
#define NPY_ALIGNMENT 64

static const char arguments[] = N_ ("PATH…");
static const char summary[] =
  N_ ("Write the vector of each picture, and of texts: what is alike has vectors of a small "
      "angle. PATH is a picture or a folder.");
static const char description[] =
  N_ ("Vectors have a length of 1. Of a model that compares pictures with words, those of texts "
      "and of pictures are for each other; of another model they are what its last layer "
      "reads.\n\n"
      "Exit code: 0 all were written, 1 some pictures could not be read, 2 wrong usage or a model "
      "that can not be used, 130 interrupted, 143 terminated.");

typedef struct
{
  KomaCliOptions options;
  char         **texts; /* (nullable) */
  char          *npy;   /* (nullable) the file */
  GPtrArray     *paths;
  GPtrArray     *text_vectors; /* KomaFeatureVector */
  KomaCliVectors vectors;
} Embed;

static void
embed_clear (Embed *self)
{
  koma_cli_options_clear (&self->options);
  koma_cli_vectors_clear (&self->vectors);
  g_strfreev (self->texts);
  g_free (self->npy);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_clear_pointer (&self->text_vectors, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Embed, embed_clear)

static gboolean
parse (Embed  *self,
       int    *argc,
       char ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "text", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->texts,
      N_("A text, whose vector comes before those of pictures; repeated for several"), N_("TEXT") },
    { "npy", 0, 0, G_OPTION_ARG_FILENAME, &self->npy,
      N_("Write the vectors into a file of NumPy, and print only what each row is of"),
      N_("FILE") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_VECTORS,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv))
    return FALSE;
  if (*argc > 1 || self->texts != NULL)
    return TRUE;
  koma_cli_warn (_ ("name pictures or folders, or texts with --text; “koma embed --help” tells "
                    "more"));
  return FALSE;
}

static gboolean
work (KomaCliJob *job,
      gpointer    user_data,
      GError    **error)
{
  Embed *self = user_data;

  if (!koma_cli_vectors_load (&self->vectors, error))
    return FALSE;
  for (guint i = 0; self->texts != NULL && self->texts[i] != NULL; i++) {
    KomaFeatureVector *vector = koma_cli_vectors_encode (&self->vectors, self->texts[i], error);

    if (vector == NULL)
      return FALSE;
    g_ptr_array_add (self->text_vectors, vector);
  }
  return self->paths->len == 0 ||
         koma_cli_vectors_add_pictures (&self->vectors, self->paths, job, error);
}

static guint
count_rows (const Embed *self)
{
  return self->text_vectors->len + self->vectors.paths->len;
}

/* Texts first. */
static const KomaFeatureVector *
get_row (const Embed *self,
         guint        row)
{
  const guint n_texts = self->text_vectors->len;

  return row < n_texts ? self->text_vectors->pdata[row]
                       : self->vectors.pictures->pdata[row - n_texts];
}

static guint
get_width (const Embed *self)
{
  return count_rows (self) > 0 ? koma_feature_vector_get_n (get_row (self, 0)) : 0;
}

/* One object a line. */
static void
print_row (const Embed *self,
           guint        row)
{
  const guint  n_texts = self->text_vectors->len;
  const float *vector = koma_feature_vector_get_values (get_row (self, row));
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *line = NULL;

  json_builder_begin_object (builder);
  if (row < n_texts)
    koma_json_string (builder, "text", self->texts[row]);
  else
    koma_cli_json_path (builder, "path", self->vectors.paths->pdata[row - n_texts]);
  json_builder_set_member_name (builder, "vector");
  json_builder_begin_array (builder);
  for (guint i = 0; i < get_width (self); i++)
    json_builder_add_double_value (builder, (double) vector[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  line = json_to_string (root, FALSE);
  g_print ("%s\n", line);
}

/* Format 1.0: magic, the length of a Python dictionary, the dictionary, the rows (NumPy, “A simple
 * file format for NumPy arrays”). */
static GByteArray *
make_npy (const Embed *self)
{
  static const char magic[] = "\x93NUMPY\x01";
  const guint       prefix = sizeof magic + sizeof (guint16);
  GByteArray       *bytes = g_byte_array_new ();
  g_autoptr (GString) header = g_string_new (NULL);
  guint16 length = 0;

  g_string_printf (header, "{'descr': '<f4', 'fortran_order': False, 'shape': (%u, %u), }",
                   count_rows (self), get_width (self));
  while ((prefix + header->len + 1) % NPY_ALIGNMENT != 0)
    g_string_append_c (header, ' ');
  g_string_append_c (header, '\n');
  length = GUINT16_TO_LE ((guint16) header->len);
  g_byte_array_append (bytes, (const guint8 *) magic, sizeof magic);
  g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
  g_byte_array_append (bytes, (const guint8 *) header->str, (guint) header->len);
  for (guint row = 0; row < count_rows (self); row++) {
    const float *vector = koma_feature_vector_get_values (get_row (self, row));

    for (guint i = 0; i < get_width (self); i++) {
      guint32 bits = 0;

      memcpy (&bits, vector + i, sizeof bits);
      bits = GUINT32_TO_LE (bits);
      g_byte_array_append (bytes, (const guint8 *) &bits, sizeof bits);
    }
  }
  return bytes;
}

static gboolean
write_npy (const Embed *self)
{
  g_autoptr (GByteArray) bytes = make_npy (self);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (self->npy, (const char *) bytes->data, (gssize) bytes->len, &error)) {
    koma_cli_warn ("%s", error->message);
    return FALSE;
  }
  for (guint i = 0; i < self->text_vectors->len; i++)
    koma_cli_say ("%s\n", self->texts[i]);
  for (guint i = 0; i < self->vectors.paths->len; i++)
    koma_cli_say ("%s\n", (const char *) self->vectors.paths->pdata[i]);
  return TRUE;
}

int
koma_cli_embed (int    argc,
                char **argv)
{
  g_auto (Embed) self = { 0 };
  int code = KOMA_EXIT_OK;

  if (!parse (&self, &argc, &argv) || !koma_cli_options_take_model (&self.options, 0, NULL))
    return KOMA_EXIT_USAGE;
  koma_cli_vectors_init (&self.vectors, &self.options);
  self.vectors.kept_in = self.options.collection;
  self.text_vectors = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);
  self.paths = koma_cli_vectors_find_pictures (argv + 1);
  code = koma_cli_pictures_end (koma_cli_job_run (work, &self), self.vectors.failures);
  if (code != KOMA_EXIT_OK && code != KOMA_EXIT_SOME_FAILED)
    return code;
  koma_cli_vectors_tell (&self.vectors);
  if (self.npy != NULL)
    return write_npy (&self) ? code : KOMA_EXIT_SOME_FAILED;
  for (guint row = 0; row < count_rows (&self); row++)
    print_row (&self, row);
  return code;
}

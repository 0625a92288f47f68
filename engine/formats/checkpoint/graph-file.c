/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A MetaGraphDef (.meta) is binary, and text where export_meta_graph (as_text=True) wrote it;
 * a GraphDef (.pbtxt) is text. */

#include "graph-file.h"

#include "engine/formats/file.h"
#include "engine/formats/hashed-file.h"
#include "engine/formats/protobuf-text.h"
#include "engine/formats/tensorflow/tf-dtype.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "names.h"

typedef Koma__Tf__MetaGraphDef    MetaGraphDef;
typedef Koma__Tf__CheckpointState CheckpointState;

static void
meta_graph_free (MetaGraphDef *meta_graph)
{
  koma__tf__meta_graph_def__free_unpacked (meta_graph, NULL);
}

static void
state_free (CheckpointState *state)
{
  koma__tf__checkpoint_state__free_unpacked (state, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MetaGraphDef, meta_graph_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CheckpointState, state_free)

/* Whether the first word, behind blanks and comments, is one of @words. */
static gboolean
begins_with (const guint8      *head,
             gsize              length,
             const char *const *words)
{
  gsize            start = 0;
  gsize            end = 0;
  gboolean         is_comment = FALSE;
  g_autofree char *word = NULL;

  while (start < length && (is_comment || head[start] == '#' || g_ascii_isspace (head[start]))) {
    is_comment = (is_comment || head[start] == '#') && head[start] != '\n';
    start++;
  }
  for (end = start; end < length && (g_ascii_isalnum (head[end]) || head[end] == '_');)
    end++;
  word = g_strndup ((const char *) head + start, end - start);
  return g_strv_contains (words, word);
}

gboolean
koma_checkpoint_is_graph_text (const guint8 *head,
                               gsize         length)
{
  static const char *const words[] = { "node", "library", "versions", "meta_info_def", "graph_def",
                                       NULL };

  return begins_with (head, length, words);
}

gboolean
koma_checkpoint_is_state_text (const guint8 *head,
                               gsize         length)
{
  static const char *const words[] = { "model_checkpoint_path", "all_model_checkpoint_paths",
                                       NULL };

  return begins_with (head, length, words);
}

/* "DT_FLOAT_REF" is a variable's. */
static gboolean
find_type (const char *word,
           gint64     *ret_number)
{
  const KomaTfDType *dtype = koma_tf_dtype_from_name (word);

  if (dtype != NULL)
    *ret_number = dtype->number;
  return dtype != NULL;
}

static gboolean
fail_message (GError **error)
{
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "expected a TensorFlow graph, found damaged or other data");
}

/* Takes @data, to free it before the message is made. */
static gpointer
unpack_text (char                             *data,
             gsize                             length,
             const ProtobufCMessageDescriptor *type,
             GError                          **error)
{
  g_autoptr (GByteArray) binary =
    koma_protobuf_text_to_binary (data, length, type, find_type, error);
  gpointer message = NULL;

  g_free (data);
  if (binary == NULL)
    return NULL;
  message = protobuf_c_message_unpack (type, NULL, binary->len, binary->data);
  if (message == NULL)
    (void) fail_message (error);
  return message;
}

static MetaGraphDef *
unpack_graph (char    *data, /* (transfer full) */
              gsize    length,
              GError **error)
{
  g_autoptr (MetaGraphDef) meta_graph = g_malloc (sizeof (MetaGraphDef));

  koma__tf__meta_graph_def__init (meta_graph);
  meta_graph->graph_def =
    unpack_text (data, length, &koma__tf__graph_def__descriptor, error);
  return meta_graph->graph_def != NULL ? g_steal_pointer (&meta_graph) : NULL;
}

static MetaGraphDef *
unpack (const char *path,
        char       *data, /* (transfer full) */
        gsize       length,
        GError    **error)
{
  g_autofree char *binary = data;
  MetaGraphDef    *meta_graph = NULL;

  if (g_str_has_suffix (path, KOMA_CHECKPOINT_TEXT) ||
      g_str_has_suffix (path, KOMA_CHECKPOINT_TEXT ".gz"))
    return unpack_graph (g_steal_pointer (&binary), length, error);
  if (koma_checkpoint_is_graph_text ((const guint8 *) data, length))
    return unpack_text (g_steal_pointer (&binary), length, &koma__tf__meta_graph_def__descriptor,
                        error);
  meta_graph = koma__tf__meta_graph_def__unpack (NULL, length, (const guint8 *) data);
  if (meta_graph == NULL)
    (void) fail_message (error);
  return meta_graph;
}

/**
 * koma_checkpoint_graph_read:
 * @path: a file that ends in .meta or .pbtxt
 * @checksum: is fed the file's bytes
 * @error: return location
 *
 * Reads a graph and what stands beside it.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_hashed_file_read() and
 * koma_protobuf_text_to_binary(); %KOMA_ERROR_MODEL where it is no graph. They name the file.
 *
 * Returns: (transfer full): the graph, whose graph_def is there; or %NULL
 */
Koma__Tf__MetaGraphDef *
koma_checkpoint_graph_read (const char      *path,
                            KomaContentHash *checksum,
                            GError         **error)
{
  char *data = NULL;
  gsize length = 0;
  g_autoptr (MetaGraphDef) meta_graph = NULL;

  if (!koma_hashed_file_read (path, KOMA_MAX_TOPOLOGY_BYTES, checksum, &data, &length, error))
    return NULL;
  meta_graph = unpack (path, data, length, error);
  if (meta_graph != NULL && meta_graph->graph_def == NULL) {
    g_clear_pointer (&meta_graph, meta_graph_free);
    (void) fail_message (error);
  }
  if (meta_graph == NULL)
    koma_file_prefix_error (path, error);
  return g_steal_pointer (&meta_graph);
}

/**
 * koma_checkpoint_state_read:
 * @path: the file "checkpoint"
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: those of koma_file_read(); %KOMA_ERROR_MODEL where it
 * names no checkpoint. They name the file.
 *
 * Returns: (transfer full): what it names as the newest, as it is written there; or %NULL
 */
char *
koma_checkpoint_state_read (const char *path,
                            GError    **error)
{
  char *data = NULL;
  gsize length = 0;
  char *name = NULL;
  g_autoptr (CheckpointState) state = NULL;

  if (!koma_hashed_file_read (path, KOMA_MAX_SMALL_BYTES, NULL, &data, &length, error))
    return NULL;
  state = unpack_text (data, length, &koma__tf__checkpoint_state__descriptor, error);
  if (state != NULL && *state->model_checkpoint_path != '\0' &&
      g_utf8_validate (state->model_checkpoint_path, -1, NULL))
    name = g_strdup (state->model_checkpoint_path);
  else if (state != NULL)
    koma_fail (error, KOMA_ERROR_MODEL, "it names no checkpoint");
  if (name == NULL)
    koma_file_prefix_error (path, error);
  return name;
}

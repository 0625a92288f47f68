/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Constants whose zeros are left out: what DENSIFY makes of them, and damage. */
#include <string.h>

#include "engine/runtime/session.h"
#include "fixture.h"
#include "tflite-writer.h"
#include "tests/test-main.h"

#define MAX_NUMBERS 32

typedef struct
{
  const char    *name;
  TfliteSparsity sparsity;
  guint          rank;
  gint32         dims[TFLITE_MAX_RANK];
  guint          n_values;
  float          values[MAX_NUMBERS];
  float          dense[MAX_NUMBERS];
} Case;

static const Case cases[] = {
  {
    "rows",
    { 2,
      { 0, 1 },
      0,
      { 0 },
      { { .dense_size = 3 }, { TRUE, 0, 1, 4, { 0, 2, 2, 3 }, 3, { 0, 3, 1 } } } },
    2,
    { 3, 4 },
    3,
    { 1, 2, 3 },
    { 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0 },
  },
  {
    "columns",
    { 2,
      { 1, 0 },
      0,
      { 0 },
      { { .dense_size = 4 }, { TRUE, 0, 2, 5, { 0, 1, 2, 2, 3 }, 3, { 0, 2, 0 } } } },
    2,
    { 3, 4 },
    3,
    { 1, 3, 2 },
    { 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0 },
  },
  /* Blocks of 2 × 2: the first row has the second one, the second both. */
  {
    "blocks",
    { 4,
      { 0, 1, 2, 3 },
      2,
      { 0, 1 },
      { { .dense_size = 2 },
        { TRUE, 0, 3, 3, { 0, 1, 3 }, 3, { 1, 0, 1 } },
        { .dense_size = 2 },
        { .dense_size = 2 } } },
    2,
    { 4, 4 },
    12,
    { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 },
    { 0, 0, 1, 2, 0, 0, 3, 4, 5, 6, 9, 10, 7, 8, 11, 12 },
  },
  /* As the kernels for processors want them: a block of 1 × 4, of the second dimension alone. */
  {
    "blocks of a row",
    { 3,
      { 0, 1, 2 },
      1,
      { 1 },
      { { .dense_size = 2 },
        { TRUE, 0, 3, 3, { 0, 1, 2 }, 2, { 1, 0 } },
        { .dense_size = 4 } } },
    2,
    { 2, 8 },
    8,
    { 1, 2, 3, 4, 5, 6, 7, 8 },
    { 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0 },
  },
  {
    "both levels",
    { 2,
      { 0, 1 },
      0,
      { 0 },
      { { TRUE, 0, 1, 2, { 0, 2 }, 2, { 0, 2 } },
        { TRUE, 0, 1, 3, { 0, 1, 3 }, 3, { 1, 0, 1 } } } },
    2,
    { 3, 2 },
    3,
    { 7, 8, 9 },
    { 0, 7, 0, 0, 8, 9 },
  },
  {
    "none",
    { 1, { 0 }, 0, { 0 }, { { TRUE, 0, 3, 2, { 0, 0 }, 0, { 0 } } } },
    1,
    { 3 },
    0,
    { 0 },
    { 0, 0, 0 },
  },
};

/* y = x + DENSIFY (constant) */
static GByteArray *
write_case (const Case *self)
{
  const TfliteTensor tensors[] = {
    {
      .name = "x",
      .rank = self->rank,
      .dims = { self->dims[0], self->dims[1] },
    },
    {
      .name = "sparse",
      .rank = self->rank,
      .dims = { self->dims[0], self->dims[1] },
      .data = self->values,
      .size_bytes = self->n_values * sizeof *self->values,
      .sparsity = &self->sparsity,
    },
    { .name = "dense", .rank = self->rank, .dims = { self->dims[0], self->dims[1] } },
    { .name = "y", .rank = self->rank, .dims = { self->dims[0], self->dims[1] } },
  };
  const TfliteOp ops[] = {
    { .code = 124, .n_inputs = 1, .inputs = { 1 }, .n_outputs = 1, .outputs = { 2 } },
    { .code = 0, .n_inputs = 2, .inputs = { 0, 2 }, .n_outputs = 1, .outputs = { 3 } },
  };
  const TfliteModel model = {
    .n_tensors = G_N_ELEMENTS (tensors),
    .tensors = tensors,
    .n_ops = G_N_ELEMENTS (ops),
    .ops = ops,
    .n_inputs = 1,
    .inputs = { 0 },
    .n_outputs = 1,
    .outputs = { 3 },
  };

  return tflite_write (&model);
}

static gboolean
read_case (const Folder *folder,
           const Case   *self,
           KomaRawModel *raw,
           GError      **error)
{
  g_autoptr (GByteArray) file = write_case (self);
  g_autofree char *path = folder_get (folder, "model.tflite");

  folder_write (folder, "model.tflite", file->data, file->len);
  return read_raw_model (path, raw, error);
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  const float *y = NULL;
  gsize        n = 0;

  folder_init (&folder);
  read_case (&folder, self, &raw, &error);
  g_assert_no_error (error);
  session = koma_session_new (raw.graph,
                              &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 }, &error);
  g_assert_no_error (error);
  n = koma_shape_count (&koma_session_get_output (session, 0)->shape);
  memset (koma_session_get_input_data (session, 0), 0, n * sizeof *y);
  g_assert_true (koma_session_run (session, &error));
  y = koma_session_get_output_data (session, 0);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (y[i], ==, self->dense[i]);
}

typedef void (*Damage) (Case *self);

static void
drop_value (Case *self)
{
  self->n_values--;
}

static void
add_value (Case *self)
{
  self->n_values++;
}

static void
leave_columns (Case *self)
{
  self->sparsity.levels[1].indices[0] = 2;
}

static void
be_negative (Case *self)
{
  self->sparsity.levels[1].type = 1;
  self->sparsity.levels[1].indices[0] = -1;
}

static void
overlap (Case *self)
{
  self->sparsity.levels[1].segments[1] = 3;
  self->sparsity.levels[1].segments[2] = 1;
}

static void
lose_segment (Case *self)
{
  self->sparsity.levels[1].n_segments--;
}

static void
go_beyond (Case *self)
{
  self->sparsity.levels[1].segments[2] = 9;
}

static void
repeat_order (Case *self)
{
  self->sparsity.order[1] = 0;
}

static void
map_outside (Case *self)
{
  self->sparsity.block_map[1] = 2;
}

static void
lose_level (Case *self)
{
  self->sparsity.n_levels--;
}

static void
change_block (Case *self)
{
  self->sparsity.levels[2].dense_size = 3;
}

static void
empty_block (Case *self)
{
  self->sparsity.levels[3].dense_size = 0;
}

static void
grow (Case *self)
{
  self->dims[0] = 1 << 24;
}

/* Each makes the case of blocks senseless. */
static void
test_damaged (void)
{
  static const struct
  {
    Damage      damage;
    const char *words;
  } rows[] = {
    { drop_value, "fewer numbers than it names" },
    { add_value, "more numbers than it names" },
    { leave_columns, "an index is outside" },
    { be_negative, "an index is outside" },
    { overlap, "its segments do not follow" },
    { lose_segment, "too few segments" },
    { go_beyond, "its segments do not follow" },
    { repeat_order, "its traversal order is no order" },
    { map_outside, "a block is of a dimension" },
    { lose_level, "its levels are not those" },
    { change_block, "its blocks do not fit" },
    { empty_block, "a block is not dense" },
    { grow, "is much larger than the file" },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Case changed = cases[2];
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;

    rows[i].damage (&changed);
    g_assert_false (read_case (&folder, &changed, &raw, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "sparse constant “sparse”",
                       rows[i].words, NULL);
  }
}

/* Any byte may be wrong: refused or read, in a moment. */
static void
test_bytes (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = write_case (&cases[2]);
  g_autofree char *path = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "model.tflite");
  for (guint i = 0; i < file->len; i++) {
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;

    file->data[i] ^= 0x81;
    folder_write (&folder, "model.tflite", file->data, file->len);
    g_assert_true (read_raw_model (path, &raw, &error) || error->domain == KOMA_ERROR);
    file->data[i] ^= 0x81;
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/tflite-sparse/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/tflite-sparse/damaged", test_damaged);
  g_test_add_func ("/tflite-sparse/bytes", test_bytes);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}

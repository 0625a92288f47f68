/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A sparse tensor, as TACO stores them: a tree with a level for each dimension, in the order
 * `traversal_order`, and a number at each leaf. Dimension rank + i is block i: a piece of dimension
 * `block_map[i]`. A dense level has all places; a sparse one those that `array_indices` names, the
 * children of node p from `array_segments[p]` to before `array_segments[p + 1]`. */
#include "densify.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "schema.h"

#define MAX_LEVELS  (2 * KOMA_MAX_RANK)
#define IS_SPARSE   1
#define VALUES      FIELD (0, "values")
#define TYPE_INT32  1
#define TYPE_UINT16 2
#define TYPE_UINT8  3

typedef struct
{
  KomaFlatVector vector;
  guint          elem_bytes;
} Indices;

typedef struct
{
  guint    dimension; /* that it is of; from rank on a block */
  gboolean is_sparse;
  gsize    size; /* places */
  Indices  segments;
  Indices  indices;
} Level;

typedef struct
{
  const KomaFlatTable *table;
  const char          *name;
  const KomaShape     *shape;
  gsize                elem_bytes;
  KomaFlatVector       data;

  guint rank;
  guint n_blocks;
  guint block_map[KOMA_MAX_RANK];
  gsize block_sizes[KOMA_MAX_RANK]; /* of dimensions; 1 where there are no blocks */
  guint n_levels;
  Level levels[MAX_LEVELS];
  gsize strides[KOMA_MAX_RANK];

  /* While the tree is walked. */
  gsize   coordinates[MAX_LEVELS]; /* of dimensions and blocks */
  gsize   n_taken;
  guint8 *dense;
} Sparse;

static gboolean
fail (const Sparse *self,
      const char   *what,
      GError      **error)
{
  return koma_fail (error, KOMA_ERROR_MODEL, "sparse constant “%s”: %s", self->name, what);
}

static Indices
read_indices (const KomaFlatTable *dimension,
              KomaFlatField        type,
              KomaFlatField        field)
{
  const gint64        which = koma_flat_get_int (dimension, type, 1, 0);
  const KomaFlatTable table = koma_flat_get_table (dimension, field, "SparseIndexVector");
  Indices             indices = { 0 };

  switch (which) {
  case TYPE_INT32:
    indices.elem_bytes = 4;
    break;
  case TYPE_UINT16:
    indices.elem_bytes = 2;
    break;
  case TYPE_UINT8:
    indices.elem_bytes = 1;
    break;
  default:
    return indices;
  }
  indices.vector = koma_flat_get_vector (&table, VALUES, indices.elem_bytes);
  return indices;
}

/* A negative one is larger than all sizes. */
static gsize
get_index (const Indices *self,
           gsize          i)
{
  const guint8 *at = self->vector.data + self->elem_bytes * i;

  if (self->elem_bytes == 4)
    return (gsize) (gint64) koma_flat_vector_get_int32 (&self->vector, i);
  return self->elem_bytes == 2 ? at[0] | (gsize) at[1] << 8 : at[0];
}

/* Each dimension and each block has one level. */
static gboolean
read_order (Sparse  *self,
            GError **error)
{
  const KomaFlatTable *table = self->table;
  const KomaFlatVector order = koma_flat_get_vector (table, SPARSITY_TRAVERSAL_ORDER, 4);
  const KomaFlatVector map = koma_flat_get_vector (table, SPARSITY_BLOCK_MAP, 4);
  guint                seen = 0;

  if (map.n > KOMA_MAX_RANK || order.n != self->rank + map.n ||
      koma_flat_count (table, SPARSITY_DIM_METADATA) != order.n)
    return fail (self, "its levels are not those of its dimensions and blocks", error);
  self->n_blocks = map.n;
  self->n_levels = order.n;
  for (guint i = 0; i < self->n_blocks; i++) {
    const guint dimension = koma_flat_vector_get_int32 (&map, i);

    if (dimension >= self->rank)
      return fail (self, "a block is of a dimension that there is not", error);
    self->block_map[i] = dimension;
  }
  for (guint i = 0; i < self->n_levels; i++) {
    const guint dimension = koma_flat_vector_get_int32 (&order, i);

    if (dimension >= self->n_levels || (seen & 1u << dimension))
      return fail (self, "its traversal order is no order", error);
    seen |= 1u << dimension;
    self->levels[i].dimension = dimension;
  }
  return TRUE;
}

static gboolean
read_level (Sparse  *self,
            guint    index,
            GError **error)
{
  Level              *level = &self->levels[index];
  const KomaFlatTable dimension =
    koma_flat_get_element (self->table, SPARSITY_DIM_METADATA, index,
                           "DimensionMetadata");

  level->is_sparse = koma_flat_get_int (&dimension, DIMENSION_FORMAT, 1, 0) == IS_SPARSE;
  if (level->is_sparse) {
    level->segments =
      read_indices (&dimension, DIMENSION_SEGMENTS_TYPE, DIMENSION_SEGMENTS);
    level->indices = read_indices (&dimension, DIMENSION_INDICES_TYPE, DIMENSION_INDICES);
  }
  if (level->dimension >= self->rank) {
    const gint64 size = koma_flat_get_int (&dimension, DIMENSION_DENSE_SIZE, 4, 0);
    gsize       *block = &self->block_sizes[self->block_map[level->dimension - self->rank]];

    if (level->is_sparse || size < 1)
      return fail (self, "a block is not dense", error);
    level->size = size;
    if (!g_size_checked_mul (block, *block, size))
      return fail (self, "its blocks are too large", error);
  }
  return TRUE;
}

/* The dimensions' levels have a place for each block. */
static gboolean
set_sizes (Sparse  *self,
           GError **error)
{
  for (guint i = 0; i < self->n_levels; i++) {
    Level *level = &self->levels[i];
    gsize  size = 0;

    if (level->dimension >= self->rank)
      continue;
    size = self->shape->dims[level->dimension];
    if (size % self->block_sizes[level->dimension] != 0)
      return fail (self, "its blocks do not fit its shape", error);
    level->size = size / self->block_sizes[level->dimension];
  }
  return TRUE;
}

/* Where in the dense tensor: blocks of one dimension lie in each other. */
static gsize
get_place (const Sparse *self)
{
  gsize coordinates[KOMA_MAX_RANK] = { 0 };
  gsize place = 0;

  memcpy (coordinates, self->coordinates, self->rank * sizeof *coordinates);
  for (guint i = 0; i < self->n_blocks; i++) {
    gsize size = 0;

    for (guint k = 0; k < self->n_levels; k++)
      if (self->levels[k].dimension == self->rank + i)
        size = self->levels[k].size;
    coordinates[self->block_map[i]] =
      coordinates[self->block_map[i]] * size + self->coordinates[self->rank + i];
  }
  for (guint d = 0; d < self->rank; d++)
    place += coordinates[d] * self->strides[d];
  return place;
}

static gboolean
put (Sparse  *self,
     GError **error)
{
  if (self->n_taken >= self->data.n / self->elem_bytes)
    return fail (self, "its buffer has fewer numbers than it names", error);
  memcpy (self->dense + get_place (self) * self->elem_bytes,
          self->data.data + self->n_taken * self->elem_bytes, self->elem_bytes);
  self->n_taken++;
  return TRUE;
}

static gboolean walk (Sparse *self, guint level, gsize node, GError **error);

/* Segments do not overlap, so that no node is walked twice. */
static gboolean
walk_sparse (Sparse  *self,
             guint    depth,
             gsize    node,
             GError **error)
{
  const Level *level = &self->levels[depth];
  gsize        first = 0;
  gsize        end = 0;

  if (level->segments.vector.n < 2 || node > level->segments.vector.n - 2)
    return fail (self, "it has too few segments", error);
  first = get_index (&level->segments, node);
  end = get_index (&level->segments, node + 1);
  if ((node > 0 && get_index (&level->segments, node - 1) > first) || first > end ||
      end > level->indices.vector.n)
    return fail (self, "its segments do not follow each other", error);
  for (gsize i = first; i < end; i++) {
    self->coordinates[level->dimension] = get_index (&level->indices, i);
    if (self->coordinates[level->dimension] >= level->size)
      return fail (self, "an index is outside of its shape", error);
    if (!walk (self, depth + 1, i, error))
      return FALSE;
  }
  return TRUE;
}

/* As deep as there are levels. */
static gboolean
walk (Sparse  *self,
      guint    depth,
      gsize    node,
      GError **error)
{
  const Level *level = &self->levels[depth];

  if (depth == self->n_levels)
    return put (self, error);
  if (level->is_sparse)
    return walk_sparse (self, depth, node, error);
  for (gsize i = 0; i < level->size; i++) {
    self->coordinates[level->dimension] = i;
    if (!walk (self, depth + 1, node * level->size + i, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_tflite_densify:
 * @table: SparsityParameters
 * @name: of the tensor, for messages
 * @shape: of the tensor, checked
 * @elem_bytes: of its type
 * @data: its buffer
 *
 * Errors: %KOMA_ERROR_MODEL if it makes no sense; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable): all of its numbers, as the file would have them
 */
guint8 *
koma_tflite_densify (const KomaFlatTable  *table,
                     const char           *name,
                     const KomaShape      *shape,
                     gsize                 elem_bytes,
                     const KomaFlatVector *data,
                     GError              **error)
{
  Sparse             self = { table, name, shape, elem_bytes, *data, .rank = shape->rank };
  const gsize        n_bytes = koma_shape_count (shape) * elem_bytes;
  g_autofree guint8 *dense = NULL;

  for (guint d = 0; d < KOMA_MAX_RANK; d++)
    self.block_sizes[d] = 1;
  koma_shape_strides (shape, self.strides);
  if (!read_order (&self, error))
    return NULL;
  for (guint i = 0; i < self.n_levels; i++)
    if (!read_level (&self, i, error))
      return NULL;
  if (!set_sizes (&self, error))
    return NULL;
  self.dense = dense = g_try_malloc0 (MAX (n_bytes, 1));
  if (dense == NULL) {
    koma_fail (error, KOMA_ERROR_MEMORY, "%" G_GSIZE_FORMAT " bytes for “%s”", n_bytes, name);
    return NULL;
  }
  if (n_bytes > 0 && !walk (&self, 0, 0, error))
    return NULL;
  if (self.n_taken * elem_bytes != data->n) {
    fail (&self, "its buffer has more numbers than it names", error);
    return NULL;
  }
  return g_steal_pointer (&dense);
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* As Tensor.toString () of TensorFlow.js 4.22 writes tensors, so that what a user has seen
 * there looks the same here:
 *
 *   Tensor
 *       [[1 , 2 , 3 ],
 *        [10, 20, 30]]
 *
 * A dimension of more than 20 shows three at each end. Columns of tensors of two dimensions and
 * more are padded to the widest element, those that are not shown counted too; one dimension alone
 * is not padded. Floats have seven decimals, but for scalars, which have all. Some of its oddities
 * are kept: [[[0]]] is "[ [[0],]]". */
#include "tensor-print.h"

#include <string.h>

#include "engine/graph/half.h"
#include "number-text.h"
#include "tensor-private.h"

#define MAX_SHOWN 20
#define N_AT_ENDS 3

typedef struct
{
  const KomaArray *array;
  const KomaShape *shape;
  gboolean         is_complex; /* the array has two numbers for each element */
  const gsize     *widths;     /* [columns] of tensors of two dimensions and more */
} Printer;

static char *
format_complex (const float *parts)
{
  g_autofree char *real = koma_float_to_text (parts[0]);
  g_autofree char *imaginary = koma_float_to_text (parts[1]);

  return g_strconcat (real, " + ", imaginary, "j", NULL);
}

static char *
format_element (const Printer *self,
                gsize          index)
{
  const KomaArray *array = self->array;
  float            value = 0;

  if (self->is_complex)
    return format_complex (&((const float *) array->data)[2 * index]);
  if (array->dtype == KOMA_DTYPE_BOOL)
    return g_strdup (koma_array_get_int (array, index) != 0 ? "true" : "false");
  if (array->dtype == KOMA_DTYPE_FLOAT32)
    value = ((const float *) array->data)[index];
  else if (array->dtype == KOMA_DTYPE_FLOAT16)
    value = koma_half_to_float (((const guint16 *) array->data)[index]);
  else
    return g_strdup_printf ("%" G_GINT64_FORMAT, koma_array_get_int (array, index));
  return array->shape.rank == 0 ? koma_number_to_text (value) : koma_float_to_text (value);
}

static gsize *
find_widths (const Printer *self)
{
  const gsize n_columns = self->shape->rank > 1 ? self->shape->dims[self->shape->rank - 1] : 0;
  const gsize n_elements = koma_shape_count (self->shape);
  gsize      *widths = g_new0 (gsize, n_columns + 1);

  for (gsize i = 0; n_columns > 0 && i < n_elements; i++) {
    g_autofree char *text = format_element (self, i);

    widths[i % n_columns] = MAX (widths[i % n_columns], strlen (text));
  }
  return widths;
}

static void
append_element (const Printer *self,
                GString       *line,
                gsize          start,
                gsize          column)
{
  g_autofree char *text = format_element (self, start + column);
  const gsize      width = self->shape->rank > 1 ? self->widths[column] : 0;

  g_string_append_printf (line, "%s%-*s", line->len > 1 ? ", " : "", (int) width, text);
}

static char *
print_row (const Printer *self,
           gsize          start)
{
  const gsize n = self->shape->dims[self->shape->rank - 1];
  g_autoptr (GString) line = g_string_new ("[");

  for (gsize column = 0; column < n; column++) {
    if (n > MAX_SHOWN && column == N_AT_ENDS) {
      g_string_append (line, ", ...");
      column = n - N_AT_ENDS;
    }
    append_element (self, line, start, column);
  }
  g_string_append_c (line, ']');
  return g_string_free (g_steal_pointer (&line), FALSE);
}

static void
wrap (GPtrArray  *lines,
      guint       index,
      const char *before,
      const char *after)
{
  char *line = lines->pdata[index];

  lines->pdata[index] = g_strconcat (before, line, after, NULL);
  g_free (line);
}

/* Brackets around the lines of one dimension, and what stands between them. */
static void
add_brackets (GPtrArray *lines,
              guint      rank_left, /* 2 or more */
              gboolean   is_last)
{
  const char      *separator = rank_left == 2 ? "," : "";
  g_autofree char *gaps = g_strnfill (rank_left - 1, '\n');
  g_autofree char *end = is_last ? g_strdup ("]") : g_strconcat ("],", gaps, NULL);

  if (lines->len == 0)
    g_ptr_array_add (lines, g_strdup ("["));
  else
    wrap (lines, 0, "[", separator);
  for (guint i = 1; i + 1 < lines->len; i++)
    wrap (lines, i, " ", separator);
  wrap (lines, lines->len - 1, " ", end);
}

/* The lines of what begins at element @start, from dimension @axis on. */
static GPtrArray *
print_from (const Printer *self,
            guint          axis,
            gsize          start,
            gboolean       is_last)
{
  const KomaShape *shape = self->shape;
  const gsize      n = axis < shape->rank ? shape->dims[axis] : 0;
  const gsize      stride = n > 0 ? koma_shape_split_at (shape, axis).n_inner : 0;
  GPtrArray       *lines = g_ptr_array_new_with_free_func (g_free);

  if (shape->rank == 0)
    g_ptr_array_add (lines, format_element (self, 0));
  if (axis + 1 == shape->rank)
    g_ptr_array_add (lines, print_row (self, start));
  if (axis + 1 >= shape->rank)
    return lines;
  for (gsize i = 0; i < n; i++) {
    if (n > MAX_SHOWN && i == N_AT_ENDS) {
      g_ptr_array_add (lines, g_strdup ("..."));
      i = n - N_AT_ENDS;
    }
    g_ptr_array_extend_and_steal (lines,
                                  print_from (self, axis + 1, start + i * stride, i + 1 == n));
  }
  add_brackets (lines, shape->rank - axis, is_last);
  return lines;
}

static void
append_head (GString          *text,
             const KomaTensor *self)
{
  g_autofree char *shape = koma_shape_to_string (&self->shape);

  g_string_append_printf (text, "\n  dtype: %s\n  rank: %u\n  shape: %s\n  values:",
                          koma_dtype_name (self->dtype), self->shape.rank, shape);
}

/**
 * koma_tensor_to_string:
 * @self: (nullable): a tensor of any dtype and shape
 * @is_verbose: dtype, rank and shape too
 * @error: return location for an error
 *
 * What a tensor holds, for people, in the form that TensorFlow.js has. Long dimensions are
 * shortened: at most 20 of each are shown. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of; those of computing it.
 *
 * Returns: (transfer full) (nullable): lines, without a newline at the end
 */
char *
koma_tensor_to_string (KomaTensor *self,
                       gboolean    is_verbose,
                       GError    **error)
{
  const KomaArray  *array = self != NULL ? koma_tensor_get_elements (self, error) : NULL;
  Printer           printer = { .array = array };
  g_autofree gsize *widths = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GString) text = NULL;

  if (array == NULL)
    return NULL;
  text = g_string_new ("Tensor");
  printer.shape = &self->shape;
  printer.is_complex = self->dtype == KOMA_DTYPE_COMPLEX64;
  printer.widths = widths = find_widths (&printer);
  lines = print_from (&printer, 0, 0, TRUE);
  if (is_verbose)
    append_head (text, self);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "\n    %s", (const char *) lines->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * koma_tensor_print:
 * @self: (nullable): a tensor of any dtype and shape
 * @is_verbose: dtype, rank and shape too
 * @error: return location for an error
 *
 * Writes koma_tensor_to_string() and a newline to the standard output. Thread: its own.
 *
 * Errors: those of koma_tensor_to_string().
 *
 * Returns: whether it was written
 */
gboolean
koma_tensor_print (KomaTensor *self,
                   gboolean    is_verbose,
                   GError    **error)
{
  g_autofree char *text = koma_tensor_to_string (self, is_verbose, error);

  if (text != NULL)
    g_print ("%s\n", text);
  return text != NULL;
}

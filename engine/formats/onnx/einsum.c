/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Einsum (inputs…): sums of products by an equation, “bij,bjk->bik”. Inputs are taken one after the
 * other: what they have in common and nobody else needs is summed by a MatMul,
 *
 *   a [batch, own, summed] · b [batch, summed, own]
 *
 * where batch letters are in both, and needed later. A letter that an input has twice is its
 * diagonal; “…” stands for letters of its own. */

#include <string.h>

#include "rules.h"

/* Letters of “…”, from its end: they are no letters of an equation. */
#define FIRST_DOTS 1
#define N_LETTERS  128

typedef struct
{
  char  at[KOMA_MAX_RANK];
  guint n;
} Letters;

typedef struct
{
  KomaValueId value;
  Letters     letters; /* one for each dimension */
} Operand;

typedef struct
{
  KomaOnnxCall *call;
  KomaBuilder  *nodes;            /* those of the call */
  gint64        sizes[N_LETTERS]; /* 0: not seen */
  char          open;             /* the letter of the batch, whose size may be another one day */
  Operand      *operands;         /* [n] */
  guint         n;
  Letters       out;
} Einsum;

static gboolean
has (const Letters *letters,
     char           letter)
{
  return memchr (letters->at, letter, letters->n) != NULL;
}

static void
append (Einsum  *self,
        Letters *letters,
        char     letter)
{
  if (letters->n == KOMA_MAX_RANK)
    koma_builder_fail (self->nodes, KOMA_ERROR_UNSUPPORTED, "more than %d dimensions",
                       KOMA_MAX_RANK);
  else
    letters->at[letters->n++] = letter;
}

/* @n_dots: how many dimensions “…” stands for */
static Letters
read_term (Einsum     *self,
           const char *term,
           gsize       length,
           guint       n_dots)
{
  Letters letters = { 0 };

  for (gsize i = 0; i < length && self->nodes->error == NULL; i++) {
    if (g_ascii_isalpha (term[i])) {
      append (self, &letters, term[i]);
    } else if (term[i] == '.') {
      for (guint k = n_dots; k-- > 0;)
        append (self, &letters, (char) (FIRST_DOTS + k));
      i += MIN (2, length - i - 1);
    } else if (term[i] != ' ') {
      koma_builder_fail (self->nodes, KOMA_ERROR_MODEL, "“%c” in the equation", term[i]);
    }
  }
  return letters;
}

static guint
count_letters (const char *term,
               gsize       length)
{
  guint n = 0;

  for (gsize i = 0; i < length; i++)
    n += g_ascii_isalpha (term[i]) != 0;
  return n;
}

static void
read_operand (Einsum     *self,
              guint       index,
              const char *term,
              gsize       length,
              guint      *n_dots)
{
  const KomaValueId value = self->call->inputs[index];
  const KomaShape   shape = koma_builder_get_shape (self->nodes, value);
  const guint       n_letters = count_letters (term, length);
  const guint       rest = shape.rank >= n_letters ? shape.rank - n_letters : 0;
  Operand          *operand = &self->operands[index];

  *operand = (Operand){ value, read_term (self, term, length, rest) };
  if (memchr (term, '.', length) != NULL)
    *n_dots = MAX (*n_dots, rest);
  if (self->nodes->error == NULL && operand->letters.n != shape.rank)
    koma_builder_fail (self->nodes, KOMA_ERROR_SHAPE,
                       "input %u has %u dimensions, the equation %u", index, shape.rank,
                       operand->letters.n);
  for (guint i = 0; i < operand->letters.n && self->nodes->error == NULL; i++) {
    gint64 *size = &self->sizes[(guchar) operand->letters.at[i]];

    if (*size != 0 && *size != shape.dims[i])
      koma_builder_fail (self->nodes, KOMA_ERROR_UNSUPPORTED,
                         "a dimension of %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, *size,
                         shape.dims[i]);
    *size = shape.dims[i];
  }
  if (self->open == 0 && operand->letters.n > 0 && koma_onnx_known (self->call, value) == NULL)
    self->open = operand->letters.at[0];
}

/* Where the equation names no result: “…”, and the letters that are there once, sorted. */
static void
imply_out (Einsum     *self,
           const char *left,
           gsize       length,
           guint       n_dots)
{
  for (guint k = n_dots; k-- > 0;)
    append (self, &self->out, (char) (FIRST_DOTS + k));
  for (char letter = 'A'; letter <= 'z'; letter++) {
    guint n = 0;

    for (gsize i = 0; i < length; i++)
      n += left[i] == letter;
    if (n == 1 && g_ascii_isalpha (letter))
      append (self, &self->out, letter);
  }
}

static void
check_out (Einsum *self)
{
  for (guint i = 0; i < self->out.n && self->nodes->error == NULL; i++)
    if (self->sizes[(guchar) self->out.at[i]] == 0 ||
        memchr (self->out.at, self->out.at[i], i) != NULL)
      koma_builder_fail (self->nodes, KOMA_ERROR_MODEL, "the result of the equation");
}

static gboolean
read_equation (Einsum     *self,
               const char *equation)
{
  const char *arrow = strstr (equation, "->");
  const gsize length = arrow != NULL ? (gsize) (arrow - equation) : strlen (equation);
  const char *term = equation;
  guint       n_dots = 0;

  for (guint i = 0; i < self->n && self->nodes->error == NULL; i++) {
    const char *end = equation + length;
    const char *comma = memchr (term, ',', (gsize) (end - term));
    const char *stop = comma != NULL ? comma : end;

    if ((comma == NULL) != (i + 1 == self->n))
      koma_builder_fail (self->nodes, KOMA_ERROR_MODEL, "the equation is not of %u inputs",
                         self->n);
    else
      read_operand (self, i, term, (gsize) (stop - term), &n_dots);
    term = stop + 1;
  }
  if (arrow == NULL)
    imply_out (self, equation, length, n_dots);
  else if (self->nodes->error == NULL)
    self->out = read_term (self, arrow + 2, strlen (arrow + 2), n_dots);
  check_out (self);
  return self->nodes->error == NULL;
}

static void
drop (Letters *letters,
      guint    index)
{
  letters->n--;
  memmove (&letters->at[index], &letters->at[index + 1], letters->n - index);
}

/* Sums a dimension away. */
static void
sum_over (Einsum  *self,
          Operand *operand,
          guint    index)
{
  operand->value =
    koma_builder_reduce (self->nodes, KOMA_OP_SUM, operand->value, 1u << index, FALSE);
  drop (&operand->letters, index);
}

/* 1 where dimensions @a and @b have the same index, with as many dimensions as the operand. */
static KomaValueId
add_diagonal (Einsum        *self,
              const Operand *operand,
              guint          a,
              guint          b)
{
  const gint64      size = self->sizes[(guchar) operand->letters.at[a]];
  KomaShape         shape = { .rank = operand->letters.n };
  g_autofree float *numbers = NULL;

  for (guint i = 0; i < shape.rank; i++)
    shape.dims[i] = i == a || i == b ? size : 1;
  if (!koma_shape_check (&shape, sizeof (float), NULL, &self->nodes->error))
    return KOMA_VALUE_NONE;
  numbers = g_new0 (float, (gsize) (size * size) + 1);
  for (gint64 i = 0; i < size; i++)
    numbers[i * size + i] = 1;
  return koma_builder_data (self->nodes, KOMA_DTYPE_FLOAT32, shape, numbers);
}

static void
take_diagonals (Einsum  *self,
                Operand *operand)
{
  for (guint i = 0; i < operand->letters.n && self->nodes->error == NULL; i++)
    for (guint k = i + 1; k < operand->letters.n && self->nodes->error == NULL;) {
      if (operand->letters.at[k] != operand->letters.at[i]) {
        k++;
        continue;
      }
      operand->value = koma_builder_binary (self->nodes, KOMA_OP_MUL, operand->value,
                                            add_diagonal (self, operand, i, k));
      sum_over (self, operand, k);
    }
}

/* Whether a letter is needed behind operand @index. */
static gboolean
is_needed (const Einsum *self,
           guint         index,
           char          letter)
{
  gboolean needed = has (&self->out, letter);

  for (guint i = index + 1; i < self->n; i++)
    needed = needed || has (&self->operands[i].letters, letter);
  return needed;
}

static Letters
choose (const Einsum  *self,
        const Letters *from,
        const Letters *other,
        guint          index,
        gboolean       is_shared,
        gboolean       needed)
{
  Letters chosen = { 0 };

  for (guint i = 0; i < from->n; i++)
    if (has (other, from->at[i]) == is_shared && is_needed (self, index, from->at[i]) == needed)
      chosen.at[chosen.n++] = from->at[i];
  return chosen;
}

static KomaValueId
permute (Einsum        *self,
         const Operand *operand,
         const Letters *order)
{
  guint    perm[KOMA_MAX_RANK] = { 0 };
  gboolean is_same = TRUE;

  for (guint i = 0; i < order->n; i++) {
    perm[i] =
      (guint) ((const char *) memchr (operand->letters.at, order->at[i], operand->letters.n) -
               operand->letters.at);
    is_same = is_same && perm[i] == i;
  }
  return is_same ? operand->value
                 : koma_builder_transpose (self->nodes, operand->value, perm);
}

static Letters
join (const Letters *a,
      const Letters *b,
      const Letters *c)
{
  const Letters *parts[] = { a, b, c };
  Letters        all = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    memcpy (&all.at[all.n], parts[i]->at, parts[i]->n);
    all.n += parts[i]->n;
  }
  return all;
}

/* How many elements the letters have; -1 where one of them is the batch. */
static gint64
get_size (const Einsum  *self,
          const Letters *letters)
{
  gint64 size = 1;

  for (guint i = 0; i < letters->n; i++) {
    if (letters->at[i] == self->open)
      return -1;
    size *= self->sizes[(guchar) letters->at[i]];
  }
  return size;
}

/* [first, second, third] of one operand. */
static KomaValueId
arrange (Einsum        *self,
         const Operand *operand,
         const Letters *first,
         const Letters *second,
         const Letters *third)
{
  const Letters order = join (first, second, third);

  return koma_builder_reshape (
    self->nodes, permute (self, operand, &order),
    KOMA_SHAPE (get_size (self, first), get_size (self, second), get_size (self, third)));
}

static void
multiply (Einsum        *self,
          Operand       *a,
          const Operand *b,
          guint          index) /* of @b */
{
  const Letters batch = choose (self, &a->letters, &b->letters, index, TRUE, TRUE);
  const Letters summed = choose (self, &a->letters, &b->letters, index, TRUE, FALSE);
  const Letters own_a = choose (self, &a->letters, &b->letters, index, FALSE, TRUE);
  const Letters own_b = choose (self, &b->letters, &a->letters, index, FALSE, TRUE);
  KomaShape     shape = { .rank = batch.n + own_a.n + own_b.n };
  KomaValueId   product = KOMA_VALUE_NONE;

  if (shape.rank > KOMA_MAX_RANK) {
    koma_builder_fail (self->nodes, KOMA_ERROR_UNSUPPORTED, "more than %d dimensions",
                       KOMA_MAX_RANK);
    return;
  }
  product = koma_builder_binary (self->nodes, KOMA_OP_MAT_MUL,
                                 arrange (self, a, &batch, &own_a, &summed),
                                 arrange (self, b, &batch, &summed, &own_b));
  a->letters = join (&batch, &own_a, &own_b);
  for (guint i = 0; i < a->letters.n; i++)
    shape.dims[i] = a->letters.at[i] == self->open ? -1 : self->sizes[(guchar) a->letters.at[i]];
  a->value = koma_builder_reshape (self->nodes, product, shape);
}

/* Letters that nothing else has are summed before the product. */
static void
sum_own (Einsum        *self,
         Operand       *operand,
         const Letters *other, /* (nullable) */
         guint          index)
{
  for (guint i = 0; i < operand->letters.n && self->nodes->error == NULL;) {
    const char letter = operand->letters.at[i];

    if (is_needed (self, index, letter) || (other != NULL && has (other, letter)))
      i++;
    else
      sum_over (self, operand, i);
  }
}

static void
compute (Einsum *self)
{
  Operand *first = &self->operands[0];

  for (guint i = 0; i < self->n; i++)
    take_diagonals (self, &self->operands[i]);
  for (guint i = 1; i < self->n && self->nodes->error == NULL; i++) {
    sum_own (self, first, &self->operands[i].letters, i);
    sum_own (self, &self->operands[i], &first->letters, i);
    multiply (self, first, &self->operands[i], i);
  }
  sum_own (self, first, NULL, self->n);
}

KomaValueId
koma_onnx_rule_einsum (KomaOnnxCall *call)
{
  g_autofree char    *equation = koma_onnx_attr_string (call->node, "equation", "");
  g_autofree Operand *operands = g_new0 (Operand, call->n_inputs + 1);
  Einsum              self = {
                 .call = call,
                 .nodes = call->nodes,
                 .operands = operands,
                 .n = call->n_inputs,
  };

  if (koma_builder_get_dtype (call->nodes, call->inputs[0]) != KOMA_DTYPE_FLOAT32)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "integers");
  if (call->nodes->error != NULL || !read_equation (&self, equation))
    return KOMA_VALUE_NONE;
  compute (&self);
  return call->nodes->error == NULL ? permute (&self, &operands[0], &self.out) : KOMA_VALUE_NONE;
}

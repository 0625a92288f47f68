/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "einsum.h"

#include <string.h>

#include "engine/koma/tensor/formula.h"

/* A tensor, and the letter of each of its dimensions. */
typedef struct
{
  KomaValueId x;
  char        letters[2 * KOMA_MAX_RANK + 1];
} Term;

typedef struct
{
  char **terms;      /* (owned) of the tensors: "ij", "jk" */
  char  *output;     /* (owned) */
  gint64 sizes[128]; /* of the dimension of a letter; -1: not seen yet */
} Equation;

static void
equation_clear (Equation *self)
{
  g_strfreev (self->terms);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Equation, equation_clear)

static gboolean
check_letters (KomaBuilder *builder,
               const char  *letters)
{
  for (const char *letter = letters; *letter != '\0'; letter++) {
    if (!g_ascii_isalpha (*letter)) {
      koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "equation has “%c”, expected letters",
                         g_ascii_isprint (*letter) ? *letter : '?');
      return FALSE;
    }
    if (strchr (letter + 1, *letter) != NULL) {
      koma_builder_fail (builder, KOMA_ERROR_ARGUMENT,
                         "equation has “%c” twice in “%s”", *letter, letters);
      return FALSE;
    }
  }
  return TRUE;
}

/* "ij,jk->ik" */
static gboolean
parse (KomaBuilder *builder,
       const char  *text,
       guint        n_tensors,
       Equation    *equation)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autofree char *dense = g_strjoinv (NULL, words);
  g_auto (GStrv) halves = g_strsplit (dense, "->", 2);

  if (g_strv_length (halves) != 2) {
    koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "equation “%s” has no “->”", text);
    return FALSE;
  }
  equation->terms = g_strsplit (halves[0], ",", -1);
  equation->output = g_strdup (halves[1]);
  memset (equation->sizes, -1, sizeof equation->sizes);
  /* The term of a scalar is empty, and so is the list then. */
  if (MAX (g_strv_length (equation->terms), 1) != n_tensors) {
    koma_builder_fail (builder, KOMA_ERROR_ARGUMENT,
                       "equation “%s” is of %u tensors, but there are %u", text,
                       MAX (g_strv_length (equation->terms), 1), n_tensors);
    return FALSE;
  }
  for (guint i = 0; equation->terms[i] != NULL; i++)
    if (!check_letters (builder, equation->terms[i]))
      return FALSE;
  return check_letters (builder, equation->output);
}

static gboolean
read_sizes (KomaBuilder *builder,
            Equation    *equation,
            guint        index,
            const Term  *term)
{
  const KomaShape shape = koma_builder_get_shape (builder, term->x);

  if (strlen (term->letters) != shape.rank) {
    g_autofree char *found = koma_shape_to_string (&shape);

    koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                       "tensor %u has shape %s, expected a dimension for each letter of “%s”",
                       index, found, term->letters);
    return FALSE;
  }
  for (guint d = 0; d < shape.rank; d++) {
    gint64 *size = &equation->sizes[(guchar) term->letters[d]];

    if (*size >= 0 && *size != shape.dims[d]) {
      koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                         "dimension “%c” of tensor %u is %d, but it was %d before",
                         term->letters[d], index, (int) shape.dims[d], (int) *size);
      return FALSE;
    }
    *size = shape.dims[d];
  }
  return TRUE;
}

static gboolean
check_output (KomaBuilder    *builder,
              const Equation *equation)
{
  for (const char *letter = equation->output; *letter != '\0'; letter++)
    if (equation->sizes[(guchar) *letter] < 0) {
      koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "no tensor has “%c” of the result",
                         *letter);
      return FALSE;
    }
  return TRUE;
}

static void
append_letters (char       *letters,
                const char *more)
{
  memcpy (letters + strlen (letters), more, strlen (more) + 1);
}

/* What the rest of the equation still needs. */
static char *
list_kept (const Equation *equation,
           guint           n_done)
{
  g_autofree char *rest = g_strjoinv (NULL, equation->terms + n_done);

  return g_strconcat (equation->output, rest, NULL);
}

/* The sum over the letters that are not in @kept. */
static void
sum_out (KomaBuilder *builder,
         Term        *term,
         const char  *kept)
{
  guint axes = 0;
  guint n_kept = 0;

  for (guint d = 0; term->letters[d] != '\0'; d++)
    if (strchr (kept, term->letters[d]) == NULL)
      axes |= 1u << d;
    else
      term->letters[n_kept++] = term->letters[d];
  term->letters[n_kept] = '\0';
  if (axes != 0)
    term->x = koma_builder_reduce (builder, KOMA_OP_SUM, term->x, axes, FALSE);
}

/* @order: the letters of @term */
static KomaValueId
permute (KomaBuilder *builder,
         const Term  *term,
         const char  *order)
{
  guint perm[KOMA_MAX_RANK] = { 0 };

  if (strcmp (term->letters, order) == 0)
    return term->x;
  for (guint d = 0; order[d] != '\0'; d++)
    perm[d] = strchr (term->letters, order[d]) - term->letters;
  return koma_builder_transpose (builder, term->x, perm);
}

static gint64
count (const Equation *equation,
       const char     *letters)
{
  gint64 n = 1;

  for (; *letters != '\0'; letters++)
    n *= equation->sizes[(guchar) *letters];
  return n;
}

/* [batch, first, second] */
static KomaValueId
as_matrices (KomaBuilder    *builder,
             const Equation *equation,
             const Term     *term,
             const char     *batch,
             const char     *first,
             const char     *second)
{
  char order[3 * KOMA_MAX_RANK + 1] = "";

  append_letters (order, batch);
  append_letters (order, first);
  append_letters (order, second);
  return koma_builder_reshape (
    builder, permute (builder, term, order),
    KOMA_SHAPE (count (equation, batch), count (equation, first), count (equation, second)));
}

/* The letters of two terms, by where they are. */
typedef struct
{
  char batch[KOMA_MAX_RANK + 1];  /* in both, and later */
  char summed[KOMA_MAX_RANK + 1]; /* in both alone */
  char left[KOMA_MAX_RANK + 1];   /* in one of them */
  char right[KOMA_MAX_RANK + 1];
} Groups;

static Groups
group (const Term *a,
       const Term *b,
       const char *kept)
{
  Groups groups = { 0 };

  for (const char *letter = a->letters; *letter != '\0'; letter++) {
    char *place = strchr (b->letters, *letter) == NULL ? groups.left
                  : strchr (kept, *letter) != NULL     ? groups.batch
                                                       : groups.summed;

    place[strlen (place)] = *letter;
  }
  for (const char *letter = b->letters; *letter != '\0'; letter++)
    if (strchr (a->letters, *letter) == NULL)
      groups.right[strlen (groups.right)] = *letter;
  return groups;
}

/* The product of two, as one of matrices: what the rest does not need is summed. */
static void
contract (KomaBuilder    *builder,
          const Equation *equation,
          Term           *a,
          Term           *b,
          const char     *kept)
{
  g_autofree char *of_a = g_strconcat (kept, b->letters, NULL);
  g_autofree char *of_b = g_strconcat (kept, a->letters, NULL);
  KomaShape        shape = { 0 };
  Groups           groups = { 0 };
  KomaValueId      y = KOMA_VALUE_NONE;

  sum_out (builder, a, of_a);
  sum_out (builder, b, of_b);
  groups = group (a, b, kept);
  y = koma_builder_mat_mul (
    builder, as_matrices (builder, equation, a, groups.batch, groups.left, groups.summed),
    as_matrices (builder, equation, b, groups.batch, groups.summed, groups.right), FALSE, FALSE);
  a->letters[0] = '\0';
  append_letters (a->letters, groups.batch);
  append_letters (a->letters, groups.left);
  append_letters (a->letters, groups.right);
  if (strlen (a->letters) > KOMA_MAX_RANK) {
    koma_builder_fail (builder, KOMA_ERROR_UNSUPPORTED,
                       "a product “%s” has %u dimensions, expected at most %d", a->letters,
                       (guint) strlen (a->letters), KOMA_MAX_RANK);
    return;
  }
  for (const char *letter = a->letters; *letter != '\0'; letter++)
    shape.dims[shape.rank++] = equation->sizes[(guchar) *letter];
  a->x = koma_builder_reshape (builder, y, shape);
}

static KomaValueId
build (KomaBuilder       *builder,
       const char        *text,
       const KomaValueId *x,
       guint              n_x)
{
  g_auto (Equation) equation = { 0 };
  g_autofree Term *terms = g_new0 (Term, n_x);

  if (!parse (builder, text, n_x, &equation))
    return KOMA_VALUE_NONE;
  for (guint i = 0; i < n_x; i++) {
    terms[i].x = x[i];
    g_strlcpy (terms[i].letters, equation.terms[i] != NULL ? equation.terms[i] : "",
               sizeof terms[i].letters);
    if (!read_sizes (builder, &equation, i, &terms[i]))
      return KOMA_VALUE_NONE;
  }
  if (!check_output (builder, &equation))
    return KOMA_VALUE_NONE;
  for (guint i = 1; i < n_x && builder->error == NULL; i++) {
    g_autofree char *kept = list_kept (&equation, i + 1);

    contract (builder, &equation, &terms[0], &terms[i], kept);
  }
  if (builder->error != NULL)
    return KOMA_VALUE_NONE;
  sum_out (builder, &terms[0], equation.output);
  return permute (builder, &terms[0], equation.output);
}

/**
 * koma_tensor_einsum:
 * @equation: the letters of the dimensions of each tensor, with commas between them, "->", and
 *   those of the result: "ij,jk->ik" is a product of matrices; spaces do not count
 * @tensors: (array length=n_tensors): float32, int32 or bool, of 0 to 6 dimensions
 * @n_tensors: their number, 1 or more
 * @error: return location for an error
 *
 * Σ of the products of the tensors' elements over the letters that the result lacks, as `einsum ()`
 * of NumPy computes it; each product of two is one of matrices, from left to right. There is no
 * “...”, and no letter twice in one tensor. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @equation is none, or of another number of tensors, or a tensor
 * was disposed of; %KOMA_ERROR_SHAPE if a tensor has another number of dimensions than letters, or
 * a letter stands for dimensions that differ; %KOMA_ERROR_UNSUPPORTED if a product on the way has
 * more than 6 dimensions; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 where a tensor is, else int32, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_einsum (const char        *equation,
                    KomaTensor *const *tensors,
                    guint              n_tensors,
                    GError           **error)
{
  KomaExecution run;

  g_return_val_if_fail (equation != NULL, NULL);
  if (!koma_formula_has_tensors (n_tensors, G_STRFUNC, error) ||
      !koma_execute_begin (&run, G_STRFUNC, tensors, n_tensors, error))
    return NULL;
  koma_formula_match_numbers (&run.builder, run.x, n_tensors);
  return koma_execute_end (&run, build (&run.builder, equation, run.x, n_tensors), error);
}

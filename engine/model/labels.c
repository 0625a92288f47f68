/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "labels.h"

#define BACKGROUND "background"

struct _KomaLabels
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  char **names;  /* [n] and NULL */
  char **shown;  /* (nullable) [n] and NULL */
  char **others; /* (nullable) [n] and NULL; one a line */
  guint  n;
  char  *source;

  /* Set once, by who makes it. */
  char      *remark;   /* (nullable) what is doubtful about how they were read */
  KomaKinds *kinds;    /* (nullable) … */
  guint      n_before; /* … whose first line is this class */
};

/**
 * koma_labels_new:
 * @names: (transfer full) (array zero-terminated=1): UTF-8
 * @source: where they come from, for people: `"labels.txt"`
 *
 * Thread: any.
 *
 * Returns: (transfer full): the names as a value
 */
KomaLabels *
koma_labels_new (char      **names,
                 const char *source)
{
  KomaLabels *labels = g_new0 (KomaLabels, 1);

  g_atomic_ref_count_init (&labels->ref_count);
  labels->names = names;
  labels->n = g_strv_length (names);
  labels->source = g_strdup (source);
  return labels;
}

/**
 * koma_labels_new_named:
 * @labels: labels
 * @names: (transfer full) (array zero-terminated=1): what people call the
 *   classes, one for each label, UTF-8
 * @others: (transfer full) (array zero-terminated=1) (nullable): for each label what people call
 *   its class in any language, one name a line
 *
 * Thread: any.
 *
 * Returns: (transfer full): the same labels, with names
 */
KomaLabels *
koma_labels_new_named (const KomaLabels *labels,
                       char            **names,
                       char            **others)
{
  KomaLabels *named = koma_labels_new (g_strdupv (labels->names), labels->source);

  g_assert (g_strv_length (names) == labels->n);
  g_assert (others == NULL || g_strv_length (others) == labels->n);
  named->shown = names;
  named->others = others;
  koma_labels_copy_kinds (named, labels);
  return named;
}

/**
 * koma_labels_ref:
 * @labels: labels
 *
 * Thread: any.
 *
 * Returns: (transfer full): @labels
 */
KomaLabels *
koma_labels_ref (KomaLabels *labels)
{
  g_atomic_ref_count_inc (&labels->ref_count);
  return labels;
}

/**
 * koma_labels_unref:
 * @labels: (nullable) (transfer full): labels
 *
 * Thread: any.
 */
void
koma_labels_unref (KomaLabels *labels)
{
  if (labels == NULL || !g_atomic_ref_count_dec (&labels->ref_count))
    return;
  g_strfreev (labels->names);
  g_strfreev (labels->shown);
  g_strfreev (labels->others);
  g_free (labels->source);
  g_free (labels->remark);
  koma_kinds_unref (labels->kinds);
  g_free (labels);
}

/**
 * koma_labels_take_remark:
 * @remark: (transfer full) (nullable): what is doubtful about how @labels were read, a sentence in
 *   English
 *
 * To be called by who made @labels, before anybody else has them. Thread: any.
 */
void
koma_labels_take_remark (KomaLabels *labels,
                         char       *remark)
{
  g_free (labels->remark);
  labels->remark = remark;
}

/**
 * koma_labels_get_remark:
 *
 * Returns: (transfer none) (nullable): as koma_labels_take_remark() had it. Thread: any.
 */
const char *
koma_labels_get_remark (const KomaLabels *labels)
{
  return labels->remark;
}

/**
 * koma_labels_take_kinds:
 * @kinds: (transfer full) (nullable): coarser kinds of the classes
 * @n_before: of classes that come before the first line of @kinds: a background
 *
 * To be called by who made @labels, before anybody else has them. Thread: any.
 */
void
koma_labels_take_kinds (KomaLabels *labels,
                        KomaKinds  *kinds,
                        guint       n_before)
{
  koma_kinds_unref (labels->kinds);
  labels->kinds = kinds;
  labels->n_before = n_before;
}

/**
 * koma_labels_copy_kinds:
 * @from: labels of the same classes
 *
 * As koma_labels_take_kinds(). Thread: any.
 */
void
koma_labels_copy_kinds (KomaLabels       *labels,
                        const KomaLabels *from)
{
  koma_labels_take_kinds (labels, from->kinds != NULL ? koma_kinds_ref (from->kinds) : NULL,
                          from->n_before);
}

/**
 * koma_labels_get_kind:
 * @labels: labels
 * @index: class, below koma_labels_get_n()
 *
 * Returns: (transfer none) (nullable): the coarsest kind of the class, as people call it: "Animals"
 */
const char *
koma_labels_get_kind (const KomaLabels *labels,
                      guint             index)
{
  return labels->kinds != NULL && index >= labels->n_before
           ? koma_kinds_get_name (labels->kinds, index - labels->n_before)
           : NULL;
}

/**
 * koma_labels_get_kind_words:
 * @labels: labels
 * @index: class, below koma_labels_get_n()
 *
 * Returns: (transfer none) (nullable): what people call all its kinds, UTF-8, one a line
 */
const char *
koma_labels_get_kind_words (const KomaLabels *labels,
                            guint             index)
{
  return labels->kinds != NULL && index >= labels->n_before
           ? koma_kinds_get_words (labels->kinds, index - labels->n_before)
           : NULL;
}

/**
 * koma_labels_get_n:
 * @labels: labels
 *
 * Returns: how many names there are
 */
guint
koma_labels_get_n (const KomaLabels *labels)
{
  return labels->n;
}

/**
 * koma_labels_get_source:
 * @labels: labels
 *
 * Returns: where the names come from, for people
 */
const char *
koma_labels_get_source (const KomaLabels *labels)
{
  return labels->source;
}

/**
 * koma_labels_get:
 * @labels: labels
 * @index: class, below koma_labels_get_n()
 *
 * Returns: its label, UTF-8
 */
const char *
koma_labels_get (const KomaLabels *labels,
                 guint             index)
{
  g_return_val_if_fail (index < labels->n, "?");
  return labels->names[index];
}

/**
 * koma_labels_get_name:
 * @labels: labels
 * @index: class, below koma_labels_get_n()
 *
 * Returns: what people call it, UTF-8: its label where nobody said otherwise
 */
const char *
koma_labels_get_name (const KomaLabels *labels,
                      guint             index)
{
  g_return_val_if_fail (index < labels->n, "?");
  return labels->shown != NULL ? labels->shown[index] : labels->names[index];
}

/**
 * koma_labels_get_other_names:
 * @labels: labels
 * @index: class, below koma_labels_get_n()
 *
 * Returns: what people call it in any language, UTF-8, one name a line; empty where nobody said
 */
const char *
koma_labels_get_other_names (const KomaLabels *labels,
                             guint             index)
{
  g_return_val_if_fail (index < labels->n, "");
  return labels->others != NULL ? labels->others[index] : "";
}

/**
 * koma_labels_is_equal:
 * @a: labels
 * @b: others
 *
 * Thread: any.
 *
 * Returns: whether both have the same labels, with the same names for people
 */
gboolean
koma_labels_is_equal (const KomaLabels *a,
                      const KomaLabels *b)
{
  if (a == b)
    return TRUE;
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!g_str_equal (a->names[i], b->names[i]) ||
        !g_str_equal (koma_labels_get_name (a, i), koma_labels_get_name (b, i)))
      return FALSE;
  return TRUE;
}

static gboolean
is_background (const char *name)
{
  static const char *const names[] = { "background", "dummy", "none", "none of these",
                                       "nothing", "???" };
  g_autofree char         *folded = g_utf8_casefold (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (folded, names[i]) || g_str_has_prefix (folded, "background"))
      return TRUE;
  return FALSE;
}

/* Names @first … of the labels, @n of them, after @lead if there is one. */
static KomaLabels *
make_fitted (const KomaLabels *labels,
             const char       *lead,
             guint             first,
             guint             n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (lead != NULL)
    g_ptr_array_add (names, g_strdup (lead));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup (labels->names[first + i]));
  g_ptr_array_add (names, NULL);
  return koma_labels_new ((char **) g_ptr_array_free (g_steal_pointer (&names), FALSE),
                          labels->source);
}

static KomaLabels *
make_numbered (guint n_classes)
{
  char **names = g_new0 (char *, (gsize) n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    names[i] = g_strdup_printf ("#%u", i);
  return koma_labels_new (names, "numbers");
}

/**
 * koma_labels_is_background:
 * @index: below the number of labels
 *
 * Returns: whether this label means that there is nothing: "background", "none", …. Thread: any.
 */
gboolean
koma_labels_is_background (const KomaLabels *labels,
                           guint             index)
{
  return is_background (labels->names[index]);
}

/* Less than what is_background() says: somebody's class of pictures may be called "nothing". */
static gboolean
is_filler (const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  return g_str_has_prefix (folded, "background") || g_str_equal (folded, "???") ||
         g_str_equal (folded, "none of these");
}

/**
 * koma_labels_count_classes:
 *
 * Thread: any. Returns: how many things the labels tell apart: a class for the background is none
 */
guint
koma_labels_count_classes (const KomaLabels *labels)
{
  guint n = labels->n;

  for (guint i = 0; i < labels->n; i++)
    n -= is_filler (labels->names[i]);
  return n;
}

/**
 * koma_labels_with_background:
 * @labels: as many as the model has classes, or one less
 * @n_classes: width of the model's output
 *
 * Thread: any.
 *
 * Returns: (transfer full): the same for a model whose first class means nothing: that is called
 *   "background", in place of the first label where there are as many as classes
 */
KomaLabels *
koma_labels_with_background (KomaLabels *labels,
                             guint       n_classes)
{
  const guint first = labels->n == n_classes ? 1 : 0;

  return first == 1 && is_background (labels->names[0])
           ? koma_labels_ref (labels)
           : make_fitted (labels, BACKGROUND, first, n_classes - 1);
}

/**
 * koma_labels_fits:
 * @labels: labels
 * @n_classes: width of the model's output
 *
 * Thread: any.
 *
 * Returns: whether koma_labels_fit() uses them; otherwise it numbers the classes
 */
gboolean
koma_labels_fits (const KomaLabels *labels,
                  guint             n_classes)
{
  const guint n = labels->n;

  if (n == n_classes + 1)
    return is_background (labels->names[0]) || is_background (labels->names[n_classes]);
  return n == n_classes || (n + 1 == n_classes && !is_background (labels->names[0]));
}

static KomaLabels *
fit (KomaLabels *labels,
     guint       n_classes,
     char      **ret_warning)
{
  const guint n = labels != NULL ? labels->n : 0;

  if (labels == NULL) {
    *ret_warning = g_strdup_printf ("No class names found: the %u classes are numbered", n_classes);
    return make_numbered (n_classes);
  }
  if (!koma_labels_fits (labels, n_classes)) {
    *ret_warning =
      g_strdup_printf ("%s has %u class names for %u outputs: the classes are numbered",
                       labels->source, n, n_classes);
    return make_numbered (n_classes);
  }
  if (n == n_classes)
    return koma_labels_ref (labels);
  if (n > n_classes)
    return make_fitted (labels, NULL, is_background (labels->names[0]) ? 1 : 0, n_classes);
  *ret_warning = g_strdup_printf ("%s has %u class names for %u outputs: "
                                  "the first output is taken for a background class",
                                  labels->source, n, n_classes);
  return make_fitted (labels, BACKGROUND, 0, n);
}

/**
 * koma_labels_fit:
 * @labels: (nullable): what was found beside or inside the model
 * @n_classes: width of the model's output, at most %KOMA_MAX_CLASSES
 * @ret_warning: (out) (optional) (transfer full) (nullable): what could be
 *   wrong, for people; %NULL when all is well
 *
 * Fits names to outputs:
 *  - as many of both: as they are;
 *  - one name more, the first or last being a background class: that
 *    name is left out;
 *  - one output more: a background class first, as ImageNet models with 1001
 *    outputs have it (a guess, so with a warning);
 *  - anything else: "#0", "#1", …, with a warning: wrong names would be worse.
 *
 * Thread: any.
 *
 * Returns: (transfer full): one name for each class
 */
KomaLabels *
koma_labels_fit (KomaLabels *labels,
                 guint       n_classes,
                 char      **ret_warning)
{
  g_autofree char *warning = NULL;
  KomaLabels      *fitted = fit (labels, n_classes, &warning);

  if (ret_warning != NULL)
    *ret_warning = g_steal_pointer (&warning);
  return fitted;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels in sidecars: what others wrote stays. */
#include "worker/take/koma-xmp.h"

#include <string.h>

#include <glib/gstdio.h>

#include "answer-fixture.h"
#include "worker/box/koma-box.h"
#include "tests/test-main.h"

static const char of_others[] =
  "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
  "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
  "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" "
  "xmlns:own=\"https://example.org/unknown/\" xmp:Rating=\"4\" own:Word=\"kept\">"
  "<dc:subject><rdf:Bag><rdf:li>holiday</rdf:li><rdf:li>cat</rdf:li></rdf:Bag></dc:subject>"
  "<own:History><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><own:Step>crop</own:Step></rdf:li>"
  "</rdf:Seq></own:History></rdf:Description></rdf:RDF></x:xmpmeta>";

static GBytes *
merge (GBytes     *before,
       const char *labels,
       guint       n_labels)
{
  g_autoptr (KomaResult) result = make_answer (labels, 0.75);
  g_autoptr (GError) error = NULL;
  GBytes *after = koma_xmp_merge (before, &(KomaXmpEntry){ result, NULL, n_labels, 0 }, &error);

  g_assert_no_error (error);
  return after;
}

static void
assert_labels (GBytes     *sidecar,
               const char *subjects,
               const char *own)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-xmp-XXXXXX", NULL);
  g_autofree char *picture = g_build_filename (folder, "a.jpg", NULL);
  g_autofree char *path = koma_xmp_dup_path (picture);
  g_auto (KomaXmpLabels) labels = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;
  g_autofree char *found_own = NULL;

  g_assert_true (g_str_has_suffix (path, "/a.jpg.xmp"));
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (sidecar, NULL),
                                      (gssize) g_bytes_get_size (sidecar), NULL));
  g_assert_true (koma_xmp_read_labels (path, &labels, &error));
  g_assert_no_error (error);
  found = g_strjoinv (",", labels.subjects);
  found_own = g_strjoinv (",", labels.own);
  g_assert_cmpstr (found, ==, subjects);
  g_assert_cmpstr (found_own, ==, own);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
assert_has (GBytes     *sidecar,
            const char *text)
{
  g_autofree char *all = g_strndup (g_bytes_get_data (sidecar, NULL), g_bytes_get_size (sidecar));

  if (strstr (all, text) == NULL)
    g_error ("%s is not in %s", text, all);
}

static void
test_new (void)
{
  g_autoptr (GBytes) one = merge (NULL, "tiger <cat>,dog,香車", 1);
  g_autoptr (GBytes) two = merge (NULL, "tiger <cat>,dog,香車", 2);

  assert_labels (one, "tiger <cat>", "tiger <cat>");
  assert_labels (two, "tiger <cat>,dog", "tiger <cat>,dog");
  assert_has (one, KOMA_XMP_NAMESPACE);
  assert_has (one, "<koma:Label>香車</koma:Label>");
  assert_has (one, "<koma:Score>0.375000</koma:Score>");
  assert_has (one, "0123456789abcdef0123456789abcdef");
  assert_has (one, "Animals &amp; more");
}

static void
test_merged (void)
{
  g_autoptr (GBytes) before = g_bytes_new_static (of_others, strlen (of_others));
  g_autoptr (GBytes) once = merge (before, "dog,cat", 2);
  g_autoptr (GBytes) again = merge (once, "horse,dog", 1);

  /* “cat” was there before. */
  assert_labels (once, "holiday,cat,dog", "dog");
  assert_labels (again, "holiday,cat,horse", "horse");
  assert_has (again, "4");
  assert_has (again, "https://example.org/unknown/");
  assert_has (again, "<own:Word>kept</own:Word>");
  assert_has (again, "<own:Step>crop</own:Step>");
  assert_has (again, "<xmp:Rating>4</xmp:Rating>");
}

static void
assert_lacks (GBytes     *sidecar,
              const char *text)
{
  g_autofree char *all = g_strndup (g_bytes_get_data (sidecar, NULL), g_bytes_get_size (sidecar));

  g_assert_null (strstr (all, text));
}

/* What a person says is the one label, with who says so; the answer after it takes both away. */
static void
test_corrected (void)
{
  g_autoptr (GBytes) before = g_bytes_new_static (of_others, strlen (of_others));
  g_autoptr (KomaResult) result = make_answer ("dog,cat", 0.75);
  g_autoptr (KomaCorrection) own =
    koma_correction_new ("my <fox>", "Ada", G_GINT64_CONSTANT (1795975385250000));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) said = koma_xmp_merge (before, &(KomaXmpEntry){ result, own, 2, 0 }, &error);
  g_autoptr (GBytes) again = NULL;

  g_assert_no_error (error);
  assert_labels (said, "holiday,cat,my <fox>", "my <fox>");
  assert_has (said, "<koma:CorrectedBy>Ada</koma:CorrectedBy>");
  assert_has (said, "<koma:CorrectedAt>2026-11-29T18:03:05Z</koma:CorrectedAt>");
  assert_has (said, "<koma:Label>dog</koma:Label>");
  again = koma_xmp_merge (said, &(KomaXmpEntry){ result, NULL, 1, 0 }, &error);
  g_assert_no_error (error);
  assert_labels (again, "holiday,cat,dog", "dog");
  assert_lacks (again, "Corrected");
}

static GBytes *
rate (GBytes *before, /* (nullable) */
      int     stars)
{
  g_autoptr (KomaResult) result = make_answer ("dog,cat", 0.75);
  g_autoptr (GError) error = NULL;
  GBytes *after = koma_xmp_merge (before, &(KomaXmpEntry){ result, NULL, 1, stars }, &error);

  g_assert_no_error (error);
  return after;
}

/* Where other programs have it. One that is taken back goes, but what others wrote stays. */
static void
test_rated (void)
{
  g_autoptr (GBytes) others = g_bytes_new_static (of_others, strlen (of_others));
  g_autoptr (GBytes) untouched = rate (others, KOMA_RATING_NONE);
  g_autoptr (GBytes) rated = rate (others, 5);
  g_autoptr (GBytes) rejected = rate (rated, KOMA_RATING_REJECTED);
  g_autoptr (GBytes) taken_back = rate (rejected, KOMA_RATING_NONE);

  assert_has (untouched, "xmp:Rating>4<");
  assert_lacks (untouched, "koma:Rating");
  assert_has (rated, "xmp:Rating>5<");
  assert_has (rejected, "xmp:Rating>-1<");
  assert_lacks (rejected, "Rating>5<");
  assert_lacks (taken_back, "Rating");
  assert_has (taken_back, "kept");
}

static void
test_damaged (void)
{
  static const char *const texts[] = { "no XMP", "<x:xmpmeta xmlns:x='adobe:ns:meta/'>",
                                       "\xff\xd8\xff\xe0", "<a><b></a>" };
  g_autoptr (KomaResult) result = make_answer ("cat", 0.75);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GBytes) before = g_bytes_new_static (texts[i], strlen (texts[i]));
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_xmp_merge (before, &(KomaXmpEntry){ result, NULL, 1, 0 }, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  }
}

/* Before anybody parses it. @is_fine: as deep, or as much, as may be. */
static void
check_shape (GString *text,
             gboolean is_fine)
{
  g_autoptr (KomaResult) result = make_answer ("cat", 0.75);
  g_autoptr (GBytes) before = g_bytes_new_static (text->str, text->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) after = koma_xmp_merge (before, &(KomaXmpEntry){ result, NULL, 1, 0 }, &error);

  if (is_fine) {
    g_assert_no_error (error);
    assert_labels (after, "cat", "cat");
  } else {
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_nonnull (strstr (error->message, "too deep, or has too many"));
  }
}

#define BEGIN                                                  \
  "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "            \
  "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" " \
  "xmlns:n=\"http://n/\"><rdf:Description rdf:about=\"\""
#define END "</rdf:Description></rdf:RDF></x:xmpmeta>"

static void
test_deep (void)
{
  static const guint depths[] = { 40, 5000, 60000 };

  for (guint d = 0; d < G_N_ELEMENTS (depths); d++) {
    g_autoptr (GString) text = g_string_new (BEGIN "><!-- <a b=' --><n:a>");

    for (guint i = 0; i < depths[d]; i++)
      g_string_append (text, "<rdf:Bag><rdf:li>");
    for (guint i = 0; i < depths[d]; i++)
      g_string_append (text, "</rdf:li></rdf:Bag>");
    g_string_append (text, "</n:a>" END);
    check_shape (text, d == 0);
  }
}

static void
test_many (void)
{
  static const guint numbers[] = { 2000, 100000 };

  for (guint n = 0; n < G_N_ELEMENTS (numbers); n++) {
    g_autoptr (GString) text = g_string_new (BEGIN);

    for (guint i = 0; i < numbers[n]; i++)
      g_string_append_printf (text, " n:a%u='>'", i);
    g_string_append (text, ">" END);
    check_shape (text, n == 0);
  }
}

/* A list may be long. */
static void
test_long_list (void)
{
  g_autoptr (GString) text = g_string_new (BEGIN "><n:a><rdf:Seq>");

  for (guint i = 0; i < 50000; i++)
    g_string_append (text, "<rdf:li>1</rdf:li>");
  g_string_append (text, "</rdf:Seq></n:a>" END);
  check_shape (text, TRUE);
}

/* Neither a document type, nor letters of two bytes, in which a bracket looks like none. */
static void
test_hidden (void)
{
  static const char doctype[] = "<!DOCTYPE a [<!ENTITY b 'c'>]>" BEGIN "/></rdf:RDF></x:xmpmeta>";
  static const char wide[] = "<\0a\0/\0>\0";
  g_autoptr (KomaResult) result = make_answer ("cat", 0.75);
  GBytes *both[] = { g_bytes_new_static (doctype, sizeof doctype - 1),
                     g_bytes_new_static (wide, sizeof wide - 1) };

  for (guint i = 0; i < G_N_ELEMENTS (both); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_xmp_merge (both[i], &(KomaXmpEntry){ result, NULL, 1, 0 }, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_bytes_unref (both[i]);
  }
}

/* This process never has Exempi read what a stranger wrote. */
static void
test_in_box (void)
{
  g_autoptr (GBytes) before = g_bytes_new_static (of_others, strlen (of_others));
  g_autoptr (GBytes) after = merge (before, "dog", 1);
  g_autofree char *maps = NULL;

  assert_labels (after, "holiday,cat,dog", "dog");
  g_assert_cmpint (koma_box_get_state ().place, ==, KOMA_BOX_HELPERS);
  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  g_assert_null (strstr (maps, "libexempi"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xmp/in-box", test_in_box);
  g_test_add_func ("/xmp/new", test_new);
  g_test_add_func ("/xmp/merged", test_merged);
  g_test_add_func ("/xmp/corrected", test_corrected);
  g_test_add_func ("/xmp/rated", test_rated);
  g_test_add_func ("/xmp/damaged", test_damaged);
  g_test_add_func ("/xmp/deep", test_deep);
  g_test_add_func ("/xmp/many", test_many);
  g_test_add_func ("/xmp/long-list", test_long_list);
  g_test_add_func ("/xmp/hidden", test_hidden);
  return g_test_run ();
}

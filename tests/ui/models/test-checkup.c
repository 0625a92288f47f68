/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/finding.h"
#include "tests/ui/widget-tests.h"
#include "ui/models/koma-checkup.h"
#include "tests/test-main.h"

/* What a dialog has in a window of 360 pixels. */
#define NARROW 300

static int
measure_width (KomaRemedy remedy)
{
  g_autoptr (GPtrArray) findings = koma_findings_new ();
  KomaCheckup *checkup = g_object_ref_sink (g_object_new (KOMA_TYPE_CHECKUP, NULL));
  int          minimum = 0;

  koma_findings_add (findings, "test", KOMA_FINDING_DOUBT, remedy, g_strdup ("Something is odd"),
                     "Choose what is right");
  koma_checkup_set_findings (checkup, findings);
  gtk_widget_measure (GTK_WIDGET (checkup), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_object_unref (checkup);
  return minimum;
}

/* The buttons of a row become several rows where it is narrow. */
static void
test_narrow (void)
{
  for (KomaRemedy remedy = KOMA_REMEDY_NONE; remedy <= KOMA_REMEDY_BACKEND; remedy++)
    g_assert_cmpint (measure_width (remedy), <=, NARROW);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_test_add_func ("/ui/checkup/narrow", test_narrow);
  return g_test_run ();
}

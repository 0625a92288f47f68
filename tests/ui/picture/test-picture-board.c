/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "ui/picture/koma-picture-page-private.h"
#include "tests/test-main.h"

/* Longer than a picture is shown before a board is looked for. */
#define WAIT_MS 500

static gboolean
waited_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/* A window may be closed as soon as it shows a picture. */
static void
test_closed_at_once (void)
{
  KomaPicturePage *page = g_object_ref_sink (g_object_new (KOMA_TYPE_PICTURE_PAGE, NULL));
  g_autoptr (KomaPicture) picture =
    koma_picture_new_take (g_malloc0 (3 * 8 * 8), 8, 8, 3 * 8);
  gboolean has_waited = FALSE;

  koma_picture_page_look_for_board (page, picture);
  g_object_run_dispose (G_OBJECT (page));
  g_timeout_add (WAIT_MS, waited_cb, &has_waited);
  while (!has_waited)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (page);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_test_add_func ("/picture-board/closed-at-once", test_closed_at_once);
  return g_test_run ();
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "failover-fixture.h"

#include "engine/koma/koma-error.h"

static const struct
{
  const char *label;
  guint32     rgb;
} colours[] = {
  { "red", 0xff0000 },
  { "green", 0x00ff00 },
  { "blue", 0x0000ff },
};

KomaModelInfo *
failover_load (Fixture    *fixture,
               const char *backend,
               GError    **error)
{
  KomaWorkerModel model = fixture_model (fixture);

  model.backend = backend;
  return fixture_load (fixture, &model, error);
}

void
failover_send (Fixture *fixture,
               Tally   *tally,
               guint    n_pictures)
{
  for (guint i = 0; i < n_pictures; i++) {
    guint        key = tally->answers->len;
    KomaPriority priority = key % 7 == 6 ? KOMA_PRIORITY_INTERACTIVE : KOMA_PRIORITY_BULK;
    g_autoptr (KomaPicture) picture =
      make_picture (8, 8, colours[key % G_N_ELEMENTS (colours)].rgb);
    g_autoptr (KomaRequest) request =
      koma_request_new (&(KomaRequest){ .key = key, .priority = priority, .picture = picture });

    tally_send (tally, fixture->worker, request, NULL);
  }
}

guint
failover_check (Tally      *tally,
                const char *backend)
{
  guint n_by_backend = 0;

  tally_wait (tally);
  tally_check (tally);
  for (guint i = 0; i < tally->answers->len; i++) {
    const Answer *answer = g_ptr_array_index (tally->answers, i);

    g_assert_cmpstr (answer_label (answer), ==, colours[i % G_N_ELEMENTS (colours)].label);
    n_by_backend += g_str_equal (answer->result->info->backend, backend);
  }
  return n_by_backend;
}

static const Answer *
find_last (Tally *tally)
{
  for (guint i = 0; i < tally->answers->len; i++) {
    const Answer *answer = g_ptr_array_index (tally->answers, i);

    if (answer->order + 1 == tally->answers->len)
      return answer;
  }
  g_assert_not_reached ();
}

void
failover_check_told (Tally         *tally,
                     KomaModelInfo *loaded,
                     const char    *reason)
{
  KomaModelInfo     *info = find_last (tally)->result->info;
  const char *const *warnings = info->warnings;
  guint              n_warnings = g_strv_length ((char **) warnings);

  g_assert_true (info != loaded);
  g_assert_true (koma_model_info_comes_from (info, loaded));
  g_assert_false (koma_model_info_comes_from (loaded, info));
  g_assert_false (koma_model_info_comes_from (loaded, loaded));
  g_assert_cmpstr (info->backend, !=, loaded->backend);
  g_assert_cmpstr (info->hash, ==, loaded->hash);
  g_assert_cmpuint (n_warnings, >, 0);
  g_assert_nonnull (strstr (warnings[n_warnings - 1], reason));
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Prints positions made at random in three notations, each between lines of its own, for a reader
 * that knows nothing of Koma: test-position-notations.py. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/board/position.h"

static void
make_position (KomaPosition *position,
               GRand        *random)
{
  const double share = g_rand_double (random);

  *position = (KomaPosition){ .turn = g_rand_boolean (random) };
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    if (g_rand_double (random) < share)
      position->squares[i] = (KomaPiece){ g_rand_int_range (random, 1, KOMA_N_PIECES),
                                          g_rand_boolean (random) };
  for (guint kind = KOMA_PIECE_PAWN; kind < KOMA_N_HAND; kind++)
    for (guint side = 0; side < 2; side++)
      if (g_rand_boolean (random))
        position->hands[side][kind] =
          g_rand_int_range (random, 0, (gint) koma_piece_kind_get_number (kind) + 1);
}

static void
print_position (const KomaPosition *position)
{
  g_autofree char *sfen = koma_position_to_sfen (position);
  g_autofree char *kif = koma_position_to_kif (position);
  g_autofree char *csa = koma_position_to_csa (position);

  printf ("=sfen\n%s\n=kif\n%s=csa\n%s", sfen, kif, csa);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (17);
  const guint  n = argc > 1 ? (guint) atoi (argv[1]) : 1;
  KomaPosition position = { 0 };

  print_position (&position);
  for (guint i = 0; i < n; i++) {
    make_position (&position, random);
    print_position (&position);
    koma_position_turn_around (&position);
    print_position (&position);
    koma_position_turn_around (&position);
  }
  return 0;
}

/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-place-words.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"

#define N_PLACES 9
#define EVEN     (1.0 / N_PLACES)

/* A place is named if it has so much of what the greatest has … */
#define NAMED_FROM 0.5
/* … and so many are named, if they have most of all. */
#define MAX_NAMED   3
#define MOSTLY_FROM 0.5

/* One of many places stands out if it has so much more than its part. */
#define MOST_FROM (2 * EVEN)
/* A place that has less than this has no part in it. */
#define LEAST (EVEN / 4)

/* Translators: ends “Mostly …” or “…, most of all …”, one of several perhaps: use a form, such as
 * “in the middle”, that fits all of these sentences */
static const char *const places[N_PLACES] = {
  NC_ ("place in a picture", "the upper left"),
  NC_ ("place in a picture", "the upper middle"),
  NC_ ("place in a picture", "the upper right"),
  NC_ ("place in a picture", "the middle left"),
  NC_ ("place in a picture", "the middle"),
  NC_ ("place in a picture", "the middle right"),
  NC_ ("place in a picture", "the lower left"),
  NC_ ("place in a picture", "the lower middle"),
  NC_ ("place in a picture", "the lower right"),
};

/* Three places in a row have one name. */
static const struct
{
  guint       first;
  guint       step;
  const char *name;
} lines[] = {
  { 0, 1, NC_ ("place in a picture", "the upper part") },
  { 3, 1, NC_ ("place in a picture", "the middle, from left to right") },
  { 6, 1, NC_ ("place in a picture", "the lower part") },
  { 0, 3, NC_ ("place in a picture", "the left side") },
  { 1, 3, NC_ ("place in a picture", "the middle, from top to bottom") },
  { 2, 3, NC_ ("place in a picture", "the right side") },
};

typedef struct
{
  guint  greatest;
  guint  named[N_PLACES]; /* in the order of the places */
  guint  n_named;
  double share; /* of all that are named */
} Choice;

static Choice
choose (const double *shares)
{
  Choice choice = { 0 };

  for (guint i = 0; i < N_PLACES; i++)
    if (shares[i] > shares[choice.greatest])
      choice.greatest = i;
  for (guint i = 0; i < N_PLACES; i++)
    if (shares[i] >= NAMED_FROM * shares[choice.greatest]) {
      choice.named[choice.n_named++] = i;
      choice.share += shares[i];
    }
  return choice;
}

static const char *
name (const char *place)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "place in a picture", place);
}

/* Returns: (nullable): of three places in a row */
static const char *
name_line (const guint *named) /* [3] */
{
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (named[0] == lines[i].first && named[1] == lines[i].first + lines[i].step &&
        named[2] == lines[i].first + 2 * lines[i].step)
      return name (lines[i].name);
  return NULL;
}

static char *
say_mostly (const Choice *choice)
{
  const guint *named = choice->named;
  const char  *line = choice->n_named == 3 ? name_line (named) : NULL;

  if (choice->n_named == 1 || line != NULL)
    /* Translators: where in a picture most of what counted lies */
    return g_strdup_printf (_ ("Mostly %s"), line != NULL ? line : name (places[named[0]]));
  if (choice->n_named == 2)
    /* Translators: two places in a picture */
    return g_strdup_printf (_ ("Mostly %1$s and %2$s"), name (places[named[0]]),
                            name (places[named[1]]));
  /* Translators: three places in a picture */
  return g_strdup_printf (_ ("Mostly %1$s, %2$s and %3$s"), name (places[named[0]]),
                          name (places[named[1]]), name (places[named[2]]));
}

static char *
say_spread (const double *shares,
            const Choice *choice)
{
  const char *most =
    shares[choice->greatest] >= MOST_FROM ? name (places[choice->greatest]) : NULL;
  gboolean is_whole = TRUE;

  for (guint i = 0; i < N_PLACES; i++)
    is_whole &= shares[i] >= LEAST;
  if (most == NULL)
    return g_strdup (is_whole ? _ ("Spread over the whole picture")
                              : _ ("Spread over a large part of the picture"));
  /* Translators: a place in a picture stands at the end of both */
  return g_strdup_printf (is_whole ? _ ("Spread over the whole picture, most of all %s")
                                   : _ ("Spread over a large part of the picture, most of all %s"),
                          most);
}

/**
 * koma_place_words_for_shares:
 * @shares: (array fixed-size=9): `[3, 3]`, of each ninth of a picture, row by row: 0 … 1
 *
 * Thread: any.
 *
 * Returns: (transfer full): where most of it is, in a sentence without a full stop: “Mostly the
 *   upper left and the middle”
 */
char *
koma_place_words_for_shares (const double *shares)
{
  const Choice choice = choose (shares);

  if (shares[choice.greatest] <= 0)
    return g_strdup (_ ("No part of the picture counts more than another"));
  if (choice.n_named <= MAX_NAMED && choice.share >= MOSTLY_FROM)
    return say_mostly (&choice);
  return say_spread (shares, &choice);
}

/* One digit more where a cell has little: most of them do. */
static char *
describe_share (double part,
                double all)
{
  const double share = all > 0 ? part / all : 0;

  return koma_words_for_percent (share, share < 0.0995 ? 1 : 0);
}

/**
 * koma_place_words_for_cell:
 * @map: what speaks for a class, and against it
 * @x: 0 is its left edge, 1 the right one
 * @y: likewise, from the top
 *
 * Thread: any.
 *
 * Returns: (transfer full): what lies there: “12% of what counted”
 */
char *
koma_place_words_for_cell (const KomaExplanationMap *map,
                           double                    x,
                           double                    y)
{
  const KomaPreprocessRegion whole = { 0, 0, 1, 1 };
  const KomaPreprocessRegion cell = koma_explanation_map_find_cell (map, x, y);
  const KomaEvidence         all = koma_explanation_map_sum (map, &whole);
  const KomaEvidence         here = koma_explanation_map_sum (map, &cell);
  const gboolean             is_for = here.for_it >= here.against;
  g_autofree char           *share = is_for ? describe_share (here.for_it, all.for_it)
                                            : describe_share (here.against, all.against);

  /* Translators: a share in percent, of all that speaks for a class, or of all that speaks against
   * it: what lies at the pointer */
  return g_strdup_printf (is_for ? _ ("%s of what counted") : _ ("%s of what spoke against it"),
                          share);
}

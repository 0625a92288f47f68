/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What people have pictures of, in English, which models that compare pictures with words know
 * best: the classes of such a model where nobody has chosen others. */
#define KOMA_USUAL_CLASSES                                                                     \
  "person, group of people, baby, dog, cat, bird, horse, fish, insect, flower, tree, forest, " \
  "mountain, beach, sea, river, waterfall, sunset, snow, night sky, city street, building, "   \
  "house, bridge, room, food, cake, drink, car, bicycle, train, boat, airplane, document, "    \
  "receipt, screenshot, book, drawing, toy, clothes, sport, concert"

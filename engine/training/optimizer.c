/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "optimizer.h"

#include "name.h"

static const struct
{
  const char              *name;
  const KomaOptimizerRule *rule;
} rows[] = {
#define KOMA_OPTIMIZER_RULE(name, definition) { name, &koma_optimizer_rule_##definition },
#include "optimizers.inc"
#undef KOMA_OPTIMIZER_RULE
};

/**
 * koma_optimizer_settings_init:
 * @name: "adam", "Adam", …; "nesterov" is momentum with its option use_nesterov
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name.
 */
gboolean
koma_optimizer_settings_init (KomaOptimizerSettings *self,
                              const char            *name,
                              GError               **error)
{
  const gboolean is_nesterov = koma_training_name_matches (name, "nesterov");

  *self = (KomaOptimizerSettings){ 0 };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (koma_training_name_matches (is_nesterov ? "momentum" : name, rows[i].name)) {
      self->name = rows[i].name;
      self->rule = rows[i].rule;
    }
  if (self->rule == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no optimizer “%s”", name);
  for (guint i = 0; self->rule->options[i].name != NULL; i++)
    self->options[i] = self->rule->options[i].fallback;
  return !is_nesterov || koma_optimizer_settings_set (self, "use_nesterov", TRUE, error);
}

/* -1: it has none of that name. */
static int
find_option (const KomaOptimizerSettings *self,
             const char                  *name)
{
  for (guint i = 0; self->rule->options[i].name != NULL; i++)
    if (koma_training_name_matches (name, self->rule->options[i].name))
      return i;
  return -1;
}

/**
 * koma_optimizer_settings_set:
 * @option: in either spelling: "learning_rate", "learningRate"
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the optimizer has no such option; %KOMA_ERROR_SHAPE if the
 * value is no finite number.
 */
gboolean
koma_optimizer_settings_set (KomaOptimizerSettings *self,
                             const char            *option,
                             double                 value,
                             GError               **error)
{
  const int index = find_option (self, option);

  if (index < 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s has no option “%s”", self->name, option);
  if (!isfinite (value))
    return koma_fail (error, KOMA_ERROR_SHAPE, "%s: %s is %g, expected a finite number",
                      self->name, option, value);
  self->options[index] = value;
  return TRUE;
}

/**
 * koma_optimizer_settings_get:
 *
 * Returns: the value of an option; NaN if the optimizer has none of that name
 */
double
koma_optimizer_settings_get (const KomaOptimizerSettings *self,
                             const char                  *option)
{
  const int index = find_option (self, option);

  return index >= 0 ? self->options[index] : NAN;
}

/**
 * koma_optimizer_settings_get_n_slots:
 *
 * Returns: of the slots of its rule, how many it uses: the first
 */
guint
koma_optimizer_settings_get_n_slots (const KomaOptimizerSettings *self)
{
  return self->rule->count_slots != NULL ? self->rule->count_slots (self->options)
                                         : self->rule->n_slots;
}

/**
 * koma_optimizer_settings_is_fixed:
 *
 * Returns: whether an option chooses the formula, and so can not change from step to step
 */
gboolean
koma_optimizer_settings_is_fixed (const KomaOptimizerSettings *self,
                                  const char                  *option)
{
  const int index = find_option (self, option);

  return index >= 0 && self->rule->options[index].is_fixed;
}

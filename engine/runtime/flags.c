/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "flags.h"

#include "engine/koma/koma-error.h"

typedef struct
{
  const char *name;
  int         default_value;
  int         min;
  int         max;
  const char *meaning;
} FlagClass;

#define KOMA_FLAG(ID, name, default_value, min, max, meaning) \
  [KOMA_FLAG_##ID] = { name, default_value, min, max, meaning },
static const FlagClass classes[KOMA_N_FLAGS] = {
#include "flags.inc"
};
#undef KOMA_FLAG

/* One word for value and source, so that both are read at once: the value
 * plus 1 times 4, and the source; 0 is unset. */
static int states[KOMA_N_FLAGS];
static int is_loaded; /* koma_flags_load () was called */

static void
set_state (KomaFlag       flag,
           int            value,
           KomaFlagSource source)
{
  g_atomic_int_set (&states[flag], (value + 1) * 4 + (int) source);
}

/**
 * koma_flags_get:
 *
 * Returns: the flag's value; %KOMA_FLAG_AUTO if what reads it is to decide
 */
int
koma_flags_get (KomaFlag flag)
{
  int state = g_atomic_int_get (&states[flag]);

  return state == 0 ? classes[flag].default_value : state / 4 - 1;
}

/**
 * koma_flags_get_source:
 *
 * Returns: where the flag's value comes from
 */
KomaFlagSource
koma_flags_get_source (KomaFlag flag)
{
  return (KomaFlagSource) (g_atomic_int_get (&states[flag]) % 4);
}

/**
 * koma_flags_get_source_name:
 *
 * Returns: where the flag's value comes from, in a word that is not translated
 */
const char *
koma_flags_get_source_name (KomaFlag flag)
{
  static const char *const names[] = {
    [KOMA_FLAG_FROM_DEFAULT] = "default",
    [KOMA_FLAG_FROM_ENVIRONMENT] = "KOMA_FLAGS",
    [KOMA_FLAG_FROM_PROGRAM] = "program",
  };

  return names[koma_flags_get_source (flag)];
}

/**
 * koma_flags_get_text:
 *
 * Returns: (transfer full): the flag's value for people
 */
char *
koma_flags_get_text (KomaFlag flag)
{
  int value = koma_flags_get (flag);

  return value == KOMA_FLAG_AUTO ? g_strdup ("auto") : g_strdup_printf ("%d", value);
}

/**
 * koma_flags_get_name:
 *
 * Returns: its name in KOMA_FLAGS: "DEBUG"
 */
const char *
koma_flags_get_name (KomaFlag flag)
{
  return classes[flag].name;
}

/**
 * koma_flags_get_meaning:
 *
 * Returns: what it does, in English
 */
const char *
koma_flags_get_meaning (KomaFlag flag)
{
  return classes[flag].meaning;
}

static gboolean
check_range (KomaFlag flag,
             gint64   value,
             GError **error)
{
  const FlagClass *klass = &classes[flag];

  if (value >= klass->min && value <= klass->max)
    return TRUE;
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "The flag %s takes %d to %d, not %" G_GINT64_FORMAT,
                    klass->name, klass->min, klass->max, value);
}

/**
 * koma_flags_set:
 *
 * Sets a flag for all sessions made from now on. Errors:
 * %KOMA_ERROR_UNSUPPORTED, naming the values that it takes.
 */
gboolean
koma_flags_set (KomaFlag flag,
                int      value,
                GError **error)
{
  if (!check_range (flag, value, error))
    return FALSE;
  set_state (flag, value, KOMA_FLAG_FROM_PROGRAM);
  return TRUE;
}

/**
 * koma_flags_reset:
 *
 * Sets a flag back to its default.
 */
void
koma_flags_reset (KomaFlag flag)
{
  g_atomic_int_set (&states[flag], 0);
}

/**
 * koma_flags_are_debugging:
 *
 * Returns: whether sessions that are made now look at every op
 */
gboolean
koma_flags_are_debugging (void)
{
  return koma_flags_get (KOMA_FLAG_DEBUG) == 1 && koma_flags_get (KOMA_FLAG_PROD) != 1;
}

static gboolean
find_flag (const char *name,
           KomaFlag   *ret_flag,
           GError    **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++) {
    *ret_flag = flag;
    if (g_str_equal (name, classes[flag].name))
      return TRUE;
    g_string_append_printf (known, "%s%s", flag > 0 ? ", " : "", classes[flag].name);
  }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "There is no flag “%s”; there are: %s", name, known->str);
}

/* A number, or as TensorFlow.js writes it, true or false. */
static gboolean
parse_value (KomaFlag    flag,
             const char *text,
             int        *ret_value,
             GError    **error)
{
  gint64 value = 0;

  if (g_str_equal (text, "true") || g_str_equal (text, "false"))
    value = g_str_equal (text, "true");
  else if (!g_ascii_string_to_signed (text, 10, G_MININT, G_MAXINT, &value, NULL))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "The flag %s takes a number, not “%s”", classes[flag].name, text);
  *ret_value = (int) value;
  return check_range (flag, value, error);
}

static gboolean
load_one (const char *text,
          GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);
  KomaFlag flag = 0;
  int      value = 0;

  if (g_strv_length (parts) != 2)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "“%s” is not of the form NAME:VALUE", text);
  if (!find_flag (g_strstrip (parts[0]), &flag, error) ||
      !parse_value (flag, g_strstrip (parts[1]), &value, error))
    return FALSE;
  set_state (flag, value, KOMA_FLAG_FROM_ENVIRONMENT);
  return TRUE;
}

/**
 * koma_flags_load:
 * @text: (nullable): NAME:VALUE,NAME:VALUE…, as KOMA_FLAGS has it
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, naming what is wrong with @text; flags
 * before that place stay set.
 */
gboolean
koma_flags_load (const char *text,
                 GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", ",", -1);

  g_atomic_int_set (&is_loaded, TRUE);
  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0' && !load_one (parts[i], error)) {
      g_prefix_error (error, "KOMA_FLAGS: ");
      return FALSE;
    }
  return TRUE;
}

/**
 * koma_flags_load_default:
 *
 * The first call in a process loads KOMA_FLAGS of its environment, where the program has not called
 * koma_flags_load() itself; others wait for it, and do nothing.
 *
 * Errors: those of koma_flags_load(), in the first call.
 */
gboolean
koma_flags_load_default (GError **error)
{
  static gsize once = 0;
  gboolean     are_right = TRUE;

  if (g_once_init_enter (&once)) {
    if (!g_atomic_int_get (&is_loaded))
      are_right = koma_flags_load (g_getenv ("KOMA_FLAGS"), error);
    g_once_init_leave (&once, 1);
  }
  return are_right;
}

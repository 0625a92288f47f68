/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-accels.h"

/* clang-format off */
static const struct
{
  const char *action;
  const char *accels[3];
} accels[] = {
  { "app.help",              { "F1" } },
  { "app.quit",              { "<Control>q" } },
  { "win.camera",            { "<Control><Shift>c" } },
  { "win.cancel",            { "Escape" } },
  { "win.choose-model",      { "<Control>m" } },
  { "win.clear",             { "<Control>Delete" } },
  { "win.copy",              { "<Control>c" } },
  { "win.correct-answer",    { "F2" } },
  { "win.cut-grid",          { "<Control>b" } },
  { "win.diagnostics",       { "<Control><Shift>p" } },
  { "win.export",            { "<Control>e" } },
  { "win.find",              { "<Control>f" } },
  { "win.library",           { "<Control><Shift>l" } },
  { "win.open",              { "<Control>o" } },
  { "win.open-address",      { "<Control>l" } },
  { "win.open-folder",       { "<Control><Shift>o" } },
  { "win.open-model",        { "<Control><Shift>m" } },
  { "win.paste",             { "<Control>v" } },
  { "win.preferences",       { "<Control>comma" } },
  { "win.remove",            { "Delete" } },
  { "win.rate(-1)",          { "<Control>9" } },
  { "win.rate(0)",           { "<Control>0" } },
  { "win.rate(1)",           { "<Control>1" } },
  { "win.rate(2)",           { "<Control>2" } },
  { "win.rate(3)",           { "<Control>3" } },
  { "win.rate(4)",           { "<Control>4" } },
  { "win.rate(5)",           { "<Control>5" } },
  { "win.read-board",        { "<Control><Shift>b" } },
  { "win.retry",             { "<Control>r", "F5" } },
  { "win.review",            { "<Control><Shift>r" } },
  { "win.select-all",        { "<Control>a" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "win.teach",             { "<Control><Shift>t" } },
  { "win.together",          { "<Control>t" } },
  { "win.type-classes",      { "<Control>k" } },
  { "win.undo",              { "<Control>z" } },
  { "window.close",          { "<Control>w" } },
};
/* clang-format on */

void
koma_accels_set (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (application, accels[i].action, accels[i].accels);
}

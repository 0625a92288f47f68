/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-library-window.h"

G_BEGIN_DECLS

/* koma-library-window.c has the object and its list; it calls koma-library-window-actions.c, which
 * has what the user does with a model. */
struct _KomaLibraryWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkSearchEntry *search;
  GtkStack       *pages;
  GtkListView    *list;
  GtkRevealer    *overlay;

  /* Owned. */
  KomaLibrary        *library;
  GtkFilterListModel *shown;
  GtkSliceListModel  *first; /* as many of them as have rows by now */
  GtkSingleSelection *selection;
  char               *selected_key; /* (nullable) what stays selected when the list changes */
};

void koma_library_window_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS

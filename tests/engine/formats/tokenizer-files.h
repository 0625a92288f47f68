/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of a tokenizer of byte pairs, as tests write them. */
#pragma once

#include "fixture.h"

G_BEGIN_DECLS

/* 0 to 9 are letters, 10 to 19 those at the end of a word, 30 and on are merged. */
#define TOKENIZER_VOCABULARY                                                              \
  "{'a':0,'b':1,'c':2,'\xc3\x83':3,'\xc2\xa9':4,'s':5,\"'\":6,'1':7,'h':8,'i':9,"         \
  "'a</w>':10,'b</w>':11,'c</w>':12,'\xc3\x83</w>':13,'\xc2\xa9</w>':14,'s</w>':15,"      \
  "\"'</w>\":16,'1</w>':17,'h</w>':18,'i</w>':19,"                                        \
  "'ab':30,'ab</w>':31,'abc</w>':32,\"'s</w>\":33,'\xc3\x83\xc2\xa9</w>':34,'bc</w>':35," \
  "'<|startoftext|>':40,'<|endoftext|>':41}"

/* Every ' becomes a ", but for those between two ". */
void tokenizer_write_json (const Folder *folder, const char *name, const char *text);
/* (transfer full) */
KomaTokenizer *tokenizer_read (const Folder *folder);

G_END_DECLS

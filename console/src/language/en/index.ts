// English, whole: the language that names every message.

import { crm } from './crm.js';
import { finance } from './finance.js';
import { identity } from './identity.js';
import { order } from './order.js';
import { party } from './party.js';
import { shell } from './shell.js';
import { system } from './system.js';
import { word } from './word.js';

export const en = {
  ...crm,
  ...finance,
  ...identity,
  ...order,
  ...party,
  ...shell,
  ...system,
  ...word,
} as const;

export type MessageId = keyof typeof en;

// All French messages, one for every English message.

import type { MessageId } from '../en/index.js';
import { administration } from './administration.js';
import { approval } from './approval.js';
import { asset } from './asset.js';
import { cashMember } from './cash-member.js';
import { crm } from './crm.js';
import { custody } from './custody.js';
import { door } from './door.js';
import { finance } from './finance.js';
import { gain } from './gain.js';
import { home } from './home.js';
import { identity } from './identity.js';
import { imports } from './import.js';
import { invariant } from './invariant.js';
import { leadMember } from './lead-member.js';
import { market } from './market.js';
import { order } from './order.js';
import { orderMore } from './order-more.js';
import { party } from './party.js';
import { reference } from './reference.js';
import { settlement } from './settlement.js';
import { shell } from './shell.js';
import { system } from './system.js';
import { tax } from './tax.js';
import { transfer } from './transfer.js';
import { wealth } from './wealth.js';
import { wealthPolicy } from './wealth-policy.js';
import { wealthPrice } from './wealth-price.js';
import { wealthStatement } from './wealth-statement.js';
import { word } from './word.js';

export const fr: Readonly<Record<MessageId, string>> = {
  ...administration,
  ...approval,
  ...asset,
  ...cashMember,
  ...crm,
  ...custody,
  ...door,
  ...finance,
  ...gain,
  ...home,
  ...identity,
  ...imports,
  ...invariant,
  ...leadMember,
  ...market,
  ...order,
  ...orderMore,
  ...party,
  ...reference,
  ...settlement,
  ...shell,
  ...system,
  ...tax,
  ...transfer,
  ...wealth,
  ...wealthPolicy,
  ...wealthPrice,
  ...wealthStatement,
  ...word,
};

// Checks and applies changes to order terms under the four-eyes rule.

import { type Static, Type } from '@sinclair/typebox';
import type { Work } from '../../../platform/context.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import {
  closedObject,
  wireChoice,
  wireFlag,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { aliasesOf, wireAliases } from '../../../platform/reference-data/code.js';
import { changeReason, checkCodes, proposeChange, recordFirstVersion } from '../../change/index.js';
import { MARKET } from '../limits.js';
import { marketProblems } from '../problems.js';
import { addOrderTerm } from './order-term.js';
import {
  changeOrderTerm,
  type NewOrderTerm,
  type OrderTerm,
  selectOrderTermNamed,
} from './order-term-queries.js';

const days = (description: string) =>
  Type.Optional(wireInteger({ description, least: 1, most: MARKET.orderLifeDaysMax }));

const members = {
  name: wireText({
    description: 'Code of the term, which is the orderTermName of orders',
    longest: MARKET.codeCharactersMax,
  }),
  label: wireText({ description: 'Display name of the term' }),
  active: Type.Optional(wireFlag({ description: 'False if new orders cannot use the term' })),
  aliases: Type.Optional(wireAliases),
  fixTimeInForce: wireChoice(['0', '1', '2', '3', '4', '6', '7'], {
    description: 'FIX tag 59: 0 DAY, 1 GTC, 2 ATO, 3 IOC, 4 FOK, 6 GTD, 7 ATC; cannot be changed',
  }),
  defLifeTime: days('GTC, GTD: calendar days that an order without an end date lives'),
  longestLifeTime: days('GTC, GTD: maximum calendar days that any order lives'),
};

const orderTermBody = closedObject(members);

/** A proposed order term, with the reason. */
export const orderTermProposal = closedObject({ ...members, ...changeReason });

type OrderTermBody = Static<typeof orderTermBody>;

/** The change kind for order terms. The subject of a change is the code. */
export const ORDER_TERMS: ChangeKind = changeKind({
  name: 'order-term',
  label: 'Order term',
  body: orderTermBody,
  present: async (on, subject) => {
    const term = await selectOrderTermNamed(on, subject);
    return term && bodyOf(term);
  },
  check: (work, { body }) => check(work, body),
  apply: async (work, { body }) => {
    const { name } = body;
    const stored = await selectOrderTermNamed(work.tx, name);
    if (stored === undefined) return { id: await addOrderTerm(work, termOf(body)), name };
    const stamp = { id: stored.id, by: work.principal.name, at: work.now };
    await changeOrderTerm(work.tx, termOf(body), stamp);
    return { id: stored.id, name };
  },
});

/** Proposes a new or changed order term; a second person approves it. */
export async function proposeOrderTerm(
  work: Work,
  proposal: Static<typeof orderTermProposal>,
): Promise<Outcome> {
  const { reason, effectiveNote, ...body } = proposal;
  const term = { ...body, active: body.active ?? true, aliases: aliasesOf(body.aliases) };
  return proposeChange(work, {
    kind: ORDER_TERMS,
    subject: term.name,
    body: term,
    reason,
    effectiveNote,
  });
}

/** Records an order term in a new database as its first version. */
export function recordFirstOrderTerm(work: Work, term: NewOrderTerm): Promise<void> {
  return recordFirstVersion(work, ORDER_TERMS, { subject: term.name, body: bodyOf(term) });
}

function termOf({ defLifeTime, longestLifeTime, ...body }: OrderTermBody): NewOrderTerm {
  return { ...body, defaultLifeDays: defLifeTime, longestLifeDays: longestLifeTime };
}

function bodyOf(term: NewOrderTerm | OrderTerm): OrderTermBody {
  const { name, label, active = true, aliases, fixTimeInForce } = term;
  return {
    ...{ name, label, active, aliases: aliasesOf(aliases), fixTimeInForce },
    ...(term.defaultLifeDays ? { defLifeTime: term.defaultLifeDays } : {}),
    ...(term.longestLifeDays ? { longestLifeTime: term.longestLifeDays } : {}),
  };
}

const CODE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const LASTING = new Set(['1', '6']);

async function check(work: Work, body: OrderTermBody): Promise<void> {
  const { name, fixTimeInForce, defLifeTime, longestLifeTime } = body;
  if (!CODE.test(name)) {
    throw wrong('name', 'must contain only letters, digits, dots, dashes and underscores');
  }
  for (const member of ['defLifeTime', 'longestLifeTime'] as const) {
    if (body[member] === undefined || LASTING.has(fixTimeInForce)) continue;
    throw wrong(member, 'is allowed only for terms longer than a session: 1 (GTC) and 6 (GTD)');
  }
  if (defLifeTime !== undefined && longestLifeTime !== undefined && longestLifeTime < defLifeTime) {
    throw wrong('longestLifeTime', 'must not be less than defLifeTime');
  }
  const { aliases = [] } = body;
  await checkCodes(work, { name, aliases }, { table: 'order_term', wrong });
  const stored = await selectOrderTermNamed(work.tx, name);
  if (stored === undefined || stored.fixTimeInForce === fixTimeInForce) return;
  throw wrong('fixTimeInForce', 'cannot be changed, because orders use it');
}

function wrong(member: string, detail: string) {
  return refuseMember(marketProblems.ORDER_TERM_REFUSED, member, detail);
}

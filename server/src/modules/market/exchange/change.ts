// Checks and applies changes to exchanges under the four-eyes rule.

import { type Static, Type } from '@sinclair/typebox';
import { isTimeZone } from '../../../platform/calendar/time-zone.js';
import type { Work } from '../../../platform/context.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import {
  closedObject,
  wireFlag,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { aliasesOf, wireAliases } from '../../../platform/reference-data/code.js';
import { changeReason, checkCodes, proposeChange, recordFirstVersion } from '../../change/index.js';
import { MARKET } from '../limits.js';
import { marketProblems } from '../problems.js';
import { addExchange } from './exchange.js';
import {
  changeExchange,
  type Exchange,
  listsSecurities,
  type NewExchange,
  selectExchangeNamed,
} from './queries.js';

const members = {
  name: wireText({
    description: 'Code of the exchange, such as NGX',
    longest: MARKET.codeCharactersMax,
  }),
  label: wireText({ description: 'Display name of the exchange' }),
  active: Type.Optional(
    wireFlag({ description: 'If false, the exchange accepts no orders; default: true' }),
  ),
  aliases: Type.Optional(wireAliases),
  currency: wireText({ description: 'Currency of the prices (ISO 4217)', longest: 3 }),
  timeZone: wireText({ description: 'Time zone (IANA), such as Africa/Lagos' }),
  weekend: Type.Optional(
    Type.Array(wireInteger({ least: 1, most: 7 }), {
      maxItems: 6,
      description: 'Closed days of the week, from 1 for Monday to 7 for Sunday; default: 6 and 7',
    }),
  ),
};

const exchangeBody = closedObject(members);

/** A proposed exchange, with the reason. */
export const exchangeProposal = closedObject({ ...members, ...changeReason });

type ExchangeBody = Static<typeof exchangeBody>;

/** The change kind for exchanges. The subject of a change is the code. */
export const EXCHANGES: ChangeKind = changeKind({
  name: 'exchange',
  label: 'Exchange',
  body: exchangeBody,
  present: async (on, subject) => {
    const exchange = await selectExchangeNamed(on, subject);
    return exchange && bodyOf(exchange);
  },
  check: (work, { body }) => check(work, exchangeOf(body)),
  apply: async (work, { body }) => {
    const proposal = exchangeOf(body);
    const stored = await selectExchangeNamed(work.tx, proposal.name);
    if (stored === undefined) return { id: await addExchange(work, proposal), name: proposal.name };
    const stamp = { id: stored.id, by: work.principal.name, at: work.now };
    await changeExchange(work.tx, proposal, stamp);
    return { id: stored.id, name: proposal.name };
  },
});

/** Proposes a new or changed exchange; a second person approves it. */
export async function proposeExchange(
  work: Work,
  proposal: Static<typeof exchangeProposal>,
): Promise<Outcome> {
  const { reason, effectiveNote, ...body } = proposal;
  const exchange = exchangeOf(body);
  return proposeChange(work, {
    kind: EXCHANGES,
    subject: exchange.name,
    body: bodyOf(exchange),
    reason,
    effectiveNote,
  });
}

/** Records an exchange in a new database as its first version. */
export function recordFirstExchange(work: Work, exchange: NewExchange): Promise<void> {
  return recordFirstVersion(work, EXCHANGES, { subject: exchange.name, body: bodyOf(exchange) });
}

const WEEKEND = [6, 7];

// Codes are case-insensitive, so they are stored in upper case.
function exchangeOf(body: ExchangeBody): Required<NewExchange> {
  return {
    name: body.name.trim().toUpperCase(),
    label: body.label,
    active: body.active ?? true,
    aliases: aliasesOf(body.aliases),
    currency: body.currency.toUpperCase(),
    timeZone: body.timeZone,
    weekend: [...(body.weekend ?? WEEKEND)].sort(),
  };
}

function bodyOf(exchange: NewExchange & Partial<Exchange>): ExchangeBody {
  const { name, label, active = true, aliases, currency, timeZone, weekend = WEEKEND } = exchange;
  return { name, label, active, aliases: [...aliases], currency, timeZone, weekend: [...weekend] };
}

// Colons are not allowed, because the subject of a rule change consists of the exchange's code, a
// colon and the class.
const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

async function check(work: Work, proposal: Required<NewExchange>): Promise<void> {
  if (!CODE.test(proposal.name)) {
    throw wrong('name', 'must contain only letters, digits, dots, dashes and underscores');
  }
  if (new Set(proposal.weekend).size < proposal.weekend.length) {
    throw wrong('weekend', 'must not repeat a day');
  }
  if (minorUnits(proposal.currency) === undefined) {
    throw refuseMember(marketProblems.CURRENCY_UNKNOWN, 'currency', 'is not an ISO 4217 code');
  }
  if (!(await isTimeZone(work.tx, proposal.timeZone, work.now))) {
    throw wrong('timeZone', 'is not an IANA time zone');
  }
  await checkCodes(work, proposal, { table: 'exchange', wrong });
  await refuseFixed(work, proposal);
}

// Currency and weekend may not change, because stored prices are in that currency, and stored dates
// were computed with that weekend.
async function refuseFixed(work: Work, proposal: Required<NewExchange>): Promise<void> {
  const stored = await selectExchangeNamed(work.tx, proposal.name);
  if (stored === undefined) return;
  const isOtherWeekend = stored.weekend.join() !== proposal.weekend.join();
  if (stored.currency === proposal.currency && !isOtherWeekend) return;
  if (!(await listsSecurities(work.tx, stored.id))) return;
  const member = isOtherWeekend ? 'weekend' : 'currency';
  throw wrong(member, 'cannot change once a security is listed');
}

function wrong(member: string, detail: string) {
  return refuseMember(marketProblems.EXCHANGE_REFUSED, member, detail);
}

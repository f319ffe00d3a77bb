// Exchanges under four eyes: what may be proposed of one, and how it is opened or changed.

import { type Static, Type } from '@sinclair/typebox';
import { isTimeZone } from '../../../platform/calendar/time-zone.js';
import type { Work } from '../../../platform/context.js';
import { refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import {
  closedObject,
  wireFlag,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { changeReason, proposeChange, recordFirstVersion } from '../../change/index.js';
import { MARKET } from '../limits.js';
import { marketProblems } from '../problems.js';
import { addExchange, type Exchange, type NewExchange } from './exchange.js';
import {
  changeExchange,
  listsSecurities,
  selectExchangeNamed,
  selectExchangesByCodes,
} from './queries.js';

const members = {
  name: wireText({ description: 'Its code, such as NGX', longest: MARKET.codeCharactersMax }),
  label: wireText({ description: 'Its name for people' }),
  active: Type.Optional(wireFlag({ description: 'False: no orders are taken; true unless said' })),
  aliases: Type.Optional(
    Type.Array(wireText({ longest: MARKET.codeCharactersMax }), {
      maxItems: MARKET.aliasesMax,
      description: 'Codes it once had, accepted as its code',
    }),
  ),
  currency: wireText({ description: 'Currency of its prices (ISO 4217)', longest: 3 }),
  timeZone: wireText({ description: 'Time zone (IANA), such as Africa/Lagos' }),
  weekend: Type.Optional(
    Type.Array(wireInteger({ least: 1, most: 7 }), {
      maxItems: 6,
      description: 'Closed days of the week, 1 for Monday to 7 for Sunday; 6 and 7 unless said',
    }),
  ),
};

const exchangeBody = closedObject(members);

/** An exchange as it is to be, with the reason. */
export const exchangeProposal = closedObject({ ...members, ...changeReason });

type ExchangeBody = Static<typeof exchangeBody>;

/** The kind of change; its subject is the code. */
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
    const wish = exchangeOf(body);
    const standing = await selectExchangeNamed(work.tx, wish.name);
    if (standing === undefined) return { id: await addExchange(work, wish), name: wish.name };
    const stamp = { id: standing.id, by: work.principal.name, at: work.now };
    await changeExchange(work.tx, wish, stamp);
    return { id: standing.id, name: wish.name };
  },
});

/** Proposes an exchange, a new one or one as it is to be; a second person approves it. */
export async function proposeExchange(
  work: Work,
  wish: Static<typeof exchangeProposal>,
): Promise<Outcome> {
  const { reason, effectiveNote, ...body } = wish;
  const exchange = exchangeOf(body);
  return proposeChange(work, {
    kind: EXCHANGES,
    subject: exchange.name,
    body: bodyOf(exchange),
    reason,
    effectiveNote,
  });
}

/** Records an exchange that a database starts with as its first version. */
export function recordFirstExchange(work: Work, exchange: NewExchange): Promise<void> {
  return recordFirstVersion(work, EXCHANGES, { subject: exchange.name, body: bodyOf(exchange) });
}

const WEEKEND = [6, 7];

// Codes compare without regard to case, so they are kept in capitals.
function exchangeOf(body: ExchangeBody): Required<NewExchange> {
  return {
    name: body.name.trim().toUpperCase(),
    label: body.label,
    active: body.active ?? true,
    aliases: (body.aliases ?? []).map((alias) => alias.trim().toUpperCase()),
    currency: body.currency.toUpperCase(),
    timeZone: body.timeZone,
    weekend: [...(body.weekend ?? WEEKEND)].sort(),
  };
}

function bodyOf(exchange: NewExchange & Partial<Exchange>): ExchangeBody {
  const { name, label, active = true, aliases, currency, timeZone, weekend = WEEKEND } = exchange;
  return { name, label, active, aliases: [...aliases], currency, timeZone, weekend: [...weekend] };
}

// No colon: the rules of an exchange are known by its code, a colon and their class.
const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

async function check(work: Work, wish: Required<NewExchange>): Promise<void> {
  const codes = [wish.name, ...wish.aliases];
  for (const code of codes) {
    if (CODE.test(code)) continue;
    const member = code === wish.name ? 'name' : 'aliases';
    throw wrong(member, 'a code has letters, digits, dots, dashes and underscores');
  }
  if (new Set(codes).size < codes.length) throw wrong('aliases', 'each code once');
  if (new Set(wish.weekend).size < wish.weekend.length) throw wrong('weekend', 'each day once');
  if (minorUnits(wish.currency) === undefined) {
    throw refuseMember(marketProblems.CURRENCY_UNKNOWN, 'currency', 'is not a code of ISO 4217');
  }
  if (!(await isTimeZone(work.tx, wish.timeZone, work.now))) {
    throw wrong('timeZone', 'is no time zone of the IANA database');
  }
  await refuseTaken(work, wish.name, codes);
  await refuseFixed(work, wish);
}

async function refuseTaken(work: Work, name: string, codes: readonly string[]): Promise<void> {
  const others = await selectExchangesByCodes(work.tx, codes);
  const other = others.find((exchange) => exchange.name !== name);
  if (other === undefined) return;
  throw refusal(marketProblems.EXCHANGE_CODE_TAKEN, {
    detail: `a code belongs to ${other.name} (${other.label})`,
    args: ['TAKEN', other.name],
  });
}

// Prices were made in the currency, and days counted by the weekend.
async function refuseFixed(work: Work, wish: Required<NewExchange>): Promise<void> {
  const standing = await selectExchangeNamed(work.tx, wish.name);
  if (standing === undefined) return;
  const isOtherWeekend = standing.weekend.join() !== wish.weekend.join();
  if (standing.currency === wish.currency && !isOtherWeekend) return;
  if (!(await listsSecurities(work.tx, standing.id))) return;
  const member = isOtherWeekend ? 'weekend' : 'currency';
  throw wrong(member, 'stays as it is once a security is listed');
}

function wrong(member: string, detail: string) {
  return refuseMember(marketProblems.EXCHANGE_REFUSED, member, detail);
}

// Checks the lines of a new transfer. Each line is for one security, with the lots of incoming
// units.

import type { Static } from '@sinclair/typebox';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { parseMinor } from '../../../platform/money/money.js';
import { custodyProblems } from '../problems.js';
import { type NewLine, selectSecurities } from './queries.js';
import { isInward, type TransferLot } from './record.js';
import type { TransferBody } from './schema.js';

type Body = Static<typeof TransferBody>;
type LineBody = Body['lines'][number];

const { MOVEMENT_REFUSED } = custodyProblems;

/** A line without the cash accounts for its payment. */
export type LineTerms = Omit<NewLine, 'cashAccountId' | 'toCashAccountId'> & {
  readonly currency: string;
};

/**
 * Returns the lines by security, in the order in which holdings are locked. Refuses unknown or
 * repeated securities, and amounts and lots that do not match the transfer.
 */
export async function linesOf(tx: Tx, body: Body): Promise<readonly LineTerms[]> {
  const found = await selectSecurities(
    tx,
    body.lines.map(({ securityName }) => securityName),
  );
  const securities = new Map(found.map((security) => [security.given, security]));
  const lines = new Map<bigint, LineTerms>();
  for (const [index, line] of body.lines.entries()) {
    const security = securities.get(line.securityName);
    const member = `lines/${index}/securityName`;
    if (security === undefined) {
      const detail = 'is not the code of a security';
      throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
    }
    if (lines.has(security.id)) {
      throw refuseMember(MOVEMENT_REFUSED, member, 'must not occur twice in a transfer');
    }
    const terms = { body, place: `lines/${index}`, currency: security.currency };
    lines.set(security.id, lineOf(line, security.id, terms));
  }
  return [...lines.values()].sort((one, other) => (one.securityId < other.securityId ? -1 : 1));
}

/** Returns whether the lines of a transfer are delivered against payment. */
export function isPaid({ type, lines }: Body): boolean {
  if (type === 'IN_PAID' || type === 'OUT_PAID') return true;
  return type === 'INTERNAL' && lines.some(({ amount }) => amount !== undefined);
}

interface LinePlace {
  readonly body: Body;
  readonly place: string;
  readonly currency: string;
}

function lineOf(line: LineBody, securityId: bigint, place: LinePlace): LineTerms {
  const { body, currency } = place;
  const refuse = (member: string, detail: string) =>
    refuseMember(MOVEMENT_REFUSED, `${place.place}/${member}`, detail);
  const { quantity, costBasis = null, lots = [] } = line;
  if (quantity <= 0n) throw refuse('quantity', 'must be above zero');
  const amountMinor = amountOf(line, place);
  const terms = { securityId, quantity, amountMinor, currency, costBasis };
  if (!isInward(body) || amountMinor !== null) {
    const detail = 'is only allowed for units received free of payment';
    if (costBasis !== null) throw refuse('costBasis', detail);
    if (lots.length > 0) throw refuse('lots', detail);
    return { ...terms, lots: [] };
  }
  if (costBasis === null) throw refuse('costBasis', 'is required for incoming units');
  if (costBasis === 'UNKNOWN' && lots.length > 0) {
    throw refuse('lots', 'must be absent if the cost is UNKNOWN');
  }
  if (costBasis === 'UNKNOWN') return { ...terms, lots: [] };
  const read = lots.map((lot, index) =>
    lotOf(lot, { ...place, place: `${place.place}/lots/${index}` }),
  );
  const sum = read.reduce((units, lot) => units + lot.quantity, 0n);
  if (sum !== quantity)
    throw refuse('lots', `must add up to the ${quantity} units of the line, but add up to ${sum}`);
  return { ...terms, lots: read };
}

// The amount of a line is in the currency of its security.
function amountOf({ amount }: LineBody, { body, place, currency }: LinePlace): bigint | null {
  const member = `${place}/amount`;
  if (!isPaid(body)) {
    if (amount === undefined) return null;
    throw refuseMember(
      MOVEMENT_REFUSED,
      member,
      'is only allowed for units delivered against payment',
    );
  }
  if (amount === undefined) {
    throw refuseMember(MOVEMENT_REFUSED, member, 'is required for units delivered against payment');
  }
  const minor = parseMinor(amount, currency);
  if (minor === undefined) {
    const detail = `has more decimals than ${currency}`;
    throw refuseMember(commonProblems.TOO_MANY_DECIMALS, member, detail);
  }
  if (minor > 0n) return minor;
  throw refuseMember(MOVEMENT_REFUSED, member, 'must be above zero');
}

function lotOf(
  lot: NonNullable<LineBody['lots']>[number],
  { body, place, currency }: LinePlace,
): TransferLot {
  const refuse = (member: string, detail: string) =>
    refuseMember(MOVEMENT_REFUSED, `${place}/${member}`, detail);
  const costMinor = parseMinor(lot.cost, currency);
  if (costMinor === undefined) {
    const detail = `has more decimals than ${currency}`;
    throw refuseMember(commonProblems.TOO_MANY_DECIMALS, `${place}/cost`, detail);
  }
  if (lot.quantity <= 0n) throw refuse('quantity', 'must be above zero');
  if (costMinor < 0n) throw refuse('cost', 'must not be negative');
  const acquiredOn: BusinessDate | null = lot.acquiredOn ?? null;
  if (acquiredOn !== null && acquiredOn > body.effectiveDate) {
    throw refuse('acquiredOn', `must not be after the effective date, ${body.effectiveDate}`);
  }
  return { quantity: lot.quantity, costMinor, acquiredOn };
}

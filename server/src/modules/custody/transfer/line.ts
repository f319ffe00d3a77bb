// The lines of a new transfer: each is a security, with the lots of incoming units.

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

/**
 * Returns the lines by security, in the sequence in which holdings are locked. Refuses unknown
 * securities, securities named twice, and inconsistent lots.
 */
export async function linesOf(tx: Tx, body: Body): Promise<readonly NewLine[]> {
  const found = await selectSecurities(
    tx,
    body.lines.map(({ securityName }) => securityName),
  );
  const securities = new Map(found.map((security) => [security.given, security]));
  const lines = new Map<bigint, NewLine>();
  for (const [index, line] of body.lines.entries()) {
    const security = securities.get(line.securityName);
    const member = `lines/${index}/securityName`;
    if (security === undefined) {
      const detail = 'is not the code of a security';
      throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
    }
    if (lines.has(security.id)) {
      throw refuseMember(MOVEMENT_REFUSED, member, 'must not be named twice in a transfer');
    }
    const terms = { body, place: `lines/${index}`, currency: security.currency };
    lines.set(security.id, lineOf(line, security.id, terms));
  }
  return [...lines.values()].sort((one, other) => (one.securityId < other.securityId ? -1 : 1));
}

interface LineTerms {
  readonly body: Body;
  readonly place: string;
  readonly currency: string;
}

function lineOf(line: LineBody, securityId: bigint, terms: LineTerms): NewLine {
  const { place } = terms;
  const refuse = (member: string, detail: string) =>
    refuseMember(MOVEMENT_REFUSED, `${place}/${member}`, detail);
  const { quantity, costBasis = null, lots = [] } = line;
  if (quantity <= 0n) throw refuse('quantity', 'must be above zero');
  if (!isInward(terms.body)) {
    if (costBasis !== null) throw refuse('costBasis', 'is only for incoming units');
    if (lots.length > 0) throw refuse('lots', 'are only for incoming units');
    return { securityId, quantity, costBasis, lots: [] };
  }
  if (costBasis === null) throw refuse('costBasis', 'is required for incoming units');
  if (costBasis === 'UNKNOWN' && lots.length > 0) {
    throw refuse('lots', 'must be absent if the cost is UNKNOWN');
  }
  if (costBasis === 'UNKNOWN') return { securityId, quantity, costBasis, lots: [] };
  const read = lots.map((lot, index) => lotOf(lot, { ...terms, place: `${place}/lots/${index}` }));
  const sum = read.reduce((units, lot) => units + lot.quantity, 0n);
  if (sum !== quantity) throw refuse('lots', `have ${sum} units, and the line has ${quantity}`);
  return { securityId, quantity, costBasis, lots: read };
}

function lotOf(
  lot: NonNullable<LineBody['lots']>[number],
  { body, place, currency }: LineTerms,
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

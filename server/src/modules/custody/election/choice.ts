// Finds the option that a portfolio elects, and computes its cost.

import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { custodyProblems } from '../problems.js';
import { type CorporateActionRow, type EventOptionRow, selectOptions } from '../record/queries.js';
import { holdsUnits, type TakeUpPrices, takeUpOf } from '../rule/election.js';
import { currencyOfSecurity } from './choice-queries.js';

const { ELECTION_REFUSED } = custodyProblems;

/** An option that a portfolio elects. */
export interface ElectableOption {
  readonly number: number;
  readonly currency: string;
  /** The amount to be paid, in minor units. */
  readonly costMinor: bigint;
  /** True if the units are put on hold. */
  readonly holdsUnits: boolean;
}

/** The elected option, and the number of units. */
interface Elected {
  readonly number: number;
  readonly quantity: bigint;
  readonly additional: bigint;
}

/** Returns the option that a portfolio elects, or refuses an option that cannot be elected. */
export async function electableOption(
  tx: Tx,
  event: CorporateActionRow,
  elected: Elected,
): Promise<ElectableOption> {
  const options = await selectOptions(tx, [event.id]);
  const option = options.find(({ number }) => number === elected.number);
  if (option === undefined) {
    const detail = `the corporate action has options 1 to ${options.length}`;
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'optionNumber', detail);
  }
  refuseUnelectable(option);
  refuseQuantities(option, options, elected);
  const currency = option.currency ?? (await currencyOfSecurity(tx, event.security_id)) ?? '';
  const chosen = {
    number: option.number,
    currency,
    holdsUnits: holdsUnits(event, option.type),
  };
  if (option.type !== 'EXER') return { ...chosen, costMinor: 0n };
  const prices = takeUpPrices(options, { option, currency });
  if (prices === undefined) {
    throw refuseMember(ELECTION_REFUSED, 'optionNumber', 'has no price yet');
  }
  const { costMinor, additionalCostMinor } = takeUpOf(elected, prices);
  return { ...chosen, costMinor: costMinor + additionalCostMinor };
}

function refuseUnelectable({ type }: EventOptionRow): void {
  const refused = (detail: string) => refuseMember(ELECTION_REFUSED, 'optionNumber', detail);
  if (type === 'SLLE') throw refused('cannot be elected; enter a sell order to sell rights');
  if (type === 'OVER') {
    throw refused('cannot be elected; use additionalQuantity with the option EXER');
  }
}

function refuseQuantities(
  { type }: EventOptionRow,
  options: readonly EventOptionRow[],
  { quantity, additional }: Elected,
): void {
  if (quantity + additional === 0n) {
    throw refuseMember(ELECTION_REFUSED, 'quantity', 'must be above zero');
  }
  if (additional === 0n) return;
  const detail =
    type !== 'EXER'
      ? 'is only allowed with the option EXER'
      : options.some((option) => option.type === 'OVER')
        ? undefined
        : 'cannot be applied for, because the event has no option OVER';
  if (detail !== undefined) throw refuseMember(ELECTION_REFUSED, 'additionalQuantity', detail);
}

/** Returns the prices of a call on rights; undefined if the rights have no price yet. */
export function takeUpPrices(
  options: readonly EventOptionRow[],
  { option, currency }: { readonly option: EventOptionRow; readonly currency: string },
): TakeUpPrices | undefined {
  const { price } = option;
  if (price === null) return undefined;
  const over: Decimal | null = options.find(({ type }) => type === 'OVER')?.price ?? null;
  return { price, additionalPrice: over ?? price, currency };
}

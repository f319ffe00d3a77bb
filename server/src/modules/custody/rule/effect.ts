// The effect of each kind of corporate action on a holding: a few values computed from its rates,
// ratios and prices. `amount.ts` and the SQL of entitlements compute the amounts from them.

import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { EventKind, OptionType } from './kind.js';

/** The effect on the cost of a holding. */
type CostRule =
  /** The cost does not change. New units join the holding at no cost. */
  | 'KEPT'
  /** A part of the cost moves to the new security. */
  | 'MOVED'
  /**
   * All units are removed. Their cost moves to the new units, except for the part realised by the
   * cash.
   */
  | 'CARRIED'
  /** Units and their cost are exchanged for cash. */
  | 'SOLD'
  /** A part of the cost is realised by the cash. No units are removed. */
  | 'REDUCED'
  /** The cash reduces the cost, down to zero. */
  | 'RETURNED'
  /** New units are income in kind, and their value is their cost. */
  | 'IN_KIND'
  /** Income is paid in new units, whose cost is the income replaced. */
  | 'REINVESTED';

/** The kinds of movements of corporate actions; see `holding_movement`. */
export type EffectMovement =
  | 'BONUS'
  | 'SPLIT'
  | 'SCRIP'
  | 'RIGHTS'
  | 'SPIN_OFF'
  | 'CAPITAL_RETURN'
  | 'MERGER_OUT'
  | 'MERGER_IN'
  | 'REDEMPTION'
  | 'PARTIAL_REDEMPTION'
  | 'TENDER'
  | 'WRITE_OFF';

/**
 * RDDN: rounded down. RDUP: rounded up. STAN: rounded to the nearest unit. CINL: rounded down, with
 * cash for the fraction.
 */
type Fractions = 'RDDN' | 'RDUP' | 'STAN' | 'CINL';

/** The effect of an option on one unit. Money is in minor units of the currency. */
export interface EffectTerms {
  readonly option: number;
  readonly currency: string;
  /** Taxed income per unit. */
  readonly income: Decimal;
  /** Proceeds per unit that are not income, such as a redemption. */
  readonly principal: Decimal;
  /** The share of the units that is removed, in percent. */
  readonly takenPercent: Decimal;
  /** The ratio of new to old units; `newUnits` is 0 if there are none. */
  readonly newUnits: bigint;
  readonly oldUnits: bigint;
  /** The security of the new units; null for the event's own security. */
  readonly newSecurityId: bigint | null;
  readonly fractions: Fractions;
  /** The price of a whole unit, for cash in lieu of fractions; null if fractions are not paid. */
  readonly fractionPrice: Decimal | null;
  readonly costRule: CostRule;
  /** For MOVED and REDUCED, the share of the cost is `costPart / costOf`. */
  readonly costPart: Decimal;
  readonly costOf: Decimal;
  /**
   * For CARRIED, the price of a new unit, from which the realised part of the cost is computed. If
   * null, the cost is computed as for RETURNED.
   */
  readonly exPrice: Decimal | null;
  /** For REINVESTED, the price of a new unit; null if not known yet. */
  readonly price: Decimal | null;
  /** True if the depository credits the new units later. */
  readonly isPending: boolean;
  /**
   * The kinds of movements in the event's security and in the security of the new units; null if no
   * units move.
   */
  readonly ownKind: EffectMovement | null;
  readonly newKind: EffectMovement | null;
}

/** The date on which an event moves units. */
type MovingDate = 'EX_DATE' | 'PAYMENT_DATE';

interface Effect {
  readonly cash: 'INCOME' | 'PRINCIPAL' | 'NONE';
  readonly costRule: CostRule;
  readonly takes: boolean;
  /**
   * The kinds of movements in the event's security and in the security of the new units; absent if
   * no units move.
   */
  readonly moves?: readonly [EffectMovement, EffectMovement];
  readonly isPending?: boolean;
  readonly movesOn?: MovingDate;
}

const INCOME: Effect = { cash: 'INCOME', costRule: 'KEPT', takes: false };
const NOTHING: Effect = { cash: 'NONE', costRule: 'KEPT', takes: false };
const REINVESTED: Effect = {
  cash: 'INCOME',
  costRule: 'REINVESTED',
  takes: false,
  moves: ['SCRIP', 'SCRIP'],
  isPending: true,
  movesOn: 'PAYMENT_DATE',
};
const SPLIT: Effect = { cash: 'NONE', costRule: 'KEPT', takes: true, moves: ['SPLIT', 'SPLIT'] };
const RETURNED: Effect = {
  cash: 'PRINCIPAL',
  costRule: 'RETURNED',
  takes: false,
  moves: ['CAPITAL_RETURN', 'CAPITAL_RETURN'],
};
const MERGER: Effect = {
  cash: 'PRINCIPAL',
  costRule: 'CARRIED',
  takes: true,
  moves: ['MERGER_OUT', 'MERGER_IN'],
  isPending: true,
};
const REDEEMED: Effect = {
  cash: 'PRINCIPAL',
  costRule: 'SOLD',
  takes: true,
  moves: ['REDEMPTION', 'REDEMPTION'],
};

const EFFECT: Readonly<Record<EventKind, Effect>> = {
  DVCA: INCOME,
  INTR: INCOME,
  DVOP: REINVESTED,
  DRIP: REINVESTED,
  DVSE: { ...INCOME, costRule: 'IN_KIND', moves: ['SCRIP', 'SCRIP'], isPending: true },
  BONU: { ...NOTHING, moves: ['BONUS', 'BONUS'], isPending: true },
  SPLF: SPLIT,
  SPLR: SPLIT,
  RHDI: { ...NOTHING, costRule: 'MOVED', moves: ['RIGHTS', 'RIGHTS'], isPending: true },
  SOFF: { ...NOTHING, costRule: 'MOVED', moves: ['SPIN_OFF', 'SPIN_OFF'], isPending: true },
  CAPD: RETURNED,
  LIQU: RETURNED,
  MRGR: MERGER,
  EXOF: MERGER,
  TEND: { ...REDEEMED, moves: ['TENDER', 'TENDER'], movesOn: 'PAYMENT_DATE' },
  REDM: REDEEMED,
  MCAL: REDEEMED,
  PCAL: {
    cash: 'PRINCIPAL',
    costRule: 'REDUCED',
    takes: false,
    moves: ['PARTIAL_REDEMPTION', 'PARTIAL_REDEMPTION'],
  },
  WRTH: { ...REDEEMED, cash: 'NONE', moves: ['WRITE_OFF', 'WRITE_OFF'] },
  EXRI: NOTHING,
  CHAN: NOTHING,
  DLST: NOTHING,
  DFLT: NOTHING,
};

// The kinds whose rates are per 100 of face value.
const OF_FACE_VALUE: ReadonlySet<EventKind> = new Set(['INTR', 'REDM', 'MCAL', 'PCAL', 'DFLT']);

// Options under which holders receive nothing from the event itself.
const WITHOUT_EFFECT: ReadonlySet<OptionType> = new Set(['EXER', 'SLLE', 'LAPS', 'NOAC', 'OVER']);

/** The kinds of events that do not entitle holders. */
const ENTITLES_NOBODY: ReadonlySet<EventKind> = new Set(['EXRI', 'CHAN', 'DLST', 'DFLT']);

/** Returns whether an event of the kind entitles the holders of its security. */
export function entitlesHolders(kind: EventKind): boolean {
  return !ENTITLES_NOBODY.has(kind);
}

/** Returns the date on which an event of the kind moves units. */
export function movingDateOf(kind: EventKind): MovingDate {
  return EFFECT[kind].movesOn ?? 'EX_DATE';
}

/** Returns whether an event of the kind moves units or cost. */
export function movesHoldings(kind: EventKind): boolean {
  return EFFECT[kind].moves !== undefined;
}

interface Event {
  readonly kind: EventKind;
  readonly ex_price: Decimal | null;
}

interface Option {
  readonly number: number;
  readonly type: OptionType;
  readonly cash_per_unit: Decimal | null;
  readonly currency: string | null;
  readonly new_units: bigint | null;
  readonly old_units: bigint | null;
  readonly new_security_id: bigint | null;
  readonly cost_percent: Decimal | null;
  readonly first_day_price: Decimal | null;
  readonly ex_price: Decimal | null;
  readonly price: Decimal | null;
  readonly price_per_100: Decimal | null;
  readonly percent: Decimal | null;
  readonly fractions: Fractions;
  readonly fraction_price: Decimal | null;
}

/** The security of an event; `face_value` is the face value before the ex-date, in major units. */
interface EventSecurity {
  readonly id: bigint;
  readonly currency: string;
  readonly face_value: Decimal | null;
}

/**
 * Returns the effect of an option on one unit of the security. Undefined if holders receive
 * nothing, as for LAPS.
 */
export function effectTerms(
  event: Event,
  option: Option,
  security: EventSecurity,
): EffectTerms | undefined {
  const effect = EFFECT[event.kind];
  if (!entitlesHolders(event.kind) || WITHOUT_EFFECT.has(option.type)) return undefined;
  const currency = option.currency ?? security.currency;
  const inMinor = (value: Decimal | null) => value?.times(`1e${minorUnits(currency) ?? 0}`) ?? null;
  const newSecurityId = option.new_security_id === security.id ? null : option.new_security_id;
  const units = unitsOf(option);
  const costRule = costRuleOf(effect, option, security);
  const [ownKind = null, newKind = null] = effect.moves ?? [];
  const { income, principal } = cashPerUnit(event, option, security);
  const exPrice = option.ex_price ?? event.ex_price;
  return {
    option: option.number,
    currency,
    income: inMinor(income) ?? new Decimal(0),
    principal: inMinor(principal) ?? new Decimal(0),
    takenPercent: takenPercent(event.kind, effect, option),
    ...units,
    newSecurityId,
    fractions: option.fractions,
    fractionPrice: option.fractions === 'CINL' ? inMinor(option.fraction_price) : null,
    costRule,
    ...movedShare(costRule, option, exPrice),
    exPrice: costRule === 'CARRIED' ? inMinor(exPrice) : null,
    price: costRule === 'REINVESTED' ? inMinor(option.price) : null,
    isPending: effect.isPending ?? false,
    ownKind,
    newKind,
  };
}

function unitsOf({ new_units: newUnits, old_units: oldUnits }: Option) {
  return newUnits === null || oldUnits === null
    ? { newUnits: 0n, oldUnits: 1n }
    : { newUnits, oldUnits };
}

// An all-cash merger is treated as a sale. A dividend paid in cash is not reinvested. A split into
// another security moves the cost.
function costRuleOf(effect: Effect, option: Option, security: EventSecurity): CostRule {
  if (effect.costRule === 'CARRIED' && option.new_units === null) return 'SOLD';
  const isElsewhere = option.new_security_id !== null && option.new_security_id !== security.id;
  if (effect.costRule === 'KEPT' && effect.takes && isElsewhere) return 'CARRIED';
  if (effect.costRule === 'REINVESTED' && option.type === 'CASH') return 'KEPT';
  return effect.costRule;
}

function takenPercent(kind: EventKind, effect: Effect, option: Option): Decimal {
  if (!effect.takes) return new Decimal(0);
  return kind === 'TEND' && option.percent !== null ? option.percent : new Decimal(100);
}

function cashPerUnit({ kind }: Event, option: Option, security: EventSecurity) {
  const { cash } = EFFECT[kind];
  const perUnit = OF_FACE_VALUE.has(kind)
    ? (security.face_value?.dividedBy(100) ?? new Decimal(0))
    : new Decimal(1);
  const rate = option.cash_per_unit ?? new Decimal(0);
  if (cash === 'NONE') return { income: new Decimal(0), principal: new Decimal(0) };
  if (cash === 'INCOME') return { income: rate.times(perUnit), principal: new Decimal(0) };
  if (!OF_FACE_VALUE.has(kind)) return { income: new Decimal(0), principal: rate };
  const redeemed = kind === 'PCAL' ? (option.percent ?? new Decimal(0)) : new Decimal(100);
  const price = option.price_per_100 ?? new Decimal(100);
  return {
    // A bond that is called pays the interest accrued to the date of the call.
    income: rate.times(perUnit),
    principal: price.times(redeemed).dividedBy(100).times(perUnit),
  };
}

function movedShare(rule: CostRule, option: Option, exPrice: Decimal | null) {
  const hundred = new Decimal(100);
  if (rule === 'REDUCED') return { costPart: option.percent ?? new Decimal(0), costOf: hundred };
  if (rule !== 'MOVED') return { costPart: new Decimal(0), costOf: hundred };
  if (option.cost_percent !== null) return { costPart: option.cost_percent, costOf: hundred };
  const { first_day_price: first, new_units: newUnits, old_units: oldUnits } = option;
  if (first === null || exPrice === null || newUnits === null || oldUnits === null) {
    return { costPart: new Decimal(0), costOf: hundred };
  }
  const costPart = first.times(String(newUnits));
  return { costPart, costOf: costPart.plus(exPrice.times(String(oldUnits))) };
}

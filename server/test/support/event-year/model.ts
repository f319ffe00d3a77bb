// A second computation of corporate actions: each holder's units and money, computed only from the
// terms, the fills and the elections. It shares no code with the program.

/** An event option's result for one unit. Money is in major units, as decimal text. */
export interface OptionModel {
  readonly number: number;
  /** True if units without an election get this option. */
  readonly takesRest: boolean;
  /** Taxed income. */
  readonly income?: string;
  /** Proceeds that are not income. */
  readonly principal?: string;
  /** The percentage of the units that are removed. */
  readonly leaves?: string;
  /** The ratio of new units to old ones. */
  readonly ratio?: readonly [newUnits: number, oldUnits: number];
  /** The security of the new units, if it is another one. */
  readonly other?: bigint;
  /** Cash for a whole unit in lieu of a fraction. */
  readonly fractionPrice?: string;
  /** The price of a new unit, if the net income is reinvested. */
  readonly price?: string;
  /** True if the new units are themselves the income. */
  readonly isInKind?: boolean;
}

/** An event in force. */
export interface EventModel {
  readonly id: bigint;
  readonly securityId: bigint;
  readonly exDate: string;
  /** The date on which units move. */
  readonly movesOn: string;
  readonly isTaxed: boolean;
  /** True if only units that had settled before the ex-date are eligible. */
  readonly isForSettled?: boolean;
  /**
   * True if a trade's flag decides the entitlement, because the trade was made cum or ex contrary
   * to its date.
   */
  readonly followsFlags?: boolean;
  /** True if the issuer withholds from all holders, including exempt ones. */
  readonly isTaxedForAll: boolean;
  readonly options: readonly OptionModel[];
}

/** A change of units that is not an effect of an event: a fill, a take-up, rights that lapse. */
export interface UnitChange {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly date: string;
  readonly quantity: bigint;
  /** The date on which a trade settles. */
  readonly settlesOn?: string;
  /** A trade made cum on or after an ex-date, or ex before it. */
  readonly flag?: 'CUM' | 'EX' | undefined;
}

/** The units that a portfolio elected for an option. */
export interface ElectedUnits {
  readonly eventId: bigint;
  readonly portfolioId: bigint;
  readonly option: number;
  readonly quantity: bigint;
}

/** All facts that the model knows. */
export interface World {
  readonly events: readonly EventModel[];
  readonly changes: readonly UnitChange[];
  readonly elections: readonly ElectedUnits[];
  readonly exempt: ReadonlySet<bigint>;
}

/** An entitlement as expected, in minor units. */
export interface ExpectedEntitlement {
  readonly eventId: bigint;
  readonly portfolioId: bigint;
  readonly option: number;
  readonly eligible: bigint;
  readonly gross: bigint;
  readonly withheld: bigint;
  readonly reinvested: bigint;
  readonly inLieu: bigint;
  readonly newUnits: bigint;
  readonly oldUnits: bigint;
}

/** Units by portfolio and security, and the entitlements of all events that have begun. */
export interface Expected {
  readonly units: ReadonlyMap<string, bigint>;
  readonly entitlements: readonly ExpectedEntitlement[];
}

/** The key of a position in `Expected.units`. */
export function positionKey(portfolioId: bigint, securityId: bigint): string {
  return `${portfolioId}/${securityId}`;
}

/**
 * Folds everything up to a date. Events on a date use the positions at the previous close; their
 * units move before the date's other changes.
 */
export function foldWorld(world: World, until: string): Expected {
  const units = new Map<string, bigint>();
  const due = new Map<EventModel, ExpectedEntitlement[]>();
  for (const date of datesOf(world, until)) {
    for (const event of world.events.filter(({ exDate }) => exDate === date)) {
      due.set(event, entitle(event, world, units));
    }
    for (const event of world.events.filter(({ movesOn }) => movesOn === date)) {
      for (const row of due.get(event) ?? []) move(units, event, row);
    }
    for (const change of world.changes.filter((each) => each.date === date)) {
      add(units, positionKey(change.portfolioId, change.securityId), change.quantity);
    }
  }
  return { units, entitlements: [...due.values()].flat() };
}

function datesOf({ events, changes }: World, until: string): string[] {
  const dates = [
    ...events.flatMap(({ exDate, movesOn }) => [exDate, movesOn]),
    ...changes.map(({ date }) => date),
  ];
  return [...new Set(dates)].filter((date) => date <= until).sort();
}

function add(units: Map<string, bigint>, key: string, quantity: bigint): void {
  units.set(key, (units.get(key) ?? 0n) + quantity);
}

function move(units: Map<string, bigint>, event: EventModel, row: ExpectedEntitlement): void {
  const option = event.options.find(({ number }) => number === row.option);
  const other = option?.other ?? event.securityId;
  add(units, positionKey(row.portfolioId, event.securityId), -row.oldUnits);
  add(units, positionKey(row.portfolioId, other), row.newUnits);
}

function entitle(
  event: EventModel,
  world: World,
  units: ReadonlyMap<string, bigint>,
): ExpectedEntitlement[] {
  const { elections, exempt } = world;
  const rows: ExpectedEntitlement[] = [];
  for (const portfolioId of portfoliosOf(event, world, units)) {
    const position = units.get(positionKey(portfolioId, event.securityId)) ?? 0n;
    const settled = position - unsettled(event, world, portfolioId);
    const held = settled + flagged(event, world, portfolioId);
    if (held === 0n) continue;
    const chosen = elections
      .filter((each) => each.eventId === event.id && each.portfolioId === portfolioId)
      .toSorted((one, next) => one.option - next.option);
    for (const option of event.options) {
      const eligible = unitsFor(option, held, chosen);
      if (eligible === 0n) continue;
      const isWithheld = event.isTaxed && (event.isTaxedForAll || !exempt.has(portfolioId));
      const amounts = amountsFor(option, eligible, isWithheld);
      rows.push({ eventId: event.id, portfolioId, option: option.number, eligible, ...amounts });
    }
  }
  return rows;
}

// Portfolios with a position, or with a trade whose flag may decide the entitlement.
function portfoliosOf(
  { securityId }: EventModel,
  { changes }: World,
  units: ReadonlyMap<string, bigint>,
): ReadonlySet<bigint> {
  const held = [...units.keys()].flatMap((key) => {
    const [portfolio = '', security] = key.split('/');
    return security === String(securityId) ? [BigInt(portfolio)] : [];
  });
  const traded = changes.filter((each) => each.securityId === securityId);
  return new Set([...held, ...traded.map(({ portfolioId }) => portfolioId)]);
}

const DAY_MS = 86_400_000;
/** A flag applies only to ex-dates within this many days of the trade. */
const FLAG_DAYS = 30;

// A trade made cum from the ex-date onwards is treated like a trade before the ex-date, and a trade
// made ex before it like a trade after it.
function flagged(event: EventModel, { changes }: World, portfolioId: bigint): bigint {
  if (event.followsFlags !== true) return 0n;
  const { securityId, exDate } = event;
  let units = 0n;
  for (const { flag, quantity, date, ...of } of changes) {
    if (of.portfolioId !== portfolioId || of.securityId !== securityId) continue;
    const daysApart = Math.abs(Date.parse(date) - Date.parse(exDate)) / DAY_MS;
    if (daysApart >= FLAG_DAYS) continue;
    if (flag === 'CUM' && date >= exDate) units += quantity;
    if (flag === 'EX' && date < exDate) units -= quantity;
  }
  return units;
}

function unsettled(event: EventModel, { changes }: World, portfolioId: bigint): bigint {
  if (event.isForSettled !== true) return 0n;
  const { securityId, exDate } = event;
  return changes
    .filter((each) => each.portfolioId === portfolioId && each.securityId === securityId)
    .filter(
      ({ date, settlesOn }) => date < exDate && settlesOn !== undefined && settlesOn >= exDate,
    )
    .reduce((sum, { quantity }) => sum + quantity, 0n);
}

// Elections are applied in the order of their options, up to the units held.
function unitsFor(option: OptionModel, held: bigint, chosen: readonly ElectedUnits[]): bigint {
  let left = held > 0n ? held : 0n;
  let own = 0n;
  for (const { option: number, quantity } of chosen) {
    const taken = quantity < left ? quantity : left;
    if (number === option.number) own += taken;
    left -= taken;
  }
  if (!option.takesRest) return own;
  return held < 0n ? held : own + left;
}

const TEN_PERCENT = [10n, 100n] as const;

function amountsFor(option: OptionModel, eligible: bigint, isWithheld: boolean) {
  const sign = eligible < 0n ? -1n : 1n;
  const units = sign * eligible;
  const left = (units * scaled(option.leaves ?? '0')) / (100n * ONE);
  const income = minorOf(units, option.income);
  const principal = minorOf(option.leaves === undefined ? units : left, option.principal);
  const isTaxed = isWithheld && sign > 0n && option.isInKind !== true;
  const withheld = isTaxed ? half(income * TEN_PERCENT[0], TEN_PERCENT[1]) : 0n;
  const gross = income + principal;
  const coming = unitsComing(option, units, gross - withheld);
  return {
    gross,
    withheld,
    reinvested: coming.reinvested,
    inLieu: coming.inLieu,
    newUnits: sign * coming.newUnits,
    oldUnits: sign * left,
  };
}

function unitsComing(option: OptionModel, units: bigint, net: bigint) {
  const { price, fractionPrice } = option;
  if (price !== undefined) {
    const newUnits = (net * ONE) / (scaled(price) * 100n);
    return { newUnits, inLieu: 0n, reinvested: minorOf(newUnits, price) };
  }
  const [newUnits, oldUnits] = option.ratio ?? [0, 1];
  const whole = units * BigInt(newUnits);
  const rest = whole % BigInt(oldUnits);
  const cash = fractionPrice === undefined ? 0n : scaled(fractionPrice) * 100n * rest;
  return {
    newUnits: whole / BigInt(oldUnits),
    inLieu: half(cash, ONE * BigInt(oldUnits)),
    reinvested: option.isInKind === true ? net : 0n,
  };
}

/** Rates have at most fifteen decimals. */
const ONE = 10n ** 15n;

function scaled(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(15, '0'));
}

/** Returns `units × rate` in minor units, half-up. */
export function minorOf(units: bigint, rate: string | undefined): bigint {
  return rate === undefined ? 0n : half(units * scaled(rate) * 100n, ONE);
}

function half(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

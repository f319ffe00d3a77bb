// The maximum units of a security that an amount of cash can buy, including charges.

/** The maximum number of estimates that a search requests from the server. */
const ESTIMATES_MAX = 5;
/**
 * Prices and amounts are compared as integers at this scale, so that no rounding error adds a unit.
 */
const SCALE = 1_000_000;

interface UnitsSearch {
  readonly cash: number;
  /** The price per unit. */
  readonly price: number;
  readonly lotSize: number;
  /** The amount to pay for a number of units, with all charges. */
  readonly netAmountOf: (units: number) => Promise<number>;
}

/** Returns the units, in whole lots, that the amount can buy before charges. */
export function unitsForValue(value: number, price: number, lotSize: number): number {
  if (!(value > 0 && price > 0 && lotSize > 0)) return 0;
  const lotPrice = BigInt(Math.round(price * SCALE)) * BigInt(lotSize);
  return Number(BigInt(Math.round(value * SCALE)) / lotPrice) * lotSize;
}

/**
 * Returns the maximum units whose net amount is within the cash. Starts from the units before
 * charges, reduces them in proportion to the charges, and then adjusts them lot by lot. If the
 * search reaches its limit, returns the largest number found so far that is within the cash.
 */
export async function unitsWithin(search: UnitsSearch): Promise<number> {
  const { cash, price, lotSize, netAmountOf } = search;
  const gross = unitsForValue(cash, price, lotSize);
  if (gross === 0) return 0;
  const grossNet = await netAmountOf(gross);
  if (grossNet <= cash) return gross;
  const guess = Math.floor((gross * cash) / grossNet / lotSize) * lotSize;
  let within = 0;
  let beyond = gross;
  let units = guess;
  for (let asked = 1; asked < ESTIMATES_MAX && units > within && units < beyond; asked += 1) {
    if ((await netAmountOf(units)) <= cash) within = units;
    else beyond = units;
    units = beyond > guess ? within + lotSize : beyond - lotSize;
  }
  return within;
}

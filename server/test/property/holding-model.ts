// A second computation of a holding at average cost, from its fills and notes only.

/** The units of a holding, their cost and the realised gain, in minor units. */
export interface Figures {
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly gainMinor: bigint;
}

/** A fill in force. */
export interface ModelFill {
  readonly orderId: bigint;
  readonly execId: string;
  readonly date: string;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
  readonly valueMinor: bigint;
}

/** A contract note in force. */
export interface ModelNote {
  readonly orderId: bigint;
  readonly date: string;
  readonly chargesMinor: bigint;
}

/**
 * The effect of a corporate action in force on the holding, in absolute figures rather than shares
 * of a position.
 */
export interface ModelEvent {
  readonly sourceId: bigint;
  readonly date: string;
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly gainMinor: bigint;
  readonly pendingQuantity: bigint;
}

/** The notes and corporate actions in force, and the last date that is included. */
interface Until {
  readonly notes: readonly ModelNote[];
  readonly events: readonly ModelEvent[];
  readonly until: string;
}

/**
 * Folds the fills onto the opening position by date, and each date's fills in the given order.
 * Corporate actions come before the fills of their date. The charges on a buy are part of the cost
 * of its fills; the charges on a sale are deducted from its proceeds.
 */
export function foldFills(
  opening: Omit<Figures, 'gainMinor'>,
  fills: readonly ModelFill[],
  { notes, events, until }: Until,
): Figures {
  let [quantity, cost, gain] = [opening.quantity, opening.costMinor, 0n];
  const left = events.toSorted(byDate);
  const takeEvents = (date: string) => {
    for (let event = left[0]; event !== undefined && event.date <= date; event = left[0]) {
      left.shift();
      quantity += event.quantity;
      cost += event.costMinor;
      gain += event.gainMinor;
    }
  };
  for (const fill of fills.toSorted(byDate)) {
    if (fill.date > until) break;
    takeEvents(fill.date);
    const units = fill.quantity;
    const sign = fill.side === 'BUY' ? 1n : -1n;
    const amount = fill.valueMinor + sign * chargesOf(fill, fills, notes);
    // Units that close a long or short position; the rest opens or increases one.
    const room = sign === 1n ? -quantity : quantity;
    const closed = room <= 0n ? 0n : units < room ? units : room;
    const amountOfClosed = closed === 0n ? 0n : half(amount * closed, units);
    const costOfClosed =
      closed === 0n ? 0n : half(cost * closed, sign === 1n ? -quantity : quantity);
    gain -= sign * amountOfClosed + costOfClosed;
    cost += sign * (amount - amountOfClosed) - costOfClosed;
    quantity += sign * units;
  }
  takeEvents(until);
  return { quantity, costMinor: cost, gainMinor: gain };
}

interface Dated {
  readonly date: string;
}

function byDate(one: Dated, other: Dated): number {
  return one.date < other.date ? -1 : one.date > other.date ? 1 : 0;
}

// The fills with the largest remainders each get one more minor unit, earlier fills first.
function chargesOf(
  fill: ModelFill,
  fills: readonly ModelFill[],
  notes: readonly ModelNote[],
): bigint {
  const isOfGroup = ({ orderId, date }: { readonly orderId: bigint; readonly date: string }) =>
    orderId === fill.orderId && date === fill.date;
  const note = notes.find(isOfGroup);
  if (note === undefined) return 0n;
  const group = fills.filter(isOfGroup);
  const all = group.reduce((sum, { quantity }) => sum + quantity, 0n);
  const whole = group.map(({ quantity }) => (note.chargesMinor * quantity) / all);
  const left = note.chargesMinor - whole.reduce((sum, share) => sum + share, 0n);
  const places = group
    .map(({ quantity }, place) => ({ place, rest: (note.chargesMinor * quantity) % all }))
    .sort((one, other) => Number(other.rest - one.rest) || one.place - other.place)
    .slice(0, Number(left))
    .map(({ place }) => place);
  const own = group.indexOf(fill);
  return (whole[own] ?? 0n) + (places.includes(own) ? 1n : 0n);
}

// Divides and rounds half away from zero.
function half(dividend: bigint, divisor: bigint): bigint {
  const amount = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * amount + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

// Generates the exchange's side of conversations about orders, and mutates them, from a seed.

import { drop, put, type Speech, twice } from './row.js';

/** Random choices driven by a seed. */
export interface Dice {
  /** Returns a number from 0 up to, but excluding, the limit. */
  below(limit: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Returns true with a probability of one in `inTimes`. */
  once(inTimes: number): boolean;
}

/** Makes dice from a source of random numbers between 0 and 1. */
export function diceOf(random: () => number): Dice {
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    pick: ([first, ...others]) => [first, ...others][below(others.length + 1)] ?? first,
    once: (inTimes) => below(inTimes) === 0,
  };
}

/**
 * Returns the exchange's messages over the life of a buy order for 100: acceptance, fills,
 * sometimes a correction or bust of a fill, and a final report. `$` stands for the ClOrdID and `%`
 * for the start of an ExecID.
 */
export function conversation(say: Speech, dice: Dice): string[] {
  const lines = [say({ type: '0', status: '0', exec: 'new' })];
  let cum = 0;
  const fills = 1 + dice.below(6);
  for (let fill = 1; fill <= fills; fill += 1) {
    const isLast = fill === fills && dice.once(2);
    const units = isLast ? 100 - cum : 1 + dice.below(Math.max(1, Math.floor((100 - cum) / 3)));
    if (units <= 0) break;
    cum += units;
    const status = cum === 100 ? '2' : '1';
    const price = `2${dice.below(5)}.${dice.below(10)}0`;
    lines.push(
      say({ type: 'F', status, fill: [units, price], cum, exec: `f${fill}`, average: '0' }),
    );
    if (status === '1' && dice.once(8)) {
      cum -= units;
      lines.push(changed(say, dice, { fill, units, cum }));
    }
  }
  if (cum < 100) {
    const end = dice.pick(['4', 'C', '3']);
    lines.push(say({ type: end, status: end, cum, leaves: 0, exec: 'end', average: '0' }));
  }
  return lines;
}

interface Changed {
  readonly fill: number;
  readonly units: number;
  /** The cumulative quantity without the changed fill. */
  readonly cum: number;
}

/**
 * Returns either a bust, with the fill removed from the cumulative quantity, or a price correction.
 */
function changed(say: Speech, dice: Dice, { fill, cum }: Changed): string {
  const status = cum === 0 ? '0' : '1';
  const exec = `c${fill}`;
  return dice.once(2)
    ? say({ type: 'H', status, cum, exec, ref: `f${fill}`, average: '0' })
    : say({
        ...{ type: 'G', status, exec, ref: `f${fill}`, average: '0' },
        ...{ fill: [1, '24.00'], cum: cum + 1 },
      });
}

const TAGS = [11, 17, 19, 37, 150, 39, 54, 55, 32, 31, 14, 151, 6, 60] as const;
const ODD = [
  ...['', '0', '-1', '1e5', 'abc', '7', '1000', '9'.repeat(30), '25.00', '0.5', '.5', '25.', '+1'],
  ...['1', '2', '3', '4', '6', '8', 'A', 'C', 'F', 'G', 'H', 'I', 'Z', 'ACCESS', 'NOBODYS', '%f1'],
] as const;

type Mutation = (line: string, dice: Dice) => string;

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (line, dice) => drop(line, dice.pick(TAGS)),
  (line, dice) => put(line, dice.pick(TAGS), ''),
  (line, dice) => put(line, dice.pick(TAGS), dice.pick(ODD)),
  (line, dice) => put(line, dice.pick(TAGS), dice.pick(ODD)),
  (line, dice) => twice(line, dice.pick(TAGS), dice.pick(ODD)),
  (line, dice) => swap(line, dice.pick(TAGS), dice.pick(TAGS)),
  (line, dice) => `${line}|${dice.pick(['58=', '15=USD', '15=NGN', '38=100', '9999=x', '41=$'])}`,
  (line, dice) => put(line, dice.pick([32, 14, 151]), String(dice.below(150))),
  (line, dice) => put(line, 31, `${20 + dice.below(10)}.00`),
  (line) => put(line, 11, 'NOBODYS'),
];

function swap(line: string, one: number, other: number): string {
  const valueIn = (tag: number) => new RegExp(`\\|${tag}=([^|]*)`).exec(line)?.[1];
  const [first, second] = [valueIn(one), valueIn(other)];
  if (first === undefined || second === undefined) return line;
  return put(put(line, one, second), other, first);
}

/** Returns the conversation with lines altered, duplicated, lost and resent, or reordered. */
export function mutated(lines: readonly string[], dice: Dice): string[] {
  const said = lines.flatMap((line) => {
    const altered = dice.once(3) ? dice.pick(MUTATIONS)(line, dice) : line;
    const again = dice.once(12) ? [altered] : [];
    const corrected = altered !== line && dice.once(3) ? [line] : [];
    return [altered, ...again, ...corrected];
  });
  for (let at = 1; at < said.length; at += 1) {
    const [one, other] = [said[at - 1], said[at]];
    if (!dice.once(12) || one === undefined || other === undefined) continue;
    said[at - 1] = other;
    said[at] = one;
  }
  return said;
}

/** Returns how a line is sent: usually unchanged, otherwise lost, garbled once, or in pieces. */
export function sent(line: string, dice: Dice): string {
  if (dice.once(25)) return `?${line}`;
  if (dice.once(50)) return `!garbled ${line}`;
  return dice.once(50) ? `...${line}` : line;
}

// One row of the misbehaviour table: the exchange's messages about an order and the expected state
// afterwards. Also the reports that most rows alter.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import type { Terms } from '../../support/order-desk.js';

/**
 * Why a message causes neither a booking nor a work item. Combines the program's outcome names with
 * names of this table.
 */
export type Rule =
  | 'STATUS_OF_NO_ORDER'
  | 'PRICES_COME_AGAIN'
  | 'PUBLIC_TYPE'
  | 'PRICES'
  | 'REJECTION'
  /** Same ExecID with the same values, or a message already covered by its open work item. */
  | 'DUPLICATE'
  /** A status response that agrees with the booked fills. */
  | 'AGREES'
  /** A rejection that ends our request, or a rejection of a request that is no longer pending. */
  | 'CANCEL_REJECT';

/** The expected outcome for the order and for each message about it. */
export interface Outcome {
  /** Status of the order. Default BOOKED. */
  readonly status?: string;
  /** Filled units. Default 0. */
  readonly filled?: bigint;
  /** Quantity of the order, in units. Default 100. */
  readonly quantity?: bigint;
  /**
   * Reasons in the order's work items. `elsewhere` contains the reasons in work items that name no
   * order.
   */
  readonly items?: readonly string[];
  readonly elsewhere?: readonly string[];
  /** The rules that caused messages to be ignored, in alphabetical order. */
  readonly ignored?: readonly Rule[];
}

export interface Misbehaviour {
  readonly name: string;
  /**
   * Lines for `StrangeExchange.say`. `$` stands for the ClOrdID, `%` for an ExecID of this case,
   * `^` for the sequence number of the order's message, and `{c}` for the ClOrdID of the request in
   * `asks`.
   */
  readonly says: readonly string[];
  /** Lines that the exchange sends after the session has reconnected. */
  readonly later?: readonly string[];
  /** The pairs of each message that is expected in response. */
  readonly hears?: readonly (readonly string[])[];
  /** The pairs of a message that must not be sent in response. */
  readonly hearsNot?: readonly string[];
  /** True if the session ends and the next connection continues it. */
  readonly ends?: boolean;
  /**
   * How the exchange answers the next logons, in turn: the pairs that follow the sequence number.
   */
  readonly logons?: readonly string[];
  /** Our request, made after the exchange accepts the order and before it sends anything else. */
  readonly asks?: 'CANCEL' | 'REPLACE';
  readonly terms?: Terms;
  readonly after: Outcome;
}

export const FILLED: Outcome = { status: 'EXECUTED', filled: 100n };
export const HALF_FILLED: Outcome = { status: 'EXECUTING', filled: 50n };
export const REJECTED = [['35=3']] as const;

/** The content of a report about a buy order for 100 at 25.00. */
export interface Words {
  /** ExecType of FIX 4.4. FIX 4.2 expresses it with its own tags. */
  readonly type: string;
  readonly status: string;
  readonly fill?: readonly [quantity: number | string, price: string];
  readonly cum?: number;
  readonly leaves?: number;
  readonly average?: string;
  /** Distinguishes the ExecIDs within one case. */
  readonly exec?: string;
  readonly ref?: string;
  readonly id?: string;
  /** Additional tag-value pairs. */
  readonly more?: string;
}

/** Writes an execution report in the format of a version. */
export type Speech = (words: Words) => string;

const TRANSACTION_42: Readonly<Record<string, string>> = { H: '1', G: '2', I: '3' };

/** Returns the report writer for a version, for the order of a case. */
export function speechOf(version: BeginString): Speech {
  return ({ type, status, fill, cum = 0, leaves = 100 - cum, exec = '', ...rest }) => {
    const { ref, id = '$', average = cum === 0 ? '0' : '25.00', more } = rest;
    const isOld = version === 'FIX.4.2';
    const type42 = 'FGHI'.includes(type) ? status : type;
    const kind = isOld ? `20=${TRANSACTION_42[type] ?? '0'}|150=${type42}` : `150=${type}`;
    return [
      ...['35=8', '34=#', '37=O$', `11=${id}`, `17=%${exec}`],
      ...(ref === undefined ? [] : [`19=%${ref}`]),
      ...[kind, `39=${status}`, '54=1', '55=ACCESS'],
      ...(fill === undefined ? [] : [`32=${fill[0]}`, `31=${fill[1]}`]),
      ...[`151=${leaves}`, `14=${cum}`, `6=${average}`, '60=@'],
      ...(more === undefined ? [] : [more]),
    ].join('|');
  };
}

/** Returns the reports that most rows alter. */
export function reportsOf(version: BeginString) {
  const say = speechOf(version);
  return {
    say,
    fill: say({ type: 'F', status: '2', fill: [100, '25.00'], cum: 100 }),
    half: say({ type: 'F', status: '1', fill: [50, '25.00'], cum: 50, exec: 'h' }),
    rest: say({ type: 'F', status: '2', fill: [50, '25.00'], cum: 100, exec: 'r' }),
    accepted: say({ type: '0', status: '0', exec: 'n' }),
  };
}

export type Reports = ReturnType<typeof reportsOf>;

/** Returns the line with the tag's value replaced, or with the tag appended if it is absent. */
export function put(line: string, tag: number, value: string): string {
  const pair = `|${tag}=${value}`;
  const known = new RegExp(`\\|${tag}=[^|]*`);
  return known.test(line) ? line.replace(known, () => pair) : line + pair;
}

/** Returns the line without the tag. */
export function drop(line: string, tag: number): string {
  return line.replace(new RegExp(`\\|${tag}=[^|]*`), '');
}

/** Returns the line with a second occurrence of the tag right after the first. */
export function twice(line: string, tag: number, value: string): string {
  return line.replace(new RegExp(`(\\|${tag}=[^|]*)`), (pair) => `${pair}|${tag}=${value}`);
}

/** A row in short form, with one report and no expected response from the session. */
export type Plain = readonly [name: string, says: string | readonly string[], after: Outcome];

/** Converts rows from their short form. */
export function rows(plain: readonly Plain[], rest: Partial<Misbehaviour> = {}): Misbehaviour[] {
  return plain.map(([name, says, after]) => ({
    name,
    says: typeof says === 'string' ? [says] : says,
    ...rest,
    after,
  }));
}

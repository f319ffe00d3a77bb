// One row of the table of misbehaviours: what an exchange sends about an order, and the expected
// state after it; and the reports that most rows alter.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import type { Terms } from '../../support/order-desk.js';

/** Why a message leaves neither a booking nor a work item; the names of outcomes, and our own. */
export type Rule =
  | 'STATUS_OF_NO_ORDER'
  | 'PRICES_COME_AGAIN'
  | 'PUBLIC_TYPE'
  | 'PRICES'
  | 'REJECTION'
  /** An equal ExecID with equal figures, or a message that its open work item contains already. */
  | 'DUPLICATE'
  /** A status answer that agrees with what is booked. */
  | 'AGREES'
  /** A refusal that ends our request, or one of a request that waits for no answer. */
  | 'CANCEL_REJECT';

/** The outcome for the order, and for each message about it. */
export interface Outcome {
  /** Default BOOKED. */
  readonly status?: string;
  /** Units; default 0. */
  readonly filled?: bigint;
  /** Units of the order; default 100. */
  readonly quantity?: bigint;
  /** The reasons of the resulting work items; `elsewhere` those that name no order. */
  readonly items?: readonly string[];
  readonly elsewhere?: readonly string[];
  /** The rules by which messages are ignored, in alphabetical order. */
  readonly ignored?: readonly Rule[];
}

export interface Misbehaviour {
  readonly name: string;
  /**
   * Lines for `StrangeExchange.say`; `$` is replaced by the ClOrdID, `%` by an ExecID of this case,
   * `^` by the number of the order's message, `{c}` by the ClOrdID of `asks`.
   */
  readonly says: readonly string[];
  /** Sent by the exchange after the session has reconnected. */
  readonly later?: readonly string[];
  /** Pairs of messages that are expected in answer. */
  readonly hears?: readonly (readonly string[])[];
  /** Pairs of a message that must not arrive. */
  readonly hearsNot?: readonly string[];
  /** The session ends, and the next connection continues. */
  readonly ends?: boolean;
  /** How the exchange answers the next logons, in turn: pairs behind the number. */
  readonly logons?: readonly string[];
  /** Our request after the exchange accepted the order, before it sends anything else. */
  readonly asks?: 'CANCEL' | 'REPLACE';
  readonly terms?: Terms;
  readonly after: Outcome;
}

export const FILLED: Outcome = { status: 'EXECUTED', filled: 100n };
export const HALF_FILLED: Outcome = { status: 'EXECUTING', filled: 50n };
export const REJECTED = [['35=3']] as const;

/** The content of a report; a buy of 100 at 25.00. */
export interface Words {
  /** ExecType of FIX 4.4; FIX 4.2 uses its own tags. */
  readonly type: string;
  readonly status: string;
  readonly fill?: readonly [quantity: number | string, price: string];
  readonly cum?: number;
  readonly leaves?: number;
  readonly average?: string;
  /** Distinguishes ExecIDs within a case. */
  readonly exec?: string;
  readonly ref?: string;
  readonly id?: string;
  /** Further pairs. */
  readonly more?: string;
}

/** Writes execution reports in the format of a version. */
export type Speech = (words: Words) => string;

const TRANSACTION_42: Readonly<Record<string, string>> = { H: '1', G: '2', I: '3' };

/** The reports of a version about the order of a case. */
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

/** The reports that most rows alter. */
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

/** The line with another value of a tag, or with the tag at its end. */
export function put(line: string, tag: number, value: string): string {
  const pair = `|${tag}=${value}`;
  const known = new RegExp(`\\|${tag}=[^|]*`);
  return known.test(line) ? line.replace(known, () => pair) : line + pair;
}

/** The line without a tag. */
export function drop(line: string, tag: number): string {
  return line.replace(new RegExp(`\\|${tag}=[^|]*`), '');
}

/** The line with a tag a second time, behind the first. */
export function twice(line: string, tag: number, value: string): string {
  return line.replace(new RegExp(`(\\|${tag}=[^|]*)`), (pair) => `${pair}|${tag}=${value}`);
}

/** A row of one report without an answer of the session. */
export type Plain = readonly [name: string, says: string | readonly string[], after: Outcome];

/** Rows from their short form. */
export function rows(plain: readonly Plain[], rest: Partial<Misbehaviour> = {}): Misbehaviour[] {
  return plain.map(([name, says, after]) => ({
    name,
    says: typeof says === 'string' ? [says] : says,
    ...rest,
    after,
  }));
}

// One row of the table of misbehaviours: what an exchange sends about an order, and what must be
// true after it; and the reports that most rows alter.

import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import type { Terms } from '../../support/order-desk.js';

/** Why a message leaves neither a booking nor a work item; the names of outcomes, and our own. */
export type Rule =
  | 'STATUS_OF_NO_ORDER'
  | 'PRICES_COME_AGAIN'
  | 'PUBLIC_TYPE'
  | 'PRICES'
  | 'REJECTION'
  /** The same ExecID with the same figures, or a message that its open work item holds already. */
  | 'DUPLICATE'
  /** A status answer that agrees with what is booked. */
  | 'AGREES'
  /** A refusal that ends our request, or one of a request that waits for no answer. */
  | 'CANCEL_REJECT';

/** The outcome for the order, and for each message about it. */
export interface Outcome {
  /** BOOKED when left out. */
  readonly status?: string;
  /** Units; 0 when left out. */
  readonly filled?: bigint;
  /** Units of the order; 100 when left out. */
  readonly quantity?: bigint;
  /** The reasons of the work items that it leaves; `elsewhere` those that name no order. */
  readonly items?: readonly string[];
  readonly elsewhere?: readonly string[];
  /** The rules by which messages are ignored, in alphabetical order. */
  readonly ignored?: readonly Rule[];
}

export interface Misbehaviour {
  readonly name: string;
  /**
   * Lines as `StrangeExchange.say` takes them; `$` stands for the ClOrdID, `%` for an ExecID of
   * this case, `^` for the number of the order's message, `{c}` for the ClOrdID of `asks`.
   */
  readonly says: readonly string[];
  /** What the exchange says after the session has come back. */
  readonly later?: readonly string[];
  /** Pairs of messages that must be heard in answer. */
  readonly hears?: readonly (readonly string[])[];
  /** Pairs of a message that must not be heard. */
  readonly hearsNot?: readonly string[];
  /** The session ends, and the next connection goes on. */
  readonly ends?: boolean;
  /** How the exchange answers the next logons, in turn: pairs behind the number. */
  readonly logons?: readonly string[];
  /** What we request, after the exchange accepted the order, before it says anything else. */
  readonly asks?: 'CANCEL' | 'REPLACE';
  readonly terms?: Terms;
  readonly after: Outcome;
}

export const FILLED: Outcome = { status: 'EXECUTED', filled: 100n };
export const HALF_FILLED: Outcome = { status: 'EXECUTING', filled: 50n };
export const REJECTED = [['35=3']] as const;

/** What a report says; a buy of 100 at 25.00. */
export interface Words {
  /** ExecType of FIX 4.4; FIX 4.2 says it in its own tags. */
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

/** Writes execution reports in the words of a version. */
export type Speech = (words: Words) => string;

const TRANSACTION_42: Readonly<Record<string, string>> = { H: '1', G: '2', I: '3' };

/** How a version says reports about the order of a case. */
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

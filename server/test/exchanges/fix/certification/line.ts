// The line format of certification scripts.

import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';

/**
 * `>` sends a message, `>>` sends raw bytes, `<` expects a message, and `.` expects a disconnect.
 */
export interface Script {
  /** The number of the case in the classic FIX acceptance suites, as listed in the docs. */
  readonly rule: string;
  readonly name: string;
  readonly lines: readonly string[];
  /** The HeartBtInt of the Logon, in seconds. Default 30. */
  readonly heartBtInt?: number;
}

export const ORDER = '11=ID|21=3|40=1|54=1|55=INTC|60=@';
export const ECHO = '11=ID|21=3|40=1|54=1|55=INTC';
export const OUT_OF_RANGE = '58=Value is incorrect (out of range) for this tag';

/** A TestRequest and its response. */
export const hello = (seqNum: number, out: number) => [
  `> 35=1|34=${seqNum}|112=HELLO`,
  `< 35=0|34=${out}|112=HELLO`,
];

/** A Logout, its response, and the disconnect. */
export const bye = (seqNum: number, out: number) => [
  `> 35=5|34=${seqNum}`,
  `< 35=5|34=${out}`,
  '.',
];

/** An order and its echo. */
export const traded = (seqNum: number, out: number) => [
  `> 35=D|34=${seqNum}|${ORDER}`,
  `< 35=D|34=${out}|${ECHO}`,
];

/** Returns the DefaultApplVerID pair if the version has that field. */
export const applVer = (version: BeginString) => (version === 'FIXT.1.1' ? '|1137=9' : '');

// The requests for a submitted deposit, commercial paper or bill.

import { openFile } from '../../lib/file.js';
import { type Write, write } from '../../lib/write.js';
import type { Placement } from './placement.js';

/** The kinds of placements that are started after submission. A fund order is dealt instead. */
export type Instrument = Exclude<Placement, 'FUND'>;

const NOUNS: Readonly<Record<Instrument, string>> = {
  DEPOSIT: 'term-instrument',
  PAPER: 'discounted-instrument',
  BILL: 'treasury-bill',
};

/** A deposit, commercial paper or bill, as returned by each of the three lists. */
export interface Placed {
  readonly id: number;
  readonly name: string;
  readonly currency?: string;
  readonly faceValue?: number;
  readonly status: string;
  readonly terminationReason?: string;
}

/** Returns the permission that an action requires. */
export const permissionOf = (kind: Instrument, act: 'post' | 'cancel' | 'terminate'): string =>
  `asset.${NOUNS[kind]}.${act}`;

/** Starts a submitted placement and debits its money. */
export function startOf(kind: Instrument, id: number): Write<unknown> {
  const path = { id };
  switch (kind) {
    case 'DEPOSIT':
      return write('put', 'order/terminstrument/post/id/{id}', { path });
    case 'PAPER':
      return write('put', 'order/discountedinstrument/post/id/{id}', { path });
    case 'BILL':
      return write('put', 'order/treasurybill/post/id/{id}', { path });
  }
}

/** Withdraws a placement before it starts. */
export function cancelOf(kind: Instrument, id: number): Write<unknown> {
  const path = { id };
  switch (kind) {
    case 'DEPOSIT':
      return write('put', 'order/terminstrument/cancel/id/{id}', { path });
    case 'PAPER':
      return write('put', 'order/discountedinstrument/cancel/id/{id}', { path });
    case 'BILL':
      return write('put', 'order/treasurybill/cancel/id/{id}', { path });
  }
}

/**
 * The terms of an early termination. Commercial paper and bills may be terminated in part, at a
 * rate set for that day.
 */
export interface EarlyEnd {
  /** The face value to terminate. Empty for all of it. */
  readonly face: string;
  /** In percent per year. Empty for the placement's own rate. */
  readonly rate: string;
}

interface Ending extends EarlyEnd {
  readonly id: number;
  readonly customerId: number;
}

/** Pays out a running placement before its maturity. */
export function endOf(kind: Instrument, ending: Ending): Write<unknown> {
  const { id, customerId, face, rate } = ending;
  const discounted = {
    ...{ id, c: customerId },
    ...(face === '' ? {} : { fv: face }),
    ...(rate === '' ? {} : { dr: rate }),
  };
  switch (kind) {
    case 'DEPOSIT':
      return write('put', 'order/terminstrument/terminate', { query: { t: id } });
    case 'PAPER':
      return write('put', 'order/discountedinstrument/terminate', { query: discounted });
    case 'BILL':
      return write('put', 'order/treasurybill/terminate', { query: discounted });
  }
}

/** Opens the certificate of a placement that is running or has ended. */
export function openCertificate(kind: Instrument, id: number): void {
  const path = { id };
  switch (kind) {
    case 'DEPOSIT':
      return void openFile('order/terminstrument/certificate/pdf/id/{id}', { path });
    case 'PAPER':
      return void openFile('order/discountedinstrument/certificate/pdf/id/{id}', { path });
    case 'BILL':
      return void openFile('order/treasurybill/certificate/pdf/id/{id}', { path });
  }
}

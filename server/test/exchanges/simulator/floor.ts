// A simulated exchange on its own database, called directly without a socket.

import { randomUUID } from 'node:crypto';
import {
  type FixMessage,
  type OutboundMessage,
  outbound,
} from '../../../src/exchanges/fix/session/message/message.js';
import {
  type Exchange,
  type ExchangeSettings,
  openExchange,
} from '../../../src/exchanges/simulator/exchange.js';
import { ALL_HOURS } from '../../../src/exchanges/simulator/phase.js';
import { ONE } from '../../../src/exchanges/simulator/price.js';
import { type BusinessDate, businessDate } from '../../../src/platform/calendar/business-date.js';
import type { Database } from '../../../src/platform/database/database.js';

/** A report as a plain object keyed by tag number. */
export type Told = Readonly<Record<number, string>>;

export const LISTINGS = [
  { symbol: 'ACCESS', previousClose: 22n * ONE },
  { symbol: 'MTNN', previousClose: 250n * ONE },
] as const;

export interface Floor {
  readonly exchange: Exchange;
  readonly now: { at: string; businessDate: BusinessDate };
  readonly delivered: string[];
  /** Sends one message as a member and returns the replies. */
  send(member: string, message: OutboundMessage): Promise<Told[]>;
  /** Like `send`, for messages that the session processes in one turn. */
  sendAll(member: string, messages: readonly OutboundMessage[]): Promise<Told[]>;
  /** Sends one message in a transaction and rolls the transaction back. */
  forget(member: string, message: OutboundMessage): Promise<void>;
  /** Takes the reports that wait for a member. */
  waiting(member: string): Promise<Told[]>;
}

/** Opens an exchange. Without a seed it has no market maker, so only orders sent here trade. */
export async function openFloor(
  db: Database,
  change: Partial<ExchangeSettings> = {},
): Promise<Floor> {
  const now = { at: '2026-11-23T11:00:00.000Z', businessDate: businessDate('2026-11-23') };
  const delivered: string[] = [];
  const exchange = await openExchange({
    db,
    clock: { now: () => now.at, millis: () => Date.parse(now.at) },
    name: 'NGX',
    seed: null,
    hours: () => ALL_HOURS,
    businessDate: () => now.businessDate,
    versionOf: () => 'FIX.4.4',
    deliver: (member) => delivered.push(member),
    ...change,
  });
  await exchange.loadSecurities(LISTINGS);
  const sendAll = async (member: string, messages: readonly OutboundMessage[]) => {
    const replies = await db.transaction((tx) =>
      exchange.onMessages(tx, messages.map(inbound), member),
    );
    return replies.map(told);
  };
  const send = (member: string, message: OutboundMessage) => sendAll(member, [message]);
  const forget = (member: string, message: OutboundMessage) =>
    db.transaction(
      async (tx) => {
        await exchange.onMessages(tx, [inbound(message)], member);
      },
      { dryRun: true },
    );
  const waiting = async (member: string) => {
    const reports = await db.transaction((tx) => exchange.takeWaiting(tx, member));
    return reports.map(told);
  };
  return { exchange, now, delivered, send, sendAll, forget, waiting };
}

/** Returns a message in the form that the session layer passes to the application. */
export function inbound({ msgType, body, header = [] }: OutboundMessage): FixMessage {
  return { beginString: 'FIX.4.4', msgType, fields: [[34, '7'], ...header, ...body] };
}

/** Returns an outbound message keyed by tag, with its type under 35. */
export function told({ msgType, body }: OutboundMessage): Told {
  return { 35: msgType, ...Object.fromEntries(body) };
}

/** Summarizes each report in one short string: `0/0 cum=0 leaves=100`. */
export function story(reports: readonly Told[]): string[] {
  return reports.map((report) => {
    const { 35: type, 150: execType, 39: status, 14: cum, 151: leaves } = report;
    if (type !== '8') return `${type} ${report[102] ?? report[380]}`;
    return `${execType}/${status} cum=${cum} leaves=${leaves}`;
  });
}

interface OrderFields {
  readonly id?: string;
  readonly symbol?: string;
  readonly side?: '1' | '2';
  readonly quantity?: number | string;
  readonly price?: string;
  readonly term?: string;
  readonly date?: string;
  /** ExecInst (18). */
  readonly instructions?: string;
}

/** Returns a NewOrderSingle. By default it buys 100 ACCESS at 22.00 for the day. */
export function newOrder(fields: OrderFields = {}, possResend = false): OutboundMessage {
  const { id = randomUUID(), symbol = 'ACCESS', side = '1', quantity = 100, price } = fields;
  const market = price === 'MARKET';
  return outbound(
    'D',
    [
      [11, id],
      [55, symbol],
      [54, side],
      [38, quantity],
      [40, market ? '1' : '2'],
      [44, market ? undefined : (price ?? '22.00')],
      [18, fields.instructions],
      [59, fields.term],
      [432, fields.date],
      [60, '20261123-11:00:00.000'],
    ],
    possResend ? [[97, 'Y']] : [],
  );
}

/** Returns an OrderCancelRequest. */
export function cancel(id: string, orig: string, side = '1'): OutboundMessage {
  return outbound('F', [
    [11, id],
    [41, orig],
    [55, 'ACCESS'],
    [54, side],
    [60, '20261123-11:00:00.000'],
  ]);
}

/** Returns an OrderCancelReplaceRequest that repeats all terms of the order. */
export function replace(orig: string, fields: OrderFields & { id: string }): OutboundMessage {
  return { ...newOrder(fields), msgType: 'G', body: [[41, orig], ...newOrder(fields).body] };
}

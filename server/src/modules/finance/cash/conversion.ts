// Conversions: transfers between two accounts of one customer in different currencies. The day's
// rate determines the received amount, and is stored with the transaction.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { formatMoney, type Money } from '../../../platform/money/money.js';
import { AMOUNT, EXCHANGE_RATE } from '../limits.js';
import { financeProblems } from '../problems.js';
import { convertMoney, requireRate } from '../rate/exchange-rate.js';
import { type RateRow, selectLatestRate } from '../rate/queries.js';
import { presentBooking } from './booking-date.js';
import type { LoadedCashTransaction } from './queries.js';

/** The amount received in the other currency, and the rate used. */
export interface Conversion {
  readonly received: Money;
  readonly rate: RateRow;
}

/**
 * Converts an amount at the rate of the booking date. Refuses with EXCHANGE_RATE_MISSING if there
 * is no rate or the last one is too old, and with CONVERSION_REFUSED if the result is zero or too
 * large for the books.
 */
export async function conversionOf(
  on: Database | Tx,
  amount: Money,
  { to, date }: { readonly to: string; readonly date: BusinessDate },
): Promise<Conversion> {
  const rate = await requireRate(on, questionOf(amount.currency, to, date));
  const received = convertMoney(amount, to, rate);
  if (received.minor <= 0n || received.minor > AMOUNT.minorMax) {
    throw refuseMember(
      financeProblems.CONVERSION_REFUSED,
      'amount',
      `${formatMoney(amount)} converts to ${formatMoney(received)}`,
    );
  }
  return { received, rate };
}

/**
 * Returns a pending conversion at the rate of its booking date. Any other transaction, and a
 * conversion without a current rate, is returned unchanged.
 */
export async function atPresentRate(
  on: Database | Tx,
  row: LoadedCashTransaction,
): Promise<LoadedCashTransaction> {
  const waits = row.state === 'PENDING' || row.state === 'APPROVED';
  return waits ? priced(on, row, selectLatestRate) : row;
}

/** Like `atPresentRate`, but refuses with EXCHANGE_RATE_MISSING if there is no rate. */
export async function atRequiredRate(
  on: Database | Tx,
  row: LoadedCashTransaction,
): Promise<LoadedCashTransaction> {
  return priced(on, row, requireRate);
}

async function priced(
  on: Database | Tx,
  row: LoadedCashTransaction,
  find: typeof selectLatestRate,
): Promise<LoadedCashTransaction> {
  const { counterparty_currency: to, currency } = row;
  if (row.converted_minor === null || to === null) return row;
  const { date } = await presentBooking(on, row);
  const rate = await find(on, questionOf(currency, to, date));
  if (rate === undefined) return row;
  const received = convertMoney({ minor: row.amount_minor, currency }, to, rate);
  return { ...row, ...conversionMembers({ received, rate }) };
}

/** Returns the columns of a conversion; all are null for any other transaction. */
export function conversionMembers(conversion: Conversion | undefined) {
  return {
    converted_minor: conversion?.received.minor ?? null,
    exchange_rate: conversion?.rate.rate ?? null,
    exchange_rate_base: conversion?.rate.base_currency ?? null,
    exchange_rate_date: conversion?.rate.rate_date ?? null,
  };
}

function questionOf(from: string, to: string, date: BusinessDate) {
  return { from, to, date, since: addDays(date, -EXCHANGE_RATE.ageDaysMax) };
}

// Tables of generated rows for each import, as strings to write into a file.

import type { ImportName } from './read.js';

/** A generated row: a day, an amount in hundredths, and a description. */
export interface Given {
  readonly day: string;
  readonly minor: bigint;
  readonly text: string;
}

/** The cells of a row, as a program writes them. */
export interface Written {
  readonly day: string;
  readonly amount: string;
  readonly text: string;
}

interface Shape {
  readonly header: readonly string[];
  readonly cells: (row: Written) => readonly string[];
  /** The expected reading of a row; `amount` is a plain decimal with two decimals. */
  readonly read: (row: Given, amount: string) => Readonly<Record<string, unknown>>;
  readonly hasNegatives: boolean;
}

/** The shape of each import's file. */
export const SHAPES: Readonly<Record<ImportName, Shape>> = {
  BANK: {
    header: ['Date', 'Narration', 'Amount'],
    cells: ({ day, text, amount }) => [day, text, amount],
    read: ({ day, minor, text }) => ({ date: day, minor, description: text }),
    hasNegatives: true,
  },
  JOURNAL: {
    header: ['journal', 'date', 'account', 'currency', 'debit', 'credit', 'narration'],
    cells: ({ day, text, amount }) => ['J1', day, 'EXP:BANK', 'NGN', amount, '', text],
    read: ({ day, text }, amount) => ({
      ...{ journal: 'J1', date: day, account: 'EXP:BANK', currency: 'NGN', debit: amount },
      narration: text,
    }),
    hasNegatives: false,
  },
  BATCH: {
    header: ['transType', 'partnerId', 'currency', 'amount', 'valueDate', 'description'],
    cells: ({ day, text, amount }) => ['RECEIPT', '1', 'NGN', amount, day, text],
    read: ({ day, text }, amount) => ({
      ...{ transType: 'RECEIPT', partnerId: '1', currency: 'NGN', amount, valueDate: day },
      description: text,
    }),
    hasNegatives: false,
  },
  PRICE: {
    header: ['Symbol', 'Date', 'Open', 'High', 'Low', 'Close'],
    cells: ({ day, text, amount }) => [text, day, amount, amount, amount, amount],
    read: ({ day, text }, amount) => ({
      ...{ security: text, date: day, open: amount, high: amount, low: amount, close: amount },
    }),
    hasNegatives: false,
  },
  LEAD: {
    header: ['First Name', 'Birth Date', 'annualIncome'],
    cells: ({ day, text, amount }) => [text, day, amount],
    read: ({ day, text }, amount) => ({ firstName: text, birthDate: day, annualIncome: amount }),
    hasNegatives: false,
  },
};

/** Compares a read row with the expected one; amounts as numbers, so that 5 and 5.00 are equal. */
export function isRow(read: unknown, shape: Shape, given: Given): boolean {
  if (typeof read !== 'object' || read === null) return false;
  const sign = given.minor < 0n ? '-' : '';
  const digits = String(given.minor < 0n ? -given.minor : given.minor).padStart(3, '0');
  const amount = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  const expected = shape.read(given, amount);
  const members = new Set([...Object.keys(expected), ...Object.keys(read)]);
  return [...members].every((member) => {
    const [one, other] = [Reflect.get(read, member), Reflect.get(expected, member)];
    if (other !== amount || typeof one !== 'string') return one === other;
    return plain(one) === plain(amount);
  });
}

const plain = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

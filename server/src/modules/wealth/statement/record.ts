// Converts wealth statements to API records.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { Gains, UnrealisedGain } from './content.js';
import type { StatementRow } from './store-queries.js';

/** Returns the record of a statement. Absent members are undefined and left out of the JSON. */
export function statementRecord(row: StatementRow): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    from: row.from_date,
    to: row.to_date,
    currency: row.currency,
    versionNo: row.version_no,
    state: row.state,
    closingValue: amount(row.closing_minor),
    returnPercent: row.return_percent ?? undefined,
    ...outdatedMembers(row),
    replacesId: row.replaces_id ?? undefined,
    replacesName: row.replaces_name ?? undefined,
    replacedById: row.replaced_by_id ?? undefined,
    replacedByName: row.replaced_by_name ?? undefined,
    runId: row.run_id ?? undefined,
    ...shownStamp(row),
  };
}

function outdatedMembers(row: StatementRow): object {
  const { outdated_at: at, outdated_closing_minor: minor, outdated_return_percent: percent } = row;
  if (at === null || minor === null) return {};
  return {
    outdatedDttm: at,
    outdatedClosingValue: minorToDecimal(minor, row.currency),
    outdatedReturnPercent: percent ?? undefined,
  };
}

/** Returns the gains of a document, with decimal text converted to numbers. */
export function gainsRecord({ totals, realised, unrealised }: Gains): object {
  return {
    totals: totals.map(({ currency, unknown, ...sums }) => ({
      ...{ currency, unknown: new Decimal(unknown) },
      ...numbersOf(sums),
    })),
    realised: realised.map(({ proceeds, charges, netProceeds, ...row }) => ({
      ...gainRecord(row),
      ...{ date: row.date, kind: row.kind },
      ...numbersOf({ proceeds, charges, netProceeds }),
    })),
    unrealised: unrealised.map((row) => ({
      ...gainRecord(row),
      ...numbersOf({ value: row.value }),
    })),
  };
}

function gainRecord(row: Omit<UnrealisedGain, 'value'>): object {
  const { name, label, portfolio, currency, quantity, cost, gain, fifoCost, fifoGain } = row;
  return {
    ...{ class: row.class, name, label, currency, quantity },
    portfolioName: portfolio === '' ? undefined : portfolio,
    ...numbersOf({ cost, gain, fifoCost, fifoGain }),
  };
}

function numbersOf(texts: Readonly<Record<string, string | undefined>>): object {
  const numbers = Object.entries(texts).map(([member, text]) => [
    member,
    text === undefined ? undefined : new Decimal(text),
  ]);
  return Object.fromEntries(numbers);
}

// Compares customers' assets with the accounts and registers that must agree with them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import type { ValuedLine } from '../valuation/total.js';
import {
  type ControlRow,
  LEDGER_CONTROLS,
  type LedgerControl,
  MONEY_ACCOUNTS,
  POSITION_ACCOUNTS,
  selectControls,
  selectRegisters,
} from './queries.js';
import { selectStoredMoney } from './stored-queries.js';
import type { FirmValues } from './worth.js';

/** The balances of customers and of the accounts, in minor units. */
interface Compared {
  readonly control: LedgerControl;
  readonly officeName: string;
  readonly currency: string;
  customersMinor: bigint;
  accountsMinor: bigint;
}

/** The customers' side of a control, as one or more positions. */
interface CustomerSide {
  readonly control: LedgerControl;
  readonly officeName: string;
  readonly currency: string;
  readonly minor: bigint;
}

/**
 * Returns customers' cash, principal, commercial paper and bills by office and currency, and the
 * balances of the control accounts.
 */
export async function ledgerControls(
  tx: Tx,
  { date, customers }: FirmValues,
  offices: readonly bigint[] | undefined,
): Promise<object[]> {
  const sides = customers.flatMap(({ customer, lines }) =>
    lines.flatMap((line) => {
      const part = controlledPart(line);
      const { currency } = line;
      return part === undefined ? [] : [{ ...part, officeName: customer.office_name, currency }];
    }),
  );
  return compare(sides, await selectControls(tx, { offices, date }, POSITION_ACCOUNTS));
}

/** Returns customers' money according to their snapshots, and the balances of their accounts. */
export async function snapshotControls(
  tx: Tx,
  on: { readonly date: BusinessDate; readonly offices: readonly bigint[] | undefined },
): Promise<object[]> {
  const sides = (await selectStoredMoney(tx, on)).map(({ office_name: officeName, ...money }) => ({
    ...{ control: 'MONEY' as const, officeName },
    ...money,
  }));
  return compare(sides, await selectControls(tx, on, MONEY_ACCOUNTS));
}

function compare(customers: readonly CustomerSide[], accounts: readonly ControlRow[]): object[] {
  const compared = new Map<string, Compared>();
  const entry = ({ control, officeName, currency }: Omit<CustomerSide, 'minor'>): Compared => {
    const key = `${officeName} ${currency} ${control}`;
    const known = compared.get(key);
    if (known !== undefined) return known;
    const made = { control, officeName, currency, customersMinor: 0n, accountsMinor: 0n };
    compared.set(key, made);
    return made;
  };
  for (const each of customers) entry(each).customersMinor += each.minor;
  for (const { office_name: officeName, ...row } of accounts) {
    entry({ ...row, officeName }).accountsMinor += row.minor;
  }
  return [...compared.values()].sort(inOrder).map(({ customersMinor, accountsMinor, ...named }) => {
    const amount = (minor: bigint) => minorToDecimal(minor, named.currency);
    return {
      control: named.control,
      businessOfficeName: named.officeName,
      currency: named.currency,
      customers: amount(customersMinor),
      accounts: amount(accountsMinor),
      difference: amount(customersMinor - accountsMinor),
    };
  });
}

function inOrder(one: Compared, other: Compared): number {
  if (one.control !== other.control) {
    return LEDGER_CONTROLS.indexOf(one.control) - LEDGER_CONTROLS.indexOf(other.control);
  }
  return `${one.officeName} ${one.currency}` < `${other.officeName} ${other.currency}` ? -1 : 1;
}

// Returns the part of a line that a control account contains. Bills and commercial paper are booked
// at cost.
function controlledPart(
  line: ValuedLine,
): { readonly control: LedgerControl; readonly minor: bigint } | undefined {
  const { currency, quantity, costMinor = 0n, valueMinor = 0n } = line;
  const principal = () => decimalToMinor(quantity ?? new Decimal(0), currency, 'HALF_UP');
  if (line.priceSource === 'LEDGER') return { control: 'MONEY', minor: valueMinor };
  if (line.class === 'DEPOSIT') return { control: 'DEPOSITS', minor: principal() };
  if (line.class === 'LOAN') return { control: 'LOANS', minor: principal() };
  if (line.class === 'PAPER') return { control: 'PAPER', minor: costMinor };
  return line.class === 'BILL' ? { control: 'BILLS', minor: costMinor } : undefined;
}

/**
 * Returns the units of each fund held by all customers, and the units in its register, which are
 * known only for the business date.
 */
export async function fundControls(tx: Tx, { isToday, customers }: FirmValues): Promise<object[]> {
  if (!isToday) return [];
  const units = new Map<bigint, Decimal>();
  for (const line of customers.flatMap(({ lines }) => lines)) {
    if (line.class !== 'FUND' || line.quantity === undefined) continue;
    units.set(line.subjectId, (units.get(line.subjectId) ?? new Decimal(0)).plus(line.quantity));
  }
  return (await selectRegisters(tx)).map((register) => {
    const held = units.get(register.fund_id) ?? new Decimal(0);
    return {
      control: 'FUND_UNITS',
      fundName: register.name,
      customers: held,
      accounts: register.units,
      difference: held.minus(register.units),
    };
  });
}

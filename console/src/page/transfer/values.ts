// A unit transfer as entered, and the request built from it.

import { type Write, write } from '../../lib/write.js';
import type { TRANSFER_TYPES } from './search.js';

export const OWNER_CHANGES = ['NONE', 'GIFT', 'ESTATE', 'COURT_ORDER', 'MERGER'] as const;

/** Units of a security or, if they are incoming, one purchase of them. */
interface RowValues {
  readonly securityName: string;
  readonly quantity: string;
  /** Empty if the cost is unknown. */
  readonly cost: string;
  readonly acquiredOn: string;
}

export interface TransferValues {
  readonly type: (typeof TRANSFER_TYPES)[number];
  readonly portfolioName: string;
  readonly effectiveDate: string;
  readonly memberCode: string;
  readonly account: string;
  readonly chn: string;
  readonly holder: string;
  readonly ownerChange: (typeof OWNER_CHANGES)[number];
  readonly reference: string;
  readonly reason: string;
  readonly rows: readonly RowValues[];
}

export const EMPTY_ROW: RowValues = { securityName: '', quantity: '', cost: '', acquiredOn: '' };

export const emptyTransfer = (effectiveDate: string): TransferValues => ({
  ...{ type: 'IN_FREE', portfolioName: '', effectiveDate, ownerChange: 'NONE' },
  ...{ memberCode: '', account: '', chn: '', holder: '', reference: '', reason: '' },
  rows: [EMPTY_ROW],
});

/** Returns whether the units are incoming. Only incoming units have a cost. */
export const comesIn = ({ type }: Pick<TransferValues, 'type'>): boolean =>
  type === 'IN_FREE' || type === 'DEPOSIT';

/** Returns whether the required fields have values, so that a dry run is useful. */
export const isWhole = ({ portfolioName, effectiveDate, rows }: TransferValues): boolean =>
  portfolioName !== '' &&
  effectiveDate !== '' &&
  rows.every(({ securityName, quantity }) => securityName.trim() !== '' && quantity.trim() !== '');

/** Returns the request. Rows of the same security become one line, with a lot for each row. */
export function creating(values: TransferValues): Write<unknown> {
  const { type, portfolioName, effectiveDate, ownerChange, reference, reason } = values;
  const { memberCode, account, chn, holder } = values;
  const counterParty = given({ memberCode, account, chn, holder });
  const body = {
    ...{ type, portfolioName, effectiveDate, ownerChange },
    ...given({ reference, reason }),
    ...(Object.keys(counterParty).length === 0 ? {} : { counterParty }),
    lines: linesOf(values).map((rows) => lineOf(values, rows)),
  };
  return write('post', 'custody/holding-transfer/create', { body: Object(body) });
}

/** Returns the rows of each security, in the order that the securities were entered. */
export function linesOf({ rows }: TransferValues): readonly (readonly RowValues[])[] {
  const lines = new Map<string, RowValues[]>();
  for (const row of rows) {
    const code = codeOf(row);
    lines.set(code, [...(lines.get(code) ?? []), row]);
  }
  return [...lines.values()];
}

const codeOf = ({ securityName }: RowValues): string => securityName.trim().toUpperCase();

function lineOf(values: TransferValues, rows: readonly RowValues[]): object {
  const [first = EMPTY_ROW] = rows;
  const quantities = rows.map(({ quantity }) => unitsOf(quantity));
  const line = { securityName: codeOf(first), quantity: sumOf(quantities) };
  if (!comesIn(values)) return line;
  if (rows.every(({ cost }) => cost.trim() === '')) return { ...line, costBasis: 'UNKNOWN' };
  const lots = rows.map(({ cost, acquiredOn }, index) => ({
    quantity: quantities[index],
    ...given({ cost, acquiredOn }),
  }));
  return { ...line, costBasis: 'GIVEN', lots };
}

/** Text that is not a number is sent unchanged, so that the server reports it. */
function unitsOf(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function sumOf(quantities: readonly (number | string)[]): number | string {
  const wrong = quantities.find((each) => typeof each === 'string');
  return wrong ?? quantities.reduce((sum: number, each) => sum + Number(each), 0);
}

function given(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text.trim() !== ''));
}

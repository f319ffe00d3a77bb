// The columns of a registrar's list, and the parser for its rows.

import type { WireOptions } from '../../../platform/http/shape/wire.js';
import { readWire } from '../../../platform/http/shape/wire.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { type CellFault, describeFault } from '../../../platform/row-file/cell.js';
import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { CUSTODY } from '../limits.js';

export const REGISTRAR_COLUMNS = [
  'account',
  'chn',
  'holder',
  'units',
  'gross',
  'tax',
  'net',
  'reference',
] as const;
type RegistrarColumn = (typeof REGISTRAR_COLUMNS)[number];
export type RegistrarCells = RowCells<RegistrarColumn>;

const column = (
  name: RegistrarColumn,
  names: readonly string[],
  kind: 'TEXT' | 'NUMBER' = 'TEXT',
): RowColumn<RegistrarColumn> => ({ column: name, names, kind, isNeeded: false });

const COLUMNS: readonly RowColumn<RegistrarColumn>[] = [
  column('account', ['account', 'accountno', 'accountnumber', 'acctno', 'cscsaccount']),
  column('chn', ['chn', 'chnnumber', 'clearinghousenumber', 'chnno']),
  column('holder', ['holder', 'shareholder', 'holdername', 'shareholdername', 'name']),
  column('units', ['units', 'holding', 'holdings', 'shares', 'quantity'], 'NUMBER'),
  column('gross', ['gross', 'grossdividend', 'grossamount'], 'NUMBER'),
  column('tax', ['tax', 'wht', 'withholdingtax', 'taxamount'], 'NUMBER'),
  column('net', ['net', 'netdividend', 'netamount', 'amount'], 'NUMBER'),
  column('reference', ['reference', 'warrantno', 'warrantnumber', 'ref']),
];

export const REGISTRAR_TABLE: RowTable<RegistrarColumn> = {
  columns: COLUMNS,
  rowsMax: CUSTODY.registrarRowsMax,
  rowNeeds: [['account', 'chn']],
};

/** A row of a list. Amounts are in minor units of the event's currency. */
interface RegistrarRow {
  readonly row_no: number;
  readonly account: string | null;
  readonly chn: string | null;
  readonly holder: string | null;
  readonly units: bigint | null;
  readonly gross: bigint | null;
  readonly tax: bigint | null;
  readonly net: bigint | null;
  readonly reference: string | null;
  readonly cells: RegistrarCells;
  /** Why the row could not be parsed; null if it could. */
  readonly detail: string | null;
}

const AMOUNTS: WireOptions = { least: 0 };

/** Reads a row of a list. */
export function readRegistrarRow(
  cells: RegistrarCells,
  fault: CellFault | undefined,
  { rowNo, currency }: { readonly rowNo: number; readonly currency: string },
): RegistrarRow {
  const details = fault === undefined ? [] : [describeFault(fault)];
  const number = (name: 'units' | 'gross' | 'tax' | 'net') => {
    const read = readNumber(cells[name], name === 'units' ? undefined : currency);
    if (typeof read !== 'string') return read;
    details.push(`${name} ${read}`);
    return null;
  };
  const text = (name: RegistrarColumn) => cells[name]?.trim() || null;
  const row = {
    ...{ row_no: rowNo, account: text('account'), chn: text('chn'), holder: text('holder') },
    ...{ units: number('units'), gross: number('gross'), tax: number('tax'), net: number('net') },
    ...{ reference: text('reference'), cells },
  };
  if (row.account === null && row.chn === null) details.push('has neither account nor CHN');
  const figures = [row.units, row.gross, row.net];
  if (figures.every((figure) => figure === null)) details.push('has neither units nor amounts');
  return { ...row, detail: details[0] ?? null };
}

// Returns a number of units, or minor units of a currency, or an error message.
function readNumber(cell: string | undefined, currency: string | undefined) {
  const given = cell?.trim() ?? '';
  if (given === '') return null;
  const reading = readWire('decimal', given, AMOUNTS);
  if ('refused' in reading) return String(reading.refused);
  const { value } = reading;
  if (!Decimal.isDecimal(value)) return 'is not a number';
  if (currency !== undefined) {
    return parseMinor(value, currency) ?? `has more decimals than ${currency}`;
  }
  return value.isInteger() ? BigInt(value.toFixed()) : 'is not a whole number';
}

// The tables of a tax pack: their columns, in the order of files and pages.

/** CODE: a word in capitals, such as DEPOSIT_INTEREST. MONEY: an amount in the row's `currency`. */
type ColumnKind = 'TEXT' | 'CODE' | 'DATE' | 'MONEY' | 'NUMBER';

/** A column of a table. */
export interface PackColumn {
  readonly name: string;
  readonly title: string;
  readonly kind: ColumnKind;
}

/** The cells of a row, keyed by column. An absent cell is empty. */
export type PackRow = Readonly<Record<string, string>>;

/** A table. The columns of its key identify a row across versions of a pack. */
export interface PackTable {
  readonly title: string;
  readonly key: readonly string[];
  readonly columns: readonly PackColumn[];
}

const text = (name: string, title: string): PackColumn => ({ name, title, kind: 'TEXT' });
const code = (name: string, title: string): PackColumn => ({ name, title, kind: 'CODE' });
const date = (name: string, title: string): PackColumn => ({ name, title, kind: 'DATE' });
const money = (name: string, title: string): PackColumn => ({ name, title, kind: 'MONEY' });
const number = (name: string, title: string): PackColumn => ({ name, title, kind: 'NUMBER' });
const currency = text('currency', 'Currency');
const security = text('security', 'Security');
const quantity = number('quantity', 'Quantity');
const tradeDate = date('tradeDate', 'Trade date');

/** The names of the tables, in the order of the sheets. */
export const TABLE_NAMES = [
  'summary',
  'disposals',
  'tax-gains',
  'windows',
  'reinvestment',
  'income',
  'deductions',
  'certificates',
  'charges',
  'positions',
  'rules',
] as const;

export type TableName = (typeof TABLE_NAMES)[number];

/** The tables in a file. `changes` contains the differences from the previous version. */
export const FILE_TABLES = [...TABLE_NAMES, 'changes'] as const;

export type FileTable = (typeof FILE_TABLES)[number];

/** Returns the code of a table in requests and replies, such as TAX_GAINS. */
export function tableCode(name: FileTable): string {
  return name.replaceAll('-', '_').toUpperCase();
}

/** The table of changes from the previous version. It is not part of the figures. */
export const CHANGE_TABLE: PackTable = {
  title: 'Changes from the previous version',
  key: [],
  columns: [
    text('table', 'Table'),
    text('row', 'Row'),
    code('change', 'Change'),
    text('column', 'Column'),
    text('before', 'Before'),
    text('after', 'Now'),
  ],
};

export const TABLES: Readonly<Record<TableName, PackTable>> = {
  summary: {
    title: 'Summary',
    key: ['item', 'currency'],
    columns: [text('item', 'Item'), currency, money('amount', 'Amount'), text('note', 'Note')],
  },
  disposals: {
    title: 'Disposals under both methods',
    key: ['tradeDate', 'kind', 'security', 'portfolio', 'note'],
    columns: [
      tradeDate,
      code('kind', 'Kind'),
      code('class', 'Class'),
      security,
      text('label', 'Name'),
      text('portfolio', 'Portfolio'),
      quantity,
      currency,
      money('proceeds', 'Proceeds'),
      money('charges', 'Charges'),
      money('netProceeds', 'Net proceeds'),
      money('costAverage', 'Average cost'),
      money('gainAverage', 'Gain, average'),
      money('costFifo', 'FIFO cost'),
      money('gainFifo', 'Gain, FIFO'),
      text('note', 'Contract note'),
    ],
  },
  'tax-gains': {
    title: 'Gains for tax',
    key: ['tradeDate', 'kind', 'security', 'portfolio', 'quantity'],
    columns: [
      tradeDate,
      code('kind', 'Kind'),
      text('rule', 'Rule'),
      code('method', 'Method'),
      security,
      text('portfolio', 'Portfolio'),
      quantity,
      currency,
      money('netProceeds', 'Net proceeds'),
      money('taxBase', 'Tax base'),
      date('closeDate', 'Close of'),
      money('taxGain', 'Gain for tax'),
      text('chargeable', 'Chargeable'),
      date('windowFrom', 'Window from'),
      date('windowUntil', 'Window until'),
      text('remark', 'Remark'),
    ],
  },
  windows: {
    title: 'Test of each window',
    key: ['rule', 'from', 'until'],
    columns: [
      text('rule', 'Rule'),
      date('from', 'From'),
      date('until', 'Until'),
      currency,
      money('proceeds', 'Proceeds'),
      money('proceedsLimit', 'Limit for proceeds'),
      money('gain', 'Net gain'),
      money('gainLimit', 'Limit for gain'),
      text('chargeable', 'Chargeable'),
    ],
  },
  reinvestment: {
    title: 'Reinvestment of chargeable disposals',
    key: ['tradeDate', 'security', 'portfolio'],
    columns: [
      tradeDate,
      security,
      text('portfolio', 'Portfolio'),
      currency,
      money('proceeds', 'Proceeds'),
      money('taxGain', 'Gain for tax'),
      money('reinvested', 'Reinvested'),
      money('relieved', 'Relieved'),
    ],
  },
  income: {
    title: 'Income',
    key: ['date', 'kind', 'currency'],
    columns: [
      date('date', 'Date'),
      code('kind', 'Kind'),
      currency,
      money('gross', 'Gross'),
      money('tax', 'Tax'),
      money('net', 'Net'),
    ],
  },
  deductions: {
    title: 'Tax withheld, and its certificates',
    key: ['name'],
    columns: [
      date('date', 'Date'),
      code('kind', 'Kind'),
      text('source', 'Source'),
      text('payer', 'Payer'),
      currency,
      money('gross', 'Gross'),
      number('rate', 'Rate, %'),
      money('tax', 'Tax'),
      code('treatment', 'Treatment'),
      text('certificate', 'Certificate'),
      text('name', 'Deduction'),
    ],
  },
  certificates: {
    title: 'Certificates received',
    key: ['number'],
    columns: [
      text('number', 'Number'),
      date('date', 'Date'),
      date('from', 'Period from'),
      date('until', 'Period until'),
      currency,
      money('amount', 'Amount'),
    ],
  },
  charges: {
    title: 'Charges and duties on trades',
    key: ['name', 'currency'],
    columns: [text('name', 'Charge'), currency, money('amount', 'Amount')],
  },
  positions: {
    title: 'Positions',
    key: ['class', 'security', 'portfolio'],
    columns: [
      code('class', 'Class'),
      security,
      text('label', 'Name'),
      text('portfolio', 'Portfolio'),
      quantity,
      currency,
      money('costAverage', 'Average cost'),
      money('costFifo', 'FIFO cost'),
      money('taxBase', 'Tax base'),
      number('price', 'Close'),
      date('priceDate', 'Close of'),
      money('value', 'Value'),
    ],
  },
  rules: {
    title: 'Provisions not verified in the act',
    key: ['rule', 'provision'],
    columns: [
      text('rule', 'Rule'),
      number('version', 'Version'),
      text('provision', 'Provision'),
      code('status', 'Status'),
      text('text', 'Text'),
      text('source', 'Source'),
    ],
  },
};

/** Returns a row without its empty cells. */
export function rowOf(cells: Readonly<Record<string, string | undefined>>): PackRow {
  const filled = Object.entries(cells).flatMap(([name, cell]) =>
    cell === undefined || cell === '' ? [] : [[name, cell] as const],
  );
  return Object.fromEntries(filled);
}

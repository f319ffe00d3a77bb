// Request members and parameters that contain the code of a record with aliases, by kind.

/** For each kind, the code of a record in the demonstration data, and an alias for the tests. */
export const CODES = {
  office: { table: 'business_office', code: '0000000001', alias: 'OLD-OFFICE.1' },
  group: { table: 'customer_group', code: 'STANDARD', alias: 'OLD-GROUP' },
  exchange: { table: 'exchange', code: 'NGX', alias: 'OLD_XLAG' },
  term: { table: 'order_term', code: 'DAY', alias: 'OLD-DAY' },
  deposit: { table: 'term_instrument_type', code: 'FD-NGN', alias: 'OLD-FD' },
  paper: { table: 'discounted_instrument_type', code: 'CP-NGN', alias: 'OLD-CP' },
  bill: { table: 'discounted_instrument_type', code: 'NTB-364', alias: 'OLD-NTB' },
  fund: { table: 'fund', code: 'CHMMF', alias: 'OLD-MMF' },
} as const;

export type Coded = keyof typeof CODES;

/**
 * Maps each member to its kind. Keys are prefixed with the operation where operations differ; `?`
 * marks a parameter.
 */
export const ALIASED: Readonly<Record<string, Coded>> = {
  ...{ '/businessOffice': 'office', '/businessOfficeName': 'office', '/bankOfficeName': 'office' },
  ...{ '?businessOffice': 'office', '?businessOfficeName': 'office', '?officeName': 'office' },
  ...{ '/customerGroup': 'group', '/customerGroupName': 'group', '/commissionGroupName': 'group' },
  ...{ '/audience/customerGroupName': 'group', '/rules/*/customerGroups/*': 'group' },
  ...{ '?commissionGroupName': 'group', '/exchange': 'exchange', '/exchangeName': 'exchange' },
  ...{ '?exchangeName': 'exchange', '?x': 'exchange', '?exchange': 'exchange' },
  ...{ '/orderTermName': 'term', '/fundName': 'fund' },
  ...{ 'submitTermInstrument /instrumentTypeName': 'deposit' },
  ...{ 'updateTermInstrument /instrumentTypeName': 'deposit' },
  ...{ 'submitDiscountedInstrument /instrumentTypeName': 'paper' },
  ...{ 'updateDiscountedInstrument /instrumentTypeName': 'paper' },
  ...{ 'submitTreasuryBill /instrumentTypeName': 'bill' },
  ...{ 'updateTreasuryBill /instrumentTypeName': 'bill' },
  ...{ 'quoteDiscountedInstrument ?instrumentTypeName': 'paper' },
  ...{ 'quoteTreasuryBill ?instrumentTypeName': 'bill' },
  ...{ 'proposeAuctionResult /name': 'bill' },
};

/** Members whose names look like codes of these records but are not, each with the reason. */
export const NOT_CODED: Readonly<Record<string, string>> = {
  'listUsers ?x': 'a search text',
  'listClients ?x': 'a search text',
  'listWithholdingRules ?x': 'a class of instruments',
  'listCapitalGainsRules ?x': 'a jurisdiction and a class',
  'listValuationPolicies ?x': 'the name of a policy',
  '/instrumentType': "the old clients' word for a type of security",
};

/** The other parameters that an operation needs. */
export const QUERIES: Readonly<Record<string, () => Record<string, string>>> = {
  readMarketRules: () => ({ t: 'EQUITY' }),
  readHolidays: () => ({ y: '2026' }),
  groupTradeOrders: () => ({ by: 'side' }),
  'estimateCharges ?exchangeName': () => ({ ...TRADE, assetClass: 'EQUITY', currency: 'NGN' }),
  estimateCharges: () => ({ ...TRADE, securityName: 'ACCESS' }),
  listContractNotes: () => ({
    ...{ sd: '2026-01-01', ed: '2026-12-31', t: 'EQUITY', b: '1', c: '10', s: 'EXECUTED' },
  }),
  getSecurityOverview: () => ({ s: 'ACCESS' }),
  getMarketMovers: () => ({ t: 'TOP_VOLUME', c: '5' }),
  getChartData: () => ({ s: 'ACCESS' }),
};

const TRADE = { side: 'BUY', quantity: '1000', price: '25', tradeDate: '2030-06-03' };

/** The bodies of imports that take the office as a parameter. */
export const FILES: Readonly<Record<string, object>> = {
  importJournals: { rows: [{ narration: 'Rent' }] },
  importLeads: { rows: [{ lastName: 'Imported' }] },
};

/**
 * Filters of lists that are empty in these tests, each with the test that covers filtering by an
 * alias.
 */
export const NO_ROWS: Readonly<Record<string, string>> = {
  'listContractNotes ?x': 'order-list.test.ts',
};

const RULE = {
  ...{ code: 'COMMISSION', label: 'Commission', payee: 'FIRM', ledgerAccount: 'INC:COMM' },
  ...{ base: 'CONSIDERATION', rate: 'PERCENT', roundingMode: 'HALF_UP' },
};

/** Rules with a lower commission for a group that they name by an alias. */
export const SCHEDULE_RULES = [
  { ...RULE, percent: 1, customerGroups: ['old-group'] },
  { ...RULE, percent: 1.25 },
];

// The chart of accounts and the account mapping that ship with the program.

import type { AccountClass, LedgerCode } from './code.js';

interface Traits {
  readonly control?: boolean;
  readonly byHand?: boolean;
  readonly clientMoney?: boolean;
  readonly inline?: boolean;
  readonly family?: boolean;
}

/**
 * A control account: its balance is the total of other records, and manual journals cannot use it.
 */
const CONTROL = { control: true, byHand: false } as const;
const CLIENT_MONEY = { clientMoney: true } as const;

function code(name: string, accountClass: AccountClass, about: Traits & { label: string }) {
  const { label, control = false, byHand = true, clientMoney = false } = about;
  const { inline = false, family = false } = about;
  return {
    ...{ code: name, label, accountClass, control, byHand, clientMoney, inline, family },
    active: true,
  };
}

/** The shipped codes, with those of customers' accounts first. */
export const SHIPPED_CODES: readonly LedgerCode[] = [
  code('CUSTOMER_CASH', 'LIABILITY', {
    ...{ label: "Customers' cash", control: true, inline: true, ...CLIENT_MONEY },
  }),
  code('CUSTOMER_UNSETTLED', 'LIABILITY', {
    ...{ label: "Customers' unsettled proceeds", ...CONTROL, inline: true, ...CLIENT_MONEY },
  }),
  code('BANK:CLIENT', 'ASSET', {
    label: "Clients' account at the settlement bank",
    ...CLIENT_MONEY,
  }),
  code('BANK:FIRM', 'ASSET', { label: "Firm's own bank account" }),
  code('GATEWAY:SUSPENSE', 'ASSET', {
    label: 'Receipts through payment gateways, not yet settled',
    ...CLIENT_MONEY,
  }),
  code('FX:POSITION', 'ASSET', { label: 'Currency sold to and bought from customers' }),
  code('CLEAR:CSCS', 'LIABILITY', {
    label: 'Settlement control',
    ...CONTROL,
    ...CLIENT_MONEY,
  }),
  // A settlement control account. Its balance may be on either side: a sale makes it a payable.
  code('RECEIVABLE:CUSTODIAN', 'LIABILITY', {
    label: 'Trades that custodians settle, until they pay or are paid',
    ...CONTROL,
    ...CLIENT_MONEY,
  }),
  code('FUND:CONTROL', 'LIABILITY', {
    ...{ label: 'Dealing control', family: true, ...CONTROL, ...CLIENT_MONEY },
  }),
  code('CA:CONTROL', 'LIABILITY', {
    label: 'Money of corporate actions, received and not yet paid on',
    ...CONTROL,
    ...CLIENT_MONEY,
  }),
  code('CA:ADVANCED', 'ASSET', {
    label: 'Corporate actions paid before the registrar paid',
    ...CONTROL,
  }),
  code('TRANSFER:CONTROL', 'LIABILITY', { label: 'Transfers between offices', ...CONTROL }),
  code('TD:PRINCIPAL', 'LIABILITY', { label: 'Term deposits', ...CONTROL }),
  code('TD:INTEREST-PAYABLE', 'LIABILITY', {
    label: 'Interest payable on term deposits',
    ...CONTROL,
  }),
  code('TD:INTEREST-PREPAID', 'ASSET', {
    label: 'Interest on term deposits paid ahead',
    ...CONTROL,
  }),
  code('LOAN:PRINCIPAL', 'ASSET', { label: 'Loans to customers', ...CONTROL }),
  code('LOAN:INTEREST-RECEIVABLE', 'ASSET', { label: 'Interest receivable on loans', ...CONTROL }),
  code('LOAN:INTEREST-UNEARNED', 'LIABILITY', {
    label: 'Interest on loans paid ahead',
    ...CONTROL,
  }),
  code('DI:PLACEMENT', 'LIABILITY', { label: 'Discounted instruments', ...CONTROL }),
  code('DI:DISCOUNT-PAYABLE', 'LIABILITY', {
    label: 'Discount accrued on instruments',
    ...CONTROL,
  }),
  code('TB:HOLDING', 'ASSET', { label: 'Treasury bills held for customers', ...CONTROL }),
  code('TB:PLACEMENT', 'LIABILITY', { label: "Customers' treasury bills", ...CONTROL }),
  code('LIAB:VAT', 'LIABILITY', { label: 'Value added tax payable' }),
  code('LIAB:SEC', 'LIABILITY', { label: 'SEC fee payable' }),
  code('LIAB:NGX', 'LIABILITY', { label: 'Exchange fee payable' }),
  code('LIAB:CSCS', 'LIABILITY', { label: 'Depository fee payable' }),
  code('LIAB:STAMP', 'LIABILITY', { label: 'Stamp duty payable' }),
  code('LIAB:ALERT', 'LIABILITY', { label: 'Trade alert fee payable' }),
  code('LIAB:LEVIES', 'LIABILITY', { label: 'Levies payable, all in' }),
  code('LIAB:AGENT-COMMISSION', 'LIABILITY', { label: "Agents' commission payable" }),
  code('LIAB:WHT', 'LIABILITY', { label: 'Withholding tax payable' }),
  code('EQ:CAPITAL', 'EQUITY', { label: 'Share capital' }),
  code('EQ:RETAINED', 'EQUITY', { label: 'Retained earnings' }),
  code('INC:COMM', 'INCOME', { label: 'Brokerage commission' }),
  code('INC:FEES', 'INCOME', { label: 'Processing fees' }),
  code('INC:INTEREST', 'INCOME', { label: 'Interest on loans' }),
  code('INC:BANK-INTEREST', 'INCOME', { label: 'Interest from banks' }),
  code('INC:PENALTY', 'INCOME', { label: 'Penalties' }),
  code('EXP:INTEREST', 'EXPENSE', { label: 'Interest on deposits' }),
  code('EXP:BANK', 'EXPENSE', { label: 'Bank charges' }),
  code('EXP:ROUNDING', 'EXPENSE', { label: 'Rounding differences' }),
  code('EXP:AGENT-COMMISSION', 'EXPENSE', { label: "Agents' share of commission" }),
  code('EXP:GENERAL', 'EXPENSE', { label: 'General expenses' }),
];

interface MappedLine {
  readonly label: string;
  readonly code: string;
}

/**
 * Every entry line that is booked to a firm account, with its shipped code. For charges on trades,
 * fee schedules name the accounts; for deposits and loans, their types do.
 */
export const SHIPPED_MAPPING = {
  'CASH_RECEIPT/CONTRA': { label: 'Account for incoming money', code: 'BANK:CLIENT' },
  'CASH_PAYMENT/CONTRA': { label: 'Account for outgoing money', code: 'BANK:CLIENT' },
  'CASH_TRANSACTION/FEE': { label: 'Processing fee', code: 'INC:FEES' },
  'CASH_TRANSACTION/EARLY_WITHDRAWAL': { label: 'Charge for early debits', code: 'INC:PENALTY' },
  'CASH_TRANSACTION/TAX': {
    label: 'Tax withheld from income entered by hand, and from agents',
    code: 'LIAB:WHT',
  },
  'CASH_TRANSFER/OFFICE_CONTROL': {
    label: 'Transfer to another office',
    code: 'TRANSFER:CONTROL',
  },
  'CURRENCY_CONVERSION/POSITION': {
    label: 'Each side of a conversion between currencies',
    code: 'FX:POSITION',
  },
  'TRADE/CLEARING': { label: 'Trade until it settles', code: 'CLEAR:CSCS' },
  'TRADE/BANK': { label: 'Settlement of a trade', code: 'BANK:CLIENT' },
  'TRADE/CUSTODIAN': {
    label: 'Trade that a custodian settles, until it pays or is paid',
    code: 'RECEIVABLE:CUSTODIAN',
  },
  'TRADE/AGENT_EXPENSE': {
    label: "Agent's share of the commission",
    code: 'EXP:AGENT-COMMISSION',
  },
  'TRADE/AGENT_PAYABLE': {
    label: "Agent's share, until it is paid",
    code: 'LIAB:AGENT-COMMISSION',
  },
  'CLIENT_MONEY/CLIENT_BANK': {
    label: "Clients' side of money that becomes the firm's",
    code: 'BANK:CLIENT',
  },
  'CLIENT_MONEY/FIRM_BANK': {
    label: "Firm's side of money that was clients'",
    code: 'BANK:FIRM',
  },
  'TERM_INSTRUMENT/TAX': { label: 'Tax withheld on interest', code: 'LIAB:WHT' },
  'DISCOUNTED_INSTRUMENT/PLACEMENT': {
    label: "The firm's own commercial paper",
    code: 'DI:PLACEMENT',
  },
  'DISCOUNTED_INSTRUMENT/DISCOUNT_PAYABLE': {
    label: 'Discount accrued',
    code: 'DI:DISCOUNT-PAYABLE',
  },
  'DISCOUNTED_INSTRUMENT/DISCOUNT': { label: 'Discount earned', code: 'EXP:INTEREST' },
  'DISCOUNTED_INSTRUMENT/TAX': { label: 'Tax withheld on discount', code: 'LIAB:WHT' },
  'TREASURY_BILL/HOLDING': { label: 'Bills held for customers', code: 'TB:HOLDING' },
  'TREASURY_BILL/PLACEMENT': { label: 'Bills owed to customers', code: 'TB:PLACEMENT' },
  'TREASURY_BILL/BANK': { label: 'Bills bought, sold, redeemed', code: 'BANK:CLIENT' },
  'TREASURY_BILL/TAX': { label: 'Tax withheld on bills', code: 'LIAB:WHT' },
  'FUND/BANK': { label: "Settlement with funds' custodians", code: 'BANK:CLIENT' },
  'FUND/FEE': { label: 'Entry and exit fee', code: 'INC:FEES' },
  'FUND/PENALTY': { label: 'Charge for leaving early', code: 'INC:PENALTY' },
  'FUND/VAT': { label: 'Tax on fees of funds', code: 'LIAB:VAT' },
  'FUND/TAX': { label: 'Tax withheld on income', code: 'LIAB:WHT' },
  'CORPORATE_ACTION/BANK': { label: 'Money from and to registrars', code: 'BANK:CLIENT' },
  'CORPORATE_ACTION/CONTROL': {
    label: 'Corporate action, received and not yet paid on',
    code: 'CA:CONTROL',
  },
  'CORPORATE_ACTION/ADVANCE': {
    label: 'Corporate action, paid before the registrar paid',
    code: 'CA:ADVANCED',
  },
  'CORPORATE_ACTION/TAX': { label: 'Tax withheld on income of securities', code: 'LIAB:WHT' },
  'CORPORATE_ACTION/ROUNDING': {
    label: "Difference between a registrar's rounding and ours",
    code: 'EXP:ROUNDING',
  },
  'HOLDING_TRANSFER/BANK': {
    label: 'Money for units that are transferred against payment',
    code: 'BANK:CLIENT',
  },
  'BANK_LINE/CHARGE': { label: 'Charge of a bank, from its statement', code: 'EXP:BANK' },
  'BANK_LINE/INTEREST_RECEIVED': {
    label: 'Interest from a bank, from its statement',
    code: 'INC:BANK-INTEREST',
  },
  'BANK_LINE/INTEREST_PAID': {
    label: 'Interest to a bank, from its statement',
    code: 'EXP:BANK',
  },
  'YEAR_END/RETAINED_EARNINGS': {
    label: 'Result of a closed year',
    code: 'EQ:RETAINED',
  },
} as const satisfies Readonly<Record<string, MappedLine>>;

/** A line of an entry, such as `TRADE/CLEARING`. The mapping determines its account. */
export type EntryAccount = keyof typeof SHIPPED_MAPPING;

/** Returns whether a word names a line of an entry. */
export function isEntryAccount(word: string): word is EntryAccount {
  return Object.hasOwn(SHIPPED_MAPPING, word);
}

/** Returns whether a line moves client money; its mapping cannot change that. */
export function isClientMoneyLine(line: EntryAccount): boolean {
  return CLIENT_MONEY_CODES.has(SHIPPED_MAPPING[line].code);
}

const CLIENT_MONEY_CODES: ReadonlySet<string> = new Set(
  SHIPPED_CODES.filter(({ clientMoney }) => clientMoney).map((entry) => entry.code),
);

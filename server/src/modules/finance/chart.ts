// The chart of accounts of the firm: each office has one account per code and currency.

export type AccountClass = 'ASSET' | 'LIABILITY' | 'EQUITY' | 'INCOME' | 'EXPENSE';

interface ChartEntry {
  readonly accountClass: AccountClass;
  readonly label: string;
}

/** Client money (BANK:CLIENT, CLEAR:…) stays apart from the firm's own (BANK:FIRM). */
export const CHART = {
  'BANK:CLIENT': { accountClass: 'ASSET', label: "Clients' account at the settlement bank" },
  'BANK:FIRM': { accountClass: 'ASSET', label: "Firm's own bank account" },
  'CLEAR:CSCS': { accountClass: 'LIABILITY', label: 'Settlement control' },
  'TRANSFER:CONTROL': { accountClass: 'LIABILITY', label: 'Transfers between offices' },
  'INC:COMM': { accountClass: 'INCOME', label: 'Brokerage commission' },
  'INC:FEES': { accountClass: 'INCOME', label: 'Processing fees' },
  'INC:INTEREST': { accountClass: 'INCOME', label: 'Interest on loans' },
  'INC:PENALTY': { accountClass: 'INCOME', label: 'Penalties' },
  'EXP:INTEREST': { accountClass: 'EXPENSE', label: 'Interest on deposits' },
  'LIAB:VAT': { accountClass: 'LIABILITY', label: 'Value added tax payable' },
  'LIAB:SEC': { accountClass: 'LIABILITY', label: 'SEC fee payable' },
  'LIAB:NGX': { accountClass: 'LIABILITY', label: 'Exchange fee payable' },
  'LIAB:CSCS': { accountClass: 'LIABILITY', label: 'Depository fee payable' },
  'LIAB:STAMP': { accountClass: 'LIABILITY', label: 'Stamp duty payable' },
  'LIAB:ALERT': { accountClass: 'LIABILITY', label: 'Trade alert fee payable' },
  'LIAB:LEVIES': { accountClass: 'LIABILITY', label: 'Levies payable, all in' },
  'LIAB:WHT': { accountClass: 'LIABILITY', label: 'Withholding tax payable' },
  'TD:PRINCIPAL': { accountClass: 'LIABILITY', label: 'Term deposits' },
  'TD:INTEREST-PAYABLE': { accountClass: 'LIABILITY', label: 'Interest payable on term deposits' },
  'TD:INTEREST-PREPAID': { accountClass: 'ASSET', label: 'Interest on term deposits paid ahead' },
  'LOAN:PRINCIPAL': { accountClass: 'ASSET', label: 'Loans to customers' },
  'LOAN:INTEREST-RECEIVABLE': { accountClass: 'ASSET', label: 'Interest receivable on loans' },
  'LOAN:INTEREST-UNEARNED': { accountClass: 'LIABILITY', label: 'Interest on loans paid ahead' },
  'DI:PLACEMENT': { accountClass: 'LIABILITY', label: 'Discounted instruments' },
  'DI:DISCOUNT-PAYABLE': { accountClass: 'LIABILITY', label: 'Discount accrued on instruments' },
  'TB:HOLDING': { accountClass: 'ASSET', label: 'Treasury bills held for customers' },
  'TB:PLACEMENT': { accountClass: 'LIABILITY', label: "Customers' treasury bills" },
} as const satisfies Readonly<Record<string, ChartEntry>>;

/** What is owed to one fund, by its code: `FUND:CONTROL:CHMMF`. */
export type FundControlCode = `FUND:CONTROL:${string}`;

export type FirmAccountCode = keyof typeof CHART | FundControlCode;

/** What an account of the firm is. */
export function chartEntry(code: FirmAccountCode): ChartEntry {
  return isInChart(code)
    ? CHART[code]
    : { accountClass: 'LIABILITY', label: `Dealing control of ${fundOf(code)}` };
}

function fundOf(code: FundControlCode): string {
  return code.slice('FUND:CONTROL:'.length);
}

/** Whether a word is a code of the chart; the controls of funds are opened by their dealing. */
export function isInChart(word: string | undefined): word is keyof typeof CHART {
  return word !== undefined && Object.hasOwn(CHART, word);
}

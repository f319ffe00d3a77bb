// Wire shapes of report replies. Amounts are in the major unit.

import { type TSchema, Type } from '@sinclair/typebox';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const amount = (description: string) => wireDecimal({ description });

const office = {
  businessOfficeId: Type.Optional(wireText({ description: 'Absent if consolidated' })),
  businessOfficeName: Type.Optional(wireText()),
};
const currency = wireText({ description: 'ISO 4217 code, such as NGN' });
const code = wireText({ description: 'The chart code' });
const asOf = Type.Optional(
  wireInstant({ description: 'Moment up to which stored records are included' }),
);
const result = (row: TSchema) =>
  Type.Array(row, { description: 'One row per business office and currency' });

const line = openObject({
  acctType: Type.Optional(code),
  acctLabel: wireText(),
  amount: amount('Amount on the normal side of the section'),
});

export const trialBalanceReply = openObject({
  date: wireDate(),
  asOf,
  result: result(
    openObject({
      ...office,
      acctType: code,
      acctLabel: wireText(),
      acctClass: wireChoice(['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE']),
      currency,
      accounts: wireInteger({ description: 'Number of accounts with the code' }),
      debitBalance: amount('Sum of the accounts in debit'),
      creditBalance: amount('Sum of the accounts in credit'),
    }),
  ),
  totals: Type.Array(
    openObject({
      currency,
      debitBalance: amount('All debit balances'),
      creditBalance: amount('All credit balances'),
      difference: amount('Zero unless the books do not balance'),
    }),
  ),
});

export const incomeStatementReply = openObject({
  startDate: wireDate(),
  endDate: wireDate(),
  asOf,
  result: result(
    openObject({
      ...office,
      currency,
      income: Type.Array(line),
      expenses: Type.Array(line),
      totalIncome: amount('All income'),
      totalExpenses: amount('All expenses'),
      netResult: amount('Income less expenses'),
    }),
  ),
});

export const balanceSheetReply = openObject({
  date: wireDate(),
  asOf,
  result: result(
    openObject({
      ...office,
      currency,
      assets: Type.Array(line),
      liabilities: Type.Array(line),
      equity: Type.Array(line),
      totalAssets: amount('All assets'),
      totalLiabilities: amount('All liabilities'),
      resultOfYear: amount('The result of the year to date'),
      resultOfEarlierYears: amount('Results of years that are not closed'),
      totalEquity: amount('Equity including the results'),
      difference: amount('Zero unless the books do not balance'),
    }),
  ),
});

export const clientMoneyReply = openObject({
  date: wireDate(),
  asOf,
  result: result(
    openObject({
      ...office,
      currency,
      customersCash: amount("Customers' cash accounts in credit"),
      customersUnsettled: amount('Proceeds of sales that have not settled'),
      owedToCustomers: amount('Cash and unsettled proceeds together'),
      customersOverdrawn: amount('Overdrawn amounts of customers'),
      pendingLevies: amount('Levies charged but not yet paid on'),
      clientBank: amount("Money at the clients' banks"),
      settlement: amount('Money in settlement at the exchanges and with funds'),
      surplus: amount('Money held beyond the amounts owed; negative if money is missing'),
      covered: wireFlag(),
      difference: amount('The surplus less pending levies'),
      differenceKind: wireChoice(['NONE', 'FIRM_MONEY', 'LEVIES_WITH_FIRM', 'SHORTFALL']),
      differenceOn: Type.Array(line, {
        description: "The firm's accounts that make up the difference",
      }),
    }),
  ),
});

export const cashCurveReply = closedObject({
  from: wireInstant({ description: 'Start of the first step' }),
  result: Type.Array(
    closedObject({
      currency,
      points: Type.Array(
        closedObject({
          at: wireInstant({ description: 'End of the step' }),
          customersCash: amount("Customers' cash, including unsettled proceeds"),
          clientBank: amount("Money at the clients' banks"),
        }),
      ),
    }),
  ),
});

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
const currency = wireText({ description: 'Its code, such as NGN' });
const code = wireText({ description: 'The chart code' });
const asOf = Type.Optional(wireInstant({ description: 'As known at this moment' }));
const result = (row: TSchema) =>
  Type.Array(row, { description: 'By business office and currency' });

const line = openObject({
  acctType: Type.Optional(code),
  acctLabel: wireText(),
  amount: amount('On the normal side of its section'),
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
      difference: amount('Zero unless the books are broken'),
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
      totalEquity: amount('All equity, including results'),
      difference: amount('Zero unless the books are broken'),
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
      owedToCustomers: amount('Both together'),
      customersOverdrawn: amount('Overdrawn amounts of customers'),
      pendingLevies: amount('Levies charged but not paid on yet'),
      clientBank: amount("Money at the clients' banks"),
      settlement: amount('At the exchanges and with funds, in settlement'),
      surplus: amount('Money held beyond the amounts owed; negative if money is missing'),
      covered: wireFlag(),
      difference: amount('The surplus less pending levies'),
      differenceKind: wireChoice(['NONE', 'FIRM_MONEY', 'LEVIES_WITH_FIRM', 'SHORTFALL']),
      differenceOn: Type.Array(line, { description: "The firm's accounts that make it up" }),
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

// Wire shapes of the replies of the reports on the books. Amounts are of the major unit.

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
  businessOfficeId: Type.Optional(wireText({ description: 'None where all offices are one' })),
  businessOfficeName: Type.Optional(wireText()),
};
const currency = wireText({ description: 'Its code, such as NGN' });
const code = wireText({ description: 'The code of the chart' });
const asOf = Type.Optional(wireInstant({ description: 'As known at this moment' }));
const result = (row: TSchema) =>
  Type.Array(row, { description: 'By business office and currency' });

const line = openObject({
  acctType: Type.Optional(code),
  acctLabel: wireText(),
  amount: amount('On the side of its section'),
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
      accounts: wireInteger({ description: 'How many accounts the code has there' }),
      debitBalance: amount('The sum of those in debit'),
      creditBalance: amount('The sum of those in credit'),
    }),
  ),
  totals: Type.Array(
    openObject({
      currency,
      debitBalance: amount('All in debit'),
      creditBalance: amount('All in credit'),
      difference: amount('Zero, unless the books are broken'),
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
      resultOfYear: amount('The result of the year so far'),
      resultOfEarlierYears: amount('Results of years that were not closed'),
      totalEquity: amount('All equity, results included'),
      difference: amount('Zero, unless the books are broken'),
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
      customersCash: amount('What is in the cash accounts of customers, those in credit'),
      customersUnsettled: amount('Proceeds of sales that are not settled'),
      owedToCustomers: amount('Both together'),
      customersOverdrawn: amount('What customers have overdrawn'),
      pendingLevies: amount('Levies that wait to be paid on'),
      clientBank: amount("What lies at the clients' banks"),
      settlement: amount('What is on its way at the exchanges'),
      surplus: amount('What lies there more than is owed; negative: missing'),
      covered: wireFlag(),
      difference: amount('The surplus less the levies that wait'),
      differenceKind: wireChoice(['NONE', 'FIRM_MONEY', 'LEVIES_WITH_FIRM', 'SHORTFALL']),
      differenceOn: Type.Array(line, { description: 'On which accounts of the firm it stands' }),
    }),
  ),
});

export const cashCurveReply = closedObject({
  from: wireInstant({ description: 'Where the first step begins' }),
  result: Type.Array(
    closedObject({
      currency,
      points: Type.Array(
        closedObject({
          at: wireInstant({ description: 'Where the step ends' }),
          customersCash: amount("Customers' cash, with proceeds that are not settled"),
          clientBank: amount("What lies at the clients' banks"),
        }),
      ),
    }),
  ),
});

// Wire shapes of portfolio custodians.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireCode,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { ORDER } from '../limits.js';

const given = Type.Optional;

const accountNo = given(
  wireText({
    description:
      "The portfolio's account at the custodian. It is printed on contract notes and sent to an " +
      'exchange together with the custodian',
    longest: ORDER.custodianAccountCharactersMax,
  }),
);

export const CustodiansBody = closedObject({
  portfolioName: wireText({ description: 'Code of the portfolio' }),
  custodians: Type.Array(
    closedObject({
      custodianName: wireCode({ description: 'Code of an active custodian' }),
      accountNo,
      standing: given(wireFlag({ description: 'True for the default custodian; at most one' })),
    }),
    {
      description: 'All custodians that orders of the portfolio may name',
      maxItems: ORDER.custodiansPerPortfolioMax,
    },
  ),
});

export const CustodiansRecord = openObject({
  portfolioId: wireId(),
  portfolioName: wireText(),
  custodians: Type.Array(
    closedObject({
      custodianName: wireText(),
      custodianLabel: wireText(),
      active: wireFlag({ description: 'False if orders cannot name the custodian' }),
      accountNo,
      standing: wireFlag({ description: 'True for the default custodian' }),
    }),
  ),
});

export const CustodianPortfoliosQuery = closedObject({
  custodianName: naming('custodian', wireCode({ description: 'Code of the custodian' })),
  ...pageBS,
});

/** A portfolio whose orders may use the custodian. */
export const CustodianPortfolioRecord = closedObject({
  portfolioId: wireId(),
  portfolioName: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  accountNo,
  standing: wireFlag({ description: "True if the custodian is the portfolio's default" }),
});

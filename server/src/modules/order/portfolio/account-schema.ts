// Wire shapes of portfolios: their opening, their account at the depository and standing terms.

import { Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { INCOME_ROUTES, NO_STANDING } from './queries.js';

const given = Type.Optional;

const incomeRoute = wireChoice(INCOME_ROUTES, {
  description:
    'Who receives income on the holdings. DIRECT: the bank account of the investor, paid by the ' +
    'registrar; FIRM: the firm, which pays it to the cash account. Default: DIRECT; FIRM in a ' +
    'demonstration',
});

const settlementInstructions = given(
  wireText({
    description:
      `The settlement instructions of orders that state none of their own; ${NO_STANDING} ` +
      'removes them',
    isOneLine: true,
  }),
);

export const PortfolioBody = openObject({
  id: given(wireId()),
  customerId: given(wireId()),
  customerName: given(wireText()),
  portfolioTypeName: given(wireText({ description: 'EXCHANGE by default' })),
  label: given(wireText()),
  currency: given(wireText({ longest: 3 })),
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  incomeRoute: given(incomeRoute),
  settlementInstructions,
});

export const PortfolioRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  active: wireFlag(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  portfolioTypeName: wireText(),
  businessOfficeName: wireText(),
  currency: wireText(),
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  incomeRoute,
  settlementInstructions,
  ...stampShape,
});

export const PortfolioAccountQuery = openObject({
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  incomeRoute: given(incomeRoute),
  settlementInstructions,
  name: wireText({ description: 'Code of the portfolio' }),
});

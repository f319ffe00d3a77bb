// Operations on exchange rates.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import { listExchangeRates, proposeExchangeRate, readLatestRate } from './exchange-rate.js';
import * as shape from './schema.js';

export const exchangeRateRoutes: readonly Route[] = [
  list({
    path: 'finance/exchange-rate/list',
    operation: 'listExchangeRates',
    summary: 'Exchange rates by pair and date',
    permission: 'finance.exchange-rate.read',
    paging: PAGE_BS,
    query: shape.exchangeRateQuery,
    reply: shape.exchangeRateRecord,
    run: (call, { query }) => listExchangeRates(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'finance/exchange-rate/latest',
    operation: 'readLatestExchangeRate',
    summary: 'The latest exchange rate between two currencies on or before a date',
    description:
      'The rate of the pair or, if it has none, of the inverse pair (`inverse`): amounts are ' +
      'then divided by it.',
    permission: 'finance.exchange-rate.read',
    problems: [financeProblems.EXCHANGE_RATE_MISSING],
    query: shape.latestRateQuery,
    reply: shape.latestRateRecord,
    run: (call, { query }) => readLatestRate(call, query),
  }),
  write({
    method: 'POST',
    path: 'finance/exchange-rate/propose',
    operation: 'proposeExchangeRate',
    summary: 'Propose the exchange rate for a date, or a correction',
    description:
      'Another person approves it with system/change/approve. A rate far from the opposite rate ' +
      'for its day, or from the last rate, causes a warning and needs a reason.',
    permission: 'finance.exchange-rate.propose',
    problems: [financeProblems.EXCHANGE_RATE_REFUSED],
    body: shape.exchangeRateProposal,
    reply: changeReply,
    extra: { warnings },
    example: {
      baseCurrency: 'USD',
      quoteCurrency: 'NGN',
      rateDate: '2026-11-02',
      rate: 1480.25,
      source: 'Central bank, closing',
    },
    run: (work, { body }) => proposeExchangeRate(work, body),
  }),
];

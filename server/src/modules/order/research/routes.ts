// HTTP operations for research on securities, exchange sessions and allocations.

import { PAGE_BC } from '../../../platform/http/reply/paging.js';
import { list, type Route, read } from '../../../platform/http/route.js';
import { marketMovers } from './mover.js';
import { chartData, securityOverview } from './research.js';
import {
  ChartQuery,
  ChartRecord,
  MoverRecord,
  MoversQueryShape,
  OverviewRecord,
  SymbolQuery,
} from './schema.js';

export const researchRoutes: readonly Route[] = [
  read({
    path: 'research/get-security-overview/symbol',
    operation: 'getSecurityOverview',
    summary: 'A security at a glance: terms, prices, range over a year, changes',
    permission: 'research.security.read',
    marketData: 'OPEN',
    query: SymbolQuery,
    reply: OverviewRecord,
    run: (call, { query }) => securityOverview(call, query),
  }),
  list({
    path: 'research/get-market-movers',
    operation: 'getMarketMovers',
    summary: 'The largest moves in the last session of an exchange',
    description: 'The last session is the latest date on which anything was traded.',
    permission: 'research.security.read',
    marketData: 'OPEN',
    paging: PAGE_BC,
    query: MoversQueryShape,
    reply: MoverRecord,
    run: (call, { query }) => marketMovers(call, query),
  }),
  read({
    path: 'research/get-chart-data/symbol',
    operation: 'getChartData',
    summary: 'Daily bars of a security: open, high, low, close, volume',
    description:
      'Bars are objects or, if `f` names columns such as `d,o,h,l,c`, arrays from the first date ' +
      '`t` to the business date.',
    permission: 'research.security.read',
    marketData: 'OPEN',
    query: ChartQuery,
    reply: ChartRecord,
    run: (call, { query }) => chartData(call, query),
  }),
];

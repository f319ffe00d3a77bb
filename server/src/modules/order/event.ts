// Events of orders, their notes and portfolios; no personal data beyond ids.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../platform/events/catalogue.js';

const order = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.trade-order.read',
  data: { name: Type.String({ description: 'The number of the order' }) },
});

const note = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.contract-note.read',
  data: {
    orderId: Type.String({ description: 'The order that it is of', pattern: '^\\d+$' }),
  },
});

const portfolio = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.portfolio.read',
});

export const orderEvents = eventKinds({
  'portfolio.opened': portfolio('A portfolio was opened'),
  'portfolio.updated': portfolio('Members of a portfolio were changed'),
  'trade-order.booked': order('An order was accepted by the firm'),
  'trade-order.triggered': order('The price of a stop order was reached'),
  'trade-order.accepted': order('The exchange has the order'),
  'trade-order.partially-filled': order('An order filled in part, or a fill of it changed'),
  'trade-order.executed': order('An order is filled whole'),
  'trade-order.amend-requested': order('The exchange was asked for other terms'),
  'trade-order.amended': order('An order has other terms'),
  'trade-order.cancel-requested': order('The exchange was asked to cancel an order'),
  'trade-order.cancelled': order('An order was cancelled'),
  'trade-order.rejected': order('The exchange refused an order'),
  'trade-order.expired': order('An order ended with its last day'),
  'trade-order.reentered': order('A living order went to the exchange anew'),
  'contract-note.issued': note('A contract note was issued: the trade is in the books'),
  'contract-note.reversed': note('A contract note was taken back'),
  'contract-note.settled': {
    summary: "A contract note's money was settled",
    permission: 'order.contract-note.read',
  },
  'exchange-report.unmatched': {
    summary: 'The exchange reported what fits no order, and somebody must look',
    permission: 'order.unmatched-report.read',
  },
});

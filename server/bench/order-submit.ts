// Measures the submission of an order over HTTP, compared with the same statements in pgbench.

import { CUSTOMER, HEAD, varyCustomer } from './demo-customer.js';
import type { Measured } from './measured.js';

const bodyOf = (customer: number) =>
  JSON.stringify({
    portfolioName: String(customer).padStart(10, '0'),
    securityName: 'ACCESS',
    orderType: 'BUY',
    priceType: 'LIMIT',
    limitPrice: 22.5,
    quantityRequested: '100',
    orderTermName: 'DAY',
    orderOrigin: 'API',
  });

/** One request and one commit write the order, hold, instruction, event and audit entry. */
export const orderSubmit: Measured = {
  name: 'order-submit',
  limit: 'the same SQL by pgbench, one commit each',
  steps: [
    {
      method: 'POST',
      path: '/api/v1/order/tradeorder/submit',
      bodies: Array.from({ length: 50 }, (_, index) => bodyOf(index + 1)),
    },
  ],
  sample: [bodyOf(CUSTOMER)],
  head: HEAD,
  vary: varyCustomer,
};

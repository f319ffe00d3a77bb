// Order submit through HTTP, against its own statements said by pgbench.

import type { Measured } from './measured.js';

const CUSTOMER = 37;

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

/** One request, one commit: references, checks, hold, order, instruction, event, audit. */
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
  head: ['\\set c random(1, 50)', '\\set id random(1000000000, 900000000000000)'],
  vary: (value, ids) => {
    const [id] = ids;
    const name = String(id).padStart(10, '0');
    if (value === id) return ':id';
    if (value === name) return "lpad(:id::text, 10, '0')";
    if (value === `${name}-1`) return "lpad(:id::text, 10, '0') || '-1'";
    if (value === BigInt(CUSTOMER)) return ':c';
    if (value === BigInt(CUSTOMER * 2)) return '(:c * 2)';
    if (value === String(CUSTOMER).padStart(10, '0')) return "lpad(:c::text, 10, '0')";
    return undefined;
  },
};

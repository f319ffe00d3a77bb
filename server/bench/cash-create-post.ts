// Measures the creation and posting of a cash transaction over HTTP: two requests and two commits,
// compared with pgbench.

import { CUSTOMER, HEAD, varyCustomer } from './demo-customer.js';
import type { Measured } from './measured.js';

const bodyOf = (customer: number) =>
  JSON.stringify({
    transType: 'RECEIPT',
    transMethod: 'BANK_TRANSFER',
    partnerName: String(customer).padStart(10, '0'),
    currency: 'NGN',
    amount: 1234.56,
    description: 'Measured',
  });

/** A round has two requests: create with immediate approval, then post with the journal. */
export const cashCreatePost: Measured = {
  name: 'cash-create-post',
  limit: 'the same SQL by pgbench, one commit each',
  steps: [
    {
      method: 'POST',
      path: '/api/v1/finance/cash-transaction/create',
      bodies: Array.from({ length: 50 }, (_, index) => bodyOf(index + 1)),
    },
    { method: 'PUT', path: '/api/v1/finance/cash-transaction/post/id/{{id}}', bodies: [] },
  ],
  sample: [bodyOf(CUSTOMER)],
  head: HEAD,
  vary: varyCustomer,
};

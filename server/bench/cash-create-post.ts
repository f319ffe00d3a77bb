// Cash transaction created, then posted, through HTTP: two requests, two commits, against the
// same by pgbench.

import type { Measured } from './measured.js';
import { quoted } from './pgbench.js';

const CUSTOMER = 37;

const bodyOf = (customer: number) =>
  JSON.stringify({
    transType: 'RECEIPT',
    transMethod: 'BANK_TRANSFER',
    partnerName: String(customer).padStart(10, '0'),
    currency: 'NGN',
    amount: 1234.56,
    description: 'Measured',
  });

/** A round is both requests: created and approved at once, then posted with its journal. */
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
  head: ['\\set c random(1, 50)', '\\set id random(1000000000, 900000000000000)'],
  vary: (value, ids) => {
    const [id] = ids;
    const name = String(id).padStart(10, '0');
    const account = CUSTOMER * 2;
    if (value === id) return ':id';
    if (value === name) return "lpad(:id::text, 10, '0')";
    if (value === BigInt(CUSTOMER)) return ':c';
    if (value === BigInt(account)) return '(:c * 2)';
    if (value === String(CUSTOMER).padStart(10, '0')) return "lpad(:c::text, 10, '0')";
    const side = `"accountId":${account},`;
    if (typeof value === 'string' && value.includes(side)) {
      const mine = `${quoted('"accountId":')} || (:c * 2)::text || ','`;
      return `replace(${quoted(value)}, ${quoted(side)}, ${mine})`;
    }
    return undefined;
  },
};

// A customer record as the API returns it, and the properties of every part that shows one.

import type { ReplyOf } from '@countinghouse/sdk';

type Customer = ReplyOf<'get', 'partner/customer/id/{id}'>;

export interface CustomerProps {
  readonly customer: Customer;
}

// A customer as returned by the API, and the props of every component that shows one.

import type { ReplyOf } from '@countinghouse/sdk';

type Customer = ReplyOf<'get', 'partner/customer/id/{id}'>;

export interface CustomerProps {
  readonly customer: Customer;
}

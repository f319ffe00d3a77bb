// The timeline of a customer, the newest entry first.

import type { ReactNode } from 'react';
import { Timeline } from '../../component/timeline.js';
import { idOf } from '../../lib/record.js';
import type { CustomerProps } from './record.js';

export function TimelinePart({ customer }: CustomerProps): ReactNode {
  return <Timeline relatedTo="CUSTOMER" relatedToId={idOf(customer)} />;
}

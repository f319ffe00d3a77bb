// Customer records from modules that CRM does not depend on, for customer timelines.

import {
  discountedInstrumentHistory,
  fundTransactionHistory,
  termInstrumentHistory,
} from '../../modules/asset/index.js';
import type { CustomerHistory } from '../../modules/crm/index.js';
import { contractNoteHistory } from '../../modules/order/index.js';

export const crmHistory: readonly CustomerHistory[] = [
  { kind: 'CONTRACT_NOTE', rowsOf: contractNoteHistory },
  { kind: 'TERM_INSTRUMENT', rowsOf: termInstrumentHistory },
  { kind: 'DISCOUNTED_INSTRUMENT', rowsOf: discountedInstrumentHistory },
  { kind: 'FUND_TRANSACTION', rowsOf: fundTransactionHistory },
];

// The operation that checks the books.

import { type Route, read } from '../../../platform/http/route.js';
import { checkIntegrity } from './integrity.js';
import { integrityReply } from './schema.js';

export const integrityRoutes: readonly Route[] = [
  read({
    path: 'finance/integrity',
    operation: 'checkIntegrity',
    summary: 'Check the invariants of the books and prove client money',
    permission: 'finance.integrity.read',
    reply: integrityReply,
    run: (call) => checkIntegrity(call),
  }),
];

// The body of an order request, as in submit, validate and update.

import type { Static } from '@sinclair/typebox';
import type { TradeOrderBody } from '../schema.js';

/** The body of submit, validate and update. */
export type OrderRequest = Static<typeof TradeOrderBody>;

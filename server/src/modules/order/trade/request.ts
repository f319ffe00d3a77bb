// The body of an order request, used by submit, validate and update.

import type { Static } from '@sinclair/typebox';
import type { TradeOrderBody } from '../schema.js';

/** The body of submit, validate and update. */
export type OrderRequest = Static<typeof TradeOrderBody>;

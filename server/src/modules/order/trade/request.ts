// The body of a request for an order, as submit, validate and update take it.

import type { Static } from '@sinclair/typebox';
import type { TradeOrderBody } from '../schema.js';

export type OrderRequest = Static<typeof TradeOrderBody>;

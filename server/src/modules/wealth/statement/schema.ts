// Wire shapes of statements of wealth.

import { Type } from '@sinclair/typebox';
import { closedObject, wireDate, wireId, wireText } from '../../../platform/http/shape/wire.js';

const given = Type.Optional;

const currency = wireText({ description: 'Currency; default: that of the office', longest: 3 });

export const PreviewQuery = closedObject({
  c: wireId({ description: 'Customer' }),
  sd: wireDate({ description: 'First date; the opening is the close of the business day before' }),
  ed: wireDate({ description: 'Last date, up to the business date' }),
  cu: given(currency),
});
